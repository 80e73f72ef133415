"""What is dead or stale of a published site: a small one, on loopback."""

import os
import subprocess
import threading
import zipfile
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest
from book_site.learners.packing import lay_out, pack
from book_site.pages.report_error import with_version
from pypdf import PdfWriter

from tools.downloads.epub import TEMPLATES
from tools.downloads.printed_book import describe
from tools.project.notebooks_branch import TOP
from tools.published import published

HERE, OLD = "0123456789ab", "ba9876543210"
NOTEBOOKS = {"book/one.ipynb": b"one", "book/two.ipynb": b"two", "README.txt": b"read me\n"}
LEADS_TO = {"/old/": "/course/", "/course/loop.html": "loop.html"}
ERROR = "<html><body><h1>Sorry</h1>"
PAGE = """<html><head></head><body>{links}
<div class="dropdown dropdown-launch-buttons">{button}</div>
<div class="extra_footer"></div></body></html>"""


class Served(SimpleHTTPRequestHandler):
    """Serve files; an error page is HTML, whatever it is called; some addresses lead on."""

    def do_GET(self):
        if self.path.startswith("/launch/"):
            self.send_response(404 if "gone" in self.path else 200)
        elif self.path in LEADS_TO:
            self.send_response(302)
            self.send_header("Location", LEADS_TO[self.path])
        else:
            return super().do_GET()
        self.send_header("Content-Length", "0")
        self.end_headers()

    def guess_type(self, path):
        is_error = Path(path).is_file() and Path(path).read_bytes() == ERROR.encode()
        return "text/html" if is_error else super().guess_type(path)

    def log_message(self, *_):
        pass


