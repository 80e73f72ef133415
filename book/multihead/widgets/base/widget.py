r'''The base of every widget: one class gives it a live form and a static one.

In JupyterLab a widget is an ordinary ipywidget. On a static page, where no kernel runs, the same
code draws from the traits as they stood when the cell was run. Both forms travel in one
output: JupyterLab takes ``application/vnd.jupyter.widget-view+json``, the website ``text/html``.

How to write a widget
---------------------
A folder with one class, one view, one style sheet (which may be empty), and tests beside those of
the others. ``dice/widget.py``::

    class Dice(Widget):
        """A die that remembers its last throw."""

        folder = Path(__file__).parent                    # view.js and style.css are there
        sides = traitlets.Int(6).tag(sync=True)           # all state is traits
        face = traitlets.Int(1).tag(sync=True)

        @traitlets.validate("face")
        def _check_face(self, proposal):
            if not 1 <= proposal["value"] <= self.sides:
                raise traitlets.TraitError(f"face={proposal['value']}; use 1 to {self.sides}")
            return proposal["value"]

        def url_fields(self):                             # what a link to the page holds
            return {"face": {"kind": "int", "min": 1, "max": self.sides}}

        def fallback(self):                               # what a reader without script sees
            return Fallback("The die", ("side", "shown"), [(str(self.face), "yes")])

``dice/view.js``, whose ``render`` draws both forms and returns what undoes it::

    import { button, statusLine, tableAlternative, table } from "../base/elements.js";
    import { follow, put } from "../base/model.js";

    export const throwDie = (random, sides) => 1 + Math.floor(random * sides); // tested in Node

    function render({ model, el }) {
      el.classList.add("mh-widget");
      const status = statusLine();
      const all = tableAlternative("As a table", () =>
        table("The die", ["side", "shown"], [[String(model.get("face")), "yes"]]));
      const roll = () => put(model, { face: throwDie(Math.random(), model.get("sides")) });
      const draw = () => {
        status.textContent = `The die shows ${model.get("face")}.`;
        all.refresh();
      };
      el.append(button("Throw", roll), status, all.element);
      draw();
      return follow(model, ["face"], draw);
    }

    export default { render };

The rules: text only through text nodes; native controls made by ``elements.js``; a status sentence
and a table alternative; no ids, no globals; big arrays as ``traitlets.Bytes`` (the module reads a
``DataView``); what may not be True or an array is ``Whole`` or ``Choice`` of ``traits.py``; a view
calls ``followTheme`` of ``theme.js`` and returns its undo too; the tests of all widgets ask for a
change that is drawn, not only said, and for moves that end in one state (a seed, not chance);
arithmetic in exported pure functions that a test runs in Node against NumPy.

How the files become one module
-------------------------------
A widget's ``_esm`` is one text without imports: ``view.js`` after all that it imports, directly or
through others, which its relative imports decide; see `bundle.py`. So no two of these files may
use one name at top level. Unbundled, they run in Node as they are.

Static pages
------------
The traits named by :meth:`Widget.url_fields` live in the address, e.g.
``#~HeadExplorer1:heads=0,2&seed=3~HeadExplorer2:view=lines``: the class, its place on the page
among its like, and what differs from the state in which the page was made. An address that makes
no sense is ignored field by field; an ordinary ``#anchor`` is left alone.
'''

import base64
import html
import json
import re
import zlib
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import anywidget

from multihead.widgets.base.bundle import bundle

BASE = Path(__file__).parent

# A classic script runs before the page is first painted, so nothing moves when the widget comes.
BOOT = """(() => {{
"use strict";
{code}
const root = document.currentScript.parentElement;
const carried = root.querySelector('script[type="application/json"]').textContent;
mountStatic(root, JSON.parse(carried), render);
}})();"""
SMALL = (
    8192  # bytes that travel as they are, since unpacking would take until after the first paint
)


class Fallback(NamedTuple):
    """The table that a reader without script sees: what it shows, column names, rows of texts."""

    caption: str
    header: tuple[str, ...]
    rows: list[tuple[str, ...]]


