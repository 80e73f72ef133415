"""Shape checking of the library, and one thread for PyTorch, in every test."""

import jaxtyping
import pytest
import torch

jaxtyping.install_import_hook("multihead", "beartype.beartype")
torch.set_num_threads(1)


@pytest.fixture
def no_shape_checks():
    """Let a wrong shape through to the library's own error."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)
