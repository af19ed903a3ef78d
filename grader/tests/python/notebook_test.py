#!/usr/bin/python3
"""notebook_test.py BUILD: the notebook of scan in a real kernel, with a mistake and then without."""
import base64
import html
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

import run_notebook
from run_notebook import shown, solution

ROOT = run_notebook.GRADER.parent
RIGHT = (ROOT / "reference/reduce_scan_histogram/scan.cu").read_text()


class NotebookOfScan(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name, "notebooks")
        subprocess.run([BUILD / "bin/warpgrade", "handout", "--notebooks", cls.folder, "scan"], check=True,
                       env={**os.environ, "WARPGRADE_COURSE": str(ROOT)}, stdout=subprocess.DEVNULL)

    def run_with(self, code, **edits):
        one_task = lambda text: text + "/hillis_steele"  # noqa: E731
        return run_notebook.run(self.folder / "scan.ipynb", BUILD,
                                {"stub": solution(code), "check": one_task, **edits})

    def test_it_holds_what_the_grader_reads_and_no_more(self):
        cells = run_notebook.nbformat.read(self.folder / "scan.ipynb", as_version=4).cells
        text = next(cell.source for cell in cells if cell.id == "files").split('"""')[1]
        files = zipfile.ZipFile(io.BytesIO(base64.b64decode(text))).namelist()
        unit, exercise = "assignments/reduce_scan_histogram/", "assignments/reduce_scan_histogram/scan/"
        self.assertEqual([unit + "README.md", unit + "unit.toml", "datasets/manifest.toml",
                          "student/reduce_scan_histogram/scan.cu"],
                         [name for name in files if not name.startswith(exercise) and name != "LICENSE"])
        self.assertIn(exercise + "quiz.sealed.toml", files)

    def test_a_mistake_is_shown_where_it_is(self):
        cells = self.run_with(RIGHT.replace("    __syncthreads();\n", "", 1))
        for cell in (cells["stub"], cells["check"]):
            page = html.unescape(shown(cell, "text/html"))
            self.assertRegex(page, r"^<iframe srcdoc=\"<!DOCTYPE html>")
            self.assertIn("Put __syncthreads() between the two accesses", page)
            self.assertIn("✗ scan/hillis_steele: race", shown(cell))
            self.assertIn("%grade hint scan/hillis_steele", shown(cell))
        self.assertIn("race", shown(cells["draw"], "image/svg+xml"))
        self.assertIn("race", html.unescape(shown(cells["trace"], "text/html")))

    def test_a_solution_passes_and_answers_are_explained(self):
        answer = lambda cell: cell.replace('after_the_up_sweep = ""', 'after_the_up_sweep = "b"')  # noqa: E731
        cells = self.run_with(RIGHT, quiz=answer)
        self.assertEqual((self.folder / "scan/student/reduce_scan_histogram/scan.cu").read_text(), RIGHT)
        self.assertIn("4 / 4", shown(cells["check"]))
        self.assertIn("Every output is right.", shown(cells["draw"], "image/svg+xml"))
        self.assertIn("Every output is right", shown(cells["trace"]))
        self.assertIn("That is after the first step, stride 1.", shown(cells["quiz"]))
        self.assertIn("0 of 13 right, 12 not answered", shown(cells["quiz"]))


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
