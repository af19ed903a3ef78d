#!/usr/bin/env python3
"""Is timing fair? On a machine with a GPU, grades the same kernels again and again, and kernels that cheat.

  ci/timing_checks.py                   all of these:
    --repeat    the reference ten times, each in a process of its own: its ratio repeats to 1 % at 2^26 elements and
                above, and no tier flips
    --cheats    every cheat of reference/*/cheats with `// expect:`: none gains a point over its honest kernel
    --slowed    fast kernels slowed down by 1.1, 1.3, 2 and 5: they take so many times as long (from 2^26 elements on),
                and get the tier that the thresholds say, each time
    --load      the reference while another program uses the GPU: no tier flips, or the grader says that it can't
                measure
    --whole     the reference's whole unit: the comparisons take less than 90 s, and less than 30 % of that
                checks outputs
  --times N     instead of ten times             --only TEXT   only tasks and cheats with this in their names
                (all parts take half an hour; each exercise by itself, as with `--cheats --only scan`, some minutes)
  --grade, --course   another command than ./grade, another folder with assignments/ and reference/
  --out FOLDER  where the tables go, as Markdown (default: gpu_reports/ in the build folder)

Exit code 1: a claim does not hold; 2: it can't be tested here.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import itertools
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Iterator

from timing import results, submissions
from timing.results import Json, Place, percent

ROOT = pathlib.Path(__file__).resolve().parent.parent
LARGE = 1 << 26           # from here on ratios must repeat to …
REPEATS_TO = 0.01
FACTORS = (1.1, 1.3, 2.0, 5.0)
FACTOR_ERROR = 0.05       # of what a slowed kernel takes: its two more launches are slowed by an estimate
RACES_S, CHECKING = 90.0, 0.30
GRADING_S = 240           # a grading that takes longer hangs
AFTERMATH_S = 0.3         # for what a cheat left behind


class CantTest(Exception):
    """The machine or the grader is at fault."""


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# ---- Grading ---------------------------------------------------------------------------------------------------------

class Grader:
    def __init__(self, command: str, folder: pathlib.Path):
        self.command, self.folder = command, folder
        self.numbers = itertools.count()

    def new_folder(self) -> pathlib.Path:
        return self.folder / f"submission{next(self.numbers)}"

    def grade(self, submission: pathlib.Path, *words: str) -> Json:
        """One grading in a process of its own."""
        file = self.folder / f"result{next(self.numbers)}.json"
        command = [self.command, *words, "--device", "cuda", "--submission", str(submission), "--json", str(file)]
        try:
            run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", timeout=GRADING_S)
        except subprocess.TimeoutExpired as late:
            raise CantTest(f"still running after {GRADING_S} s: {' '.join(command)}") from late
        time.sleep(AFTERMATH_S)
        try:
            return json.loads(file.read_text())
        except (OSError, ValueError) as error:
            raise CantTest(f"{' '.join(command)}: exit code {run.returncode}, and no result\n"
                           f"{run.stderr[-2000:]}") from error

    def build(self, wanted: list[tuple[pathlib.Path, str]]) -> None:
        """Builds (submission, selection) side by side, and runs its cases: what follows only has to time."""
        def check(submission: pathlib.Path, selection: str) -> None:
            command = [self.command, selection, "--device", "cuda", "--no-timing", "--jobs", "2", "--submission",
                       str(submission)]
            try:
                subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               timeout=GRADING_S, check=False)
            except subprocess.TimeoutExpired as late:
                raise CantTest(f"still running after {GRADING_S} s: {' '.join(command)}") from late
        with concurrent.futures.ThreadPoolExecutor(max(1, (os.cpu_count() or 2) // 2)) as pool:
            for running in [pool.submit(check, *one) for one in wanted]:
                running.result()


def only_task(result: Json, selection: str) -> Json:
    tasks = [task for exercise in result["exercises"] for task in exercise["tasks"]
             if f"{exercise['name']}/{task['name']}" == selection]
    if len(tasks) != 1:
        raise CantTest(f"the grader was asked for {selection} and graded something else")
    return tasks[0]


# ---- The parts: each returns a table and what does not hold ----------------------------------------------------------

Outcome = tuple[str, list[str]]


class Checks:
    def __init__(self, grader: Grader, course: pathlib.Path, times: int, only: str):
        self.grader, self.times, self.only = grader, times, only
        self.assignments, self.reference = course / "assignments", course / "reference"

    def timed_tasks(self) -> list[str]:
        names = [name for name in submissions.find_timed_tasks(self.assignments) if self.only in name]
        if not names:
            raise CantTest(f"no task with '{self.only}' in its name has [task.timing]")
        return names

    def repeat(self) -> Outcome:
        gradings = []
        for number in range(self.times):
            tell(f"repeat: {number + 1} of {self.times}")
            gradings.append(self.grader.grade(self.reference, *self.timed_tasks()))
        rows, failures = [], []
        for place, several in places_of(gradings).items():
            measured = [timing for timing in several if results.is_measured(timing)]
            ratios = [timing["reference_ratio"] for timing in measured if "reference_ratio" in timing]
            tiers = sorted({timing["tier"] for timing in measured})
            spread = results.deviation(ratios) if ratios else float("nan")
            rows.append([str(place), f"{len(measured)} of {len(gradings)}",
                         f"{statistics.median(ratios):.4f}" if ratios else "–",
                         percent(spread) if ratios else "–", ", ".join(map(str, tiers))])
            if len(ratios) < len(gradings):
                failures.append(f"{place}: the ratio to the reference was measured only {len(ratios)} times")
            if ratios and place.n >= LARGE and not spread <= REPEATS_TO:
                failures.append(f"{place}: the ratio to the reference varies by {percent(spread)}")
            if len(tiers) > 1:
                failures.append(f"{place}: the tier flipped between {tiers}")
        header = ["task", "measured", "× reference", "farthest from the median", "tiers"]
        return results.markdown(header, rows), failures

    def cheats(self) -> Outcome:
        written = submissions.write_cheats(self.reference, self.grader.new_folder())
        cheats = [cheat for cheat in submissions.find_cheats(written)
                  if cheat.device == "cuda" and self.only in str(cheat)]
        if not cheats:
            raise CantTest(f"no cheat has '{self.only}' in its name")
        files = {file: selection for cheat in cheats
                 for file, selection in ((cheat.honest_file, cheat.selection), (cheat.file, cheat.selection))}
        folders = {file: submissions.make_submission(self.grader.new_folder(), file) for file in files}
        tell(f"cheats: building {len(files)}")
        self.grader.build([(folders[file], selection) for file, selection in files.items()])
        rows, failures, honest = [], [], {}
        for cheat in cheats:
            if cheat.honest_file not in honest:
                honest[cheat.honest_file] = self.grade_file(folders[cheat.honest_file], cheat.selection)
            try:
                task = self.grade_file(folders[cheat.file], cheat.selection)
            except CantTest as reason:
                failures.append(f"{cheat}: {reason}")
                continue
            rows.append(cheat_row(cheat, task, honest[cheat.honest_file]))
            tell(results.rows_as_text("cheats", rows[-1:]))
            if why := cheat_gain(cheat, task, honest[cheat.honest_file]):
                failures.append(f"{cheat}: {why}")
        header = ["cheat", "verdict", "points", "honest points", "faster than honest", "what the grader says"]
        return results.markdown(header, rows), failures

    def grade_file(self, folder: pathlib.Path, selection: str) -> Json:
        return only_task(self.grader.grade(folder, selection), selection)

    def slowed(self) -> Outcome:
        found = [one for one in submissions.find_slowable(ROOT / "ci/benchmarks/slowed", self.reference)
                 if self.only in one.selection]
        if not found:
            raise CantTest(f"no slowed kernel has '{self.only}' in its name")
        selections = [one.selection for one in found]
        folders = {factor: submissions.make_slowed(self.grader.new_folder(), found, factor)
                   for factor in (1.0, *FACTORS)}
        tell(f"slowed: building {len(folders) * len(found)}")
        self.grader.build([(folder, one) for folder in folders.values() for one in selections])
        rows, failures = [], []
        base = [self.grader.grade(folders[1.0], *selections) for _ in range(min(self.times, 3))]
        for factor in FACTORS:
            several = [self.grader.grade(folders[factor], *selections) for _ in range(self.times)]
            table, wrong = compare_slowed(base, several, factor)
            tell(results.rows_as_text("slowed", table))
            rows += table
            failures += wrong
        header = ["task", "slowed by", "measured", "tier must be", "tiers got"]
        return results.markdown(header, rows), failures

    def load(self) -> Outcome:
        tasks = self.timed_tasks()
        quiet = self.grader.grade(self.reference, *tasks)
        rows, failures = [], []
        for kind in ("steady", "bursts"):
            with competing_load(kind, self.grader.folder):
                loaded = []
                for number in range(max(1, self.times // 3)):
                    tell(f"load: {kind}, {number + 1}")
                    loaded.append(self.grader.grade(self.reference, *tasks))
            table, wrong = compare_loaded(quiet, loaded, kind)
            rows += table
            failures += wrong
        return results.markdown(["task", "load", "quiet tier", "tiers under load", "could not measure"], rows), failures

    def whole(self) -> Outcome:
        begin = time.monotonic()
        result = self.grader.grade(self.reference)
        wall = time.monotonic() - begin - AFTERMATH_S
        seconds = [timing.get("seconds", 0) for timing in results.timings(result).values()]
        checking = [timing.get("checking_seconds", 0) for timing in results.timings(result).values()]
        if not sum(seconds):
            return "", ["result.json does not say how long the comparisons took"]
        share = sum(checking) / sum(seconds)
        failures = []
        if not sum(seconds) < RACES_S:
            failures.append(f"the comparisons take {sum(seconds):.0f} s")
        if not share < CHECKING:
            failures.append(f"{percent(share)} of the comparisons is checking outputs")
        row = [str(len(seconds)), f"{sum(seconds):.1f} s", percent(share), f"{wall:.1f} s"]
        return results.markdown(["comparisons", "all comparisons", "of that checking outputs", "whole command"], [row]), failures


def places_of(gradings: list[Json]) -> dict[Place, list[Json]]:
    several: dict[Place, list[Json]] = {}
    for result in gradings:
        for place, timing in results.timings(result).items():
            several.setdefault(place, []).append(timing)
    return dict(sorted(several.items()))


# ---- Cheats ----------------------------------------------------------------------------------------------------------

def cheat_gain(cheat: submissions.Cheat, task: Json, honest: Json) -> str:
    """What it gained that it must not; empty: nothing."""
    if cheat.until:
        return ""
    if cheat.expect != submissions.NO_GAIN and task["verdict"] != cheat.expect:
        return f"must be {cheat.expect}, and got {task['verdict']} with {task['score']:g} points"
    if not honest["timing"] or not all(map(results.is_measured, honest["timing"])):
        return "its honest kernel was not measured, so nothing can be said about a gain"
    if task["score"] > honest["score"]:
        return f"got {task['score']:g} points, and its honest kernel {honest['score']:g}"
    return ""


def faster(task: Json, honest: Json) -> str:
    """By how much it looks faster than its honest kernel, over all sizes."""
    ratios = [theirs["median_ms"] / ours["median_ms"]
              for ours, theirs in zip(task["timing"], honest["timing"])
              if results.is_measured(ours) and results.is_measured(theirs)]
    return f"{statistics.median(ratios):.2f} ×" if ratios else "–"


def cheat_row(cheat: submissions.Cheat, task: Json, honest: Json) -> list[str]:
    notes = [finding["message"] for finding in task["findings"]]
    notes += [timing["note"] for timing in task["timing"] if timing.get("note")]
    notes += [task["timing_note"]] if task.get("timing_note") else []
    said = notes[0][:150] if notes else ""
    return [str(cheat) + (f" (until: {cheat.until})" if cheat.until else ""), task["verdict"], f"{task['score']:g}",
            f"{honest['score']:g}", faster(task, honest), said.replace("\n", " ")]


# ---- Slowed kernels and competing load -------------------------------------------------------------------------------

def compare_slowed(base: list[Json], slowed: list[Json], factor: float) -> tuple[list[list[str]], list[str]]:
    rows, failures = [], []
    at_full_speed = {place: results.median_timing(several) for place, several in places_of(base).items()}
    tiers_of = {name: task["tiers"] for name, task in results.timed_tasks(base[0]).items()}
    for place, several in places_of(slowed).items():
        full = at_full_speed.get(place, {"median_ms": 0})
        measured = results.median_timing(several)
        if not results.is_measured(full) or not results.is_measured(measured):
            failures.append(f"{place}: not measured: {several[0].get('note', '')}")
            continue
        # A ratio within one comparison: times of different gradings may differ by more.
        kind = "reference_ratio" if "reference_ratio" in full and "reference_ratio" in measured else "median_ms"
        by = measured[kind] / full[kind]
        allowed = results.tiers_around(tiers_of[place.task], measured, REPEATS_TO)
        got = sorted({timing["tier"] for timing in several if results.is_measured(timing)})
        if not all(map(results.is_measured, several)):
            failures.append(f"{place}: slowed by {factor:g}, not every grading was measured")
        rows.append([str(place), f"{factor:g}", f"{by:.3f}", " or ".join(map(str, sorted(allowed))),
                     ", ".join(map(str, got))])
        if not set(got) <= allowed:
            failures.append(f"{place}: slowed by {factor:g}, it must have tier {sorted(allowed)} and got {got}")
        if place.n >= LARGE and not abs(by / factor - 1) <= FACTOR_ERROR:
            failures.append(f"{place}: slowed by {factor:g}, it takes {by:.3f} times as long")
    return rows, failures


def compare_loaded(quiet: Json, loaded: list[Json], kind: str) -> tuple[list[list[str]], list[str]]:
    rows, failures = [], []
    for place, several in places_of(loaded).items():
        tier = results.timings(quiet)[place]["tier"]
        measured = [timing for timing in several if results.is_measured(timing)]
        got = sorted({timing["tier"] for timing in measured})
        unmeasured = [timing.get("note", "") for timing in several if not results.is_measured(timing)]
        rows.append([str(place), kind, str(tier), ", ".join(map(str, got)) or "–",
                     f"{len(unmeasured)} of {len(several)}"])
        if set(got) - {tier}:
            failures.append(f"{place}: tier {tier} alone, {got} under {kind} load")
        if not all(unmeasured):
            failures.append(f"{place}: not measured under {kind} load, and no reason given")
    return rows, failures


@contextlib.contextmanager
def competing_load(kind: str, folder: pathlib.Path) -> Iterator[None]:
    program = folder / "competing_load"
    if not program.exists():
        nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
        if not nvcc:
            raise CantTest("nvcc is not installed here")
        built = subprocess.run([nvcc, "-O3", "-std=c++17", "-arch=native", "-o", program,
                                ROOT / "ci/benchmarks/competing_load.cu"], capture_output=True, text=True)
        if built.returncode != 0:
            raise CantTest(f"nvcc could not compile competing_load.cu:\n{built.stdout}{built.stderr}")
    with subprocess.Popen([program, kind], stdout=subprocess.PIPE, text=True) as load:
        try:
            if not load.stdout or "at work" not in load.stdout.readline():
                raise CantTest("the competing load did not start")
            yield
        finally:
            load.kill()


# ---- Command line ----------------------------------------------------------------------------------------------------

PARTS = ("whole", "repeat", "cheats", "slowed", "load")


def main() -> int:
    options = argparse.ArgumentParser(description="Is timing fair? See the first lines of this file.")
    for part in PARTS:
        options.add_argument(f"--{part}", action="store_true")
    options.add_argument("--times", type=int, default=10)
    options.add_argument("--only", default="")
    options.add_argument("--grade", default=str(ROOT / "grade"))
    options.add_argument("--course", type=pathlib.Path, default=ROOT)
    build = pathlib.Path(os.environ.get("WARPGRADE_BUILD_DIR", ROOT / "build"))
    options.add_argument("--out", type=pathlib.Path, default=build / "gpu_reports")
    given = options.parse_args()
    asked = [part for part in PARTS if getattr(given, part)] or list(PARTS)
    given.out.mkdir(parents=True, exist_ok=True)
    failures, untested = [], False
    with tempfile.TemporaryDirectory(prefix="timing_checks_") as folder:
        checks = Checks(Grader(given.grade, pathlib.Path(folder)), given.course, given.times, given.only)
        for part in asked:
            begin = time.monotonic()
            try:
                table, wrong = getattr(checks, part)()
            except (CantTest, ValueError, OSError) as reason:
                tell(f"timing_checks: --{part} can't be tested: {reason}")
                untested = True
                continue
            text = f"## {part}\n\n{table}\n" + "".join(f"- does not hold: {line}\n" for line in wrong)
            (given.out / f"timing_{part}.md").write_text(text)
            print(text, flush=True)
            tell(f"{part}: {time.monotonic() - begin:.0f} s")
            failures += wrong
    return 2 if untested else 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
