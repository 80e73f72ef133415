"""Python code as text to learn from: what stands in wheels, without tests, comments and docstrings.

A wheel is a zip that its hash names, so its bytes are the same for everyone and for ever; what is
installed changes with each update. The code is read and never run.
"""

import ast
import hashlib
import re
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

# Tests, and the code of others, which would be there twice.
LEFT_OUT = {"tests", "test", "testing", "_tests", "_vendor", "vendor", "_vendored"}
STRING_OR_COMMENT = re.compile(
    r'"""(?:\\.|[^\\])*?"""|'
    r"'''(?:\\.|[^\\])*?'''|"  # over several lines
    r'"(?:\\.|[^"\\\n])*"|'
    r"'(?:\\.|[^'\\\n])*'|"  # on one
    r"#[^\n]*",
    re.DOTALL,
)
TYPED = re.compile(r"[\n -~]*")


def code_of_wheels(hashes: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return the code in each wheel of a folder, files joined in the order of their paths.

    Every line begins with ``"\\n"``. A file with other characters than those of ASCII that can be
    typed is left out.

    Parameters
    ----------
    hashes
        The SHA-256 of each wheel, as hexadecimal digits, by its file name.
    folder
        Where the wheels are.

    Raises
    ------
    FileNotFoundError
        If a wheel is not there.
    ValueError
        If the bytes of a wheel are not those that its hash names.
    """
    for name, sha256 in hashes.items():
        if not (folder / name).is_file():
            raise FileNotFoundError(f"there is no {name} in {folder}; see bench/real_text.py")
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        if digest != sha256:
            raise ValueError(
                f"{folder / name} has the SHA-256 {digest[:16]}… and the text is of "
                f"{sha256[:16]}…; delete it, and it is fetched again"
            )
    return {name: "".join(code_files(folder / name).values()) for name in hashes}


def code_files(wheel: Path) -> dict[str, str]:
    """Return the code in each file of a wheel."""
    with zipfile.ZipFile(wheel) as files:
        paths = [Path(name) for name in sorted(files.namelist())]
        code = {
            path.as_posix(): only_code(files.read(path.as_posix()).decode("utf-8", "replace"))
            for path in paths
            if path.suffix == ".py" and not is_test(path)
        }
    return {path: text for path, text in code.items() if TYPED.fullmatch(text)}


def is_test(path: Path) -> bool:
    """Say whether a path is one of a test, or of a copy of another package."""
    named = path.name.startswith("test_") or path.stem in ("conftest", *LEFT_OUT)
    return named or bool(LEFT_OUT & {*path.parts})


def only_code(source: str) -> str:
    """Cut the docstrings, comments and empty lines out of a module; "pass" fills an empty body."""
    source = source.replace("\r\n", "\n")
    lines = source.split("\n")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # escapes that the authors may want
        tree = ast.parse(source)
    for first, last, instead in prose(tree):
        if not lines[first - 1][: len(instead) - len(instead.lstrip())].strip():
            lines[first - 1 : last] = [instead] + [""] * (last - first)
    bare = STRING_OR_COMMENT.sub(lambda m: "" if m[0][0] == "#" else m[0], "\n".join(lines))
    return "".join("\n" + line.rstrip() for line in bare.split("\n") if line.strip())


def prose(tree: ast.Module) -> Iterator[tuple[int, int, str]]:
    """Yield the first and last line of each text that stands as a statement, and what replaces it.

    These are docstrings, and what people write below attributes.
    """
    for node in ast.walk(tree):
        body = getattr(node, "body", ())
        body = body if isinstance(body, list) else ()
        texts = [one for one in body if is_text(one)]
        for text in texts:
            alone = len(texts) == len(body) and text is texts[0]
            instead = " " * text.col_offset + ("pass" if alone else "")
            yield text.lineno, text.end_lineno or text.lineno, instead


def is_text(node: ast.stmt) -> bool:
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)
