"""What a student wrote is shown, and nothing of it is live: in feedback/ and in autograded/."""

import base64
import http.server
import json
import os
import re
import socket
import subprocess
import sys
import threading

import nbformat
import pytest
import urllib3
from marked_class import NO_SCALE, RIGHT, copied, hand_in
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from grading.course import CourseError
from grading.marks import autograded, grade, gradebook
from grading.reports.feedback import feedback

PIXEL = base64.b64encode(
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00"
).decode()


@pytest.fixture
def listener():
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


def attacks(url: str) -> list:
    """Cells that a browser would act on."""
    live = f'<script>alert(1);fetch("{url}script")</script><img src=x onerror="alert(2)">'
    texts = [
        live,
        f"<img src='{url}img'><iframe src='{url}frame'></iframe><style>@import '{url}css';</style>",
        f"![picture]({url}md) [link](javascript:alert(3)) <svg onload=alert(4)>",
        f"![picture][1] [link][2] <javascript:alert(8)>\n\n[1]: {url}md\n[2]: javascript:alert(9)",
        f"</div></div></body></html>{live}",
        f"```mermaid\ngraph TD; a-->b; click a href '{url}mermaid'\n```",
        f"$\\href{{javascript:alert(5)}}{{x}}$ <math><mtext>{live}</mtext></math>",
        f"<!-- --!>{live}-->\n\n    {live}\n\n`{live}`",
    ]
    outputs = [
        new_output("display_data", {"text/html": live, "text/plain": live}),
        new_output("display_data", {"image/svg+xml": f"<svg>{live}</svg>", "text/plain": "kept"}),
        new_output("display_data", {"application/javascript": "alert(6)"}),
        new_output("display_data", {"text/markdown": live, "text/latex": live}),
        new_output("display_data", {"image/png": f'"{live}'}),
        new_output("display_data", {"image/png": PIXEL}, metadata={"image/png": {"width": live}}),
        new_output("error", ename=live, evalue=live, traceback=[live]),
        new_output("stream", text=f"\x1b[31m{live}"),
    ]
    metadata = {"tags": [live], "nbgrader": {"grade_id": "no-such-cell", "grade": True}}
    cells = [new_markdown_cell(text, metadata=metadata) for text in texts]
    raw = nbformat.v4.new_raw_cell(live, metadata={"format": "text/html"})
    return [*cells, raw, new_code_cell(f"'''{live}'''", outputs=outputs, metadata=metadata)]


@pytest.fixture
def attacked(graded_course, dask_address, listener, tmp_path):
    """A graded course in which ben attacks whoever looks at his notebook."""
    course = copied(graded_course, tmp_path)
    cells = attacks(f"http://127.0.0.1:{listener.server_port}/")
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


@pytest.fixture
def formgrader(attacked, tmp_path):
    """nbgrader's own formgrader on loopback: the address of ben's notebook in it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folders = {f"JUPYTER_{n}_DIR": str(tmp_path / n) for n in ("CONFIG", "DATA", "RUNTIME")}
    (tmp_path / "CONFIG").mkdir()
    extensions = {"jpserver_extensions": {"nbgrader.server_extensions.formgrader": True}}
    config = {"ServerApp": {"port": port, "root_dir": str(attacked.root), **extensions}}
    config |= {"IdentityProvider": {"token": "secret"}}
    (tmp_path / "CONFIG" / "jupyter_server_config.json").write_text(json.dumps(config))
    command = [sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root"]
    with (tmp_path / "log").open("w") as log, gradebook.opened(attacked) as book:
        server = subprocess.Popen(
            command, cwd=attacked.root, env=os.environ | folders, stdout=log, stderr=log
        )
        place = f"http://127.0.0.1:{port}"
        urllib3.request(
            "GET", f"{place}/api?token=secret", retries=urllib3.Retry(9, backoff_factor=0.5)
        )
        own = book.find_submission_notebook("hw1", "hw1", "ben").id
        yield f"{place}/formgrader/submissions/{own}/?token=secret"
        server.terminate()
        server.wait(timeout=30)


def test_nothing_is_live_in_formgrader(formgrader, browser, listener):
    place = formgrader.split("/formgrader")[0]
    alive = look(browser, formgrader)
    assert f"{place}/formgrader/static/js/formgrade.js" in {url.split("?")[0] for url in alive}
    assert [call for call in alive if not call.startswith(place)] == []
    assert listener.calls == []


def test_text_and_pictures_stay_and_all_else_is_dropped(graded_course):
    release = graded_course.read_release("hw1")
    given = nbformat.v4.new_notebook(cells=attacks("http://127.0.0.1/"))
    made = autograded.harmless(release, autograded_input(given), {}, {})
    (own,) = [cell for cell in made.cells if cell.source.startswith("'''")]
    kinds = [sorted(o.data) if "data" in o else [o.output_type] for o in own.outputs]
    assert kinds == [["text/plain"], ["text/plain"], ["image/png"], ["stream"]]
    assert not any(output.get("metadata") for output in own.outputs)
    ids = [cell.metadata.nbgrader.grade_id for cell in made.cells if cell.metadata.get("nbgrader")]
    assert ids == [cell.metadata.nbgrader.grade_id for cell in release.cells if cell.metadata]


def autograded_input(nb):
    from grading.collect.ipynb import parse

    return parse(nbformat.writes(nb).encode())[0]


def test_every_student_reads_the_verdicts_and_no_solution(graded_course, tmp_path):
    course = copied(graded_course, tmp_path)
    texts = {page.parts[-3]: page.read_text("utf-8") for page in feedback(course, "hw1")}
    assert "Score: 9.0 / 9.0" in texts["ada"]
    assert "Likely: view without transpose mixes tokens and heads." in texts["ben"]
    assert "The file is no complete notebook" in texts["fay"]
    assert "The notebook defines no" in texts["eve"]
    for student in set(texts) - {"ada", "dan"}:
        assert "W_O.flatten(0, 1)" not in texts[student].replace("</span>", "").replace(
            "<span", ""
        ), student


def test_feedback_is_written_anew_and_only_from_final_marks(graded_course, tmp_path):
    course = copied(graded_course, tmp_path)
    first = feedback(course, "hw1")[0]
    first.write_text("old")
    assert "Score: 9.0" in feedback(course, "hw1")[0].read_text("utf-8")
    hand_in(course, "eve", {"split_heads": RIGHT})
    with pytest.raises(CourseError, match="6 of 7 graded"):
        feedback(course, "hw1")
