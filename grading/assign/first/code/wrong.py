"""Wrong answers to `NAME` that people really give, by what is wrong in them."""


def of_columns(x):
    return x.mean(axis=0)


def sums(x):
    return x.sum(axis=1)


WRONG = {
    "this is the mean of each column": of_columns,
    "the sums are not divided by the number of columns": sums,
}
