"""Draw an SVG that Matplotlib wrote, such as a figure of a page, with Matplotlib again.

It has groups, paths, marks that repeat a path, and text, in few forms; anything else is an error.
"""

import re
from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgba
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

CODES = {"M": [Path.MOVETO], "L": [Path.LINETO], "Q": [Path.CURVE3] * 2}
CODES |= {"C": [Path.CURVE4] * 3, "z": [Path.CLOSEPOLY]}
SIDES = {"start": "left", "middle": "center", "end": "right"}
CAPS = {"square": "projecting"}  # the others have the same name


class SvgDrawing:
    """A drawing, and the axes that it is drawn into, in its own units."""

    def __init__(self, svg: str):
        self.root = ElementTree.fromstring(re.sub(r' xmlns="[^"]*"', "", svg))
        self.size = np.array(self.root.get("viewBox").split()[2:], float)
        self.element_of_id = {e.get("id"): e for e in self.root.iter() if e.get("id")}

    def draw(self, axes: Axes, pixels: float, ink: str, fonts: list[str]) -> None:
        """Fill the axes; a unit has so many pixels, and what has the page's colour gets the ink."""
        self.axes, self.pixels, self.ink, self.fonts = axes, pixels, ink, fonts
        self.points = pixels * 72 / axes.figure.dpi
        width, height = self.size
        axes.set(xlim=(0, width), ylim=(height, 0))
        axes.axis("off")
        self.draw_group(self.root, Affine2D(), None)

    def draw_group(self, group: Element, place: Affine2D, clip: Rectangle | None) -> None:
        for (tag, reference, style), same in groupby(group, key=kind):
            elements = list(same)
            if tag == "use":
                self.draw_marks(reference, style, elements, place, clip)
                continue
            for element in elements:
                own_clip = self.clip_of(element) or clip
                if tag == "g":
                    self.draw_group(element, transform(element) + place, own_clip)
                elif tag == "path":
                    patch = PathPatch(place.transform_path(path(element)))
                    self.axes.add_patch(patch)
                    self.dress(patch, properties(style), own_clip)
                elif tag == "text":
                    self.draw_text(element, transform(element) + place)
                elif tag != "defs":
                    raise ValueError(f"svg_drawing.py draws no <{tag}> yet; add it there")

    def draw_marks(self, reference: str, style: str, marks: list[Element], place, clip) -> None:
        """Draw one path at many places."""
        mark = self.element_of_id[reference[1:]]
        places = [(float(use.get("x")), float(use.get("y"))) for use in marks]
        collection = PathCollection(
            [path(mark)],
            offsets=place.transform(places),
            offset_transform=self.axes.transData,
            transform=Affine2D().scale(self.pixels, -self.pixels),
        )
        self.axes.add_collection(collection, autolim=False)
        self.dress(collection, properties(mark.get("style", "")) | properties(style), clip)

    def dress(self, artist: Artist, style: dict[str, str], clip: Rectangle | None) -> None:
        width = float(style.get("stroke-width", 1))
        cap = style.get("stroke-linecap", "butt")
        artist.set(
            facecolor=self.colour("fill", "black", style),
            edgecolor=self.colour("stroke", "none", style),
            linewidth=width * self.points,
            capstyle=CAPS.get(cap, cap),
            joinstyle=style.get("stroke-linejoin", "round"),
            clip_on=clip is not None,
        )
        if dashes := style.get("stroke-dasharray"):
            artist.set_linestyle((0, [float(dash) / width for dash in dashes.split(",")]))
        if clip:
            artist.set_clip_path(clip)

    def colour(self, of: str, usual: str, style: dict[str, str]) -> tuple[float, ...]:
        name = style.get(of, usual)
        opacity = float(style.get("opacity", 1)) * float(style.get(f"{of}-opacity", 1))
        if name == "none":
            return to_rgba("none")
        return to_rgba(self.ink if name == "currentColor" else name, opacity)

    def draw_text(self, element: Element, place: Affine2D) -> None:
        """Write words, or the parts of a formula at places of their own."""
        (left, top), (right, bottom) = place.transform([(0, 0), (1, 0)])
        angle = -np.degrees(np.arctan2(bottom - top, right - left))
        for part in list(element) or [element]:
            style = properties(element.get("style", "")) | properties(part.get("style", ""))
            xs, y = part.get("x", "0").split(), float(part.get("y", "0"))
            for x, words in zip(xs, part.text if len(xs) > 1 else [part.text], strict=True):
                self.axes.text(
                    *place.transform((float(x), y)),
                    words,
                    family=self.fonts,
                    size=float(style["font-size"].removesuffix("px")) * self.points,
                    style=style.get("font-style", "normal"),
                    color=self.ink,
                    ha=SIDES[style.get("text-anchor", "start")],
                    va="baseline",
                    rotation=angle,
                    rotation_mode="anchor",
                    parse_math=False,
                )

    def clip_of(self, element: Element) -> Rectangle | None:
        if "clip-path" not in element.attrib:
            return None
        (box,) = self.element_of_id[element.get("clip-path")[len("url(#") : -1]]
        x, y, width, height = (float(box.get(side)) for side in ("x", "y", "width", "height"))
        return Rectangle((x, y), width, height, transform=self.axes.transData)


def kind(element: Element) -> tuple[str, str, str]:
    """Return the same for marks that look the same."""
    return element.tag, element.get("href", ""), element.get("style", "")


def properties(style: str) -> dict[str, str]:
    return dict(re.findall(r"([\w-]+): ([^;]+)", style))


def transform(element: Element) -> Affine2D:
    combined = Affine2D()
    for name, numbers in reversed(re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", ""))):
        first, *others = map(float, numbers.split())
        if name == "translate":
            combined.translate(first, *others)
        elif name == "rotate":
            combined.rotate_deg_around(*(others or (0, 0)), first)
        else:
            raise ValueError(f"svg_drawing.py knows no transform {name!r} yet; add it there")
    return combined


def path(element: Element) -> Path:
    vertices, codes = [], []
    for letter, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", element.get("d")):
        points = np.array(numbers.split(), float).reshape(-1, 2)
        vertices += list(points) or [vertices[-1]]
        codes += CODES[letter]
    return Path(vertices, codes)
