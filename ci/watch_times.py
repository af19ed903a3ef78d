#!/usr/bin/env python3
"""Times of ./grade watch: from a save to the start of the grading, and to the verdict on the screen.

    ci/watch_times.py [SAVES] [EXERCISE] [TASK]      (default: 10 map write)

Plays a student who saves right and wrong versions of one task in turn, in a copy of student/. Each save differs from
all before, so nothing comes from a cache. A reference is needed, so this is for instructors.
"""
import os
import pathlib
import pty
import random
import re
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLEARED = b"\033[H\033[2J"  # a grading begins
PATIENCE_S = 120


class Session:
    """./grade watch in a terminal of its own."""

    def __init__(self, submission, exercise):
        self.shown = b""
        process, self.terminal = pty.fork()
        if process == 0:
            os.environ.update(TERM="xterm", LC_ALL="C.UTF-8")
            os.execl(ROOT / "grade", "grade", "watch", exercise, "--submission", submission)

    def wait_for(self, pattern):
        """Until the terminal has shown this since the last call; the time when it did."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            found = re.search(pattern, self.shown)
            if found:
                self.shown = self.shown[found.end() :]
                return time.monotonic()
            if select.select([self.terminal], [], [], 1)[0]:
                self.shown += os.read(self.terminal, 4096)
        sys.exit(f"watch_times: {pattern} was not shown, but {self.shown.decode(errors='replace')}")


def source_of(exercise):
    """Of the reference."""
    found = list((ROOT / "reference").glob(f"*/{exercise}.cu"))
    return found[0] if found else sys.exit(f"watch_times: there is no exercise {exercise} in reference/")


def versions(right, wrong):
    """Without end: right, wrong, right, each with a comment of its own."""
    number = 0
    while True:
        for text in right, wrong:
            number += 1
            yield f"{text}\n// save {number}\n"


def main():
    saves, exercise, task = (sys.argv[1:] + ["10", "map", "write"][len(sys.argv) - 1 :])[:3]
    reference = source_of(exercise)
    verdict = f"(✓|✗) {exercise}/{task}: |○ {exercise}: not started".encode()
    subprocess.run([ROOT / "grade", "list"], check=True, stdout=subprocess.DEVNULL)  # builds it if it must
    with tempfile.TemporaryDirectory() as folder:
        submission = pathlib.Path(folder) / "student"
        shutil.copytree(ROOT / "student", submission)
        file = submission / reference.parent.name / reference.name
        texts = versions(reference.read_text(), file.read_text())
        session = Session(str(submission), f"{exercise}/{task}")
        session.wait_for(rb"q quit")
        print(f"{exercise}/{task}, load {os.getloadavg()[0]:.1f}\n\nsave  to the start  to the verdict")
        starts, verdicts = [], []
        for number in range(1, int(saves) + 1):
            time.sleep(random.uniform(0.3, 0.6))  # at any moment between two looks
            session.shown = b""
            saved = time.monotonic()
            file.write_text(next(texts))
            starts.append(session.wait_for(re.escape(CLEARED)) - saved)
            verdicts.append(session.wait_for(verdict) - saved)
            session.wait_for(rb"q quit")
            print(f"{number:4}  {starts[-1]:10.3f} s  {verdicts[-1]:12.2f} s", flush=True)
        os.write(session.terminal, b"q")
    print(f"most  {max(starts):10.3f} s  {max(verdicts):12.2f} s")
    print(f"half  {statistics.median(starts):10.3f} s  {statistics.median(verdicts):12.2f} s")


main()
