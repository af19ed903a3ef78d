#!/usr/bin/env python3
"""What does a submission get that wants too much time, memory or output, or a grader in a bad place? Grades the
reference's scan with one thing spoilt each, and prints a table: verdict, exit code, seconds, and the memory of its
largest process.

  ci/bad_conditions.py             all of them; exit code 1 if one is not as it must be
  ci/bad_conditions.py TEXT...     those with one of these texts in their names
  --grade                          another command than ./grade

As it must be: an answer within 30 s of the exercise's own time limit, no process above 2 GB, and blame for the
submission (exit code 1) where it is the submission's.
"""
from __future__ import annotations

import argparse
import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = pathlib.Path("reduce_scan_histogram/scan.cu")
SECONDS, MEGABYTES = 30, 2048
HANGS_S = 300  # then it is killed, and told as "never ends"


@dataclasses.dataclass
class Condition:
    name: str
    before: str = ""         # stands before the reference's code
    in_task: str = ""        # stands first in each function that a task calls
    exit_codes: tuple = (1,)
    arguments: tuple = ()
    environment: dict = dataclasses.field(default_factory=dict)
    prepare: object = None   # prepare(folder of the submission)
    closed_output: bool = False
    verdict: str = ""        # a text that the answer must hold


def deep(begin: str, end: str, count: int = 50_000) -> str:
    return f"inline int deep() {{ return {begin * count}1{end * count}; }}\n"


def replace_source(make) -> object:
    def prepare(folder: pathlib.Path) -> None:
        (folder / SOURCE).unlink()
        make(folder / SOURCE)
    return prepare


CONDITIONS = [
    Condition("nested parentheses", deep("(", ")"), verdict="compile error"),
    Condition("nested templates", "template <class T> struct B {};\nusing Deep = " + "B<" * 50_000 + "int" + ">" * 50_000 +
              ";\n", verdict="compile error"),
    Condition("unary minuses", deep("- ", ""), verdict="compile error"),
    Condition("if (1) in each other", "inline void deep() { " + "if (1) " * 130_000 + "; }\n", verdict="compile error"),
    Condition("constant expression without end",
              "constexpr unsigned long f(unsigned long n) { unsigned long x = 0; for (unsigned long i = 0; i < n; ++i) "
              "for (unsigned long k = 0; k < n; ++k) x += i ^ k; return x; }\n"
              "template <int> constexpr unsigned long many = f(5000);\n" +
              "".join(f"static_assert(many<{i}> != 1);\n" for i in range(400)), verdict="compile error"),
    Condition("initialiser without end", "static int never = [] { for (volatile int i = 0;; i = 1) {} return 0; }();\n",
              verdict="timeout"),
    Condition("host loop without end", in_task="for (volatile int i = 0;; i = 1) {}", verdict="timeout"),
    Condition("kernel without end", "__global__ void never() { for (volatile int i = 0;; i = 1) {} }\n",
              "never<<<1, 1, 0, stream>>>();", verdict="timeout"),
    Condition("malloc without end", "#include <cstdlib>\n#include <cstring>\n",
              "for (;;) memset(malloc(1 << 24), 1, 1 << 24);", verdict="memory"),
    Condition("cudaMalloc without end", in_task="for (void* p;;) { cudaMalloc(&p, 1 << 24); cudaMemset(p, 1, 1 << 24); }",
              verdict="memory"),
    Condition("a gigabyte in four files", "#include <cstdio>\n#include <cstring>\n",
              'static char block[1 << 20]; memset(block, 1, sizeof block); for (int f = 0; f < 4; ++f) { char name[] = '
              '"/tmp/x0"; name[6] += f; if (FILE* file = fopen(name, "w")) { for (int i = 0; i < 256; ++i) fwrite(block, '
              'sizeof block, 1, file); fclose(file); } }'),
    Condition("100 MB of printf", "#include <cstdio>\n", 'for (int i = 0; i < 2'"'"'000'"'"'000; ++i) printf("fifty characters '
              'are printed here again and again\\n");'),
    Condition("source is a folder", prepare=replace_source(lambda file: file.mkdir()), verdict="folder"),
    Condition("source is a pipe", prepare=replace_source(os.mkfifo), verdict="pipe"),
    Condition("no TMPDIR", environment={"TMPDIR": "/nowhere/at/all"}, exit_codes=(0,)),
    Condition("TMPDIR is a file", environment={"TMPDIR": "/etc/passwd"}, exit_codes=(0,)),
    Condition("standard output closed", arguments=("--json", "-"), closed_output=True, exit_codes=(2,)),
    Condition("JSON can't be written", arguments=("--json", "/dev/full"), exit_codes=(2,)),
]


