"""The losses for sentences: name the words that links lead to, fill in hidden words."""

import torch
from multihead.language import RELATIONS, Grammar, naming
from multihead.language.grammar import HIDDEN
from multihead.language.links import LINKS, N_POS, RELATION_OF_LINK
from multihead.model import TokenModel

G = Grammar()


def rng(seed=5):
    return torch.Generator().manual_seed(seed)


def model(n_words, n_readouts):
    sizes = {"d_model": 6, "n_heads": 2, "d_head": 5, "n_layers": 2, "norm": True}
    return TokenModel(n_words, N_POS, n_words * n_readouts, generator=rng(), **sizes)


NAMER, FILLER = model(G.n_symbols, len(RELATIONS)), model(Grammar(plural=True).n_symbols, 1)


def test_each_relation_reads_its_own_columns_at_the_row_of_its_link():
    tokens, row, _ = G.sample(3, rng())
    word_logits = naming.name_words(NAMER, tokens, row)
    everywhere = NAMER(tokens).unflatten(-1, (len(RELATIONS), G.n_symbols))
    for n in range(3):
        for link, relation in enumerate(RELATION_OF_LINK.tolist()):
            if row[n, link] >= 0:
                expected = everywhere[n, row[n, link], relation]
                torch.testing.assert_close(word_logits[n, link], expected)


def test_every_relation_counts_the_same_and_missing_links_do_not_count():
    sentences = G.sample(7, rng())
    logits = naming.name_words(NAMER, sentences.tokens, sentences.row)
    words = sentences.tokens.gather(1, sentences.target.clamp(0))
    terms = []
    for relation in range(len(RELATIONS)):
        is_link = (sentences.row >= 0) & RELATION_OF_LINK.eq(relation)
        terms.append(torch.nn.functional.cross_entropy(logits[is_link], words[is_link]))
    torch.testing.assert_close(naming.naming_loss(NAMER, *sentences), torch.stack(terms).mean())


def test_a_batch_without_any_link_of_a_relation_has_a_finite_loss():
    """Few sentences have a phrase with "with"; a mean over none of them would be 0/0."""
    sentences = G.sample(60, rng())
    short = [part[(sentences.row[:, -1] < 0)][:2] for part in sentences]  # no noun after "with"
    assert naming.naming_loss(NAMER, *short).isfinite(), "the mean over no link is not a number"


def test_a_word_is_right_if_its_logit_is_the_largest():
    sentences = G.sample(11, rng())
    right = naming.named_right(NAMER, sentences)
    largest = naming.name_words(NAMER, sentences.tokens, sentences.row).argmax(-1)
    for n in range(11):
        for link in range(N_POS - 1, N_POS - 1 + len(LINKS)):
            if sentences.row[n, link] >= 0:
                word = sentences.tokens[n, sentences.target[n, link]]
                assert right[n, link] == (largest[n, link] == word)


def test_a_gate_of_a_head_changes_the_answers():
    sentences = G.sample(5, rng())
    gates = torch.ones(2, 2)
    full = naming.name_words(NAMER, sentences.tokens, sentences.row, gates)
    gates[1, 0] = 0
    assert not torch.equal(full, naming.name_words(NAMER, sentences.tokens, sentences.row, gates))


def test_a_cloze_hides_every_determiner_and_the_pronoun_and_nothing_else():
    cloze = naming.Cloze()
    words = cloze.grammar.words
    sentences = cloze.grammar.sample(30, rng())
    hidden_tokens, row, hidden = cloze.hide(sentences)
    for n in range(30):
        before = [words[t] for t in sentences.tokens[n].tolist()]
        after = [words[t] for t in hidden_tokens[n].tolist()]
        for was, now in zip(before, after, strict=True):
            assert now == (HIDDEN if was in ("this", "these", "it", "they") else was)
        is_link = [r for r in row[n].tolist() if r >= 0]
        assert sorted(is_link) == [i for i, word in enumerate(after) if word == HIDDEN]
        assert [before[r] for r in is_link] == [
            words[w] for w, r in zip(hidden[n].tolist(), row[n].tolist(), strict=True) if r >= 0
        ]


def test_the_loss_of_a_cloze_is_the_cross_entropy_of_the_hidden_words():
    hidden_tokens, row, hidden = naming.Cloze().sample(9, rng())
    is_link = row >= 0
    rows = naming.rows_of(FILLER(hidden_tokens), row)
    expected = torch.nn.functional.cross_entropy(rows[is_link], hidden[is_link])
    torch.testing.assert_close(naming.cloze_loss(FILLER, hidden_tokens, row, hidden), expected)
    right = naming.filled_right(FILLER, hidden_tokens, row, hidden)
    assert torch.equal(right[is_link], rows[is_link].argmax(-1) == hidden[is_link])
