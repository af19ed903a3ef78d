#!/usr/bin/env python3
"""readme_test.py WARPGRADE: the failure that the README shows is what the grader says of that wrong kernel."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
KERNEL = "hillis_steele_one_barrier"  # of reference/reduce_scan_histogram/wrong/scan.toml


def shown_failure():
    return re.search(r"A failure looks like this:\n\n```\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)[1]


class Readme(unittest.TestCase):
    def run_grade(self, *words, code):
        command = [WARPGRADE, *words]
        ran = subprocess.run(command, cwd=self.folder, env={**os.environ, "WARPGRADE_COURSE": str(ROOT)},
                             capture_output=True, text=True, check=False)
        self.assertEqual(code, ran.returncode, ran.stdout + ran.stderr)
        return ran.stdout

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_the_failure_is_real(self):
        shown = self.run_grade("verify", "scan", "--show", KERNEL, code=0)
        made = self.folder / re.search(r"^The file: (.+)$", shown, re.MULTILINE)[1]
        source = self.folder / "student/reduce_scan_histogram/scan.cu"
        source.parent.mkdir(parents=True)
        shutil.copy(made, source)
        said = self.run_grade("scan/hillis_steele", "--submission", "student", "--device", "simulator",
                              "--seed", "1", code=1)
        self.assertIn(shown_failure(), said)


if __name__ == "__main__":
    WARPGRADE = sys.argv.pop(1)
    unittest.main()
