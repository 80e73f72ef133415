"""A digest of files changes with their names, their bytes and what is said beside them."""

import shutil

from book_site.building import digest


def test_each_part_counts_but_not_the_order_and_where_the_folder_lies(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("a")
    two.write_text("b")
    digests = [digest.of_files(tmp_path, [one, two])]
    assert digest.of_files(tmp_path, [two, one]) == digests[0]
    elsewhere = shutil.copytree(tmp_path, tmp_path / "elsewhere")
    assert digest.of_files(elsewhere, elsewhere.iterdir()) == digests[0]
    digests.append(digest.of_files(tmp_path, [one, two], "beside"))
    digests.append(digest.of_files(tmp_path, [one]))
    two.write_text("c")
    digests.append(digest.of_files(tmp_path, [one, two]))
    three = two.rename(tmp_path / "three")
    digests.append(digest.of_files(tmp_path, [one, three]))
    assert len({*digests}) == 5
