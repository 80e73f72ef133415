"""Every exercise is complete, its checks name every usual mistake, and its page is up to date."""

import html
import re
import subprocess
import sys
from itertools import combinations, pairwise

import nbformat
import numpy as np
import pytest
import torch
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from multihead import heads
from multihead.checks import check
from multihead.exercises import answers
from multihead.exercises import folders as exercises
from multihead.exercises import verdict as checks
from sphinx.util.matching import compile_matchers
from sphinx_external_toc.parsing import parse_toc_yaml
from yaml import safe_load

from tools.authors import exercise_pages, exercise_source

SOURCES = exercise_source.read_all()
BY_NAME = {source.name: source for source in SOURCES}
EXPERIMENTS = sorted(name for name in BY_NAME if BY_NAME[name].fields["kind"] == "experiment")
NAMES = sorted(BY_NAME.keys() - EXPERIMENTS)  # those with a reference
CHAPTERS = sorted({source.fields["chapter"] for source in SOURCES})
CODE = [name for name in NAMES if BY_NAME[name].fields["kind"] == "code"]
BY_HAND = [name for name in NAMES if name not in CODE]
SEEDS = range(3)
FEWER_SIZES = {"causal_mask": 1, "prune": 1, "best_offset": 2, "parameters": 2, "words_before": 2}

# Mistakes that were reported in public and that these exercises have to name.
REPORTED = {
    "attention": "not divided, √d_model, by d_head, over the queries, after the softmax, Q and K",
    "split_heads": "view without transpose, input is cut",
    "merge_heads": "without permute, averaged",
    "all_patterns": "√d_model, not divided, over the queries, heads and keys at once, Q and K",
    "project": "input is cut up, projection is shared, by view",
    "attend": "after the softmax, head 0 only, over the queries, over heads and keys",
    "write": "W_O is missing, ReLU, averaged, by view",
    "multi_head": "W_O is missing, ReLU, input is cut up, projections are shared, averaged, "
    "√d_model, heads and keys at once, one head only, merged without permute",
}


def run(code: str) -> dict:
    space = {}
    exec(code, space)
    return space


def verdict_on(name: str, mistaken, seed: int) -> checks.Verdict:
    found = exercises.load(name)
    cases = found.cases(exercises.generator(seed))
    return checks.judge(found, cases, [checks.call(mistaken, case) for case in cases])


def right_answer(name: str, seed: int = 0):
    found = exercises.load(name)
    return found.reference(*exercises.variant(found, seed).values())


def test_every_chapter_so_far_has_two_exercises_or_more():
    assert exercises.names() == NAMES, "a folder has no exercise.md or no checks.py"
    assert exercises.without_reference() == EXPERIMENTS, "this folder has no checks.py"
    assert len(SOURCES) >= 24
    assert {source.fields["kind"] for source in SOURCES} == {"by-hand", "code", "experiment"}
    for number in range(1, 13):
        assert sum(s.fields["chapter"].startswith(f"{number:02}-") for s in SOURCES) >= 2
    for source in SOURCES:
        assert (ROOT / "book" / f"{source.fields['chapter']}.ipynb").exists()
    for name in NAMES:
        assert exercises.load(name).by_hand == (name in BY_HAND)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", NAMES)
def test_the_reference_and_the_written_solution_pass(name, seed):
    found = exercises.load(name)
    assert verdict_on(name, found.reference, seed)
    solution = exercise_source.code(BY_NAME[name].solution)
    assert bool(solution) == (name in CODE)
    if solution:
        verdict = check(run(solution)[name], seed=seed)
        assert str(verdict) == f"{name}: visible checks pass."
    else:
        assert check(name, right_answer(name, seed), seed=seed)


def test_every_wrong_answer_is_rejected_with_its_misconception(capsys):
    killed, total, survivors = 0, 0, []
    for name in NAMES:
        wrong = exercises.load(name).wrong
        assert len(wrong) >= 4, name
        for misconception, mistaken in wrong.items():
            total += 1
            verdicts = [verdict_on(name, mistaken, seed) for seed in SEEDS]
            said = f"Likely: {misconception}."
            if all(v.misconception == misconception and said in v.message for v in verdicts):
                killed += 1
            else:
                survivors.append((name, misconception))
    with capsys.disabled():
        print(f"\nwrong answers rejected by name: {killed} of {total}")
    assert survivors == []


