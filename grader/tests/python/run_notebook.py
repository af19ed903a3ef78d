"""Runs notebooks of `./grade handout --notebooks` in a real kernel, as their frontends do."""
import os
import pathlib
import re
import sys

GRADER = pathlib.Path(__file__).resolve().parents[2]

try:
    import ipykernel  # noqa: F401, only whether it is there
    import nbclient
    import nbformat
except ImportError as missing:
    print(f"skipped: {missing.name} is missing for {sys.executable} (Debian: python3-nbclient python3-ipykernel)")
    sys.exit(77)


def run(file, tree, edits):
    """The cells by their ids. `edits`: of some cells, what makes their text from that in the notebook."""
    os.environ["WARPGRADE_TREE"] = str(tree)  # in the place of the wheel
    os.environ["PYTHONPATH"] = str(GRADER / "python")
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # or each kernel warns that it can't be debugged
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    cells = {cell.id: cell for cell in notebook.cells}
    for name, edit in edits.items():
        cells[name].source = edit(cells[name].source)
    nbclient.NotebookClient(notebook, timeout=1200, resources={"metadata": {"path": str(file.parent)}}).execute()
    return cells


def solution(text):
    """An edit: the cell's first line stays."""
    return lambda cell: cell.split("\n", 1)[0] + "\n" + text


def answers(right):
    """An edit: the answers of a quiz, by its questions' names."""
    return lambda cell: re.sub(r'^(\w+) = ""', lambda line: f'{line[1]} = "{right[line[1]]}"', cell, flags=re.MULTILINE)


def shown(cell, kind="text/plain"):
    """All that a cell shows of one kind; what it prints is plain text."""
    return "".join(output.get("text", "") if output.output_type == "stream" and kind == "text/plain"
                   else output.get("data", {}).get(kind, "") for output in cell.outputs)