@pytest.fixture
def course(tmp_path):
    """A site that is as it should be, from HERE, and a repository with its branch."""
    made = Course(tmp_path)
    handler = partial(Served, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        made.server = f"http://127.0.0.1:{server.server_port}"
        made.publish()
        yield made
        server.shutdown()


class Course:
    """A published course of a home page, two chapters, an index and three downloads."""

    def __init__(self, root: Path):
        self.site, self.repository = root / "course", root / "repository"
        self.downloads = self.site / "downloads"

    @property
    def home(self) -> str:
        return f"{self.server}/course/"

    def publish(self) -> None:
        self.downloads.mkdir(parents=True)
        self.page("index.html", "book/one.html", "book/two.html", "style.css?digest=1")
        self.page("book/one.html", "../index.html?path=hour#x", "../downloads/many-heads.pdf")
        self.page("genindex.html")
        self.page(
            "book/two.html",
            "../genindex.html",
            "one.html#there",
            "../downloads/many-heads.epub",
            notebook="two",
        )
        self.zip()
        (self.site / "style.css").write_text("a { color: red }")
        book = SimpleNamespace(title="-", subtitle="-", author="-", language="en", commit=HERE)
        self.pdf(book)
        self.epub(book)
        self.branch(NOTEBOOKS)

    def page(self, name: str, *links: str, notebook: str = "one", made_from: str = HERE, more=""):
        links = [*links, f"{self.home}downloads/{TOP}.zip", "https://elsewhere.invalid/"]
        opens = f"{self.server}/launch/ok?urlpath=lab/tree/book/{notebook}.ipynb"
        text = PAGE.format(
            links="".join(f'<a href="{link}">.</a>' for link in links) + more,
            button=f'<a href="{opens}">.</a>',
        )
        text = with_version(f"1.2.0+{made_from}", self.repository.as_uri(), "", name, text)
        path = self.site / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def zip(self, made_from: str = HERE) -> None:
        pack(NOTEBOOKS, self.downloads / f"{TOP}.zip", TOP, made_from)

    def pdf(self, book) -> None:
        book.date = datetime(2026, 5, 4, tzinfo=UTC)
        writer = PdfWriter()
        writer.add_blank_page(70, 90)
        describe(writer, book)
        writer.write(self.downloads / "many-heads.pdf")

    def epub(self, book) -> None:
        title = (TEMPLATES / "title.xhtml").read_text().replace("{{ book.commit }}", book.commit)
        with zipfile.ZipFile(self.downloads / "many-heads.epub", "w") as archive:
            archive.writestr("book/title.xhtml", title)

    def branch(self, files: dict[str, bytes]) -> None:
        """Put files onto the branch, and nothing else."""
        environment = os.environ | {"GIT_DIR": str(self.repository / ".git")}
        environment |= {"GIT_AUTHOR_NAME": "-", "GIT_AUTHOR_EMAIL": "-"}
        environment |= {"GIT_COMMITTER_NAME": "-", "GIT_COMMITTER_EMAIL": "-"}
        lay_out(files, self.repository)
        for words in ("init -q -b notebooks", "add .", "commit -q -m Notebooks"):
            subprocess.run(
                ["git", *words.split()], cwd=self.repository, env=environment, check=True
            )

    def findings(self) -> list[str]:
        """What is found, without the address of the server."""
        found = published.findings(self.home, HERE)
        return [line.replace(self.home, "/").replace(self.server, "") for line in found]


def test_a_site_as_it_should_be_is_neither_dead_nor_stale(course):
    assert course.findings() == []


def test_an_old_page_is_stale(course):
    course.page("book/one.html", "../downloads/many-heads.pdf", made_from=OLD)
    assert course.findings() == [f"stale, made from {OLD}: /book/one.html, linked from /"]


def test_a_page_that_names_no_commit_is_stale_even_if_a_server_calls_it_right(course):
    (course.site / "book" / "one.html").write_text(ERROR)
    assert course.findings() == ["stale, it names no commit: /book/one.html, linked from /"]


def test_an_old_address_of_the_site_leads_to_all_of_it(course):
    found = [*published.findings(f"{course.server}/old/", OLD)]
    assert len(found) == len([*published.findings(course.home, OLD)]) == 7


def test_what_is_missing_is_dead_and_so_is_an_endless_way(course):
    course.page("index.html", "book/two.html", "book/none.html", "loop.html", "none.css")
    (course.downloads / "many-heads.epub").unlink()
    assert course.findings() == [
        "dead, 404: /book/none.html, linked from /",
        "dead, TooManyRedirects: /loop.html, linked from /",
        "dead, 404: /none.css, linked from /",
        "dead, 404: /downloads/many-heads.epub, linked from /book/two.html",
    ]


@pytest.mark.parametrize("name", ["many-heads.pdf", "many-heads.epub", f"{TOP}.zip"])
def test_a_download_that_is_an_error_page_is_dead(course, name):
    (course.downloads / name).write_text(ERROR)
    (line,) = course.findings()
    kind = name.rpartition(".")[2].upper()
    assert line.startswith(f"dead, no {kind} that can be read but text/html: /downloads/{name}")


def test_a_style_that_is_an_error_page_is_dead(course):
    (course.site / "style.css").write_text(ERROR)
    assert course.findings() == ["dead, a page in its place: /style.css, linked from /"]


def test_a_download_of_another_build_is_stale(course):
    book = SimpleNamespace(title="-", subtitle="-", author="-", language="en", commit=OLD)
    course.pdf(book)
    course.epub(book)
    course.zip(made_from=OLD)
    assert {line.partition(", linked")[0] for line in course.findings()} == {
        f"stale, made from {OLD}: /downloads/{name}"
        for name in ("many-heads.pdf", "many-heads.epub", f"{TOP}.zip")
    }


def test_a_zip_that_lost_some_bytes_is_dead(course):
    path = course.downloads / f"{TOP}.zip"
    path.write_bytes(path.read_bytes().replace(b"book", b"look", 1))
    (line,) = course.findings()
    assert line.startswith("dead, no ZIP")


# ---- The branch of learners, and the buttons that open it --------------------------------------


def test_a_branch_with_other_files_than_the_zip_is_stale(course):
    course.branch({"book/one.ipynb": b"older", "book/left.ipynb": b""})
    place = f"the branch of notebooks of {course.repository.as_uri()}"
    assert course.findings() == [
        f"stale, 2 files unlike {TOP}.zip, such as book/left.ipynb: {place}"
    ]


def test_git_set_for_windows_makes_no_branch_stale(course, monkeypatch):
    settings = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.autocrlf"}
    for name, value in (settings | {"GIT_CONFIG_VALUE_0": "true"}).items():
        monkeypatch.setenv(name, value)
    assert course.findings() == []


def test_a_repository_without_the_branch_is_dead(course):
    git = ["git", "-C", course.repository]
    subprocess.run([*git, "branch", "-q", "-m", "main"], check=True)
    (line,) = course.findings()
    assert line.startswith("dead, ")
    assert "notebooks not found" in line


def test_a_button_is_dead_if_its_notebook_or_its_service_is_not_there(course):
    course.page("book/two.html", "../downloads/many-heads.epub", notebook="three")
    gone = f'<p class="dropdown-launch-buttons"><a href="{course.server}/launch/gone"></a></p>'
    course.page("book/one.html", "../downloads/many-heads.pdf", more=gone)
    found = course.findings()
    assert "dead, 404: /launch/gone, linked from /book/one.html" in found
    assert any(line.startswith("dead, no book/three.ipynb on the branch") for line in found)
    assert len(found) == 2


# ---- The command -------------------------------------------------------------------------------


@pytest.mark.parametrize(("made_from", "status"), [(HERE, 0), (OLD, 1)])
def test_the_command_says_all_and_fails_if_anything_is_wrong(
    course, monkeypatch, capsys, made_from, status
):
    monkeypatch.setattr(published, "commit", lambda root: made_from)
    assert published.main(course.home.rstrip("/")) == status
    *lines, last = capsys.readouterr().out.splitlines()
    assert (
        last == f"{course.home.rstrip('/')}: {len(lines)} dead or stale, beside commit {made_from}"
    )
    assert len(lines) == (0 if status == 0 else 7)


def test_without_an_address_or_a_commit_it_says_what_to_give(monkeypatch):
    with pytest.raises(SystemExit, match=r"URL=example\.org is no address of a site; use https://"):
        published.main("example.org")
    monkeypatch.setattr(published, "commit", lambda root: "")
    with pytest.raises(SystemExit, match="run this in a clone"):
        published.main("https://example.org")


def test_without_url_it_opens_the_site_of_this_repository(monkeypatch, capsys):
    monkeypatch.setenv("SITE_URL", "http://127.0.0.1:1/c/")
    assert published.main() == 1
    assert capsys.readouterr().out.startswith(
        "dead, ConnectionError: http://127.0.0.1:1/c/, linked from nowhere\n"
    )
