"""Wrong answers to `own_part` that people really give."""

import numpy as np

QK, VO = (4, 5, 6), (2, 3, 7)


def marks(parts, qk, vo):
    return np.array([np.isin(parts, qk), np.isin(parts, vo)]).astype(int)


def all_enough(parts):
    return marks(parts, range(1, 9), range(1, 9))


def none_enough(parts):
    return marks(parts, [], [])


def swapped(parts):
    return marks(parts, VO, QK)


def same_in_both(parts):
    return marks(parts, (*QK, *VO), (*QK, *VO))


def backwards(parts):
    return 1 - marks(parts, QK, VO)


def sink_changes_rows(parts):
    return marks(parts, (1, *QK), VO)


def sink_after(parts):
    return marks(parts, QK, (1, *VO))


def sink_in_both(parts):
    return marks(parts, (1, *QK), (1, *VO))


def gates_change_rows(parts):
    return marks(parts, (2, 7, 8, *QK), VO)


def value_gate_before(parts):
    return marks(parts, (7, *QK), VO)


def rows_separate(parts):
    return marks(parts, QK, (*QK, *VO))


def vectors_separate(parts):
    return marks(parts, (*QK, *VO), VO)


def one_number_enough(parts):
    return marks(parts, QK, (8, *VO))


def one_factor(parts):
    return marks(parts, (5, 6), VO)


def only_gates(parts):
    return marks(parts, QK, (2, 7))


def only_output(parts):
    return marks(parts, QK, (2, 3))


def only_one_gate(parts):
    return marks(parts, QK, (2,))


def only_the_bias(parts):
    return marks(parts, (6,), VO)


def any_but_sink(parts):
    return marks(parts, range(2, 9), range(2, 9))


WRONG = {
    "heads that differ in some part may still fetch the same; ask where the part acts": all_enough,
    "some parts are enough; ask what acts before the softmax, and what acts on channels": (
        none_enough
    ),
    "the two cases are swapped; a shared W_Q and W_K needs a part that acts on the scores": swapped,
    "a part that separates heads in one case does not do so in the other": same_in_both,
    "every answer is reversed; 1 means that the part is enough": backwards,
    "a sink logit multiplies a row by one number, so its shape stays the same": sink_changes_rows,
    "a sink logit is one number for a row and cannot choose channels": sink_after,
    "a sink logit only scales a row; in neither case does it separate the heads": sink_in_both,
    "a gate leaves the attention weights as they are; with W_Q and W_K shared it does not help": (
        gates_change_rows
    ),
    "what acts on the values leaves the row as it is, so the same row serves both heads": (
        value_gate_before
    ),
    "different rows are not enough if both pass through the same W_V and W_O": rows_separate,
    "different channels are not enough if both heads have the same row": vectors_separate,
    "one number a head only scales what it writes; channels are chosen by d_head numbers": (
        one_number_enough
    ),
    "one factor on the scores is enough, since rows of different sharpness can be subtracted": (
        one_factor
    ),
    "a constant vector chooses channels too; it need not depend on the token": only_gates,
    "channels can be chosen on the side of the values too": only_output,
    "an elementwise output gate is not the only part that chooses channels": only_one_gate,
    "a bias is not the only part that changes the shape of a row; factors and gains do too": (
        only_the_bias
    ),
    "all but the sink logit are marked in both cases; ask where each part acts": any_but_sink,
}
