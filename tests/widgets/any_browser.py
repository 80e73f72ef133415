"""A case of a widget used in any browser, and what is told of it then."""

from browsers import READY, Window
from small_widgets import Case

# The controls of a name, which is the label or the text, as in `small_widgets.py`.
CALLED = """(name) => [...document.querySelectorAll("button, input, textarea")]
  .filter((node) => node.checkVisibility())
  .filter((node) => (node.getAttribute("aria-label") ?? node.textContent).trim() === name)"""

# Where a control's middle is.
FIND = f"""(name) => {{
  const [control] = ({CALLED})(name);
  control.scrollIntoView({{ block: "center", behavior: "instant" }});
  if (control.matches("input, textarea")) control.focus();
  if (["text", "textarea"].includes(control.type)) control.select();
  const {{ x, y, width, height }} = control.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}}"""

# What a reader is told, in words and numbers, and whether something is drawn.
TOLD = """() => {
  const seen = (selector, tell) => [...document.querySelectorAll(selector)]
    .filter((node) => node.checkVisibility()).map(tell);
  const drawn = (canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.some((byte) => byte > 0);
  };
  return {
    texts: seen("[role=status], th, td, .mh-value", (node) => node.textContent),
    buttons: seen("button", (button) => [button.textContent, button.ariaPressed]),
    inputs: seen("input, select, textarea", (input) => [input.value, input.ariaValueText]),
    names: seen("[aria-label]", (node) => node.ariaLabel),
    drawn: seen("canvas", drawn),
  };
}"""


# Every table that is open has been built.
BUILT = """() => [...document.querySelectorAll("details.mh-table[open]")]
  .every((node) => node.querySelector("td"))"""

# What is to say of the last move is said; of two moves a status would say something else.
SAID = "() => !document.querySelector('[aria-busy=true]')"


def use(window: Window, url: str, case: Case) -> dict:
    """Make a case's moves, with the mouse where that can do it, and return what is told then."""
    window.resize(1280)
    window.go(url)
    window.wait_for(READY)
    wait_for_status(window, case.settled(case.make()))
    for role, name, key in case.moves:
        window.wait_for(f"(name) => ({CALLED})(name).length === 1", name)
        place = window.ask(FIND, name)
        if role == "button":
            window.click(*place)
        else:
            for one in key if role == "textbox" else [key]:
                window.press(one)
        window.wait_for(SAID)
    window.wait_for("(link) => location.hash.endsWith(`1:${link}`)", case.link)
    wait_for_status(window, case.settled(case.make(**case.moved)))
    window.ask("() => document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    window.wait_for(BUILT)
    assert window.ask("() => wentWrong") == []
    return window.ask(TOLD)


def wait_for_status(window: Window, text: str) -> None:
    said = "(text) => document.querySelector('[role=status]').textContent.search(text) >= 0"
    window.wait_for(said, text)
