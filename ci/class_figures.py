#!/usr/bin/env python3
"""How fast is a class graded, and is each result that of the submission alone? Makes a pile of submissions as students hand
them in, and runs `warpgrade class` on it.

  ci/class_figures.py pile DIR           300 submissions in five layouts, for one exercise of the first unit each
  ci/class_figures.py speed DIR          grades the pile: submissions an hour, what became of which kind, memory, where time goes
  ci/class_figures.py alone DIR          grades each submission alone, with the same seed: how many results differ
  ci/class_figures.py kill DIR           kills the grading at random moments (100), goes on, and compares the gradebooks
  ci/class_figures.py status DIR         how long `class status` takes with 1,000 submissions

  --count N      so many submissions (default: 300; of `kill` its gradings: 100)
  --whole-unit   each submission has all exercises of the unit
  --unit NAME    another unit than first_kernels
  --jobs N       at a time (default: 2)
  --grade PATH   the grader (default: ./grade)

DIR/pile has the submissions, DIR/kinds.json what each of them is, DIR/results* what became of them. Of each kernel no two
submissions are the same file, but for stubs and empty files, which are the same in real classes, too.
"""
from __future__ import annotations

import argparse
import csv
import io
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SEED = 20261126

# ---- What students hand in -------------------------------------------------------------------------------------------

# Statements for the begin of the first kernel: a launch that never ends, one that writes to nowhere, one that floods.
TROUBLES = {
    "hang": "volatile int forever = 1; while (forever) {}",
    "crash": "*(volatile int*)8 = 1;",
    "flood": 'for (int k = 0; k < 1000000; ++k) printf("thread %d of block %d says hello, for the %dth time\\n", '
             "int(threadIdx.x), int(blockIdx.x), k);",
}


def with_trouble(text: str, trouble: str) -> str:
    """The statement stands where a student's lines do: behind the first TODO."""
    at = text.index("\n", text.index("// TODO")) + 1
    while text[at:].lstrip().startswith("//"):  # the TODO goes on
        at = text.index("\n", at) + 1
    return text[:at] + f"  {TROUBLES[trouble]}\n" + text[at:]


