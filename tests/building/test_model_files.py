"""A page that holds TextLab or TwoSentences has beside it the weights that it may ask for."""

import base64
import re
import zlib
from types import SimpleNamespace

from book_site.pages import model_files
from multihead.real_text import stored_seed
from multihead.widgets import HeadSlices, TextLab, TwoSentences
from multihead.widgets.text_lab.quantize import to_bytes
from multihead.widgets.two_sentences import weights_file


def test_only_a_page_that_holds_the_widget_names_seeds():
    lab = TextLab(seeds=[0])
    assert model_files.seeds_on_page(f"<p>{lab.static_html()}</p>") == {0}
    about = 'It loads "_static/real_text/seed-00.js".'
    assert model_files.seeds_on_page(HeadSlices().static_html() + about) == set()


def test_the_file_of_a_seed_brings_its_weights(tmp_path):
    app = SimpleNamespace(outdir=tmp_path)
    model_files.write_model_files(app, set())
    assert list(tmp_path.iterdir()) == []
    model_files.write_model_files(app, {0})
    text = (tmp_path / "_static" / "real_text" / "seed-00.js").read_text("ascii")
    (inside,) = re.fullmatch(
        r'document\.currentScript\.dataset\.weights = "([^"]+)";\n', text
    ).groups()
    assert zlib.decompress(base64.b64decode(inside)) == to_bytes(stored_seed(0)[0])


def test_only_a_page_whose_widget_may_fetch_minilm_asks_for_it():
    assert model_files.asks_for_minilm(f"<p>{TwoSentences().static_html()}</p>")
    reading = (["a"], [[[[1.0]]]], [[[1.0]]])
    own = TwoSentences(pairs={"x": ("a", "b")}, read=lambda text: reading)
    assert not model_files.asks_for_minilm(own.static_html())
    about = f'It fetches "{weights_file.SITE_FILE}".'
    assert not model_files.asks_for_minilm(HeadSlices().static_html() + about)
    assert weights_file.SITE_FILE.startswith(model_files.MINILM_FOLDER)


def test_minilm_comes_with_its_licence_and_what_was_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(weights_file, "site_file", lambda: b"weights")
    app = SimpleNamespace(outdir=tmp_path, config=SimpleNamespace(project="Dice"))
    model_files.write_minilm(app)
    folder = tmp_path / "_static" / "minilm"
    assert (tmp_path / weights_file.SITE_FILE).read_bytes() == b"weights"
    licence, notice = (
        (folder / f"{name}.txt").read_text("utf-8") for name in ("APACHE-LICENSE", "NOTICE")
    )
    assert "Apache License" in licence
    assert "Dice wrote them in another form" in notice
