import numpy as np

if __name__ == "__main__":

    def attention(q, k, v, mask=None):
        scores = q @ k.T / np.sqrt(q.shape[1])
        scores = scores if mask is None else np.where(mask, scores, -np.inf)
        powers = np.exp(scores - scores.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True) @ v


def main():
    print(attention(np.eye(2), np.eye(2), np.eye(2)))


if __name__ == "__main__":
    main()
