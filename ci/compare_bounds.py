#!/usr/bin/env python3
"""Do bounds on time hold? Reads what `./grade calibrate` printed on a GPU, asks `./grade --on CARD` for the bound of each
kernel there, and prints both as a Markdown table. Needs no GPU itself.

  ci/compare_bounds.py FILE...         what calibrate printed
  --card NAME                          (default: the one that the first file names)
  --jobs N                             so many at a time (default: 2)

Exit code 1: a kernel was faster than its bound; 2: there is nothing to compare. The reference that a card of its own
has, with assembly for it, can't be simulated and is left out.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import dataclasses
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from timing import results

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass(frozen=True)
class Measured:
    task: str    # scan/device_inclusive
    kernel: str  # as calibrate names it
    ms: dict[str, float]  # by column, "2^28 random"


@dataclasses.dataclass(frozen=True)
class Compared:
    task: str
    kernel: str
    column: str
    bound_ms: float
    limit: str
    measured_ms: float

    @property
    def holds(self) -> bool:
        return self.bound_ms <= self.measured_ms

    @property
    def row(self) -> list[str]:
        return [self.task, self.kernel, self.column, f"{self.bound_ms:.4g}", self.limit, f"{self.measured_ms:.4g}",
                f"{self.measured_ms / self.bound_ms:.2f}" + ("" if self.holds else " DOES NOT HOLD")]


def read_calibration(text: str) -> list[Measured]:
    """All kernels that were measured."""
    found: list[Measured] = []
    task, columns, ratios = "", [], {}
    for line in text.splitlines():
        if begin := re.match(r"(\w+/\w+): reference_ratio", line):
            task, columns, ratios = begin[1], [], {}
        elif line.startswith("  kernel"):
            columns = [f"{size} {kind}" for size, kind in re.findall(r"(2\^\d+|\d+) (\w+)", line)]
        elif "the reference's time, ms" in line:
            reference = [float(word) for word in line.split("ms", 1)[1].split()]
            for kernel, values in ratios.items():
                times = {column: ratio * ms for column, ratio, ms in zip(columns, values, reference)}
                found.append(Measured(task, kernel, times))
        elif task and columns and (row := re.match(r"  (\S+) +([0-9.]+ .*%)$", line)):
            ratios[row[1]] = [float(word) for word in row[2].split()[:len(columns)]]
    return found


def file_of(one: Measured) -> pathlib.Path | None:
    """None: it can't be simulated."""
    exercise = one.task.split("/")[0]
    unit = next(ROOT.glob(f"assignments/*/{exercise}")).parent.name
    folder = ROOT / "reference" / unit
    if one.kernel == "reference" or ".sm_" in one.kernel:
        return None
    # ./grade verify makes the files of mutants.
    made = sorted(ROOT.glob(f"build*/cache/mutants/{unit}/{exercise}/{one.kernel}.cu"))
    for file in (folder / one.kernel, folder / "right" / exercise / f"{one.kernel.removeprefix('right/')}.cu",
                 folder / "wrong" / exercise / f"{one.kernel}.cu", *made):
        if file.is_file():
            return file
    raise FileNotFoundError(f"no file of {one.task} is named {one.kernel}: `./grade verify` makes those of mutants")


def bounds_of(one: Measured, card: str, command: str) -> dict:
    file = file_of(one)
    if file is None:
        return {}
    with tempfile.TemporaryDirectory(prefix="bounds_") as folder:
        exercise = one.task.split("/")[0]
        unit = next(ROOT.glob(f"assignments/*/{exercise}")).parent.name
        place = pathlib.Path(folder) / unit
        place.mkdir()
        for headers in (ROOT / "reference" / "fast", file.parent):
            for header in headers.glob("*.cuh"):
                shutil.copy(header, place)
        shutil.copy(file, place / f"{exercise}.cu")
        report = pathlib.Path(folder) / "result.json"
        words = [command, "--submission", folder, one.task, "--device", "simulator", "--order", "forward", "--on", card,
                 "--json", str(report)]
        run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, errors="replace")
        if not report.exists():
            raise RuntimeError(f"{one.task} {one.kernel}: {run.stderr[-300:]}")
        task = json.loads(report.read_text())["exercises"][0]["tasks"][0]
        return task.get("bounds", {}) | {"verdict": task["verdict"]}


def column_of(bound: dict) -> str:
    power = bound["n"].bit_length() - 1
    size = f"2^{power}" if bound["n"] == 1 << power else str(bound["n"])
    return f"{size} {bound['input']}"


def compare(one: Measured, card: str, command: str) -> list[Compared]:
    found = bounds_of(one, card, command)
    if found and not found["bounds"]:
        print(f"{one.task} {one.kernel}: no bound: {found.get('note')} ({found['verdict']})", file=sys.stderr)
    return [Compared(one.task, one.kernel, column_of(bound), bound["ms"], bound["limit"], one.ms[column_of(bound)])
            for bound in found.get("bounds", [])]


def main() -> int:
    options = argparse.ArgumentParser(description="Do bounds on time hold? See the first lines of this file.")
    options.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE")
    options.add_argument("--card")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--grade", default=str(ROOT / "grade"))
    given = options.parse_args()
    texts = [file.read_text() for file in given.files]
    named = re.search(r"^(.+), CUDA ", texts[0], re.MULTILINE)
    card = given.card or (named[1] if named else "")
    measured = [one for text in texts for one in read_calibration(text)]
    if not measured or not card:
        print("compare_bounds: no file has a table of `./grade calibrate`", file=sys.stderr)
        return 2
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        compared = [row for rows in pool.map(lambda one: compare(one, card, given.grade), measured) for row in rows]
    header = ["task", "kernel", "size", "bound, ms", "because of", "measured, ms", "measured / bound"]
    print(results.markdown(header, [row.row for row in compared]))
    kernels = {(row.task, row.kernel) for row in compared}
    near = {(row.task, row.kernel) for row in compared if row.measured_ms <= 2 * row.bound_ms}
    broken = [row for row in compared if not row.holds]
    print(f"{card}: {len(kernels)} kernels, {len(near)} of them within 2 × of their bound at a size; "
          f"{len(broken)} bounds do not hold")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
