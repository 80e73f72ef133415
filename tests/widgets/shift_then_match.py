"""Two layers of heads whose matrices are written out: look one back, then match.

Head 0.0 looks one back and writes the symbol that it finds there beside the own one. Head 1.0 looks
for a position whose symbol before is the symbol here, and writes the symbol that it finds there.
Heads 0.1 and 1.1 look evenly and write nothing. A vector holds, one after another: the symbol, its
position, the symbol before, the answer.
"""

import torch

N_SYMBOLS, N_POS = 5, 9
SYMBOLS = "·ABCD"
TOKENS = [0, 1, 2, 3, 4, 1, 2, 3, 4]  # a start, and a piece twice
SHARP = 60.0  # of a score, before it is divided by the root of d_head


def shift_then_match() -> dict[str, torch.Tensor]:
    """Return the weights of one seed by the names of TokenModel."""
    symbol, position, before, answer = torch.eye(3 * N_SYMBOLS + N_POS).split(
        [N_SYMBOLS, N_POS, N_SYMBOLS, N_SYMBOLS]
    )  # each (its size, d_model): the rows of a vector that hold it
    none = torch.zeros(3 * N_SYMBOLS + N_POS, N_POS)  # (d_model, d_head)
    one_back = torch.eye(N_POS).roll(1, 0)  # row t says position t - 1
    one_back[0] = 0
    fits = torch.eye(N_SYMBOLS, N_POS)  # symbols fit into a head
    weights = {
        "E": symbol,
        "P": position,
        "layers.0.W_Q": [SHARP * position.T @ one_back, none],
        "layers.0.W_K": [position.T, none],
        "layers.0.W_V": [symbol.T @ fits, none],
        "layers.0.W_O": [fits.T @ before, none.T],
        "layers.1.W_Q": [SHARP * symbol.T @ fits, none],
        "layers.1.W_K": [before.T @ fits, none],
        "layers.1.W_V": [symbol.T @ fits, none],
        "layers.1.W_O": [fits.T @ answer, none.T],
        "W_U": 4 * answer.T,
    }
    stacked = {k: torch.stack(w) if isinstance(w, list) else w for k, w in weights.items()}
    return {name: weight[None] for name, weight in stacked.items()}
