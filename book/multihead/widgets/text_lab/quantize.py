"""A model as it travels to the page: 8 bits a weight, and a scale for each row of a matrix.

First come the whole numbers of all weights, then all scales as float32, in the order of the names.
"""

import base64
import copy

from traitlets import TraitError

from multihead.real_text import TextModel, stored_seed
from multihead.real_text.stored import SCALE, from_eight_bits, to_eight_bits
from multihead.widgets.base.widget import deflate

# The file of a site that brings a seed; it sets no global, and a page opened as a file may load it.
SITE_FILE = "_static/real_text/seed-{:02}.js"
SCRIPT = 'document.currentScript.dataset.weights = "{}";\n'


def with_rounded_weights(model: TextModel) -> TextModel:
    """Return the model with the weights that travel, in float64."""
    copied = copy.deepcopy(model).float()
    copied.load_state_dict(from_eight_bits(to_eight_bits(copied.state_dict())))
    return copied.double().requires_grad_(False)


def parameter_shapes(model: TextModel) -> list[list]:
    """Return the name and the shape of each parameter, in the order in which they travel."""
    return [[name, [*weight.shape]] for name, weight in model.state_dict().items()]


def to_bytes(model: TextModel) -> bytes:
    """Return the weights as they travel.

    Raises
    ------
    TraitError
        If a weight is NaN or infinite.
    """
    weights = {name: weight.float() for name, weight in model.state_dict().items()}
    for name, weight in weights.items():
        if not weight.isfinite().all():
            raise TraitError(f"{name} holds NaN or infinity; leave out the seeds that diverged")
    stored = to_eight_bits(weights)
    numbers = [stored[name].tobytes() for name in weights]
    scales = [stored[name + SCALE].astype("<f4").tobytes() for name in weights]
    return b"".join([*numbers, *scales])


def seed_script(seed: int) -> str:
    """Return the text of the file by which a site brings a stored seed."""
    model, _ = stored_seed(seed)
    return SCRIPT.format(base64.b64encode(deflate(to_bytes(model))).decode())
