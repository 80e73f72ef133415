"""Keep pages light: a page loads only the scripts, styles and icons that it uses.

An add-on's script works on the page that has come, so it does not hold up its first paint.
"""

import logging
import re
from pathlib import Path

import pydata_sphinx_theme
from fontTools import subset
from sphinx.application import Sphinx

from book_site.building.required_matches import found

# The add-ons that every page would load, by their files and scripts, and what they work on.
ADD_ONS = {
    re.compile(name): re.compile(rf'class="(?:[^"]* )?{target}')
    for name, target in (
        (r"copybutton|clipboard\.min", r"highlight\b"),
        (r"pygments", r"highlight\b"),
        (r"togglebutton|toggleHint|toggleOpen", r"(toggle|dropdown)\b"),
        (r"design-tabs", r"sd-tab"),
        (r"sphinx-design", r"sd-"),
        (r"thebe", r"thebe"),
        (r"mystnb", r"cell\b"),
        (r"guesses\.js", r"mh-guess\b"),
        (r"(saved_file|controls)\.js", r"mh-progress\b"),
    )
}
FILE_LISTS = ("script_files", "css_files")
ICON_FONTS = Path("vendor") / "fontawesome" / "webfonts"
THEME_STATIC = Path(pydata_sphinx_theme.__file__).parent / "theme/pydata_sphinx_theme/static"
ICON_CLASSES = re.compile(r'((?:\.fa-[\w-]+:before,?)+)\{content:"\\([0-9a-f]+)"\}')
ICON_CODES = re.compile(r'"\\([ef][0-9a-f]{3})"|([\ue000-\uf8ff])')


def drop_add_ons(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Leave out the scripts and styles of add-ons that find nothing to do in the page."""
    body = context.get("body", "")
    loaded = "\n".join(file_text(file) for kind in FILE_LISTS for file in context[kind])
    for name in ADD_ONS:
        found(name, loaded, pagename)
    unused = [name for name, target in ADD_ONS.items() if not target.search(body)]
    for kind in FILE_LISTS:
        files = context[kind]
        context[kind] = [f for f in files if not any(name.search(file_text(f)) for name in unused)]
    for script in context["script_files"]:
        if script.filename and any(name.search(script.filename) for name in ADD_ONS):
            script.attributes["defer"] = "defer"


def file_text(file) -> str:
    """Return what tells a script or a style from others: its name, or what stands in it."""
    return f"{file.filename or ''} {file.attributes.get('body', '')}"


def icon_names(text: str) -> set[str]:
    """Find the icons that a page, a script or a style names."""
    return set(re.findall(r"fa-[\w-]+", text))


def icons_in_use(named_by_pages: set[str], scripts: str, styles: str) -> set[int]:
    """Find the icons that pages or scripts name, and those that styles draw by themselves."""
    used = named_by_pages | icon_names(scripts)
    named = {
        int(code, 16)
        for classes, code in (icon.groups() for icon in found(ICON_CLASSES, styles, "_static"))
        if used & icon_names(classes)
    }
    drawn_by_styles = ICON_CODES.findall(ICON_CLASSES.sub("", styles))
    return named | {int(code, 16) if code else ord(icon) for code, icon in drawn_by_styles}


def write_icon_fonts(app: Sphinx, named_by_pages: set[str]) -> None:
    """Write the theme's fonts with only the icons that this site draws."""
    static = Path(app.outdir) / "_static"
    scripts = "".join(path.read_text("utf-8") for path in static.rglob("*.js"))
    styles = "".join(as_shipped(path, static).read_text("utf-8") for path in static.rglob("*.css"))
    icons = icons_in_use(named_by_pages, scripts, styles)
    logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells of every table
    options = subset.Options(flavor="woff2")
    options.drop_tables += ["FFTM"]
    for font_file in (THEME_STATIC / ICON_FONTS).glob("*.woff2"):
        font = subset.load_font(font_file, options)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=icons)
        subsetter.subset(font)
        subset.save_font(font, static / ICON_FONTS / font_file.name, options)


def as_shipped(sheet: Path, static: Path) -> Path:
    """Return the theme's own file of a sheet, which an earlier build may have cut."""
    own = THEME_STATIC / sheet.relative_to(static)
    return own if own.is_file() else sheet
