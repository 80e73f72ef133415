"""A page that holds TextLab has beside it the weights of the seeds that it may ask for."""

import base64
import re
import zlib
from types import SimpleNamespace

from book_site.pages import model_files
from multihead.real_text import stored_seed
from multihead.widgets import HeadSlices, TextLab
from multihead.widgets.text_lab.quantize import to_bytes


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
