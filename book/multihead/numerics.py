"""Compute alike on every processor, so that seed 17 is the same model for every reader.

Training is chaotic: one rounding in the last digit, and a seed may end elsewhere. Which kernel
rounds is a matter of the processor, unless it is said before the first product. Importing
``multihead`` says it, in chapters, scripts, tests and Dask workers alike:

``ATEN_CPU_CAPABILITY=avx2``
    PyTorch's own kernels: softmax, sums, random numbers, the fused optimisers.
``MKL_CBWR=COMPATIBLE``
    The matrix products of Intel's library, which PyTorch's wheels for x86-64 contain.
one thread
    Sums are split by thread.
no oneDNN
    Its convolutions choose their kernel by processor.

With these, models that are trained with SGD or with *fused* Adam or AdamW have the same bits on
every x86-64 processor that has AVX2: nearly all since 2015. (``sqrt``, ``exp`` and ``log`` of
whole tensors are left out: they go through a part of MKL that is not governed by ``MKL_CBWR``,
and that is why plain Adam differs by processor.) On an older processor, on ARM, on a graphics card
and with another version of PyTorch a seed is another draw from the same distribution. What the
book claims holds there too; single numbers differ.

``tests/test_numerics.py`` trains what the chapters train, a few steps of it, here and under
emulated processors.
"""

import os
import warnings

import torch


def wanted() -> dict[str, str]:
    """Name the variables that fix the kernels on this processor; none on ARM."""
    processor = torch.cpu.get_capabilities()
    if processor.get("architecture") != "x86_64":
        return {}
    has_avx2 = processor.get("avx2") and processor.get("fma3")
    return {"ATEN_CPU_CAPABILITY": "avx2" if has_avx2 else "default", "MKL_CBWR": "COMPATIBLE"}


def wide() -> bool:
    """Say whether PyTorch, left alone, would use AVX-512 on this processor."""
    asked = ("avx512_f", "avx512_vl", "avx512_bw", "avx512_dq", "fma3")
    return all(torch.cpu.get_capabilities().get(name) for name in asked)


def pin() -> None:
    """Set the variables and the threads; one that is already set is kept, with a warning.

    Warns
    -----
    RuntimeWarning
        If a variable is set to something else, or if PyTorch chose its own kernels before. A
        matrix product before this import is not noticed, and may keep MKL from listening.
    """
    variables = wanted()
    for name, value in variables.items():
        if os.environ.setdefault(name, value) != value:
            _warn(f"{name}={os.environ[name]} is set and stays; unset it, or set it to {value},")
    kernels = variables.get("ATEN_CPU_CAPABILITY")
    if os.environ.get("ATEN_CPU_CAPABILITY") == kernels and in_force()["kernels"] != kernels:
        _warn("PyTorch computed something before; import multihead first")
    torch.set_num_threads(1)
    torch.backends.mkldnn.enabled = False


def in_force() -> dict[str, str | int | None]:
    """Tell what this process computes with; processes that agree give the same bits."""
    return {
        "torch": torch.__version__,
        "kernels": torch.backends.cpu.get_cpu_capability().lower(),
        "products": os.environ.get("MKL_CBWR"),
        "threads": torch.get_num_threads(),
    }


def _warn(cause: str) -> None:
    message = f"{cause} to get the numbers on the book's pages to the last digit"
    warnings.warn(message, RuntimeWarning, stacklevel=4)