@pytest.mark.parametrize("name", REPORTED)
def test_the_mistakes_seen_in_public_are_among_them(name):
    known = " / ".join(exercises.load(name).wrong)
    assert [words for words in REPORTED[name].split(", ") if words not in known] == []


# The same mistakes as others would write them; they are known by what they compute.


def attention_with_torch(Q, K, V, mask=None):
    Q, K, V = map(torch.as_tensor, (Q, K, V))
    allowed = None if mask is None else torch.as_tensor(mask)
    return torch.nn.functional.scaled_dot_product_attention(Q, K, V, allowed, scale=1)


def heads_by_view(q, n_heads):
    return q.view(n_heads, q.size(0), q.size(1) // n_heads)


def layer_with_one_projection(x, W_Q, W_K, W_V, W_O, mask=None):
    total = 0
    for block in W_O:
        scores = (x @ W_Q[0]) @ (x @ W_K[0]).T / W_Q.shape[-1] ** 0.5
        scores = scores if mask is None else scores + torch.where(mask, 0.0, -torch.inf)
        total = total + scores.softmax(-1) @ (x @ W_V[0]) @ block
    return total


def each_takes_the_best_left(A, B):
    left, chosen = list(range(len(B))), []
    for head in A:
        chosen.append(min(left, key=lambda other: float(((head - B[other]) ** 2).sum())))
        left.remove(chosen[-1])
    return chosen


def cosine_in_loops(W_Q, W_K):
    def cosine(a, b):
        return torch.cosine_similarity(a.flatten(), b.flatten(), dim=0).item()

    return [
        [(cosine(a, b) + cosine(c, d)) / 2 for b, d in zip(W_Q, W_K, strict=True)]
        for a, c in zip(W_Q, W_K, strict=True)
    ]


def li_as_published(Z, W_O):
    return torch.stack(
        [torch.cosine_similarity(a, b, dim=-1).mean() for a, b in combinations(Z, 2)]
    ).mean()


def cka_of_z(Z, W_O):
    return heads.linear_cka(Z[None])


def masked_after_in_place(scores, mask):
    pattern = torch.softmax(scores, 2)
    pattern[:, ~mask] = 0
    return pattern


def rows(z, W_O):
    return W_O.view(z.shape[0], z.shape[2], -1)


def dropout_by_hand(Y, stays, rate):
    kept = [parts[s].mean(dim=0) for parts, s in zip(Y, stays, strict=True)]
    return torch.stack(kept) * Y.shape[1]


@pytest.mark.parametrize(
    ("name", "function", "misconception"),
    [
        ("attention", attention_with_torch, "not divided by √d_head"),
        ("split_heads", heads_by_view, "view without transpose"),
        ("multi_head", layer_with_one_projection, "the projections are shared"),
        ("causal_mask", lambda n: torch.ones(n, n, dtype=torch.bool).triu(1), "True forbids"),
        ("partners", each_takes_the_best_left, "choose one after the other"),
        ("score_cosine", cosine_in_loops, "cosines of W_Q and of W_K are averaged"),
        ("written_likeness", li_as_published, "a sign moved from V into W_O"),
        ("written_cka", cka_of_z, "Z is compared before W_O"),
        ("parameters", lambda d, h, form: float(4 * d * d), "the forms differ"),
        ("attend", masked_after_in_place, "after the softmax; its rows no longer sum to 1"),
        ("write", lambda z, W: torch.einsum("hpi,hio->po", z, rows(z, W)).relu(), "the ReLU still"),
        ("words_before", lambda n, back: np.tri(n, k=-1) > np.tri(n, k=-back - 1), "at nothing"),
        ("random_gates", dropout_by_hand, "1 / (1 - rate), however many heads happen to stay"),
    ],
)
def test_a_mistake_is_known_by_what_it_computes(name, function, misconception):
    assert misconception in check(name, function).message


@pytest.mark.parametrize("name", NAMES)
def test_the_stub_as_given_does_not_pass(name):
    space = run(BY_NAME[name].stub)
    verdict = check(name, space[name] if name in CODE else space["answer"])
    assert not verdict
    if "..." in BY_NAME[name].stub:
        assert re.search("answer is None|ellipsis|object", verdict.message)
    else:
        assert "as it was given" in verdict.message, "the bug to find is not named"


def sizes_of(value) -> set[int]:
    return {value} if isinstance(value, int) else set(np.shape(value))


@pytest.mark.parametrize("name", CODE)
def test_sizes_are_odd_and_distinct_and_the_smallest_comes_first(name):
    cases = exercises.load(name).cases(exercises.generator(5))
    sizes = [set().union(*map(sizes_of, case.values())) for case in cases]
    assert all(size % 2 for one in sizes for size in one)
    assert max(map(len, sizes)) >= FEWER_SIZES.get(name, 3)
    assert all(exercises.size(a) <= exercises.size(b) for a, b in pairwise(cases))


@pytest.mark.parametrize("name", BY_HAND)
def test_a_seed_gives_a_fresh_variant_and_always_the_same(name):
    written = [str(checks.numbers(name, seed)) for seed in range(6)]
    assert len(set(written)) >= 5
    assert written == [str(checks.numbers(name, seed)) for seed in range(6)]
    assert not check(name, right_answer(name, 1), seed=0)


@pytest.mark.parametrize("name", BY_HAND)
def test_an_answer_by_hand_is_not_given_away(name):
    right = np.asarray(right_answer(name))
    verdict = check(name, (right + 100).tolist())
    assert "differ from ours" in verdict.message
    assert verdict.inputs == {}
    assert all(answers._number(v) not in verdict.message.split() for v in right.flat if v % 1)
    assert check(name, np.round(right, 2).tolist()), "two decimals are enough"


class Hostile:
    """What no function should return."""

    def __array__(self, *_, **__):
        raise RuntimeError("no array")

    def __repr__(self):
        raise RuntimeError("no repr")

    def __eq__(self, other):
        raise RuntimeError("no comparison")

    __hash__ = None

    @property
    def __class__(self):
        raise RuntimeError("no class")


class HostileError(Exception):
    def __str__(self):
        raise RuntimeError("no text")


class HostileList(list):
    def __iter__(self):
        raise RuntimeError("no items")

    __len__ = __getitem__ = __iter__


def forever():
    while True:
        yield 1


RETURNED = {
    "None": (None, "is None; end the function with `return`"),
    "generator": (forever(), "is a generator; give an array"),
    "text": ("1 2 3", "is a str"),
    "object": (Hostile(), "cannot be read"),
    "list": (HostileList([1]), "not yet"),
    "ragged": ([[1, 2], [3]], "cannot be read as one array"),
    "texts": (np.array(["a"]), "holds <U1; give real numbers"),
    "objects": (np.array([Ellipsis]), "holds object; give real numbers"),
    "complex": (torch.zeros(3, dtype=torch.complex64), "holds complex64; give real numbers"),
    "no data": (torch.zeros(3, device="meta"), "cannot be read as one array"),
    "sparse": (torch.eye(3).to_sparse(), "cannot be read as one array"),
    "huge whole number": ([10**400], "holds object; give real numbers"),
    "nothing": ([], "The answer h"),
    "module": (torch.nn, "is a module"),
    "numbers": (7, "expected"),
}
ERRORS = [ValueError("bad"), HostileError(), SystemExit(3), RecursionError(), BaseException("x")]


@pytest.mark.parametrize("kind", RETURNED)
@pytest.mark.parametrize("name", ["multi_head", "causal_mask", "new_row"])
def test_hostile_answers_get_a_verdict_with_the_fix(name, kind):
    value, words = RETURNED[kind]
    verdict = check(name, value if name in BY_HAND else lambda *_: value)
    assert not verdict
    if name != "new_row" or not callable(value):
        assert words in verdict.message
    assert "expected" in verdict.message


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: type(e).__name__)
def test_an_exception_is_part_of_the_verdict(error):
    def function(*_):
        raise error

    verdict = check("split_heads", function)
    assert f"It raised {type(error).__name__}" in verdict.message
    assert "expected an array of numbers of shape" in verdict.message