class Exercise:
    def __init__(self, unit: str, name: str, grade: str):
        self.unit, self.name = unit, name
        folder = ROOT / "reference" / unit
        self.reference = (folder / f"{name}.cu").read_text()
        self.stub = (ROOT / "student" / unit / f"{name}.cu").read_text()
        self.right = [self.reference] + [file.read_text() for file in sorted((folder / "right" / name).glob("*.cu"))]
        self.cheats = [file.read_text() for file in sorted((folder / "cheats" / name).glob("*.cu"))] or [self.stub]
        table = folder / "wrong" / f"{name}.toml"
        names = [key for key, value in tomllib.loads(table.read_text()).items() if isinstance(value, dict)]
        self.wrong = [self.made(kernel, grade) for kernel in names]

    def made(self, kernel: str, grade: str) -> str:
        shown = subprocess.run([grade, "verify", self.name, "--show", kernel], cwd=ROOT, check=True, capture_output=True,
                               text=True).stdout
        return pathlib.Path(ROOT, re.search(r"^The file: (.+)$", shown, re.MULTILINE)[1]).read_text()

    def text(self, kind: str, random_numbers: random.Random) -> str:
        choices = {"right": self.right, "wrong": self.wrong, "cheat": self.cheats, "stub": [self.stub], "empty": [""],
                   "cut": [self.reference[:len(self.reference) // 2]]}
        if kind in TROUBLES:
            return with_trouble(self.reference, kind)
        return random_numbers.choice(choices[kind])


# Of 30 students; a class as courses have it: a third right, a third with a mistake, the rest of all kinds.
KINDS = (["right"] * 10 + ["wrong"] * 10 + ["stub"] * 2 + ["cut"] * 2 +
         ["cheat", "hang", "crash", "flood", "empty", "broken archive"])


def files_of(kind: str, exercises: list[Exercise], student: str, random_numbers: random.Random) -> dict[str, str]:
    files = {}
    for exercise in exercises:
        text = exercise.text(kind if kind != "broken archive" else "right", random_numbers)
        files[f"{exercise.name}.cu"] = text if kind in ("stub", "empty") else text + f"\n// handed in by {student}\n"
    return files


# ---- Layouts, each as its platform gives it --------------------------------------------------------------------------


def write(path: pathlib.Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def as_zip(path: pathlib.Path, files: dict[str, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(f"homework/{name}", text)


def as_tar(path: pathlib.Path, files: dict[str, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            info = tarfile.TarInfo(f"work/src/{name}")
            info.size, info.mtime = len(text.encode()), 1_700_000_000
            archive.addfile(info, io.BytesIO(text.encode()))


def lay(pile: pathlib.Path, layout: int, number: int, files: dict[str, str]) -> tuple[str, pathlib.Path]:
    """Returns the student's id, and an archive if that is what was handed in."""
    student = f"s{number:04}"
    if layout == 0:  # Canvas: a file each, names and numbers before its name
        for name, text in files.items():
            write(pile / f"{student}_{90_000 + number}_{500_000 + number}_{name}", text)
        return str(90_000 + number), pathlib.Path()
    if layout == 1:  # Moodle: a folder each
        for name, text in files.items():
            write(pile / f"Student {student}_{70_000 + number}_assignsubmission_file_" / name, text)
        return str(70_000 + number), pathlib.Path()
    if layout == 2:  # a folder, files deep in it
        for name, text in files.items():
            write(pile / student / "cuda" / "src" / name, text)
        return student, pathlib.Path()
    archive = pile / f"{student}{'.zip' if layout == 3 else '.tar.gz'}"
    (as_zip if layout == 3 else as_tar)(archive, files)
    return student, archive


def make_pile(options: argparse.Namespace) -> None:
    unit = tomllib.loads((ROOT / "assignments" / options.unit / "unit.toml").read_text())
    names = unit["exercises"]
    exercises = [Exercise(options.unit, name, options.grade) for name in names]
    pile = options.folder / "pile"
    shutil.rmtree(options.folder, ignore_errors=True)
    pile.mkdir(parents=True)
    random_numbers = random.Random(SEED)
    kinds = {}
    for number in range(options.count):
        kind = KINDS[number % len(KINDS)]
        chosen = exercises if options.whole_unit else [random_numbers.choice(exercises)]
        files = files_of(kind, chosen, f"s{number:04}", random_numbers)
        layout = number // len(KINDS) % 5 if kind != "broken archive" else 3
        student, archive = lay(pile, layout, number, files)
        if kind == "broken archive":
            content = archive.read_bytes()
            archive.write_bytes(content[:len(content) // 2])
        kinds[student] = kind
    (options.folder / "kinds.json").write_text(json.dumps(kinds, indent=1))
    print(f"{pile}: {len(kinds)} submissions of {', '.join(names)}")


# ---- Grading them ----------------------------------------------------------------------------------------------------


def class_command(options: argparse.Namespace, results: pathlib.Path, pile: pathlib.Path | None = None) -> list[str]:
    names = tomllib.loads((ROOT / "assignments" / options.unit / "unit.toml").read_text())["exercises"]
    return [options.grade, "class", str(pile or options.folder / "pile"), *names, "--out", str(results), "--device", "simulator",
            "--seed", str(SEED), "--jobs", str(options.jobs), "--sandbox", "auto"]


def gradebook(results: pathlib.Path) -> list[dict[str, str]]:
    with open(results / "gradebook.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def verdicts_of(results: pathlib.Path, attempt: str) -> list[tuple[str, str, float]]:
    """Task, verdict and points. An exercise that was not handed in has no say."""
    graded = json.loads((results / "submissions" / f"{attempt}.json").read_text())
    return [(f"{exercise['name']}/{task['name']}", task["verdict"], task["score"])
            for exercise in graded["exercises"] for task in exercise["tasks"]]


def first_wrong(verdicts: list[str]) -> str:
    """Of what was handed in and begun; "pass" if all of that is right."""
    begun = [verdict for verdict in verdicts if verdict != "not_started"]
    return next((verdict for verdict in begun if verdict != "pass"), "pass" if begun else "not_started")


def measure_speed(options: argparse.Namespace) -> int:
    results = options.folder / "results"
    shutil.rmtree(results, ignore_errors=True)
    begin = time.monotonic()
    ran = subprocess.run(class_command(options, results), cwd=ROOT, capture_output=True, text=True, check=False)
    seconds = time.monotonic() - begin
    kinds = json.loads((options.folder / "kinds.json").read_text())
    print(f"{len(kinds)} submissions in {seconds:.0f} s: {3600 * len(kinds) / seconds:.0f} an hour, exit code {ran.returncode}")
    # The parent and all that it started: the largest of them, which is a compiler.
    print(f"the largest process had {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")
    table: dict[str, dict[str, int]] = {}
    for line in gradebook(results):
        if not line["attempt"]:
            continue
        verdict = first_wrong([task[1] for task in verdicts_of(results, line["attempt"])])
        row = table.setdefault(kinds[line["id"]], {})
        row[verdict] = row.get(verdict, 0) + 1
    for kind, row in table.items():
        print(f"  {kind:15}", ", ".join(f"{verdict} {count}" for verdict, count in sorted(row.items())))
    print_times(results)
    faults = [line for line in gradebook(results) if line["could not be graded"]]
    print(f"faults of the grader or the machine: {len(faults)}")
    return 1 if faults or ran.returncode != 0 else 0


def print_times(results: pathlib.Path) -> None:
    """How long submissions were graded, of that the builds, and by verdict; what several handed in is counted for each."""
    pieces = [json.loads(file.read_text()) for file in (results / "submissions").glob("*.json")]
    seconds = sum(piece["seconds"] for piece in pieces)
    builds = sum(exercise["build_seconds"] for piece in pieces for exercise in piece["exercises"])
    print(f"{len(pieces)} results, {seconds:.0f} s of grading, {builds:.0f} s of them compiling")
    by_verdict: dict[str, list[float]] = {}
    for piece in pieces:
        verdict = first_wrong([task["verdict"] for exercise in piece["exercises"] for task in exercise["tasks"]])
        by_verdict.setdefault(verdict, []).append(piece["seconds"])
    for verdict, times in sorted(by_verdict.items(), key=lambda entry: -sum(entry[1])):
        print(f"  {verdict:20} {len(times):4}  {sum(times):7.1f} s")


def compare_with_alone(options: argparse.Namespace) -> int:
    results = options.folder / "results"
    differ = compared = 0
    for line in gradebook(results):
        attempt = line["attempt"]
        folder = results / "attempts" / attempt
        if not folder.is_dir():
            continue
        handed_in = sorted(file.stem for file in folder.glob("*/*.cu"))
        report = options.folder / "alone.json"
        report.unlink(missing_ok=True)
        subprocess.run([options.grade, *handed_in, "--submission", str(folder), "--device", "simulator", "--seed", str(SEED),
                        "--json", str(report)], cwd=ROOT, capture_output=True, check=False)
        alone = {(f"{exercise['name']}/{task['name']}", task["verdict"], task["score"])
                 for exercise in json.loads(report.read_text())["exercises"] for task in exercise["tasks"]}
        together = {task for task in verdicts_of(results, attempt) if task[0].split("/")[0] in handed_in}
        compared += 1
        if alone != together:
            differ += 1
            print(f"{attempt}: alone {sorted(alone - together)}, in the class {sorted(together - alone)}")
    print(f"{compared} submissions graded alone with the same seed: {differ} differ")
    return 1 if differ else 0


def kill_often(options: argparse.Namespace) -> int:
    """The pile should be small, for the grading is begun anew whenever it ended before it was killed."""
    whole, killed = options.folder / "whole", options.folder / "killed"
    shutil.rmtree(whole, ignore_errors=True)
    begin = time.monotonic()
    subprocess.run(class_command(options, whole), cwd=ROOT, capture_output=True, check=True)
    longest = time.monotonic() - begin
    expected = (whole / "gradebook.csv").read_bytes()
    random_numbers = random.Random(SEED)
    kills = ends = wrong = 0
    while kills < options.count:
        shutil.rmtree(killed, ignore_errors=True)
        for at_least in range(1000):
            process = subprocess.Popen(class_command(options, killed), cwd=ROOT, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, start_new_session=True)
            # From the first moment on; after a few kills the rest is let go to its end.
            limit = random_numbers.uniform(0, longest / 2) if at_least < 5 and kills < options.count else None
            try:
                process.wait(limit)
                ends += 1
                break
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                kills += 1
        wrong += (killed / "gradebook.csv").read_bytes() != expected
    print(f"killed {kills} times in {ends} gradings: {wrong} gradebooks differ from the one of a grading that was let alone")
    return 1 if wrong else 0


def measure_status(options: argparse.Namespace) -> int:
    """A class of 1,000 stubs, each with a line of its own, of which a few are graded."""
    pile, results = options.folder / "thousand", options.folder / "results_thousand"
    unit = tomllib.loads((ROOT / "assignments" / options.unit / "unit.toml").read_text())["exercises"]
    shutil.rmtree(results, ignore_errors=True)
    for number in range(1000):
        for name in unit:
            stub = (ROOT / "student" / options.unit / f"{name}.cu").read_text()
            write(pile / f"s{number:04}" / f"{name}.cu", f"{stub}\n// {number}\n")
    grading = subprocess.Popen(class_command(options, results, pile), cwd=ROOT, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    parent_mb = 0
    until = time.monotonic() + 60
    while time.monotonic() < until and grading.poll() is None:
        status = pathlib.Path(f"/proc/{grading.pid}/status").read_text()
        parent_mb = max(parent_mb, int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024)
        time.sleep(1)
    times = []
    for _ in range(5):
        begin = time.monotonic()
        said = subprocess.run([options.grade, "class", "status", str(results)], cwd=ROOT, capture_output=True, text=True,
                              check=False).stdout
        times.append(time.monotonic() - begin)
    os.killpg(grading.pid, signal.SIGKILL)
    grading.wait()
    print(said.strip())
    print(f"class status of 1,000 submissions, {len(unit)} exercises each, while they are graded: {min(times):.2f} to "
          f"{max(times):.2f} s; the grading's own process had at most {parent_mb:.0f} MB")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["pile", "speed", "alone", "kill", "status"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int)
    parser.add_argument("--whole-unit", action="store_true")
    parser.add_argument("--unit", default="first_kernels")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--grade", default=str(ROOT / "grade"))
    options = parser.parse_args()
    options.folder = options.folder.absolute()
    options.count = options.count or (100 if options.what == "kill" else 300)
    does = {"pile": make_pile, "speed": measure_speed, "alone": compare_with_alone, "kill": kill_often, "status": measure_status}
    return does[options.what](options) or 0


if __name__ == "__main__":
    sys.exit(main())
