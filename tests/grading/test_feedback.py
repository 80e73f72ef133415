"""What a student wrote is shown, and nothing of it is live: in feedback/ and in autograded/."""

import http.server
import json
import os
import re
import socket
import subprocess
import sys
import threading

import pytest
import urllib3
from attacks import attacks
from bs4 import BeautifulSoup
from graded_class import BY_RESHAPE, NO_SCALE, RIGHT, copied, hand_in
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_code_cell

from grading.marks import grade, gradebook
from grading.reports.feedback import feedback
from tools.authors import book_sections


@pytest.fixture(scope="module")
def server():
    """A server on loopback that counts who calls."""
    calls = []

    class Calls(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            calls.append(self.path)
            self.send_error(404)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Calls)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server.calls = calls
    yield server
    server.shutdown()


@pytest.fixture
def listener(server):
    """The server, which nobody called yet."""
    server.calls.clear()
    return server


@pytest.fixture(scope="module")
def attacked(graded_course, dask_address, server, tmp_path_factory):
    """A graded course in which ben attacks whoever looks at his notebook."""
    course = copied(graded_course, tmp_path_factory.mktemp("attacked"))
    cells = attacks(listener_url(server))
    raising = "def multi_head(*_):\n    raise ValueError('</pre><script>alert(7)</script>')"
    cells.append(new_code_cell(raising))
    hand_in(course, "ben", {"split_heads": RIGHT, "multi_head": NO_SCALE}, *cells)
    assert grade.grade(course, "hw1", scheduler=dask_address).graded == 1
    return course


def look(browser, url: str) -> list[str]:
    """Open a page, click every link of the notebook, and list what came to life."""
    page = browser.new_page()
    alive = []
    page.route(re.compile("^https?://(?!127[.]0[.]0[.]1)"), lambda route: route.abort())
    page.on("dialog", lambda dialog: (alive.append(dialog.message), dialog.dismiss()))
    page.on("response", lambda r: r.url == url or alive.append(r.url))
    page.goto(url)
    for link in page.locator("#notebook a[href]:not([href^='#'])").all():
        link.evaluate("link => link.target = '_self'")
        if not (link.get_attribute("href") or "").startswith("http"):
            link.dispatch_event("click")
    page.wait_for_timeout(300)
    page.close()
    return alive


def test_nothing_in_the_feedback_is_live(attacked, browser, listener):
    pages = feedback(attacked, "hw1")
    assert [page.parts[-3] for page in pages] == ["ada", "ben", "cleo", "dan", "eve", "fay", "gus"]
    (page,) = [page for page in pages if page.parts[-3] == "ben"]
    assert "&lt;script" in page.read_text("utf-8"), "the attack is shown as text"
    assert look(browser, page.as_uri()) == []
    assert listener.calls == []


def test_a_page_without_the_policy_would_be_seen_to_call(attacked, browser, listener, tmp_path):
    """The listener hears, and a dialog is noticed: the tests above can fail."""
    path = tmp_path / "live.html"
    path.write_text(f"<body>{''.join(cell.source for cell in attacks(listener_url(listener)))}")
    assert {"1", "2"} <= set(look(browser, path.as_uri()))
    assert "/script" in listener.calls


def listener_url(listener) -> str:
    return f"http://127.0.0.1:{listener.server_port}/"


def test_a_notebook_in_autograded_is_not_live_without_any_policy(
    attacked, browser, listener, tmp_path
):
    """As nbgrader's formgrader shows it: HTML is not filtered there."""
    path = tmp_path / "page.html"
    notebook = attacked.root / "autograded" / "ben" / "hw1" / "hw1.ipynb"
    path.write_text(HTMLExporter(template_name="classic").from_filename(str(notebook))[0])
    calls = look(browser, path.as_uri())
    assert all("cdnjs.cloudflare.com" in call for call in calls), calls
    assert listener.calls == []


