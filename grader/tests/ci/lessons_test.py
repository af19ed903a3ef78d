#!/usr/bin/env python3
"""What the pages of units and exercises list is all there is: verdicts, and tasks in their order."""
import pathlib
import re
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]


def section(page, heading):
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page.read_text(), re.DOTALL | re.MULTILINE)
    return found[1] if found else ""


class Lessons(unittest.TestCase):
    def test_tables_of_verdicts_have_all_that_a_student_can_meet(self):
        names = re.findall(r"^WARPGRADE_VERDICT\((\w+)", (ROOT / "grader/model/verdicts.def").read_text(), re.MULTILINE)
        pages = [page for page in ROOT.glob("assignments/*/README.md") if "| verdict |" in page.read_text()]
        self.assertGreaterEqual(len(pages), 2)
        for page in pages:
            is_timed = any("timing" in spec.read_text() for spec in page.parent.glob("*/exercise.toml"))
            never = {"pass"} if is_timed else {"pass", "too_slow"}
            table = re.search(r"^\| verdict \|.*?\n\n", page.read_text(), re.DOTALL | re.MULTILINE)[0]
            listed = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
            self.assertEqual(set(names) - never, listed, page)

    def test_tasks_are_numbered_as_they_are(self):
        pages = 0
        for spec in ROOT.glob("assignments/*/*/exercise.toml"):
            tasks = [task["name"] for task in tomllib.loads(spec.read_text())["task"]]
            listed = re.findall(r"^(\d+)\. \*\*`(\w+)`\*\*", section(spec.parent / "README.md", "The tasks"), re.MULTILINE)
            if not listed:
                continue
            pages += 1
            self.assertEqual([(str(i), name) for i, name in enumerate(tasks, 1)], listed, spec)
        self.assertGreater(pages, 3)


if __name__ == "__main__":
    unittest.main()
