from math import exp, sqrt


def attention(q, k, v, mask=None):
    q, k, v = q.tolist(), k.tolist(), v.tolist()
    rows = []
    for i, query in enumerate(q):
        powers = [
            exp(sum(a * b for a, b in zip(query, key)) / sqrt(len(query)))
            * (mask is None or bool(mask[i][j]))
            for j, key in enumerate(k)
        ]
        rows.append([sum(p * x for p, x in zip(powers, column)) / sum(powers) for column in zip(*v)])
    return rows
