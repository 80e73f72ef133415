"""The page that a server shows for an address without one: search, start, questions, contents.

A server shows it at any depth, so its links start from the site's root, which `<base>` names. From
a file they start from the page itself.
"""

from collections.abc import Iterator
from html import escape
from urllib.parse import urlsplit

from sphinx.application import Sphinx

NAME = "404"
FIRST = ("book/questions",)  # named before the contents, where the book has it
BODY = """\
<h1>Page not found</h1>
<p>There is no page at this address. Search for it, or choose a page below.</p>
<form role="search" action="search.html" class="mh-lost">
<label for="mh-lost">Search the course</label>
<input type="search" name="q" id="mh-lost" class="form-control">
<button class="btn btn-primary">Search</button>
</form>
<p>{first}</p>
<h2>Contents</h2>
<ul>{contents}</ul>
"""
# A link to a part of this page would lead to the home page's part, because of <base>.
BASE = """\
<base href="{root}">
<script>
if (location.protocol === "file:") document.querySelector("base").remove();
addEventListener("DOMContentLoaded", () => {{
  for (const link of document.querySelectorAll('a[href^="#"]'))
    link.href = location.href.split("#")[0] + link.getAttribute("href");
}});
</script>
<style>
.mh-lost {{ display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 1rem 0 }}
.mh-lost > input {{ flex: 1 1 10rem; max-width: 24rem }}
.mh-lost > :is(input, button) {{ min-height: 44px }}
</style>
"""


def collect(app: Sphinx) -> Iterator[tuple[str, dict, str]]:
    if app.builder.name != "html":
        return
    home = f'<a href="{app.builder.get_target_uri(app.config.root_doc)}">Start</a>'
    first = (link(app, name) for name in FIRST if name in app.env.found_docs)
    pages = app.env.toctree_includes.get(app.config.root_doc, [])
    contents = "".join(f"<li>{link(app, name)}</li>" for name in pages)
    body = BODY.format(first=" · ".join([home, *first]), contents=contents)
    yield NAME, {"title": "Page not found", "body": body}, "page.html"


def link(app: Sphinx, docname: str) -> str:
    title = escape(app.env.titles[docname].astext())
    return f'<a href="{app.builder.get_target_uri(docname)}">{title}</a>'


def start_from_the_root(app: Sphinx, pagename: str, templatename: str, context: dict, _) -> None:
    if pagename == NAME:
        root = urlsplit(app.config.html_baseurl).path or "/"
        context["metatags"] = BASE.format(root=escape(root)) + context.get("metatags", "")


def setup(app: Sphinx) -> dict:
    app.connect("html-collect-pages", collect)
    app.connect("html-page-context", start_from_the_root)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
