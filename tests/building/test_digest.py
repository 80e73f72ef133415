"""A digest of files changes with their names, their bytes and what is said beside them."""

from book_site.building import digest


def test_each_part_counts_and_the_order_does_not(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("a")
    two.write_text("b")
    digests = [digest.of_files(tmp_path, [one, two])]
    assert digest.of_files(tmp_path, [two, one]) == digests[0]
    digests.append(digest.of_files(tmp_path, [one, two], "beside"))
    digests.append(digest.of_files(tmp_path, [one]))
    two.write_text("c")
    digests.append(digest.of_files(tmp_path, [one, two]))
    three = two.rename(tmp_path / "three")
    digests.append(digest.of_files(tmp_path, [one, three]))
    assert len({*digests}) == 5


def test_where_the_folder_lies_does_not_count(tmp_path):
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "one").write_text("a")
    here, there = (digest.of_files(tmp_path / n, [tmp_path / n / "one"]) for n in ("here", "there"))
    assert here == there
