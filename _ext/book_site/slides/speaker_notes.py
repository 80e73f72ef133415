"""What the speaker reads beside a question: why people choose what is wrong."""

from html import escape

from book_site.slides.chapter_slides import Slide

HEADING = "What people get wrong"
POLL = "Ask for a show of hands on each choice. The next slide has the answer."
STAGES = {
    "Question": "Read the question aloud. Everybody thinks, and nobody answers yet.",
    "Vote": "Ask for a show of hands on each answer, and write the numbers on the board.",
    "Talk": "Everybody explains their answer to a neighbour who chose a different one. If nearly "
    "all hands went up for one answer, skip this and the second vote.",
    "Vote again": "Ask for a second show of hands, and compare the numbers with the first.",
}


def speaker_notes(slide: Slide) -> str:
    """Return what the speaker does at this stage of a lecture, and the notes of a prediction."""
    if slide.stage in STAGES:
        mistakes = mistakes_html(slide.guess) if slide.guess else ""
        return f"<p>{STAGES[slide.stage]}</p>{mistakes}"
    return prediction_notes(slide)


def prediction_notes(slide: Slide) -> str:
    """Return the notes of a prediction; none for other slides."""
    if slide.kind == "question":
        return f"<p>{POLL}</p>{mistakes_html(slide.guess)}"
    return mistakes_html(slide.guess) if slide.kind == "answer" else ""


def mistakes_html(guess: dict) -> str:
    lines = "".join(
        f"<li><b>{escape(choice)}</b>: {escape(line)}</li>" for choice, line in wrong_guesses(guess)
    )
    return f"<p>{HEADING}:</p><ul>{lines}</ul>" if lines else ""


def wrong_guesses(guess: dict) -> list[tuple[str, str]]:
    """List the wrong guesses, each with what is said to it, if anything is."""
    if "number" in guess:
        return [("less", guess["less"]), ("more", guess["more"])]
    choices, right = guess.get("choices", ()), guess.get("right")
    return [(choice, line) for choice, line in choices if line and choice != right]
