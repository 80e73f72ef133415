"""Compute the same bits on every processor, so that seed 17 is the same model for every reader.

Training is chaotic: one difference in the last digit can change where a seed ends. Kernels that
round differently are chosen by processor, unless they are fixed before the first matrix product.
Importing ``multihead`` fixes them, in chapters, scripts, tests and Dask workers:

``ATEN_CPU_CAPABILITY=avx2``
    PyTorch's own kernels: softmax, sums, random numbers, the fused optimisers.
``MKL_CBWR=COMPATIBLE``
    The matrix products of MKL, Intel's library in PyTorch's x86-64 wheels.
one thread
    Sums are split between threads, which changes their rounding.
no oneDNN
    Its convolutions choose their kernel by processor.

Models trained with SGD, *fused* Adam or *fused* AdamW then had the same bits on all x86-64
processors that we could try: AMD's and Intel's with AVX2 or AVX-512, and emulated ones of both.
Nearly all since 2015 have AVX2. (``sqrt``, ``exp`` and ``log`` of whole tensors
are not covered: they use a part of MKL that ignores ``MKL_CBWR``. This is why plain Adam differs
between processors.) On older processors, and with other versions of PyTorch, single numbers differ.
``make replicate`` shows that claims hold with other kernels and thread counts on x86-64. On ARM and
on graphics cards nothing was run.

``tests/library/test_numerics.py`` runs a few steps of every training in the chapters, on this
processor and on emulated ones.
"""

import os
import warnings

import torch


def kernel_variables() -> dict[str, str]:
    """Return the variables that fix the kernels on this processor; none on ARM."""
    processor = torch.cpu.get_capabilities()
    if processor.get("architecture") != "x86_64":
        return {}
    has_avx2 = processor.get("avx2") and processor.get("fma3")
    return {"ATEN_CPU_CAPABILITY": "avx2" if has_avx2 else "default", "MKL_CBWR": "COMPATIBLE"}


def wide() -> bool:
    """Say whether PyTorch would by default use AVX-512 on this processor."""
    features = ("avx512_f", "avx512_vl", "avx512_bw", "avx512_dq", "fma3")
    return all(torch.cpu.get_capabilities().get(name) for name in features)


def pin() -> None:
    """Set the variables and use one thread. A variable that is already set is not changed.

    Warns
    -----
    RuntimeWarning
        If a variable has another value, or if PyTorch has already chosen other kernels. A matrix
        product before this import is not noticed, and MKL may then ignore its variable.
    """
    variables = kernel_variables()
    for name, value in variables.items():
        if os.environ.setdefault(name, value) != value:
            _warn(f"{name}={os.environ[name]} is not changed; unset it, or set it to {value},")
    kernels = variables.get("ATEN_CPU_CAPABILITY")
    if os.environ.get("ATEN_CPU_CAPABILITY") == kernels and in_force()["kernels"] != kernels:
        _warn("PyTorch has already chosen its kernels; import multihead first")
    torch.set_num_threads(1)
    torch.backends.mkldnn.enabled = False


def in_force() -> dict[str, str | int | None]:
    """Return the numerical settings of this process; equal settings give equal bits."""
    return {
        "torch": torch.__version__,
        "kernels": torch.backends.cpu.get_cpu_capability().lower(),
        "products": os.environ.get("MKL_CBWR"),
        "threads": torch.get_num_threads(),
    }


def _warn(cause: str) -> None:
    message = f"{cause} to get exactly the numbers on the book's pages"
    warnings.warn(message, RuntimeWarning, stacklevel=4)