def script_json(value: Any) -> str:
    """JSON that can stand inside ``<script>``: ASCII only, and nothing in it ends the element."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def deflate(data: bytes) -> bytes:
    """Compress to the zlib format, by whichever strategy is shorter.

    Quantised shares repeat in no order, so plain Huffman coding beats looking for matches: 15 %
    smaller for random patterns of 128 tokens.
    """
    coders = (
        zlib.compressobj(9, strategy=strategy)
        for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY)
    )
    return min((coder.compress(data) + coder.flush() for coder in coders), key=len)


class Widget(anywidget.AnyWidget):
    """An anywidget that is also a self-contained piece of HTML; see this module's docstring.

    Attributes
    ----------
    folder
        Where the widget's ``view.js`` and ``style.css`` are.
    """

    folder: ClassVar[Path]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "folder" in cls.__dict__:
            cls._esm = bundle(cls.folder / "view.js")
            styles = (BASE / "style.css", cls.folder / "style.css")
            cls._css = "\n".join(path.read_text(encoding="utf-8") for path in styles)

    def url_fields(self) -> dict[str, dict[str, Any]]:
        """Say which traits a link to the static page holds, and what each may be.

        Returns
        -------
        dict
            By trait: ``{"kind": "int" | "number", "min": …, "max": …}``; ``{"kind": "flag"}`` for
            true or false; ``{"kind": "choice", "of": […]}`` for texts; ``{"kind": "words", "of":
            […], "max": …}`` for a text of up to so many words out of those; ``{"kind": "text",
            "max": …}`` for any text of up to so many characters of ASCII that can be typed, in one
            line or more; ``{"kind": "set", "min": …, "max": …}`` for a sorted list of different
            integers; ``{"kind": "entries"}`` for a list of numbers nested to any depth, of which
            the link holds the entries that differ, with ``"whole": True`` if they are whole. With
            ``"optional": True`` the trait may also be None. Bounds may be left out.
        """
        return {}

    def fallback(self) -> Fallback:
        """Give the table for readers without script."""
        raise NotImplementedError(f"{type(self).__name__} needs a fallback() table")

    def static_html(self) -> str:
        """Write the widget, as it stands, as HTML that needs no kernel, network or other file."""
        inherited = {*anywidget.AnyWidget.class_traits(), "_esm", "_css", "_anywidget_id"}
        state = {k: v for k, v in self.get_state().items() if k not in inherited}
        arrays = {k: v for k, v in state.items() if isinstance(v, bytes | bytearray | memoryview)}

        def text(data: Any) -> str:
            return base64.b64encode(data).decode()

        carried = {
            "name": type(self).__name__,
            "state": {k: v for k, v in state.items() if k not in arrays},
            "bytes": {k: text(v) for k, v in arrays.items() if len(v) <= SMALL},
            "packed": {k: text(deflate(bytes(v))) for k, v in arrays.items() if len(v) > SMALL},
            "url": self.url_fields(),
        }
        return (
            f'<div data-mh-widget="{type(self).__name__}">'
            f'<div class="mh-widget">{_fallback_html(self.fallback())}</div>'
            f"<style>{self._css}</style>"
            f'<script type="application/json">{script_json(carried)}</script>'
            f"<script>{BOOT.format(code=self._script())}</script></div>"
        )

    def _script(self) -> str:
        """The code of the static form as the body of a function, in ASCII."""
        code = bundle(self.folder / "view.js", BASE / "static.js")
        code = re.sub(r"^export (?:default \{ render \};\n)?", "", code, flags=re.MULTILINE)
        return re.sub(r"[^\x00-\x7f]", _escaped, code)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**data, "text/html": self.static_html()}, metadata


def _escaped(character: re.Match[str]) -> str:
    units = character[0].encode("utf-16-be").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


def _fallback_html(table: Fallback) -> str:
    def cells(row: tuple[str, ...]) -> str:
        first, *others = (f"<bdi>{html.escape(text)}</bdi>" for text in row)
        return f'<th scope="row">{first}</th>' + "".join(f"<td>{text}</td>" for text in others)

    head = "".join(f'<th scope="col"><bdi>{html.escape(t)}</bdi></th>' for t in table.header)
    body = "".join(f"<tr>{cells(row)}</tr>" for row in table.rows)
    return (
        "<p><noscript>This interactive figure needs JavaScript; the table holds what "
        'it shows at first.</noscript></p><details class="mh-table">'
        '<summary data-lm-suppress-shortcuts="">As a table</summary>'
        f'<div class="mh-scroll" tabindex="0" role="region" aria-label="As a table"><table>'
        f"<caption>{html.escape(table.caption)}</caption>"
        f'<thead><tr>{head}</tr></thead><tbody translate="no">{body}</tbody>'
        "</table></div></details>"
    )
