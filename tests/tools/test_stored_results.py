"""What programs of `bench/` and `tools/` stored was found by their code as it is.

A digest says so, and one part, which changes with each commit, is measured again.
"""

import hashlib

import pytest
import torch
from conftest import ROOT
from multihead import results
from multihead.claims import replications
from multihead.real_text import stored, stored_heads
from multihead.real_text.text_training import TEXT_SIZES
from seed_set import SEED_SET
from stale_evidence import report_stale

from bench import (
    guesses_of_text,
    heads_of_smollm2,
    heads_of_text,
    hub,
    same_heads,
    settings,
    when_it_falls,
    where_it_ends,
    which_reads,
)
from bench import real_text as trained
from bench.not_asked import why_not_asked
from bench.text_windows import watched
from tools.authors import real_text

BOOK = ROOT / "book"
TEXT = BOOK / "real_text"
SEEDS = range(20)


def digest_of_file(file) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def made_from(file, *names) -> str | None:
    part = results.read(file)
    for name in names:
        part = part.get(name, {})
    return part.get("made_from")


@pytest.mark.parametrize(
    ("file", "program", "how"),
    [
        ("guesses", guesses_of_text, "bench/guesses_of_text.py"),
        ("smollm2", heads_of_smollm2, "bench/heads_of_smollm2.py with its wheel"),
        ("text", real_text, "tools/authors/real_text.py --again"),
        ("tokens", real_text, "tools/authors/real_text.py --again"),
    ],
)
def test_what_is_stored_of_the_text_is_of_this_code(file, program, how):
    assert made_from(TEXT / f"{file}.json") == program.made_from(), f"stale: run {how}"


def test_similarities_are_of_this_code_and_of_their_file():
    kept = results.read(TEXT / "similarity.json")
    how = "stale: run bench/same_heads.py"
    assert kept["made_from"] == same_heads.made_from(), how
    assert kept["file"] == digest_of_file(TEXT / "similarity.npz"), how


def test_the_measured_class_is_of_this_code():
    assert made_from(hub.MEASURED) == hub.made_from(), "stale: run bench/hub.py --save"


@pytest.mark.parametrize("room", where_it_ends.ROOMS)
def test_where_sentences_end_is_of_this_code(room):
    how = f"stale: run bench/where_it_ends.py --only {room}"
    assert made_from(where_it_ends.FILE, room) == where_it_ends.made_from(room), how


@pytest.mark.parametrize("chapter", where_it_ends.CHAPTERS)
def test_where_sentences_end_is_of_this_chapter(chapter):
    if made_from(where_it_ends.FILE, chapter) != where_it_ends.made_from(chapter):
        report_stale(
            f"where sentences of chapter {chapter[:2]} end is stale: its code or its rows "
            f"changed; run bench/where_it_ends.py --only {chapter[:2]}"
        )


@pytest.mark.parametrize(
    ("name", "program"), [("when_it_falls", when_it_falls), ("which_reads", which_reads)]
)
def test_a_sweep_is_of_this_code(name, program):
    assert made_from(BOOK / "sweeps.json", name) == program.made_from(), f"stale: bench/{name}.py"


@pytest.fixture(scope="module")
def of_training() -> str:
    return trained.made_from()


@pytest.fixture(scope="module")
def of_measuring() -> str:
    return heads_of_text.made_from()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_was_trained_by_this_code_and_its_heads_measured_by_this(
    seed, of_training, of_measuring
):
    how = f"delete {stored.seed_file(seed).name}, then run bench/real_text.py --seeds {seed}"
    stored_result = results.read(TEXT / "seeds.json")[str(seed)]
    assert stored_result["file"] == stored.file_digest(seed), f"another file: {how}"
    assert stored_result["made_from"] == of_training, f"stale: {how}"
    heads = results.read(TEXT / "heads.json")[str(seed)]
    how = f"stale: run bench/heads_of_text.py --seeds {seed}"
    assert (heads["made_from"], heads["of_file"]) == (of_measuring, stored_result["file"]), how


@pytest.fixture(scope="module")
def of_settings() -> str:
    return settings.code(min(BOOK.glob("*.ipynb")))[1]


@pytest.mark.parametrize("chapter", results.read(settings.FILE)["chapters"])
def test_settings_were_tried_by_this_program(chapter, of_settings):
    stored_result = results.read(settings.FILE)["chapters"][chapter]
    if stored_result["program"] != of_settings:
        report_stale(
            f"the settings of chapter {chapter[:2]} are stale: bench/settings.py or a part of it "
            f"changed; run bench/settings.py --chapters {chapter[:2]}"
        )


@pytest.mark.parametrize("chapter", results.read(settings.FILE)["chapters"])
def test_what_has_no_number_in_a_setting_has_its_reason(chapter):
    for id, row in results.read(settings.FILE)["chapters"][chapter]["found"].items():
        for tried, value in zip(settings.settings().values(), row, strict=True):
            why = why_not_asked(id, tried)
            assert value == why if why else settings.was_asked(value), f"{id}, {tried}: {value}"


def test_settings_and_replications_are_of_all_chapters_with_claims():
    claiming = {p.stem for p in BOOK.glob("*.ipynb") if "claim(" in p.read_text("utf-8")}
    assert results.read(replications.FILE).keys() == claiming
    assert results.read(settings.FILE)["chapters"].keys() == {p.stem for p in settings.asked()}


@pytest.mark.slow
def test_a_head_removed_again_costs_what_is_stored():
    """Another seed and head for each commit."""
    seed, head = SEEDS[SEED_SET % len(SEEDS)], heads_of_text.ALL[SEED_SET % len(heads_of_text.ALL)]
    model, _ = stored.stored_seed(seed)
    windows, nothing = watched(every=1), torch.zeros(TEXT_SIZES["d_model"])
    with torch.no_grad():
        full = heads_of_text.loss_without(model, windows, {})
        without = heads_of_text.loss_without(model, windows, {head: nothing})
    stored_result = stored_heads()[seed]
    assert full.item() == pytest.approx(stored_result["loss"], abs=1e-4)
    assert (without - full).item() == pytest.approx(stored_result["cost"][head], abs=1e-4)