def test_an_interrupt_is_not_swallowed():
    def function(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check("split_heads", function)


NESTED = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
    max_leaves=8,
)


@given(NESTED)
def test_no_return_value_makes_check_raise(value):
    assert not check("merge_heads", lambda Z: value)
    assert not check("best_r2", lambda K, heads: [value])
    assert not check("bank_output", value)


def test_a_reader_in_the_folder_of_the_book_needs_nothing_else():
    """As on Binder: a kernel in book/, and of the tools not one."""
    blocked = (
        "import sys; sys.modules |= dict.fromkeys(('yaml', 'jinja2', 'markdown_it', 'nbgrader'))"
    )
    code = f"{blocked}\nfrom multihead.checks import check\nprint(check('new_row', [9, 9]))"
    shown = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "book", capture_output=True, text=True, check=True
    )
    assert shown.stdout.startswith("new_row: not yet.\n2 of 2 number(s) differ from ours.")


def test_nan_and_wrong_dtypes_are_named():
    nan = check("merge_heads", lambda Z: Z.transpose(0, 1).flatten(1) * torch.nan)
    assert "NaN or infinite number(s)" in nan.message
    numbers = check("causal_mask", lambda n: np.tri(n, dtype=int))
    assert "holds int64; expected an array of True or False" in numbers.message
    assert "give .astype(bool) or .bool()" in numbers.message
    bools = check("merge_heads", lambda Z: Z.transpose(0, 1).flatten(1) > 0)
    assert "holds bool; expected an array of numbers" in bools.message


