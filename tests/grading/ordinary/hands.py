"""Answers by hand, as people write them down."""

from ordinary.habit import Habit, by_hand
from ordinary.known_answers import right_answer

ROW = right_answer("new_row").partition(" = ")[2]
A, B = (round(float(number), 2) for number in ROW.strip("[]").split(","))

HABITS = {
    "two decimals": by_hand(f"new_row = [{A}, {B}]"),
    "a tuple": by_hand(f"new_row = {A}, {B}  # rounded"),
    "an array": by_hand(f"import numpy as np\nnew_row = np.array([{A}, {B}])"),
    "an array, imported above": Habit(
        {"new_row": f"new_row = np.array([{A}, {B}])"}, first=("import numpy as np",)
    ),
    "a tensor": by_hand(f"import torch\n\nnew_row = torch.tensor({ROW})"),
    "float32 numbers": by_hand(f"import numpy as np\nnew_row = np.float32({ROW})"),
    "numbers of NumPy in a list": by_hand(
        f"import numpy as np\nnew_row = [np.float64({A}), np.array({B})]"
    ),
    "fractions": by_hand(
        "from fractions import Fraction\n\n"
        f"new_row = [Fraction({round(A * 100)}, 100), Fraction({round(B * 100)}, 100)]"
    ),
    "decimals": by_hand(
        f"from decimal import Decimal\n\nnew_row = [Decimal('{A}'), Decimal('{B}')]"
    ),
    "expressions": by_hand(f"a = {A} * 2\nb = {B} / 3\nnew_row = [a / 2, 3 * b]"),
    "worked out in steps": Habit(
        {"new_row": "total = sum(parts)\nnew_row = [part / total * whole for part in parts]"},
        first=(f"parts = [{A}, {B}]", "whole = sum(parts)"),
    ),
    "two names at once": by_hand(f"answer = new_row = [{A}, {B}]"),
    "with a type": by_hand(f"new_row: list[float] = [{A}, {B}]"),
    "shown below": by_hand(f"new_row = [{A}, {B}]\nnew_row"),
    "the stub in front": by_hand(f"new_row = [..., ...]  # the new row of bank\nnew_row = {ROW}"),
    "the numbers as text": by_hand(f"new_row = '{A}, {B}'", new_row="str"),
    "texts in a list": by_hand(
        f"new_row = ['{A}', '{B}']", new_row=f"write {A}, without quotation marks"
    ),
    "a column": by_hand(f"new_row = [[{A}], [{B}]]", new_row="shape (2, 1)"),
    "decimal commas": by_hand(
        f"new_row = [{str(A).replace('.', ',')}, {str(B).replace('.', ',')}]",
        new_row=f"write {A}, with a point",
    ),
    "decimal commas in texts": by_hand(
        f"new_row = ['{str(A).replace('.', ',')}', '{str(B).replace('.', ',')}']",
        new_row=f"write {A}, with a point and without quotation marks",
    ),
    "printed, not kept": by_hand(f"new_row = print({ROW})", new_row="which `print` returns"),
    "only the stub": by_hand("new_row = [..., ...]  # the new row of bank", new_row="not defined"),
    "in a name of their own": by_hand(f"my_row = {ROW}", new_row="not defined"),
    "in a comment": by_hand(f"# new_row = {ROW}", new_row="not defined"),
}
