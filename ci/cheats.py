#!/usr/bin/env python3
"""Does cheating pay on the simulator? Grades each cheat of reference/*/cheats that begins with `// simulator: TASK`:
right or not, it does not do what the task asks for, and must get no point for that task. So must one that begins with
`// expect: forbidden TASK`: it cheats on a GPU, but the rules for submissions are the same everywhere.

  ci/cheats.py             all of them: a table, and exit code 1 if one gains a point without saying so
  ci/cheats.py TEXT...     those with one of these texts in their names (reduce/host_adds, includes, …)
  --out FILE               the table as Markdown, too
  --jobs N                 so many at a time (default: 2)
  --grade                  another command than ./grade

A file may say `// until: <what must come first>`: then it may gain today, and the table says so. It is told, too, when
such a file gains nothing any more. (The other files with `// expect:` cheat about times: ci/timing_checks.py.)

Exit code 1: a cheat gains; 2: it can't be tested here.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile

from timing import results, submissions

ROOT = pathlib.Path(__file__).resolve().parent.parent
FORBIDDEN = "forbidden"
GRADING_S = 600  # a grading that takes longer hangs: no submission may hold up a class


@dataclasses.dataclass(frozen=True)
class Graded:
    cheat: submissions.Cheat
    verdict: str
    score: float
    points: float
    said: str  # the first finding

    @property
    def gains(self) -> bool:
        return self.score > 0

    @property
    def failure(self) -> str:
        """What does not hold; empty: all is well."""
        if self.cheat.expect == FORBIDDEN and self.verdict != FORBIDDEN:
            return f"{self.cheat} gets the verdict {self.verdict}, not {FORBIDDEN}: {self.said}"
        if self.gains and not self.cheat.until:
            return f"{self.cheat} gains {self.score:g} of {self.points:g} points for {self.cheat.selection}"
        if self.verdict in ("grader_error", "not_run", "hangs"):
            return f"{self.cheat} gets the verdict {self.verdict}: {self.said}"
        if self.cheat.until and not self.gains:
            return f"{self.cheat} gains nothing any more: take its line `// until:` away"
        return ""

    @property
    def row(self) -> list[str]:
        outcome = "no gain" if not self.gains else f"GAIN (until: {self.cheat.until})" if self.cheat.until else "GAIN"
        points = f"{self.score:g} of {self.points:g}"
        return [str(self.cheat), self.cheat.task, self.verdict, points, outcome, self.said]


def first_words(task: dict) -> str:
    findings = task["findings"] + [finding for case in task["cases"] for finding in case["findings"]]
    return " ".join(findings[0]["message"].split())[:150] if findings else ""


def grade(command: str, cheat: submissions.Cheat) -> Graded:
    with tempfile.TemporaryDirectory(prefix="cheats_") as folder:
        submission = submissions.make_submission(pathlib.Path(folder) / "submission", cheat.file)
        report = pathlib.Path(folder) / "result.json"
        words = [command, "--submission", submission, cheat.selection, "--device", "simulator", "--json", report]
        try:
            run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, errors="replace", timeout=GRADING_S)
        except subprocess.TimeoutExpired:
            return Graded(cheat, "hangs", 0, 0, f"still running after {GRADING_S} s")
        if not report.exists():
            return Graded(cheat, "grader_error", 0, 0, " ".join((run.stderr or run.stdout).split())[-150:])
        exercises = json.loads(report.read_text())["exercises"]
    task = next((task for exercise in exercises for task in exercise["tasks"] if task["name"] == cheat.task), None)
    if not task:
        return Graded(cheat, "grader_error", 0, 0, f"{cheat.selection} was not graded")
    return Graded(cheat, task["verdict"], task["score"], task["max_score"], first_words(task))


def main() -> int:
    options = argparse.ArgumentParser(description="Does cheating pay? See the first lines of this file.")
    options.add_argument("texts", nargs="*", metavar="TEXT")
    options.add_argument("--out", type=pathlib.Path)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--grade", default=str(ROOT / "grade"))
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="cheats_") as folder:
        submissions.write_cheats(ROOT / "reference", pathlib.Path(folder))
        cheats = [cheat for cheat in submissions.find_cheats(pathlib.Path(folder))
                  if (cheat.device == "simulator" or cheat.expect == FORBIDDEN)
                  and (not given.texts or any(text in str(cheat) for text in given.texts))]
        if not cheats:
            print("cheats: none has such a name and begins with `// simulator: TASK`", file=sys.stderr)
            return 2
        graded = []
        with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            for one in pool.map(lambda cheat: grade(given.grade, cheat), cheats):
                graded.append(one)
                print(results.rows_as_text("cheats", [one.row]), file=sys.stderr, flush=True)
    header = ["cheat", "task", "verdict", "points", "outcome", "what the grader says"]
    table = results.markdown(header, [one.row for one in graded])
    failures = [one.failure for one in graded if one.failure]
    gains = sum(one.gains for one in graded)
    text = f"{table}\n{len(graded)} cheats, {gains} gain\n" + "".join(f"- does not hold: {one}\n" for one in failures)
    if given.out:
        given.out.write_text(text)
    print(text, flush=True)
    return 2 if any(one.verdict in ("grader_error", "hangs") for one in graded) else 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