def test_a_mistake_that_gives_nan_has_a_name_too():
    def nothing_over_nothing(Z):
        return Z.transpose(0, 1).flatten(1) * torch.nan

    found = exercises.load("merge_heads")._replace(wrong={"0 / 0": nothing_over_nothing})
    cases = found.cases(exercises.generator(0))
    verdict = checks.judge(found, cases, [nothing_over_nothing(**case) for case in cases])
    assert "NaN or infinite number(s)" in verdict.message
    assert "Likely: 0 / 0." in verdict.message


def test_float32_lists_and_tensors_with_a_gradient_are_fine():
    merge = exercises.load("merge_heads").reference
    for change in (torch.Tensor.float, torch.Tensor.tolist, torch.Tensor.numpy):
        assert check("merge_heads", lambda Z, change=change: change(merge(Z)))
    assert check("merge_heads", lambda Z: merge(Z.requires_grad_()))


def test_a_function_that_changes_its_input_is_judged_on_its_answer():
    def merge_heads(Z):
        merged = Z.transpose(0, 1).flatten(1).clone()
        Z.zero_()
        return merged

    assert check(merge_heads)


def test_the_counter_example_can_be_tried_again():
    wrong = exercises.load("split_heads").wrong["view without transpose mixes tokens and heads"]
    verdict = check("split_heads", wrong)
    reference = exercises.load("split_heads").reference(*verdict.inputs.values())
    assert not torch.equal(wrong(*verdict.inputs.values()), reference)
    assert re.search(r"^q = \[\[.*^n_heads = 5$", verdict.message, re.M | re.S)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (
            ("nothing", 1),
            ValueError,
            "no exercise is named 'nothing'; there are all_patterns, ",
        ),
        ((lambda x: x,), ValueError, "no exercise is named '<lambda>'"),
        (("attention",), ValueError, 'no answer to check; give check("attention", answer)'),
        ((5,), TypeError, "give a function that has the name of its exercise"),
    ],
)
def test_a_wrong_call_is_told_the_right_one(arguments, error, words):
    with pytest.raises(error, match=re.escape(words)):
        check(*arguments)


@pytest.mark.usefixtures("no_shape_checks")
def test_the_wrong_kind_of_answer_and_seed_is_told_the_right_one(tmp_path, monkeypatch):
    assert "give the function itself" in check("attention", np.eye(3)).message
    assert "asks for numbers" in check("new_row", len).message
    with pytest.raises(TypeError, match="seed='a'; give a whole number"):
        check("new_row", [1, 2], seed="a")
    with pytest.raises(ValueError, match="seed=-1; use 0 or more"):
        checks.numbers("new_row", -1)
    with pytest.raises(ValueError, match="only exercises by hand have numbers"):
        checks.numbers("attention")
    monkeypatch.setattr(exercises, "FOLDER", tmp_path / "gone")
    exercises.load.cache_clear()
    with pytest.raises(FileNotFoundError, match="keep it beside book/"):
        check("attention", len)


