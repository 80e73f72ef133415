"""Cells of a notebook that act when somebody looks at it, if they are let."""

import base64

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

PIXEL = base64.b64encode(
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00"
).decode()


def attacks(url: str) -> list:
    """Cells that a browser would act on."""
    live = f'<script>alert(1);fetch("{url}script")</script><img src=x onerror="alert(2)">'
    texts = [
        live,
        f"<img src='{url}img'><iframe src='{url}frame'></iframe><style>@import '{url}css';</style>",
        f"![picture]({url}md) [link](javascript:alert(3)) <svg onload=alert(4)>",
        f"![picture][1] [link][2] <javascript:alert(8)>\n\n[1]: {url}md\n[2]: javascript:alert(9)",
        f"</div></div></body></html>{live}",
        f"```mermaid\ngraph TD; a-->b; click a href '{url}mermaid'\n```",
        f"$\\href{{javascript:alert(5)}}{{x}}$ <math><mtext>{live}</mtext></math>",
        f"<!-- --!>{live}-->\n\n    {live}\n\n`{live}`",
    ]
    outputs = [
        new_output("display_data", {"text/html": live, "text/plain": live}),
        new_output("display_data", {"image/svg+xml": f"<svg>{live}</svg>", "text/plain": "kept"}),
        new_output("display_data", {"application/javascript": "alert(6)"}),
        new_output("display_data", {"text/markdown": live, "text/latex": live}),
        new_output("display_data", {"image/png": f'"{live}'}),
        new_output("display_data", {"image/png": PIXEL}, metadata={"image/png": {"width": live}}),
        new_output("error", ename=live, evalue=live, traceback=[live]),
        new_output("stream", text=f"\x1b[31m{live}"),
    ]
    metadata = {"tags": [live], "nbgrader": {"grade_id": "no-such-cell", "grade": True}}
    cells = [new_markdown_cell(text, metadata=metadata) for text in texts]
    raw = nbformat.v4.new_raw_cell(live, metadata={"format": "text/html"})
    return [*cells, raw, new_code_cell(f"'''{live}'''", outputs=outputs, metadata=metadata)]
