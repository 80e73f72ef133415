"""Each page has a policy under which its own scripts run, no other does, and no host is asked."""

import re

import pytest
from book_site.pages.content_policy import META_TAG, policy, with_policy
from built_pages import EMBED_PAGES, PAGES, REDIRECTS
from sphinx.errors import ExtensionError

PAGE = """<head>
<meta charset="utf-8">
<script src="a.js"></script><script type="application/json">{"a": 1}</script>
<script>if (1 < 2) say("</b>", "&amp;")</script>
</head><body><button onclick="say(&quot;hello&quot;)">Hello</button></body>
"""
# As `printf '%s' TEXT | openssl dgst -sha256 -binary | base64` prints them.
SCRIPT = "'sha256-7MVVGuEJMXuMMnA+ZzhhD42PCpMzUSajfh7OeJpFCKs='"
HANDLER = "'sha256-fFI4F8UYyqmuIV8vsBmK2XfMdBB2uTYNiA+JyIpAnTw='"

ATTACK = """async () => {
  const broken = [];
  addEventListener("securitypolicyviolation", (event) => broken.push(event.effectiveDirective));
  const script = document.createElement("script");
  script.textContent = "window.taken = true";
  document.body.append(script);
  const image = document.createElement("img");
  image.setAttribute("onerror", "window.taken = true");
  image.src = "http://127.0.0.1:9/what-was-typed.png";
  document.body.append(image);
  await fetch("http://127.0.0.1:9/what-was-typed").catch(() => {});
  for (let i = 0; i < 100 && broken.length < 4; i++)
    await new Promise((later) => setTimeout(later, 20));
  return [window.taken ?? false, [...new Set(broken)].sort()];
}"""
STOPPED = ["connect-src", "img-src", "script-src-attr", "script-src-elem"]


def test_a_policy_names_the_scripts_of_its_page_and_no_data():
    hashes = re.findall(r"'sha256-[^']+'", policy(PAGE))
    assert sorted(hashes) == sorted([SCRIPT, HANDLER])
    without = policy(PAGE.replace("onclick", "title"))
    assert "'unsafe-hashes'" in policy(PAGE)
    assert re.findall(r"'(?:sha256-|unsafe-hashes)[^']*'", without) == [SCRIPT]


@pytest.mark.parametrize("kind", ["", ' type="module"', ' type="text/javascript"', " async"])
def test_an_inline_script_of_every_kind_that_runs_has_its_hash(kind):
    page = PAGE.replace("<script>", f"<script{kind}>")
    assert SCRIPT in policy(page), f"<script{kind}> would not run under the policy of its page"


@pytest.mark.parametrize("kind", [' type="application/json"', ' type="text/x"', ' src="b.js"'])
def test_data_and_files_have_no_hash(kind):
    assert SCRIPT not in policy(PAGE.replace("<script>", f"<script{kind}>"))


def test_the_policy_allows_nothing_from_other_hosts_and_no_script_by_name():
    rules = dict(rule.split(" ", 1) for rule in policy(PAGE).split("; "))
    assert rules["default-src"] == "'self'"
    assert "unsafe-inline" not in rules["script-src"]
    assert rules["base-uri"] == rules["form-action"] == "'self'"


def test_a_second_build_gives_a_page_one_policy_again():
    once = with_policy("one.html", PAGE)
    assert once.count("Content-Security-Policy") == 1
    assert with_policy("one.html", once) == once
    changed = with_policy("one.html", once.replace("1 < 2", "2 > 1"))
    assert changed.count("Content-Security-Policy") == 1
    assert SCRIPT not in changed


def test_a_page_that_could_get_no_policy_is_named():
    with pytest.raises(ExtensionError, match=r"^book/one\.html: .*charset"):
        with_policy("book/one.html", PAGE.replace('charset="utf-8"', "charset=utf-8"))


@pytest.mark.parametrize("page", [*PAGES, *EMBED_PAGES, *REDIRECTS])
def test_every_page_has_its_policy_before_all_that_it_could_load(site, page):
    html = (site / page).read_text("utf-8")
    head = re.split(r'<meta charset="utf-8" ?/?>\n', html)[1]
    assert head.startswith(META_TAG.format(policy(html)))
    assert "https:" not in policy(html)


@pytest.mark.long
def test_a_page_runs_no_foreign_script_and_asks_no_other_host(any_window, site):
    any_window.go((site / "book" / "03-money-bank.html").as_uri())
    any_window.wait_for("() => document.querySelector('[data-ready] .mh-widget') !== null")
    assert any_window.ask(ATTACK) == [False, STOPPED]


def test_buttons_with_a_script_of_their_own_still_work(open_page):
    page = open_page("03-money-bank")
    page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    page.get_by_role("button", name="Download this page").click()
    page.get_by_text(".pdf", exact=True).click()
    assert page.evaluate("() => window.printed")
