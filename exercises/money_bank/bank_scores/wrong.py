"""Wrong answers to `bank_scores` that people really give."""


def no_scale(X, W_Q, W_K):
    return X[1] @ W_Q @ (X @ W_K).T


def divided_by_d(X, W_Q, W_K):
    return X[1] @ W_Q @ (X @ W_K).T / 4


def swapped(X, W_Q, W_K):
    return X[1] @ W_K @ (X @ W_Q).T / 2


def other_word(X, W_Q, W_K):
    return X[0] @ W_Q @ (X @ W_K).T / 2


def not_projected(X, W_Q, W_K):
    return X[1] @ X.T / 2


def transposed(X, W_Q, W_K):
    return X[1] @ W_Q.T @ (X @ W_K.T).T / 2


WRONG = {
    "the scores are not divided by √d_head": no_scale,
    "the scores are divided by d_head, not by its root": divided_by_d,
    "Q and K are swapped": swapped,
    "these are the scores of the first word, but *bank* is the query": other_word,
    "the words are not multiplied by W_Q and W_K": not_projected,
    "the matrices are transposed, but a word is a row, which stands on their left": transposed,
}
