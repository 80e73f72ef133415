"""A link as the grader writes it, for the scripts that read it."""

from grading.assign import page_link

SAID = {
    "name": "hw-3",
    "variant": "hw-3-0a7f",
    "exercises": {
        "three_sums": {
            "numbers": {"x": "[[1,  -2.5],\n     [0.125, 3]]", "n": "7"},
            "shape": [2, 3],
        },
        "two_sums": {},
        "no_page": {},
    },
    "release": "0123abcd",
}


def reference() -> dict:
    return {"said": SAID, "link": page_link.link("https://example.edu/heads/book/", SAID)}
