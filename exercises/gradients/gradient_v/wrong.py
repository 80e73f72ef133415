"""Wrong answers to `gradient_v` that people really give."""


def not_transposed(x, A, G, W_O):
    return x.T @ A @ G @ W_O.mT


def no_pattern(x, A, G, W_O):
    return x.T @ G @ W_O.mT


def first_block(x, A, G, W_O):
    return x.T @ A.mT @ G @ W_O[0].T


def first_pattern(x, A, G, W_O):
    return x.T @ A[0].T @ G @ W_O.mT


def no_way_back(x, A, G, W_O):
    return x.T @ A.mT @ G


def transposed_result(x, A, G, W_O):
    return (x.T @ A.mT @ G @ W_O.mT).mT


def added(x, A, G, W_O):
    return (x.T @ A.mT @ G @ W_O.mT).sum(axis=0)


def divided(x, A, G, W_O):
    return x.T @ A.mT @ G @ W_O.mT / len(x)


WRONG = {
    "the pattern is not transposed, but gradients go from queries back to keys": not_transposed,
    "the pattern is left out, but each key sends its value through it": no_pattern,
    "every head gets the block of W_O of head 0": first_block,
    "every head gets the pattern of head 0": first_pattern,
    "W_O is left out": no_way_back,
    "the result is transposed, but W_V is (d_model, d_head)": transposed_result,
    "the heads' gradients are added, but each head should keep its own": added,
    "the gradient is divided by the number of tokens, but it is a sum over them": divided,
}