@pytest.fixture(scope="module")
def formgrader(attacked, tmp_path_factory):
    """nbgrader's own formgrader on loopback: the address of ben's notebook in it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    place = tmp_path_factory.mktemp("jupyter")
    folders = {f"JUPYTER_{n}_DIR": str(place / n) for n in ("CONFIG", "DATA", "RUNTIME")}
    (place / "CONFIG").mkdir()
    extensions = {"jpserver_extensions": {"nbgrader.server_extensions.formgrader": True}}
    config = {"ServerApp": {"port": port, "root_dir": str(attacked.root), **extensions}}
    config |= {"IdentityProvider": {"token": "secret"}}
    (place / "CONFIG" / "jupyter_server_config.json").write_text(json.dumps(config))
    command = [sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root"]
    with (place / "log").open("w") as log, gradebook.opened(attacked) as book:
        server = subprocess.Popen(
            command, cwd=attacked.root, env=os.environ | folders, stdout=log, stderr=log
        )
        address = f"http://127.0.0.1:{port}"
        often = urllib3.Retry(480, backoff_factor=0.5, backoff_max=0.5)
        urllib3.request("GET", f"{address}/api?token=secret", retries=often)
        own = book.find_submission_notebook("hw1", "hw1", "ben").id
        yield f"{address}/formgrader/submissions/{own}/?token=secret"
        server.terminate()
        server.wait(timeout=30)


@pytest.mark.long
def test_nothing_is_live_in_formgrader(formgrader, browser, listener):
    place = formgrader.split("/formgrader")[0]
    alive = look(browser, formgrader)
    assert f"{place}/formgrader/static/js/formgrade.js" in {url.split("?")[0] for url in alive}
    assert [call for call in alive if not call.startswith(place)] == []
    assert listener.calls == []


def test_formgrader_draws_formulas_and_asks_no_other_host(formgrader, browser):
    page, asked = browser.new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(formgrader)
    assert page.locator("#notebook math msqrt").first.text_content()
    assert [url for url in asked if not url.startswith(formgrader.split("/formgrader")[0])] == []
    page.close()


@pytest.fixture(scope="module")
def commented(graded_course, tmp_path_factory):
    """A graded course in which a human wrote a comment."""
    course = copied(graded_course, tmp_path_factory.mktemp("commented"))
    with gradebook.opened(course) as book:
        comment = book.find_comment("multi_head-answer", "hw1", "hw1", "ben")
        comment.manual_comment = "Come and **see** me."
        book.db.commit()
    return course


@pytest.fixture(scope="module")
def texts(commented):
    """By student the page, on a site that is known."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITE_URL", "https://example.org/heads/")
        return {page.parts[-3]: page.read_text("utf-8") for page in feedback(commented, "hw1")}


def test_every_student_reads_the_verdicts_and_no_solution(texts):
    assert "hw1: 9 of 9 points" in texts["ada"]
    assert "Likely: reshape without transpose mixes tokens and heads." in texts["ben"]
    assert "The file is no complete notebook" in texts["fay"]
    assert "Its answer cell is still as it was handed out." in texts["eve"]
    assert "Cells are counted" not in texts["eve"], "no message has the number of a cell"
    shown = {student: re.sub("<[^>]+>", "", text) for student, text in texts.items()}
    line = "W_O.reshape(-1, x.shape[1])"
    assert {student for student in shown if line in shown[student]} == {"ada", "dan"}


@pytest.fixture(scope="module")
def ben(texts):
    return BeautifulSoup(texts["ben"], "html.parser")


def test_the_index_names_the_exercises_with_points_and_mistakes(ben):
    assert [" ".join(line.text.split()) for line in ben.find("ol").find_all("li")] == [
        "One new row, on paper: 1 of 1 point, right",
        f"Split into heads: 0 of 3 points, {BY_RESHAPE}",
        f"The whole layer: 0 of 5 points, {NO_SCALE}",
    ]
    for link in ben.find("ol").find_all("a"):
        assert ben.find(id=link["href"][1:]).name == "h2"


def test_a_mistake_comes_with_the_section_that_explains_it(ben):
    one = ben.find(id="multi_head").parent
    assert "smallest counter-example" in one.text
    assert "expected = " in one.find("pre").text
    link = one.find("a")
    assert link["href"] == "https://example.org/heads/01-self-attention.html#ch01-sqrt-d"
    assert link.text == "Why divide by the root of d_head"
    assert "chapter 01 Self-attention" in one.text


def test_formulas_are_drawn_and_what_a_human_wrote_is_shown(ben):
    assert {root.text for root in ben.select("math msqrt")} == {"dhead"}
    assert not re.search(r"\$.*\$", ben.find("main").text)
    (comment,) = ben.find_all(class_="comment")
    assert comment.find("strong", string="see")


def test_written_anew_without_an_address_the_section_is_named(commented, texts, monkeypatch):
    monkeypatch.setattr(book_sections, "site_address", lambda root: None)
    (path,) = [path for path in feedback(commented, "hw1") if path.parts[-3] == "ben"]
    page = BeautifulSoup(path.read_text("utf-8"), "html.parser")
    assert [a["href"] for a in page.find_all("a") if not a["href"].startswith("#")] == []
    place = page.find(id="split_heads").parent.find("em")
    assert place.text == "Why the transpose is needed"
