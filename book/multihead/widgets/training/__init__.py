"""The training of two heads in the page: what SymmetryLab and TwoHeads share; imports only `base`.

Forward pass, gradients and optimisers are written out in ``layer.js`` and ``optimizers.js`` and
tested against PyTorch. Autodiff libraries for the browser were measured first, minified by esbuild
and gz -9: TensorFlow.js 4.22 with its CPU backend is 80 kB with the dozen operations needed here
(116 whole) and has no float64, without which a nudge of 1e-8 is lost; jax-js 0.1.25 has it, at 101
kB. Both would fit a page, but each is four to five times the whole widget, and what it would save
is a dozen lines that are the subject of the chapter.
"""

LEARNING_RATES = {"adam": 0.03, "sgd": 4.0}
