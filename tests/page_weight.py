"""What a page weighs on its way to a reader: a server compresses it."""

import gzip

PAGE, PAGE_WITH_MATH = 200_000, 400_000  # bytes of a page and all it loads, as they are sent


def bytes_sent(html: str) -> int:
    return len(gzip.compress(html.encode(), 9))


def assert_light(size: int, most: int) -> None:
    assert size <= most, f"{size:,} bytes, above {most:,}: carry fewer data or less code"