def test_the_pages_are_as_their_sources_say():
    made = exercise_pages.pages()
    stored = {path: path.read_text("utf-8") for path in made if path.exists()}
    assert stored == made, "run tools/authors/exercise_pages.py"
    assert set((ROOT / "book" / "exercises").glob("*")) == set(made)


def telling(source, text: str) -> list[str]:
    """List the lines that stand nowhere else in the exercise; an import tells nothing."""
    text = exercise_source.fill(source, text) if "{{" in text else text
    lines = [line for line in text.splitlines() if len(line.strip()) > 20]
    lines = [line for line in lines if not line.startswith(("from ", "import "))]
    return [line for line in lines if line not in source.stub + source.task]


@pytest.mark.parametrize("name", NAMES)
def test_only_open_solutions_are_on_a_page(name):
    source = BY_NAME[name]
    pages = "\n".join(exercise_pages.pages().values())
    reference = (exercises.folder_of(name) / "checks.py").read_text("utf-8")
    assert all((line in pages) == source.open for line in telling(source, source.solution))
    assert not any(line in pages for line in telling(source, reference))
    assert not any(misconception in pages for misconception in exercises.load(name).wrong)


def words_of(path) -> str:
    """All that a file of the site says, without its markup."""
    text = path.read_text("utf-8")
    return html.unescape(re.sub("<[^>]+>", "", text)) if path.suffix == ".html" else text


def test_no_file_of_the_site_has_a_closed_solution_or_a_check(site):
    """Pages, their sources, the search index and what can be downloaded."""
    suffixes = {".html", ".js", ".json", ".txt", ".md", ".ipynb", ".py"}
    files = [path for path in site.rglob("*") if path.suffix in suffixes]
    assert site / "_static" / "find" / "index.js" in files
    assert "_sources" in {path.relative_to(site).parts[0] for path in files}
    said = "\n".join(words_of(path) for path in files)
    taught = "\n".join(
        cell.source
        for path in (ROOT / "book").glob("*.ipynb")
        for cell in nbformat.read(path, as_version=4).cells
    )
    found = {}
    for name, source in BY_NAME.items():
        parts = [path.read_text("utf-8") for path in exercises.folder_of(name).glob("*.py")]
        parts += [] if source.open else [source.solution]
        lines = {line.strip() for part in parts for line in telling(source, part)}
        found[name] = [line for line in lines if line in said and line not in taught]
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_the_pages_belong_to_the_book():
    toc = parse_toc_yaml(ROOT / "_toc.yml")
    (part,) = [part for part in toc.root.subtrees if part.caption == "Exercises"]
    pages = [f"book/exercises/{path.stem}" for path in sorted(exercise_pages.pages())]
    assert list(part.items) == pages
    patterns = safe_load((ROOT / "_config.yml").read_text("utf-8"))["exclude_patterns"]
    excluded = compile_matchers(patterns)
    assert any(matches("exercises") for matches in excluded)
    assert not any(matches("book/exercises") for matches in excluded)
    for page in pages:
        assert not any(matches(f"{page}.md") for matches in excluded)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_ends_with_the_list_of_its_exercises_and_no_answers(chapter):
    *_, last = nbformat.read(ROOT / "book" / f"{chapter}.ipynb", as_version=4).cells
    listed = exercise_pages.listed(chapter, SOURCES)
    assert listed.count(f"](exercises/{chapter}.md#") >= 2
    assert f"## Exercises\n\n{listed}" in last.source, "run tools/authors/exercise_pages.py"


