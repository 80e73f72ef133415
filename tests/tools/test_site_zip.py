"""The zip of the site: all of it but the link to itself, itself, and MiniLM's weights."""

import zipfile

from tools.downloads.site_zip import write_site


def test_the_zip_leaves_out_itself_and_the_weights_of_minilm(tmp_path):
    for name, text in {
        "index.html": "<p>Home.<a href=zip></a></p>",
        "book/page.html": "<a href=../zip></a>",
        "_static/minilm/weights-1.bin": "weights",
        "_static/minilm/NOTICE.txt": "changed",
        "_static/real_text/seed-00.js": "seed",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    target = tmp_path / "site.zip"
    target.write_bytes(b"old")
    write_site(tmp_path, target, "<a href={up}zip></a>", "0123456789ab")
    with zipfile.ZipFile(target) as archive:
        pages = {name: archive.read(name) for name in archive.namelist() if "README" not in name}
    assert pages.keys() == {
        f"many-heads/{name}"
        for name in ("index.html", "book/page.html", "_static/real_text/seed-00.js")
    }
    assert pages["many-heads/index.html"] == b"<p>Home.</p>"
    assert pages["many-heads/book/page.html"] == b""
