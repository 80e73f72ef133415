"""A page of exercises names its chapter above its title, and each task what it takes."""

import pytest
from built_pages import PAGES, soup_of

EXERCISES = [page for page in PAGES if page.startswith("book/exercises/")]


@pytest.mark.parametrize("page", EXERCISES)
def test_a_task_says_its_kind_its_level_and_its_minutes_then_its_goal(site, page):
    article = soup_of(site / page).article
    assert article.h1.get_text().rstrip("#") == f"Exercises for chapter {page[15:17]}"
    chapter = soup_of(site / page.replace("exercises/", "")).title.get_text()
    assert article.select_one(".mh-kicker").get_text() in chapter
    tasks = article.select("section > section")
    assert tasks
    for task in tasks:
        (tags,) = task.select(".mh-tags")
        kind, level, minutes = (tag.get_text() for tag in tags.select(".mh-tag"))
        assert kind in {"Code", "By hand", "Experiment"}
        assert level in {"easy", "medium", "hard"}
        assert minutes.startswith("about ")
        assert tags.find_next_sibling("p")["class"] == ["mh-goal"]
    (last,) = article.select(".mh-for-instructors")
    assert "python -m grading" in last.get_text()
    assert tasks[-1] in last.find_previous_siblings()
    assert article.get_text().count("python -m grading") == 1