def test_a_new_list_replaces_the_old_one_and_nothing_else(tmp_path):
    cells = [nbformat.v4.new_code_cell("1 + 1", id="sum"), nbformat.v4.new_markdown_cell(id="end")]
    cells[1].source = "Said.\n\n## Exercises\n\nOld.\n\n- old\n\n## References\n\nA book."
    before = nbformat.v4.new_notebook(cells=cells)
    nbformat.write(before, tmp_path / "chapter.ipynb")
    exercise_pages.put_list(tmp_path / "chapter.ipynb", "New\\1.\n\n- $\\new$")
    cells[1].source = cells[1].source.replace("Old.\n\n- old", "New\\1.\n\n- $\\new$")
    assert nbformat.read(tmp_path / "chapter.ipynb", as_version=4) == before


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_tells_the_grader_what_earns_points_and_what_does_not_follow(name):
    source = BY_NAME[name]
    assert source.points >= 5
    assert len(exercise_source.rows(source.wrong_conclusions)) >= 4


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_stub_of_an_experiment_is_the_beginning_of_its_solution(name):
    source = BY_NAME[name]
    beginning, _, end = source.stub.rpartition("\nanswer = ")
    assert end.startswith("...  # ")
    solution = exercise_source.code(source.solution)
    missing = set(re.sub(r"  #.*", "", beginning).splitlines()) - set(solution.splitlines())
    assert not missing


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_solution_of_an_experiment_runs_and_has_the_form(name):
    verdict = check(name, run(exercise_source.code(BY_NAME[name].solution))["answer"])
    assert verdict.message.startswith(f"{name}: visible checks pass. ")
    assert "a person grades it" in verdict.message


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_rubric_of_an_experiment_is_only_on_a_page_if_the_solution_is(name):
    source = BY_NAME[name]
    pages = "\n".join(exercise_pages.pages().values())
    for part in (source.solution, source.rubric, source.wrong_conclusions):
        head = {"| points | what earns them |", "| conclusion | what answers it |"}
        lines = set(telling(source, part)) - head
        assert lines
        assert all((line in pages) == source.open for line in lines)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (..., "The answer is a ellipsis"),
        (0.41, "One number, a mean too, has no spread"),
        (np.ones((21, 3)), "The answer has shape (21, 3)"),
        (np.arange(19) / 7, "has 19 number(s); what few seeds do may be luck"),
        ([0.5] * 19 + [np.nan, np.inf], "2 of 21 numbers are NaN or infinite"),
        (torch.full((21,), 0.41), "All 21 numbers are equal, as if every run had the same seed"),
        (torch.arange(21) > 5, "True and False, which hide by how much"),
    ],
)
def test_numbers_that_carry_no_conclusion_are_refused(answer, words):
    verdict = check(EXPERIMENTS[0], answer)
    assert not verdict
    assert words in verdict.message
    assert "Give one number for each seed, at least 20" in verdict.message


def test_enough_numbers_are_told_with_their_spread():
    verdict = check("mean_of_two", np.arange(21) / 10)
    assert verdict
    assert "21 seeds, 1.000 (0.100 to 1.900)" in verdict.message


GOOD = (ROOT / "exercises/self_attention/new_row/exercise.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("goal: ", "aim: ", "add or remove the fields aim, goal"),
        ("minutes: 10", "minutes: ten", "minutes is 'ten'; give a int"),
        ("kind: by-hand", "kind: essay", "kind is one of by-hand, code, experiment"),
        ("difficulty: 1", "difficulty: 9", "difficulty goes from 1 to 3"),
        ("chapter: 01-self-attention", "chapter: one", "give a name as in book/"),
        ("## Stub", "## Start", r"has the parts \['Task', 'Start', 'Solution'\]"),
        ("---\ntitle", "title", "does not begin with front matter"),
        ("kind: by-hand", "kind: experiment", "write Task, Stub, Rubric, Wrong conclusions, Sol"),
    ],
)
def test_an_incomplete_source_is_refused(tmp_path, old, new, words):
    assert old in GOOD
    (tmp_path / "exercise.md").write_text(GOOD.replace(old, new, 1))
    with pytest.raises(ValueError, match=words):
        exercise_source.read(tmp_path / "exercise.md")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "| 2 | All",
            "| two | All",
            "'All 21 pairs .*' earns 'two'; give a whole number",
        ),
        ("| 1 | Pairs", "| 1 | | Pairs", "Rubric is a table with two columns"),
        (" what earns them |\n| --- |", "\n|", "Rubric is a table with two columns"),
        ("| --- | --- |\n| Both", "| Both", "Wrong conclusions is a table with two columns"),
    ],
)
def test_an_incomplete_experiment_is_refused(tmp_path, old, new, words):
    good = (ROOT / "exercises/two_heads/mean_of_two/exercise.md").read_text("utf-8")
    assert old in good
    (tmp_path / "exercise.md").write_text(good.replace(old, new, 1))
    with pytest.raises(ValueError, match=words):
        exercise_source.read(tmp_path / "exercise.md")
