"""What the speaker reads beside a question: why people choose what is wrong."""

from html import escape

from book_site.slides.chapter_slides import Slide

WRONG = "What people get wrong"


def notes(slide: Slide) -> str:
    """Return the notes of a prediction; none for other slides."""
    if slide.kind == "question":
        return "<p>Let hands go up for each. The next slide answers.</p>" + wrong(slide.guess)
    return wrong(slide.guess) if slide.kind == "answer" else ""


def wrong(guess: dict) -> str:
    lines = "".join(
        f"<li><b>{escape(said)}</b>: {escape(line)}</li>" for said, line in missed(guess)
    )
    return f"<p>{WRONG}:</p><ul>{lines}</ul>"


def missed(guess: dict) -> list[tuple[str, str]]:
    """List the wrong guesses, each with what is said to it."""
    if "choices" in guess:
        return [(choice, line) for choice, line in guess["choices"] if choice != guess["right"]]
    return [("less", guess["less"]), ("more", guess["more"])]
