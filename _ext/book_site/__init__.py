"""What makes the built site: one list of passes, in their order, and the one place that runs them.

`building/` runs the chapters and finds where the book is from, `text/` changes what stands in a
page, `pages/` what stands around it and the files beside it, `slides/` cuts chapters into decks,
`search/` is the site's search, `learners/` what readers answer, keep and take along, and
`fingerprint/` tells which results are stale. Each room says what it may import; this file alone
imports all of them.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from sphinx.application import Sphinx

from book_site.building import (
    execution_cache,
    finished_pages,
    page_scripts,
    pages_of_exercises,
    repository,
    run_chapters,
    typography,
)
from book_site.learners import (
    class_link,
    code_in_page,
    exercise_list,
    exercises_by_hand,
    hand_in,
    launch,
    notebooks_zip,
    one_file,
    progress,
    review,
    twelve_questions,
    verdict_view,
)
from book_site.pages import (
    cards,
    citation,
    content_policy,
    embed_pages,
    figure_marks,
    home_page,
    model_files,
    moved_pages,
    not_found,
    offline,
    page_checks,
    page_head,
    plain_text,
    report_error,
    side_bar,
    site_address,
    style,
    unused_assets,
    unused_css,
)
from book_site.search import search_page, search_records
from book_site.slides import deck_list, decks
from book_site.text import (
    before_you_say,
    chapter_head,
    exercise_head,
    figure_captions,
    figure_layout,
    figure_names,
    first_term_mentions,
    folded_code,
    former_anchors,
    glossary_terms,
    going_further,
    head_chips,
    how_sure,
    margin_notes,
    mathml,
    other_seeds_link,
    predictions,
    printed_lines,
    reading_paths,
    reading_time,
    six_answers,
    term_popovers,
    untranslated,
    where_claims_hold,
    where_it_ends,
)

# Once Sphinx has written the pages: the checks and the files beside them, then page after page.
FILE_WRITERS = (
    embed_pages.remove_old_pages,
    offline.remove_unused,
    page_checks.check_all_written,
    site_address.write_sitemap_and_robots,
    decks.copy_assets,
    page_head.copy_pictures,
    search_page.write_search_files,
    notebooks_zip.write_zip,
    one_file.write_file,
)


def page_passes(
    page: str,
    known_claims: dict[str, dict[str, str]],
    anchor_of_claim: dict[str, str],
    moved: moved_pages.Moved,
    add_version: Callable[[str, str], str],
) -> tuple[finished_pages.Pass, ...]:
    """List what a finished page goes through; the policy hashes what all others have left."""
    theme_passes = () if page == not_found.FILE else (partial(offline.fix_page, page),)
    return (
        *theme_passes,
        partial(add_version, page),
        partial(how_sure.link_claims, known_claims, page),
        partial(former_anchors.insert_anchors, anchor_of_claim),
        typography.keep,
        untranslated.keep,
        printed_lines.mark,
        unused_css.drop_repeated_styles,
        partial(home_page.close_side_bar, page),
        partial(embed_pages.add_addresses, page),
        embed_pages.share_code,
        partial(moved_pages.lead_on, moved, page),
        partial(content_policy.with_policy, page),
    )


def finish(app: Sphinx, exception: Exception | None) -> None:
    """Write the files beside the pages, then take each page through its passes."""
    if exception or app.builder.name != "html":
        return
    for write_file in FILE_WRITERS:
        write_file(app)
    root = Path(app.srcdir)
    known_claims = how_sure.known_claims(root)
    icon_names, model_seeds, style_words, minilm = set(), set(), set(), False
    anchor_of_claim = former_anchors.read_anchors(root)
    add_version = report_error.version_pass(app)
    moved = moved_pages.read_moved(root, home_page.old_addresses(app))
    pages = pages_of_build(app, moved)
    add_anchors = partial(former_anchors.insert_anchors, anchor_of_claim)
    moved.find_places({page: add_anchors(path.read_text("utf-8")) for page, path in pages.items()})
    for page, path in pages.items():
        passes = page_passes(page, known_claims, anchor_of_claim, moved, add_version)
        html = finished_pages.run_passes(path, passes)
        embed_pages.write_pages(app, page, html)
        icon_names |= unused_assets.icon_names(html)
        style_words |= unused_css.words_in(html)
        model_seeds |= model_files.seeds_on_page(html)
        minilm |= model_files.asks_for_minilm(html)
        for claim in how_sure.failed_claims(html):
            print(f"{path.name}: {claim}")
    unused_assets.write_icon_fonts(app, icon_names)
    unused_css.drop_unused_rules(app, style_words)
    model_files.write_model_files(app, model_seeds)
    if minilm:
        model_files.write_minilm(app)
    moved_pages.write_redirects(app, moved)


def pages_of_build(app: Sphinx, moved: moved_pages.Moved) -> dict[str, Path]:
    """Return the pages that go through passes, by name: no deck, and none that only leads on."""
    paths = {
        path.relative_to(app.outdir).as_posix(): path for path in Path(app.outdir).rglob("*.html")
    }
    return {
        page: path
        for page, path in paths.items()
        if page not in moved.pages and not page.startswith(f"{decks.FOLDER}/")
    }


# What Sphinx calls while it builds. Passes of one event run from left to right.
PASSES = {
    "config-inited": (
        pages_of_exercises.write,
        execution_cache.configure,
        page_scripts.configure,
        repository.configure,
        site_address.configure,
        citation.configure,
        cards.configure,
        launch.configure,
        class_link.configure,
        style.add_files,
        progress.add_files,
        code_in_page.configure,
        term_popovers.configure,
        search_page.use_own_search_page,
        reading_paths.configure,
    ),
    "builder-inited": (
        style.write_style_sheets,
        mathml.write_style_sheet,
        progress.write_moved_names,
        figure_marks.write_files,
        verdict_view.write_style,
        exercises_by_hand.write_scripts,
        code_in_page.write_files,
        hand_in.write_scripts,
        search_page.replace_sphinx_search,
    ),
    "env-before-read-docs": (run_chapters.run_in_parallel,),
    "env-purge-doc": (search_records.remove_records,),
    "doctree-read": (
        predictions.number,
        going_further.move_behind_core,
        reading_time.add,
        other_seeds_link.link,
        search_records.store_records,
        figure_captions.link,
        folded_code.join,
        exercises_by_hand.note_dependencies,
    ),
    "env-merge-info": (search_records.merge_records,),
    "doctree-resolved": (
        page_checks.check_without_kernel,  # here one form of each output is left
        how_sure.link_to_pages,
        how_sure.link_summary,
        predictions.fold,
        six_answers.add_strip,
        before_you_say.add,
        figure_layout.join,
        chapter_head.shape,
        home_page.wrap_hero,
        home_page.wrap_chapter_rows,
        reading_paths.add_signposts,
        glossary_terms.link,
        first_term_mentions.link,
        head_chips.add,
        figure_names.add,
        margin_notes.add,
        exercise_head.shape,
        exercises_by_hand.add_fields,
        code_in_page.add_buttons,
        twelve_questions.fill,
        review.fill,
        deck_list.add_sections,
    ),
    "html-collect-pages": (not_found.collect_page,),
    "html-page-context": (
        side_bar.add_side_bar,
        reading_paths.list_in_sidebar,
        page_head.fill,
        plain_text.write,
        term_popovers.add,
        mathml.keep_punctuation,
        mathml.add_style_sheet,
        verdict_view.add_style,
        exercises_by_hand.add_files,
        progress.add_scripts,
        code_in_page.add_files,
        hand_in.add_files,
        figure_marks.add_files,
        offline.drop_scripts,
        unused_assets.drop_add_ons,
        launch.drop_from_text_pages,
        launch.add_buttons,
        launch.say_needs,
        notebooks_zip.link_zip,
        decks.write_deck,
    ),
    "build-finished": (finish,),
}
# Sphinx calls the lowest first, itself at 500. We move sections before it notes a page's contents.
# In the other two the theme puts its buttons and scripts on a page, and its styles into the site;
# Sphinx loads it last, and we change what it did.
PRIORITY = {"doctree-read": 400, "html-page-context": 900, "build-finished": 900}


def setup(app: Sphinx) -> dict:
    app.add_config_value("library_digest", "", "env")
    app.add_config_value("book_paths", "", "html")  # a new path changes pages, but no contents
    app.add_config_value("card_figures", [], "html")
    app.add_config_value("page_scripts", "", "html")
    app.add_config_value("python_in_pages", "", "html")
    app.add_builder(home_page.HomePageBuilder, override=True)
    app.add_directive("replications", how_sure.Replications)
    app.add_directive("ends", where_it_ends.WhereItEnds)
    app.add_directive("settings", where_claims_hold.WhereClaimsHold)
    app.add_directive("claim-counts", where_claims_hold.ClaimCounts)
    app.add_directive("path", reading_paths.PathList)
    app.add_directive("decks", deck_list.Decks)
    app.add_directive("exercises", exercise_list.Exercises)
    app.add_directive("lecture-slides", deck_list.LectureSlides)
    app.add_directive("six-answers", six_answers.SixAnswers)
    app.add_directive("review", review.Review)
    app.add_directive("twelve-questions", twelve_questions.TwelveQuestions)
    app.add_html_math_renderer("mathml", *mathml.RENDERERS)
    style.load_files(app)
    progress.load_files(app)
    for event, passes in PASSES.items():
        for handler in passes:
            app.connect(event, handler, priority=PRIORITY.get(event, 500))
    return {"parallel_read_safe": True, "parallel_write_safe": True, "env_version": 11}
