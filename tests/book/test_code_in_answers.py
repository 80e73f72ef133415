"""The code in answers and recipes prints what the sentences around it say."""

import io
import math
import re
from contextlib import redirect_stdout

import pytest
import torch
from book_site.text.quoted_claims import QUESTION_PAGES
from conftest import ROOT
from torch.nn import MultiheadAttention
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

CELL = re.compile(r"^```\{code-cell\}.*?\n(.*?)^```", re.M | re.S)
SECTIONS = {
    section.partition("\n")[0]: section
    for page in (*QUESTION_PAGES, "how-to")
    for section in re.split(r"^### ", (ROOT / "book" / f"{page}.md").read_text("utf-8"), flags=re.M)
}


def printed(heading: str) -> str:
    """Run the cells of a section alone, as somebody does who copies them."""
    output = io.StringIO()
    namespace = {}
    with redirect_stdout(output):
        for code in CELL.findall(SECTIONS[heading]):
            exec(code, namespace)
    return output.getvalue()


EXACT = {
    "Why does a hook that changes the attention weights leave the output the same?": """\
a hook: same [True, True, True, True, True]
own function: same [True, False, False, False, False]
row of token 1: [0.0, 1.0, 0.0, 0.0, 0.0]
""",
    "In what sense is attention the update rule of a modern Hopfield network?": """\
distance before the step: 1.9
beta 0.05: as attention True, after 2.6
beta 0.29: as attention True, after 1.3
beta 2.00: as attention True, after 0.0
""",
    "Which kernel does scaled_dot_product_attention use,"
    ' and what does "No available kernel" mean?': """\
no mask: flash
is_causal: flash
dropout: No available kernel
learned bias: No available kernel
without a batch: No available kernel
""",
    "Is multi-head attention a mixture of experts (MoE)? What is the difference?": """\
heads: first token's output the same False
experts: first token's output the same True
""",
    "How do I add an attention layer to an LSTM, and where is its query?": """\
alpha (2, 5, 1) context (2, 12)
one head, the weight of score as its query: True
over the last axis: all ones True
""",
    "What is the difference between Bahdanau and Luong attention?": """\
dot (5, 7) context (5, 12)
general (5, 7) context (5, 12)
concat (5, 7) context (5, 12)
concat is Bahdanau's score: True
""",
    "Why does MultiHeadAttention not match my own self-attention function?": """\
heads: 1, random matrices: same False
heads: 1, identity matrices: same True
heads: 3, random matrices: same False
heads: 3, identity matrices: same False
""",
    "FlashAttention does not support this head_dim: can heads be padded with zeros?": """\
scale 1/sqrt(7): same output True, then zeros: True
scale left out: same output False, then zeros: True
""",
    "What are hook_z, hook_result, hook_pattern and hook_attn_scores in TransformerLens?": """\
W_Q (3, 12, 5) W_O (3, 5, 12)
hook_pattern (2, 3, 7, 7)
hook_z (2, 7, 3, 5) hook_result (2, 7, 3, 12)
the results and b_O are hook_attn_out: True
""",
    "Why does a transformer layer give different output in train() and eval() mode?": """\
dropout: 0.1
twice the same in train(): False
without dropout as in eval(): True
train(): padding gives zeros False
eval(): padding gives zeros True
""",
    "Do attention heads in early and late layers learn different things?": """\
layer 1: same ratio of two weights: True
layer 2: same ratio of two weights: False
""",
    "Why are positional encodings sine and cosine, and not the numbers 1, 2, 3?": """\
one matrix moves every position by 7: True
positions 3 and 1: product 4.4879
positions 49 and 47: product 4.4879
positions 49 and 46: product 3.7982
largest entry: 1
""",
    "Is one linear layer for q, k and v the same as three separate ones?": """\
q True
k True
v True
""",
    "Which shapes must query, key and value have in nn.MultiheadAttention? What do its "
    "errors mean?": """\
width of all: was expecting embedding dimension of 12, but got 10
width of key, value: mat1 and mat2 shapes cannot be multiplied (10x10 and 12x24)
batch sizes: shape '[5, 6, 4]' is invalid for input of size 240
axes, two lengths: shape '[2, 15, 4]' is invalid for input of size 168
axes, one length: no error, pattern (5, 2, 2)
""",
    "How do I ablate a head in my own model?": """\
changed: True
as with its rows of W_O at zero: True
""",
    "How many attention heads should I use? How many do BERT, GPT-3 and Llama have?": """\
bert: 12 layers of 12 heads, d_head 768 / 12 = 64
gpt2: 12 layers of 12 heads, d_head 768 / 12 = 64
t5: 6 layers of 8 heads, d_head 512 / 8 = 64
llama: 32 layers of 32 heads, d_head 4096 / 32 = 128
""",
    'What does "The shape of the 2D attn_mask is …, but should be …" mean?': """\
axes: is torch.Size([5, 5]), but should be (2, 2).
padding: is torch.Size([2, 5]), but should be (5, 5).
cross-attention: is torch.Size([5, 5]), but should be (5, 7).
each text: is torch.Size([2, 5, 5]), but should be (6, 5, 5).
no error with (6, 5, 5)
""",
    "What do the arguments of nn.TransformerDecoder mean: tgt, memory, tgt_mask, memory_mask?": """\
without nothing: sees neither
without tgt_mask: sees later token
without tgt_key_padding_mask: sees neither
without memory_key_padding_mask: sees padding
""",
    "What shape must the mask of self-attention have, and why (seq_len, seq_len)?": """\
pattern (2, 3, 5, 5)
all hidden: True
The shape of the 2D attn_mask is torch.Size([5, 5]), but should be (2, 2).
""",
    "Does the weighted sum of values in self-attention lose information?": """\
weight 0.20: error 1.35, same after the swap: True
weight 0.65: error 0.59, same after the swap: False
weight 1.00: error 0.00, same after the swap: False
five averages give the five values: True
""",
    "Can F.scaled_dot_product_attention return the attention weights?": """\
pattern @ v is the output: True
one-hot values give the pattern: True
""",
    "Does attention in a later layer go to a word, or to a hidden representation?": """\
layer 1 reads at position 3: 0.0 0.0 0.0 1.0 0.0
layer 2 reads at position 3: 0.01 0.03 0.02 0.76 0.18
layer 3 reads at position 3: 0.03 0.05 0.03 0.69 0.19
""",
    "If a causal mask already gives an order, why are positional encodings needed?": """\
1 layers: last output the same True
2 layers: last output the same False
""",
    "What does is_causal=True do in nn.MultiheadAttention and nn.TransformerEncoder?": """\
need_weights=True: causal False
need_weights=False: causal True
Need attn_mask if specifying the is_causal hint
""",
    "Why is the mask applied in every layer, and not only at the input or in the first one?": """\
both layers: positions that change [4]
first only: positions that change [0, 1, 2, 3, 4]
""",
    "How do I remove pruned heads for good, so that the layer is smaller and faster?": """\
as with a gate of 0: True
full 624
small 420
""",
    "How do I get the cross-attention weights of an encoder-decoder model?": """\
encoder 2 layers of (1, 3, 7, 7)
decoder 2 layers of (1, 3, 5, 5)
cross 2 layers of (1, 3, 5, 7)
""",
    "Does self-attention work for sequences of any length?": """\
output (2, 1, 12) pattern (2, 3, 1, 1)
output (2, 5, 12) pattern (2, 3, 5, 5)
output (2, 7, 12) pattern (2, 3, 7, 7)
""",
    "How do I write self-attention in NumPy?": """\
pattern (3, 5, 5) output (5, 12)
as PyTorch: True
""",
    "How do I get the attention weights of each head, and plot them?": """\
as the encoder: True
2 layers of (1, 4, 5, 5)
""",
    "Does FlashAttention change the result? Is it another kind of attention?": """\
the same: True
""",
    "What is the difference between additive and dot-product attention?": """\
scores (5, 7) (5, 7)
hidden (5, 7, 6)
as the formula: True
""",
    "Do layers share their attention heads, or has each layer its own?": """\
one tensor: False
equal: True
equal after one step: False
""",
    "How do I implement multi-head attention in PyTorch from scratch?": """\
pattern (2, 3, 5, 5) output (2, 5, 12)
as PyTorch's layer: True
""",
    "What are relative_position_bias_table and the index matrix in Swin?": """\
[[4 3 1 0]
 [5 4 2 1]
 [7 6 4 3]
 [8 7 5 4]]
bias (3, 4, 4)
""",
    "What are pos_bias_u and pos_bias_v in relative position attention (Transformer-XL)?": """\
the same four terms: True
""",
    "What is attention pooling, where the only query is a class token or a learned vector?": """\
pattern (2, 3, 1, 7) output (2, 1, 12)
the same after a shuffle: True
""",
    "Can attention be between channels instead of pixels, as in Restormer (transposed)?": """\
pattern (2, 4, 4) output (2, 4, 30)
changed pixels: 7
""",
    "Must a mask have a head dimension, and why unsqueeze(1)?": """\
right, text 0: heads [0.33 0.33 0.33] [0.33 0.33 0.33]
right, text 1: heads [1. 0. 0.] [1. 0. 0.]
wrong, text 0: heads [0.33 0.33 0.33] [1. 0. 0.]
wrong, text 1: heads [0.33 0.33 0.33] [1. 0. 0.]
""",
    "Why is the softmax of attention in float32, and not in float16 or bfloat16?": """\
torch.float32 0.386 0.472 0.142
torch.float16 0.388 0.469 0.143
torch.bfloat16 0.422 0.422 0.155
score inf and less: 12800.0
row [nan, nan]
""",
    "Why dropout after the softmax and another one after the projection (resid_dropout)?": """\
on the weights: entries equal True, head 0 0.33 1.33 1.33 1.0 1.33
on weights @ v: entries equal False, head 0 1.67 1.67 1.67 1.67 1.67
""",
    "Where is the softmax in linear attention, and how does it avoid the n × n pattern?": """\
the same: True
context (2, 4, 4) pattern (2, 50, 50)
rows sum to 1: True
rank [4, 4]
""",
    "Is q a vector or a matrix? Is it multiplied by a matrix again in each head?": """\
q (12,) Q (5, 12)
q is a row of Q: True
two matrices are one: True
""",
    "What is the difference between self-attention and a fully connected layer?": """\
same attention weights for both texts: False
attention on 7 tokens: (1, 7, 12)
fully connected: mat1 and mat2 shapes cannot be multiplied (12x7 and 5x5)
""",
    "Is one head of width 512 the same as 8 heads of width 64?": """\
torch.randn: one head as eight False
torch.rand: one head as eight True
""",
    "Why do several heads have the same attention pattern?": """\
two heads of width 2 are one of width 4: True
rank of one head: 2
rank of both: 4
""",
    "What exactly are queries, keys and values? How does a query ask a question?": """\
last: weights 0.0 0.0 1.0, output 3.0 30.0
first two: weights 0.5 0.5 0.0, output 1.5 15.0
""",
    "How are the query, key and value matrices trained? Why does attention learn context?": """\
a step raises what gains more than average: True
""",
    "Is attention just kernel smoothing?": """\
keys of equal length: Gaussian kernel True
keys of different length: Gaussian kernel False
""",
    "Activation patching of heads: from clean to corrupt, or from corrupt to clean?": """\
needs both, clean to corrupt: changes by 0
needs both, corrupt to clean: changes by -1
needs either, clean to corrupt: changes by 1
needs either, corrupt to clean: changes by 0
""",
    "Why no nonlinear activation function after projecting query, key and value?": """\
attention: linear False
with fixed patterns: linear True
""",
    "What is the gradient of attention with respect to W_Q, W_K and W_V?": """\
dW_Q agrees with PyTorch: True
dW_K agrees with PyTorch: True
dW_V agrees with PyTorch: True
""",
    "Is the causal mask needed at inference? Is training parallel?": """\
all positions in one pass: True
layers 1: same last output without the mask True
layers 2: same last output without the mask False
""",
    "Why is a feed-forward network (MLP) needed after multi-head attention?": """\
linear R² 0.00
ReLU   R² 1.00
""",
    "Why are positional embeddings added and not concatenated?": """\
a sum of two products: True
concatenated by adding: True
""",
    "Why bias=False in the query, key and value projections? Why has the key no bias?": """\
queries same pattern False same change False
keys    same pattern True  same change True
values  same pattern True  same change True
""",
    "Why not combine W_Q and W_K into one matrix?": """\
same scores: True
entries: 48 or 144
rank of the product: 2
""",
    "If query and key weights are initialised equal, W_Q = W_K, do they stay the same?": """\
two matrices: equal False, symmetric scores False
one for both: equal True, symmetric scores True
""",
    "Is it only one head if all parts of x go through the same linear layer?": """\
different slices: same pattern False
equal slices: same pattern True
blocks: True
""",
    "Does head 3 of layer 1 correspond to head 3 of layer 2?": """\
same output: True
""",
    "Does the query of head 1 meet the key of head 2? What are talking heads?": """\
standard heads whose pattern changes: 2
talking heads whose pattern changes: 0 1 2
""",
    "What is fan_out in the Xavier initialisation of multi-head attention?": """\
one matrix, 8 heads: fan_out 192, bound 0.153, largest 0.153
one matrix, 2 heads: fan_out 192, bound 0.153, largest 0.153
three matrices: fan_out 64, bound 0.217, largest 0.216
""",
    "Does a differential transformer reduce the number of heads to match the parameters?": """\
plain, 8 heads:        16384
differential, 8 heads: 32768
differential, 4 heads: 16384
""",
    "What are the QK circuit and the OV circuit, and what is the difference?": """\
same output: True
same pattern with another OV circuit: True
""",
    "Should masked self-attention also mask each token itself, on the diagonal?": """\
diagonal set to 0
[[0.21 0.58 0.21]
 [0.21 0.21 0.58]
 [0.58 0.21 0.21]]
diagonal hidden
[[0.   0.73 0.27]
 [0.27 0.   0.73]
 [0.73 0.27 0.  ]]
and causal
[[ nan  nan  nan]
 [1.   0.   0.  ]
 [0.73 0.27 0.  ]]
""",
    "What are attention heads in a vision transformer?": """\
tokens (1, 16, 12) pattern (1, 4, 16, 16)
a map of 5 × 3 patches for each head: (4, 5, 3)
""",
    "Does LoRA change all heads, and to which attention matrices is it applied?": """\
rank of each head's update: 1 1 1
heads that change: 3 of 3
""",
    "Is there one KV cache for each head?": """\
as without a cache: True
cached keys (head, pos, d_head): (3, 5, 4)
""",
    "Does a MultiHeadAttention layer have Q, K and V matrices of its own?": """\
in_proj_weight (36, 12)
out_proj.weight (12, 12)
one matrix instead of two: True
""",
    "What are key_dim, dim_head and head_dim? Should key_dim be embed_dim / num_heads?": """\
1 heads: PyTorch 16640, Keras 16640 or, with key_dim 64, 16640
2 heads: PyTorch 16640, Keras 33216 or, with key_dim 32, 16640
8 heads: PyTorch 16640, Keras 132672 or, with key_dim 8, 16640
""",
    "How do I get attention weights with SDPA or FlashAttention in Hugging Face?": """\
sdpa []
eager [(1, 3, 5, 5), (1, 3, 5, 5)]
""",
    "Why use num_heads=1? Is it still multi-head attention?": """\
one head of full width, W_V W_O as one matrix: True
""",
    "Should I intervene on a head before or after the output projection, o_proj?": """\
the same shift: True
""",
    "How do I detect previous-token, induction or retrieval heads, and from how many samples?": """\
previous token kept 0.85, 1 - difference 0.96
uniform        kept 0.25, 1 - difference 0.81
first token    kept 0.14, 1 - difference 0.79
""",
    "How do I knock out an attention edge or swap attention maps, before or after softmax?": """\
hidden before the softmax sums 1.0 1.0 1.0
zero after the softmax    sums 1.0 1.0 0.76
whole rows swapped        sums 1.0 1.0 1.0
one column swapped        sums 0.42 1.0 1.58
""",
    "May I average (merge) the scores of heads before the softmax, or the weights after it?": """\
mean of the weights    0.59 0.24 0.09 0.09
softmax of that mean   0.34 0.24 0.21 0.21
softmax of mean scores 0.96 0.02 0.01 0.01
mean scores: the geometric mean of the weights: True
""",
    "Why are the first rows of an attention matrix 1? Which axis is source or destination?": """\
[[1.   0.   0.   0.  ]
 [0.98 0.02 0.   0.  ]
 [0.11 0.79 0.11 0.  ]
 [0.1  0.1  0.71 0.1 ]]
rows sum to 1.0 1.0 1.0 1.0
columns sum to 2.18 0.9 0.82 0.1
""",
    "How do I get word alignments from attention heads, and why guide only a few heads?": """\
the aligned head: 1.0 of the words aligned
average of four heads: 0.2 of the words aligned
""",
    "Why is a shape invalid for view after heads are pruned? Can a layer lose all its heads?": """\
shape '[5, 12, 4]' is invalid for input of size 160
with 8 heads: (5, 8, 4)
queries as before: True
""",
    "Why do attentions have shape (1, 32, n, n) and then (1, 32, 1, n + 1) when generating?": """\
(1, 3, 5, 5)
(1, 3, 1, 6)
(1, 3, 1, 7)
tokens: 8
""",
    "What is cross-attention, and are its heads different?": """\
self  pattern (2, 3, 5, 5) output (2, 5, 12)
cross pattern (2, 3, 5, 7) output (2, 5, 12)
""",
    "Can the heads of a layer have different widths?": """\
the same with zeros in a wider head: True
""",
    "Is the attention pattern of a narrow head low-rank, too?": """\
rank of the scores: 2
rank of the pattern: 12
rank of the log of the pattern: 3
""",
    "May I average attention patterns over heads?": """\
same average: True
change of the output: 1.4
""",
    "Do I need batch_first=True in nn.MultiheadAttention?": """\
output (2, 5, 12) pattern (5, 2, 2)
first output of text 0, with another word: same True
first output of text 0, with another text: same False
""",
    "Why does nn.MultiheadAttention return NaN, and when zeros?": """\
mask     need_weights: True  False
Boolean  training   nan   0.0
Boolean  in use     nan   nan
float    training   nan   0.0
float    in use     nan   0.0
NaN in the gradient: True
with -1e9: [0.2 0.2 0.2 0.2 0.2]
""",
    "What does a mask do?": """\
the same mask: True
[[1.   0.   0.   0.  ]
 [0.5  0.5  0.   0.  ]
 [0.33 0.33 0.33 0.  ]
 [0.25 0.25 0.25 0.25]]
""",
    "Why transpose, and not view?": """\
view size is not compatible with input tensor's size and stride
the same: True
""",
    "How should heads be initialised so that they stay different?": """\
in_proj_weight  up to 0.153
in_proj_bias    up to 0.000
out_proj.weight up to 0.125
out_proj.bias   up to 0.000
""",
    "Carry a mask over to scaled_dot_product_attention": """\
first query: True
last query, mask not inverted: [0.0, 0.0, 0.0, 0.0]
""",
    "Which rows of in_proj_weight and columns of out_proj.weight belong to one head?": """\
the heads and the bias are the output: True
""",
    "What role does repeat_kv play in grouped-query attention, and why is it needed?": """\
keys (1, 2, 5, 4) repeated (1, 6, 5, 4)
the same scores without copies: True
""",
    "What do logit softcapping and QK-norm do to attention heads?": """\
capped scores: ['46.1', '41.7', '3.0']
before ['1.000', '0.000', '0.000']
capped ['0.988', '0.012', '0.000']
QK-norm within -1 and 1: True
factor 1: largest weight 0.514 at most
factor 5: largest weight 1.000 at most
""",
    "Share keys and values in groups: repeat_interleave or repeat": """\
repeat_interleave: [0, 0, 0, 1, 1, 1]
repeat:            [0, 1, 0, 1, 0, 1]
repeat_interleave is what enable_gqa does: True
""",
    "Why are positions added to queries and keys but not to V (values), as in DETR?": """\
same pattern: True
one more term: True
""",
    "Why is the relative attention bias of T5 only in the first layer?": """\
encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight (32, 3)
layer 0: same pattern False
layer 1: same pattern False
""",
    "Why is a convolution used to get q, k and v?": """\
kernel size 1 is a linear layer: True
changed positions: 4
changed positions: 3 4 5
""",
    "What if Q * K is element-wise, and no dot product?": """\
the same as 12 heads of width 1: True
weights: 300 instead of 75
""",
    "Can einsum avoid transpose and reshape? Why [seq, batch, heads, d_head] in some code?": """\
as by view: True
as in [seq, batch, heads, d_head]: True
""",
    "Must key and value come from the same source? Are they new in every decoder layer?": """\
both shuffled: same True
only the values: same False
same keys in both layers: False
""",
    "Graph attention (GAT): why addition for concatenation, and one ranking for all queries?": """\
concatenation is addition: True
GAT: each query's first choice 3 3 3 3 3 3
GATv2: each query's first choice 2 2 2 1 2 3
""",
    "How do I add edge features to self-attention?": """\
the same: True
weight without an edge: 0.0
""",
    "Does attention go over time steps or over variates, and along which one are heads split?": """\
over time: tokens (2, 20, 12), pattern (2, 3, 20, 20)
over variates: tokens (2, 7, 12), pattern (2, 3, 7, 7)
""",
    "Why is an attention mask -10000 or -1e9 and added, and not * 0?": """\
times 0: 0.64 0.24 0.03 0.09
plus -10000: 0.71 0.26 0.04 0.0
after the softmax: 0.24 0.09 0.01 0.0
all keys -10000: 0.24 0.09 0.01 0.66
all keys -inf: nan nan nan nan
-1e9 in float16: -inf
""",
    "What does is_causal do with fewer queries than keys (L != S), as with a KV cache?": """\
is_causal: as without a cache False
lower right: as without a cache True
tensor([[1., 1., 1., 1., 0.],
        [1., 1., 1., 1., 1.]])
""",
    "When should I use an attention window (local attention), and how far does it reach?": """\
weights: 42 instead of 78
1 layers: 4 tokens reached
2 layers: 7 tokens reached
3 layers: 10 tokens reached
""",
    "Why does Swin need a mask for shifted windows after the cyclic shift?": """\
window [2, 3, 4, 5]
[[1 1 1 1]
 [1 1 1 1]
 [1 1 1 1]
 [1 1 1 1]]
window [6, 7, 0, 1]
[[1 1 0 0]
 [1 1 0 0]
 [0 0 1 1]
 [0 0 1 1]]
""",
    "How do I visualise attention without a CLS token?": """\
one patch (3, 5, 4) sums 1.00 1.00 1.00
mean (3, 5, 4) sums 1.00 1.00 1.00
""",
    "Why does multi-head latent attention (MLA) need a decoupled RoPE? What is absorbed?": """\
same scores from the latents: True
same with rotated keys: False
""",
    "What is the buffer attn.bias, of size 1 × 1 × 1024 × 1024?": """\
saved: bias (1, 1, 1024, 1024)
trained: 0
tensor([[1.0000, 0.0000, 0.0000],
        [0.5000, 0.5000, 0.0000],
        [0.3333, 0.3333, 0.3333]])
""",
    "Can the output dimension of MultiheadAttention be different from the input dimension?": """\
PyTorch (2, 7, 5)
ours (2, 7, 5)
""",
    "Why do results of MultiheadAttention depend on the query length or the batch size?": """\
torch.float32, one text: below 1e-05 True
torch.float32, queries in parts: below 1e-05 True
torch.float64, one text: below 1e-13 True
torch.float64, queries in parts: below 1e-13 True
""",
    "Why is a hook on MultiheadAttention.out_proj never called?": """\
{'layer': 1, 'out_proj': 0}
changed: True
""",
    "How can I reduce the memory use of multi-head self-attention?": """\
same output: True
weights at a time: 16000 instead of 160000
""",
    "Build a mask: packed documents, a prefix, a window": """\
packed
[[1 0 0 0 0 0 0]
 [1 1 0 0 0 0 0]
 [1 1 1 0 0 0 0]
 [0 0 0 1 0 0 0]
 [0 0 0 1 1 0 0]
 [0 0 0 1 1 1 0]
 [0 0 0 1 1 1 1]]
prefix
[[1 1 1 0 0 0 0]
 [1 1 1 0 0 0 0]
 [1 1 1 0 0 0 0]
 [1 1 1 1 0 0 0]
 [1 1 1 1 1 0 0]
 [1 1 1 1 1 1 0]
 [1 1 1 1 1 1 1]]
window
[[1 0 0 0 0 0 0]
 [1 1 0 0 0 0 0]
 [1 1 1 0 0 0 0]
 [0 1 1 1 0 0 0]
 [0 0 1 1 1 0 0]
 [0 0 0 1 1 1 0]
 [0 0 0 0 1 1 1]]
as each document alone: True
""",
    "Pass a 4D attention_mask of your own to a Hugging Face model": """\
sdpa, float: as alone True
sdpa, Boolean: as alone True
eager, float: as alone True
eager, Boolean: as alone False
unchanged: [True, True, True, True, False]
""",
    "Must the value dimension d_v equal d_k, the dimension of queries and keys?": """\
pattern (3, 5, 5) z (3, 5, 7)
output (5, 12)
""",
    "Can each attention head have a custom mask of its own, some heads causal and others not?": """\
head 0 of text 1 may attend
[[1 0 0 0]
 [1 1 0 0]
 [1 1 1 0]
 [1 1 1 1]]
head 1 of text 1 may attend
[[1 1 0 0]
 [1 1 1 0]
 [0 1 1 1]
 [0 0 1 1]]
head 2 of text 1 may attend
[[1 1 1 1]
 [0 1 1 1]
 [0 0 1 1]
 [0 0 0 1]]
""",
    "Does a model leak data (see the future) without a causal mask, though it still learns?": """\
causal mask: output 1 depends on tokens 0 1
no mask: output 1 depends on tokens 0 1 2 3 4
""",
    "Can each query keep only its top k attention scores?": """\
tokens per query: [3]
same proportions: True
""",
    "Can the softmax be over queries (slots), or normalised twice, as in slot attention?": """\
over keys: rows [1. 1. 1.] columns [0.33 0.87 0.55 0.43 0.49 0.33]
over slots: rows [1.41 1.61 2.98] columns [1. 1. 1. 1. 1. 1.]
twice: rows [1. 1. 1.] columns [0.4  0.5  0.52 0.64 0.51 0.42]
""",
    "Can I fine-tune only the Q projection, or only some heads, and freeze the others?": """\
weight decay 0: 4 rows, from 4 to 7
weight decay 0.01: 36 rows, from 0 to 35
""",
    "What does MultiHeadAttention do with 4D input (batch, time, width, dim), attention_axes?": """\
over both axes: tokens (2, 20, 12) pattern (2, 20, 20)
over width alone: tokens (8, 5, 12) pattern (8, 5, 5)
over time alone: tokens (10, 4, 12) pattern (10, 4, 4)
""",
}