def make_submission(folder: pathlib.Path, condition: Condition) -> pathlib.Path:
    submission = folder / "submission"
    shutil.copytree(ROOT / "reference", submission)
    file = submission / SOURCE
    text = file.read_text()
    if condition.in_task:
        for name in ("hillis_steele", "double_buffered", "blelloch", "device_inclusive", "device_exclusive",
                     "from_the_right"):
            at = text.index("{", text.rindex(f"void {name}(")) + 1
            text = text[:at] + "\n" + condition.in_task + "\n" + text[at:]
    file.write_text(condition.before + text)
    if condition.prepare:
        condition.prepare(submission)
    return submission


@dataclasses.dataclass
class Answer:
    exit_code: int | None
    seconds: float
    megabytes: int
    text: str


def grade(command: str, submission: pathlib.Path, condition: Condition) -> Answer:
    with tempfile.TemporaryFile() as output:
        begin = time.monotonic()
        process = subprocess.Popen(
            [command, "scan", "--submission", submission, "--device", "simulator", "--sandbox", "require", *condition.arguments],
            cwd=ROOT, env=os.environ | condition.environment, stderr=output, start_new_session=True,
            stdout=None if condition.closed_output else output,
            preexec_fn=(lambda: os.close(1)) if condition.closed_output else None)
        code = None
        while time.monotonic() < begin + HANGS_S:
            done, status, usage = os.wait4(process.pid, os.WNOHANG)  # of all descendants: the largest one
            if done:
                code = os.waitstatus_to_exitcode(status)
                break
            time.sleep(0.05)
        seconds = time.monotonic() - begin
        if code is None:
            os.killpg(process.pid, 9)
            _, _, usage = os.wait4(process.pid, 0)
        process.returncode = code if code is not None else -9
        output.seek(0)
        return Answer(code, seconds, usage.ru_maxrss // 1024, output.read().decode(errors="replace"))


def mistakes(condition: Condition, answer: Answer) -> list[str]:
    found = []
    if answer.exit_code not in condition.exit_codes:
        found.append(f"exit code {answer.exit_code}, and not {' or '.join(map(str, condition.exit_codes))}")
    if condition.exit_codes == (1,) and answer.seconds > SECONDS:
        found.append(f"more than {SECONDS} s")
    if answer.megabytes > MEGABYTES:
        found.append(f"more than {MEGABYTES} MB")
    if condition.verdict not in answer.text:
        found.append(f"it does not say '{condition.verdict}'")
    return found


def first_words(text: str) -> str:
    """The line with the first finding."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if "✗" in line), lines[-1] if lines else "")[:100].replace("|", "\\|")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", nargs="*", metavar="TEXT")
    parser.add_argument("--grade", default=str(ROOT / "grade"))
    options = parser.parse_args()
    chosen = [c for c in CONDITIONS if not options.texts or any(text in c.name for text in options.texts)]
    if not chosen:
        sys.exit("bad_conditions: no name has one of these texts")
    print("| condition | exit code | seconds | MB | first words | not as it must be |\n|---|---|---|---|---|---|")
    failed = 0
    for condition in chosen:
        with tempfile.TemporaryDirectory() as folder:
            answer = grade(options.grade, make_submission(pathlib.Path(folder), condition), condition)
        wrong = mistakes(condition, answer)
        failed += bool(wrong)
        print(f"| {condition.name} | {answer.exit_code} | {answer.seconds:.1f} | {answer.megabytes} | "
              f"{first_words(answer.text)} | {'; '.join(wrong) or '—'} |", flush=True)
    print(f"\n{len(chosen)} conditions, {failed} not as they must be")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
