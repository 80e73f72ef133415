"""Draw the site's icons and its card, the picture that a shared link shows.

    .venv/bin/python tools/authors/site_pictures.py

The icons come from `_ext/book_site/pages/pictures/icon.svg`. The card shows the patterns of two
heads that this trains. Look at the pictures, then commit them: the build only copies them.
"""

import base64
from pathlib import Path

from multihead.explore import fresh_examples, quick_layers
from multihead.heads import mean_pattern
from playwright.sync_api import Browser, sync_playwright

from tools.browser.chromium import launch

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "_ext" / "book_site" / "pages" / "pictures"
PAPER = "#ffffff"
DATA = base64.b64encode((PICTURES / "icon.svg").read_bytes()).decode()
ICON = f"<img alt='' src='data:image/svg+xml;base64,{DATA}'>"

# Phones round the corners of a touch icon and put nothing behind it.
TOUCH = f"<body style='margin:0;padding:26px;background:{PAPER}'>{ICON}"

CARD = """\
<style>
  body {{ margin: 0; padding: 48px 64px; box-sizing: border-box; height: 630px; background: {paper};
    color: #222832; font: 40px / 1.3 "DejaVu Sans", sans-serif; display: flex; gap: 48px }}
  main {{ flex: 1; display: flex; flex-direction: column }}
  main > img {{ width: 120px }}
  h1 {{ margin: 36px 0 12px; font-size: 76px; line-height: 1.1 }}
  p {{ margin: 0 }}
  small {{ margin-top: auto; font-size: 30px }}
  figure {{ margin: 0 0 12px; font-size: 24px; display: flex; flex-direction: column }}
</style>
<body><main>{icon}<h1>Many Heads</h1><p>Why do attention heads<br>learn different things?</p>
<small>A course that you can run</small></main><div>{heads}</div>"""
HEAD = "<figure>head {number}<svg width='222' viewBox='-.1 -.1 8.2 8.2'>{cells}</svg></figure>"
CELL = "<rect x='{x}' y='{y}' width='.94' height='.94' fill='{ink}' fill-opacity='{share:.3f}' />"
INKS = "#0072b2", "#d55e00"


def card() -> str:
    """Write the card as a page, with the mean patterns of two heads after training."""
    x, _ = fresh_examples()
    patterns = quick_layers(2, seeds=1).each(mean_pattern, x)[0]  # (head, query, key)
    heads = (
        HEAD.format(number=i, cells="".join(cells(pattern.tolist(), ink)))
        for i, (pattern, ink) in enumerate(zip(patterns, INKS, strict=True))
    )
    return CARD.format(paper=PAPER, icon=ICON, heads="".join(heads))


def cells(pattern: list[list[float]], ink: str) -> list[str]:
    return [
        CELL.format(x=key, y=query, ink=ink, share=0.06 + 0.94 * share)
        for query, row in enumerate(pattern)
        for key, share in enumerate(row)
    ]


def draw(chromium: Browser, name: str, html: str, width: int, height: int) -> None:
    page = chromium.new_page(viewport={"width": width, "height": height}, color_scheme="light")
    page.set_content(html)
    page.screenshot(path=PICTURES / name, omit_background=True)
    page.close()
    print(f"{name}: {(PICTURES / name).stat().st_size / 1024:.1f} kB")


if __name__ == "__main__":
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        draw(chromium, "icon.png", f"<body style='margin:0'>{ICON}", 32, 32)
        draw(chromium, "touch.png", TOUCH, 180, 180)
        draw(chromium, "card.png", card(), 1200, 630)
