#!/usr/bin/python3
"""Every notebook of the course in a real kernel, with the reference's code and answers filled in: each task must pass,
each picture and page must be shown, and each answer must be right.

    ci/notebooks.py [EXERCISE…]
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "grader/tests/python"))
from run_notebook import answers, run, shown, solution  # noqa: E402


def problems_of(file, build):
    source, = ROOT.glob(f"reference/*/{file.stem}.cu")
    edits, right = {"stub": solution(source.read_text())}, {}
    quiz = source.with_suffix(".quiz.toml")
    if quiz.exists():
        right = {name: row["answer"] for name, row in tomllib.loads(quiz.read_text()).items() if name != "format"}
        edits["quiz"] = answers(right)
    cells = run(file, build, edits)
    if "✗" in shown(cells["check"]) or "✓" not in shown(cells["check"]):
        yield shown(cells["check"])
    for name, kind in {"stub": "text/html", "check": "text/html", "trace": "text/html", "draw": "image/svg+xml"}.items():
        if name in cells and not shown(cells[name], kind):
            yield f"{name} shows no {kind}: {shown(cells[name])}"
    if right and f"{len(right)} of {len(right)} right" not in shown(cells["quiz"]):
        yield shown(cells["quiz"])


def main(build, exercises):
    failed = False
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary, "notebooks")
        subprocess.run([ROOT / "grade", "handout", "--notebooks", folder, *exercises], check=True)
        for file in sorted(folder.glob("*.ipynb")):
            problems = list(problems_of(file, build))
            print("✗" if problems else "✓", file.name, f"{file.stat().st_size / 1000:.0f} kB", *problems, flush=True)
            failed |= bool(problems)
    return failed


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(os.environ.get("WARPGRADE_BUILD_DIR", ROOT / "build")), sys.argv[1:]))
