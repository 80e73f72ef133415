"""What the speaker reads beside a question: why people choose what is wrong."""

from html import escape

from book_site.slides.chapter_slides import Slide

HEADING = "What people get wrong"


def prediction_notes(slide: Slide) -> str:
    """Return the notes of a prediction; none for other slides."""
    if slide.kind == "question":
        poll = "<p>Ask for a show of hands on each choice. The next slide has the answer.</p>"
        return poll + mistakes_html(slide.guess)
    return mistakes_html(slide.guess) if slide.kind == "answer" else ""


def mistakes_html(guess: dict) -> str:
    lines = "".join(
        f"<li><b>{escape(choice)}</b>: {escape(line)}</li>" for choice, line in wrong_guesses(guess)
    )
    return f"<p>{HEADING}:</p><ul>{lines}</ul>"


def wrong_guesses(guess: dict) -> list[tuple[str, str]]:
    """List the wrong guesses, each with what is said to it."""
    if "choices" in guess:
        return [(choice, line) for choice, line in guess["choices"] if choice != guess["right"]]
    return [("less", guess["less"]), ("more", guess["more"])]