@pytest.mark.parametrize("heading", EXACT)
def test_a_cell_prints_what_the_page_was_written_for(heading):
    assert printed(heading) == EXACT[heading]


def numbers(line: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+\.\d*", line)]


def test_weight_decay_takes_singular_values_from_a_product_and_not_from_one_matrix():
    single, product = printed("Does weight decay make heads low-rank?").splitlines()
    assert "rank 6 to 6" in single
    assert "rank 4 to 4" in product
    targets = (2, 1.6, 1.2, 0.8, 0.4, 0.2)
    assert numbers(single) == pytest.approx([value * 2 / 3 for value in targets], abs=0.01)
    assert numbers(product) == pytest.approx([max(v - 0.5, 0) for v in targets], abs=0.01)


def test_one_head_is_enough_in_each_early_layer_of_minilm_and_not_in_all_layers():
    rows = [
        numbers(line) for line in printed("Is one attention head per layer enough?").split("\n")
    ]
    (*one, one_last, one_in_all), (*none, none_last, none_in_all), _ = rows
    assert len(one) == len(none) == 5
    assert min(one) > 0.95
    assert max(one_last, none_last) < 0.8
    assert all(0 <= kept - left < 0.03 for kept, left in zip(one, none, strict=True))
    assert none_in_all < one_in_all < 0.65


def test_the_costs_of_zero_and_mean_ablation_differ_by_the_square_of_the_average():
    heading = "What does it mean if zero ablation and mean ablation disagree?"
    for line in printed(heading).splitlines():
        zero, mean, square = numbers(line)
        assert zero == pytest.approx(mean + square, abs=0.0011)
        assert mean < zero / 2


def test_rows_of_attention_weights_sum_to_one_only_without_dropout():
    text = printed("What does need_weights return, and why do its rows not sum to 1?")
    training, in_use, shape = text.splitlines()
    low, high = numbers(training)
    assert low < 0.9 < 1.1 < high
    assert numbers(in_use) == [1, 1]
    assert shape == "shape (2, 3, 5, 5)"


def test_the_key_of_zeros_takes_attention_and_prevents_nan():
    lines = printed("What does add_zero_attn do?").splitlines()
    shape, seen, hidden, nan, causal, random, zero = lines
    assert shape == "shape (2, 5, 6)"
    assert max(numbers(seen)) < 1
    assert numbers(hidden) == [0, 0]
    assert nan == "NaN: False"
    assert causal == "causal: True"
    assert random.endswith("False")
    assert zero.endswith("True")


def test_small_tokens_have_nearly_equal_attention_weights_and_large_ones_have_not():
    small, usual, large = (
        [float(number) for number in line.split("weights")[1].split("to")]
        for line in printed("Why are all my attention weights nearly equal?").splitlines()
    )
    assert 0.09 < small[0] < 0.1 < small[1] < 0.11
    assert small[1] < usual[1] < large[1]
    assert large[1] > 0.99


def test_cosines_are_flat_without_a_factor_and_scores_are_not_symmetric():
    heading = "Why the dot product of query and key, and not cosine similarity?"
    *weights, both_ways, same, by_distance = printed(heading).splitlines()
    assert by_distance.endswith("True")
    usual, longer, cosine, scaled = (numbers(line)[0] for line in weights)
    assert cosine < usual < longer
    assert cosine < scaled
    assert len(set(numbers(both_ways))) == 2
    assert same.endswith("True")


def test_only_sigmoid_weights_without_a_bias_grow_with_the_number_of_keys():
    text = printed("Is softmax necessary for attention? Why not sigmoid?")
    rows = [numbers(line) for line in text.splitlines()[2:]]
    assert [softmax for softmax, _, _ in rows] == [1, 1, 1]
    assert [sigmoid for _, sigmoid, _ in rows] == pytest.approx([5, 50, 500], rel=0.1)
    assert all(1 <= shifted < 2 for _, _, shifted in rows)


def test_soft_attention_with_large_scores_is_as_hard_attention_and_loses_its_gradient():
    heading = "What is the difference between soft attention and hard attention?"
    *soft, hard = printed(heading).splitlines()
    outputs, gradients = zip(*(numbers(line)[-2:] for line in soft), strict=True)
    assert outputs[-1] == numbers(hard)[0]
    assert gradients[-1] == 0 < gradients[0]
    assert hard.endswith("False")


def test_a_distant_token_is_lost_to_an_lstm_and_not_to_attention():
    heading = "Why do transformers handle long-range dependencies better than an RNN or LSTM?"
    rows = [list(map(float, line.split())) for line in printed(heading).splitlines()[1:]]
    _, lstm, attention = zip(*rows, strict=True)
    assert lstm[0] > 1e-3
    assert lstm[-1] < 1e-12
    assert attention[-1] == pytest.approx(attention[0] * 5 / 80, rel=0.3)


def test_embeddings_times_the_root_are_as_large_as_positions_or_far_larger():
    heading = "Why are the embeddings of a transformer multiplied by sqrt(d_model)?"
    positions, small, usual = (numbers(line) for line in printed(heading).splitlines())
    assert positions == [0.5]
    assert small[-2:] == pytest.approx([1 / 512, 1], abs=0.01)
    assert usual[-2:] == pytest.approx([1, 512], rel=0.01)


def test_the_gradient_passes_heads_that_write_little_only_by_a_residual_connection():
    heading = "What is the use of the residual connection around self-attention?"
    rows = [list(map(float, line.split())) for line in printed(heading).splitlines()[1:]]
    assert rows[-1][1] < 1e-12
    assert all(2 < with_one < 4 for _, _, with_one in rows)


def test_a_rotated_score_depends_on_the_difference_of_the_positions():
    heading = "Why is rotary embedding (RoPE) applied only to queries and keys?"
    first, shifted, nearer, *projected = map(numbers, printed(heading).splitlines())
    assert first == shifted != nearer
    assert projected[0] != projected[1]


def test_unrelated_heads_have_a_high_cka_only_with_few_rows():
    lines = printed("How many samples does CKA need?").splitlines()
    cka = [numbers(line)[0] for line in lines]
    assert cka == sorted(cka, reverse=True)
    assert cka[0] > 0.9
    assert cka[-1] < 0.01


def test_tokens_become_equal_much_faster_without_a_residual_connection():
    heading = "What is over-smoothing, or rank collapse, in a transformer?"
    without, with_one = map(numbers, printed(heading).splitlines())
    assert without == sorted(without, reverse=True)
    assert without[1] < 0.01
    assert min(with_one) > 0.1


def test_a_small_slope_lets_a_head_attend_to_distant_tokens():
    slopes, *rows = printed("Why does ALiBi have one slope for each head?").splitlines()
    assert numbers(slopes) == [2.0**-i for i in range(1, 9)]
    steep, flat = (numbers(row) for row in rows)
    assert steep == sorted(steep)
    assert steep[-1] > 0.4
    assert max(flat) - min(flat) < 0.02


def test_heads_that_begin_orthogonal_come_to_overlap_as_others_do():
    heading = "Should heads be initialised orthogonally to each other?"
    random, orthogonal = (numbers(line) for line in printed(heading).splitlines())
    assert orthogonal[0] == 0
    assert orthogonal[1:] == pytest.approx(random[1:], abs=0.05)
    assert random[0] == pytest.approx(6 / 24, abs=0.02)


def test_an_attribution_is_what_ablation_takes_in_the_last_layer_alone():
    heading = "How do I calculate direct logit attribution for each head?"
    total, *heads = printed(heading).splitlines()
    assert total == "the parts add up to the logit: True"
    for line in heads:
        part, lost = map(float, re.findall(r"-?\d+\.\d+", line))
        assert (part == lost) == line.startswith("layer 1")


def test_all_other_keys_grow_by_one_factor_when_a_sink_is_dropped():
    heading = (
        "How do I add an attention sink token, is it different from BOS, and does it need training?"
    )
    factors = {numbers(line)[2] for line in printed(heading).splitlines()}
    assert len(factors) == 1
    assert min(factors) > 10


def test_a_smaller_query_matrix_is_a_higher_temperature():
    heading = "Can each head have a temperature of its own? What is entropy collapse?"
    lines = printed(heading).splitlines()
    assert all("same True" in line for line in lines)
    entropies = [numbers(line)[-1] for line in lines]
    assert entropies == sorted(entropies)
    assert entropies[-1] < math.log(7)


def test_rows_of_a_map_are_equal_with_equal_tokens_or_a_large_bias():
    heading = "Why are all rows of my attention map the same? Why does it have vertical stripes?"
    usual, equal, biased = (numbers(line) for line in printed(heading).splitlines())
    assert usual[0] > 0.1
    assert equal == [0, 0.2, 0.2, 0.2, 0.2, 0.2]
    assert biased[0] < 0.02
    assert max(biased) > 0.95


def test_rollout_is_exact_for_unchanged_values_and_far_off_for_silent_heads():
    heading = "What is attention rollout? May I average or multiply attention over layers?"
    exact, silent, rollout = printed(heading).splitlines()
    assert exact.endswith("True")
    assert silent.endswith("True")
    assert numbers(rollout)[0] > 0.5


def test_pretrained_weights_load_with_other_heads_and_compute_something_else():
    heading = (
        "Can I use a pretrained model such as BERT with another number of heads, 8 instead of 12?"
    )
    lines = printed(heading).splitlines()
    assert all(line.startswith("<All keys matched successfully>") for line in lines)
    assert min(numbers(line)[0] for line in lines) > 0.1


def test_averaging_keys_and_values_changes_a_layer_unless_heads_share_them():
    heading = "How do I convert multi-head attention to grouped-query attention?"
    different, shared, rotated = (numbers(line)[0] for line in printed(heading).splitlines())
    assert shared == 0
    assert different > 0.5
    assert different != rotated


def test_random_heads_overlap_as_much_as_chance_and_equal_subspaces_wholly():
    heading = "How much do the subspaces that attention heads read or write overlap?"
    same, *random = (numbers(line)[0] for line in printed(heading).splitlines())
    assert same == 1
    assert random == pytest.approx([6 / 24] * 2, abs=0.1)


def test_an_ov_circuit_is_as_many_pairs_of_directions_as_a_head_is_wide():
    heading = "What does an SVD (singular value decomposition) of a head's OV circuit show?"
    values, whole, signs = printed(heading).splitlines()
    *most, fifth, last = numbers(values)
    assert most == sorted(most, reverse=True)
    assert most[-1] > fifth == last == 0
    assert whole.endswith("True")
    assert signs.endswith("True")


def test_a_probe_finds_random_labels_only_in_the_texts_it_was_fitted_to():
    heading = "How is the accuracy of a linear probe on each attention head calculated?"
    lines = printed(heading).splitlines()
    fitted, new = zip(*(numbers(line) for line in lines if "at random" in line), strict=True)
    assert min(fitted) > 0.55
    assert new == pytest.approx([0.5] * 3, abs=0.03)
    assert max(numbers(line)[1] for line in lines if "of the text" in line) > 0.65


def test_heads_of_minilm_have_nearly_the_same_order_on_other_sentences():
    heading = "Is a head's index the same for each image or text? Are heads sorted in some way?"
    *most, last = numbers(printed(heading).splitlines()[0])
    assert len(most) == 5
    assert min(most) > 0.85 > last


def test_merging_needs_more_than_a_permutation_of_the_heads():
    heading = "Can I merge two models if I permute the heads of one first (git re-basin)?"
    plain, permuted, rotated = (numbers(line)[0] for line in printed(heading).splitlines())
    assert plain > permuted > 0.05
    assert rotated == 0


def test_a_hidden_key_lowers_the_entropy_to_its_limit():
    heading = "Must attention entropy be computed after the mask? How high can it be?"
    left, hidden, limit = (numbers(line) for line in printed(heading).splitlines())
    assert all(a <= b for a, b in zip(hidden, left, strict=True))
    assert all(a <= b for a, b in zip(hidden, limit, strict=True))
    assert left[0] > limit[0] == hidden[0] == 0


def test_a_flattened_softmax_gives_all_heads_one_unit_together():
    heading = "Should the softmax be flattened over the heads too, or applied head by head?"
    each, flat, factor = printed(heading).splitlines()
    assert numbers(each) == [1, 1, 1]
    assert sum(numbers(flat)) == pytest.approx(1, abs=0.011)
    assert factor.endswith("True")


def test_the_mean_of_a_pattern_is_one_over_its_length_and_columns_are_not_equal():
    heading = "What does the average of an attention matrix say? Why are weights low in long texts?"
    short, long, received = (numbers(line) for line in printed(heading).splitlines())
    assert (short[0], long[0]) == (0.1, 0.001)
    assert short[1] > long[1]
    assert received == sorted(received, reverse=True)


def test_the_links_of_a_head_add_up_to_the_slope_of_its_gate():
    heading = "Which attention links are important? Why multiply attention by its gradient?"
    gate, values = printed(heading).splitlines()
    assert gate.endswith("True")
    after, before = numbers(values)
    assert after < before


def test_a_reinitialised_head_costs_accuracy():
    heading = "Should I reinitialise pruned heads, train again and repeat until it converges?"
    first, left_alone, again = (numbers(line)[0] for line in printed(heading).splitlines())
    assert first < again < left_alone - 0.05


def test_drophead_spreads_the_work_and_costs_a_little():
    heading = (
        "What does DropHead, dropping whole heads during training, do? Does it force head"
        " diversity?"
    )
    without, dropped = (numbers(line) for line in printed(heading).splitlines())
    assert 0 < without[0] - dropped[0] < 0.06
    assert dropped[1] > without[1] + 0.4
    assert 0.4 < dropped[2] / without[2] < 0.7


def test_a_gate_closes_if_its_price_is_above_the_cost_of_its_head():
    heading = "How do L0 gates (hard concrete) decide which heads close? Why do all log_a fall?"
    at_zero, *prices = printed(heading).splitlines()
    assert numbers(at_zero) == [pytest.approx(2 / 3, abs=0.05)]
    for line in prices:
        price, *probabilities = numbers(line)
        assert probabilities == [float(cost > price) for cost in (0.5, 0.1, 0.02)]


def test_one_trained_head_of_four_learns_one_look_up():
    heading = "What if only one head is trainable and all others are frozen (trainable=False)?"
    one, two, all_trained = (numbers(line)[0] for line in printed(heading).splitlines())
    assert one > 0.9
    assert 0.4 < two < 0.5
    assert all_trained > 0.9


def test_padding_gets_no_attention_and_changes_no_output_of_the_text():
    *pattern, same, once, twice = printed(
        "Mask padding: attn_mask or key_padding_mask"
    ).splitlines()
    rows = [numbers(line) for line in pattern]
    assert rows[0] == [1, 0, 0, 0, 0]  # by the causal mask
    assert all(row[3:] == [0, 0] for row in rows)
    assert [sum(row) for row in rows] == pytest.approx([1] * 5, abs=0.02)
    assert same == "same outputs: True"
    assert once == "hidden twice: False same: False"
    assert twice == "hidden twice: True same: True"


def test_is_causal_does_with_a_mask_what_the_recipe_says():
    recipe = SECTIONS["Carry a mask over to scaled_dot_product_attention"]
    for function in ("scaled_dot_product_attention", "nn.MultiheadAttention"):
        assert f"`{function}`" in recipe
    causal = torch.ones(5, 5, dtype=torch.bool).triu(1)
    nothing = torch.zeros_like(causal)
    layer = MultiheadAttention(12, 3, batch_first=True)
    x = torch.randn(2, 5, 12)
    with pytest.raises(RuntimeError, match="Need attn_mask"):
        layer(x, x, x, is_causal=True)
    ignoring, _ = layer(x, x, x, attn_mask=nothing, is_causal=True, need_weights=False)
    torch.testing.assert_close(ignoring, layer(x, x, x, attn_mask=causal)[0])

    q, k, v = torch.randn(3, 2, 3, 5, 4)
    masks = {"attn_mask": torch.rand(5, 5) > 0.4, "is_causal": True}
    masks["attn_mask"].fill_diagonal_(True)
    with sdpa_kernel(SDPBackend.MATH), pytest.raises(RuntimeError, match="is_causal"):
        scaled_dot_product_attention(q, k, v, **masks)
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
        both = scaled_dot_product_attention(q, k, v, **masks)
    either = masks["attn_mask"] & ~causal
    torch.testing.assert_close(both, scaled_dot_product_attention(q, k, v, attn_mask=either))


def test_neighbours_and_halves_are_rotated_to_one_score_after_a_permutation():
    heading = (
        "Should rotate_half rotate every two entries? Why are W_Q and W_K permuted in conversion?"
    )
    neighbours, halves, permuted = map(numbers, printed(heading).splitlines())
    assert neighbours == permuted != halves


def test_only_what_stands_before_the_softmax_changes_how_sharp_a_row_is():
    heading = (
        "Is the scaling before or after the softmax? Why two square roots, and why none in T5?"
    )
    scores, queries, roots, after, wide = map(numbers, printed(heading).splitlines())
    assert scores == queries == roots
    assert after[0] == 0.125
    assert after[1] > scores[1] > wide[1]


def test_a_scaled_output_matrix_keeps_a_deep_stream_from_growing():
    heading = "Why is c_proj (W_O) scaled by 1/sqrt(2 * n_layer), or initialised to zero?"
    usual, scaled, zero = (numbers(line)[0] for line in printed(heading).splitlines())
    assert usual > 10 * scaled
    assert scaled - zero < 1


def test_normalised_tokens_keep_the_weights_from_sharpening_with_the_stream():
    heading = "Why is there a LayerNorm before self-attention, and not after it?"
    once, ten_times = map(numbers, printed(heading).splitlines())
    assert once[1] == ten_times[1]
    assert ten_times[0] > 0.95 > once[0] + 0.3


def test_attention_on_one_token_is_linear_and_teaches_the_queries_nothing():
    heading = "What does attention do with only one token, or on only one time step?"
    one, two = printed(heading).splitlines()
    assert one == "1 tokens: linear True, largest gradient of W_Q 0.000"
    assert "linear False" in two
    assert numbers(two)[0] > 0.1


def test_scores_that_are_not_divided_give_sharper_weights():
    heading = "What is the difference between Keras's layers Attention and MultiHeadAttention?"
    usual, undivided = printed(heading).splitlines()
    assert all(line.endswith("by hand True") for line in (usual, undivided))
    assert numbers(usual) != numbers(undivided)


def test_random_features_estimate_short_queries_better_and_many_do_better_than_few():
    heading = "Why has a Performer layer a large error relative to nn.MultiheadAttention?"
    errors = [numbers(line)[-1] for line in printed(heading).splitlines()]
    short, long = errors[:3], errors[3:]
    assert short == sorted(short, reverse=True)
    assert long == sorted(long, reverse=True)
    assert all(a < b for a, b in zip(short, long, strict=True))
    assert short[-1] < 0.1


def test_the_span_of_a_head_is_compared_with_that_of_a_uniform_pattern():
    heading = "How do I compute the attention span (mean attention distance) of a head?"
    uniform, near, first = (numbers(line)[0] for line in printed(heading).splitlines())
    assert near < uniform < first
    assert uniform == pytest.approx(31 / 4, abs=0.1)
    assert first == pytest.approx(31 / 2, abs=0.1)
