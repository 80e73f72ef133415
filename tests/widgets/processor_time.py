"""A page's own processor time beside a plain loop: what else a machine does counts little."""

# As many products and sums as a pass over so many weights and tokens needs, in rows of 256.
LOOP = """(count) => {
  const row = new Float32Array(256).fill(0.5), column = new Float32Array(256).fill(0.25);
  let sum = 0;
  for (let i = 0; i < count / 256; i++) {
    row[i % 256] = i;
    for (let j = 0; j < 256; j++) sum += row[j] * column[j];
  }
  return sum;
}"""


# A change of what a widget shows, and all that follows it but what is put off.
CHANGE = """async (changes) => {
  for (let i = 0; i < changes; i++) {
    %s
    for (let j = 0; j < 3; j++) await null;
    document.body.getBoundingClientRect();
  }
}"""
TURN = "document.querySelectorAll('.mh-head')[i % 4].click()"
PRODUCTS = 2**24  # of the loop: a change took .2 to .3 of it, on a quiet machine and a busy one


def assert_takes_less_than_a_loop(page, change: str) -> None:
    took, loop = time_and_loop(page, CHANGE % change, PRODUCTS)
    assert loop / 20 < took < loop, (took, loop)


def time_and_loop(page, script: str, products: int) -> tuple[float, float]:
    """Return the seconds that one of the script's rounds takes, and a loop over so many products.

    Both get how many rounds to do, the loop in products.
    """
    return time_of_round(page, script), time_of_round(page, LOOP, products)


def time_of_round(page, script: str, unit: int = 1) -> float:
    """Return the seconds that a round of the script takes, which gets how many units to do.

    Of 3, 1 and 6 rounds the first warm it up, and the difference of the others is five.
    """
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def taken(rounds: int) -> float:
        """Return the page's processor time so far, when this has run too."""
        page.evaluate(script, rounds * unit)
        page.locator("[aria-busy]").wait_for(state="detached")
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(m["value"] for m in metrics if m["name"] == "TaskDuration")

    warm, one, six = (taken(rounds) for rounds in (3, 1, 6))
    return (six - one - (one - warm)) / 5
