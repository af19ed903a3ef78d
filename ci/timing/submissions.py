"""The submissions that ci/timing_checks.py and ci/cheats.py grade: the cheats with what they declare, and kernels
slowed down by a factor. A submission is a folder <unit>/<exercise>.cu, with the files that it includes beside it."""
from __future__ import annotations

import dataclasses
import itertools
import pathlib
import re
import shutil
import tomllib

NO_GAIN = "no_gain"  # expected of a cheat: as many points as its honest kernel (none, on the simulator)


@dataclasses.dataclass(frozen=True)
class Cheat:
    file: pathlib.Path
    device: str   # where it cheats: the first line is `// simulator: TASK`, or `// expect:` for a GPU
    expect: str   # no_gain, or the verdict that it must get
    task: str
    honest: str   # the file beside it with the same kernel and without the cheat
    until: str    # what must come before it can be stopped; empty: it must be stopped today

    @property
    def exercise(self) -> str:
        return self.file.parent.name

    @property
    def selection(self) -> str:
        return f"{self.exercise}/{self.task}"

    @property
    def honest_file(self) -> pathlib.Path:
        return self.file.with_name(self.honest)

    def __str__(self) -> str:
        return f"{self.exercise}/{self.file.stem}"


def comment_values(text: str) -> dict[str, str]:
    """{'expect': 'no_gain coarsened', …} of the comment that a file begins with: `// key: value`, and lines that are
    indented go on with the value above."""
    values: dict[str, str] = {}
    key = ""
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        if begin := re.match(r"// ([a-z][a-z ]*): *(.*)", line):
            key = begin[1]
            values[key] = begin[2]
        elif key:
            values[key] += " " + line[2:].strip()
    return values


def parse_cheat(file: pathlib.Path, text: str) -> Cheat:
    values = comment_values(text)
    device = "simulator" if "simulator" in values else "cuda"
    expect = re.fullmatch(r"(\w+) (\w+)", f"{NO_GAIN} {values['simulator']}" if device == "simulator"
                          else values.get("expect", ""))
    if not expect:
        raise ValueError(f"{file}:1: the first line must be `// expect: <no_gain or a verdict> <task>` or "
                         "`// simulator: <task>`")
    if "cheat" not in values:
        raise ValueError(f"{file}: a line `// cheat:` must say how it cheats")
    return Cheat(file, device, expect[1], expect[2], values.get("honest", "honest.cu"), values.get("until", ""))


def edited(code: str, edits: list[dict[str, str]]) -> str:
    """The edits of a table, as in docs/wrong_kernels.md: none sees what another one made."""
    made, done = "", 0
    for edit in sorted(edits, key=lambda edit: code.find(edit["find"])):
        begin = code.find(edit["find"])
        if code.count(edit["find"]) != 1 or begin < done:
            raise ValueError(f"this text must stand exactly once in the base, in no other edit's text: {edit['find']}")
        made, done = made + code[done:begin] + edit["replace"], begin + len(edit["find"])
    return made + code[done:]


def made_cheat(base: str, row: dict) -> str:
    """What a row of a table makes of its base: what the row does not say is as there, apart from `until` and `why`."""
    comment = "".join(itertools.takewhile(lambda line: line.startswith("//"), base.splitlines(keepends=True)))
    keys = {"simulator", "expect", "honest", "stopped_by", "until", "why"}
    if unknown := set(row) - keys - {"base", "edits"}:
        raise ValueError(f"unknown keys: {', '.join(sorted(unknown))}")
    if "why" not in row:
        raise ValueError("`why` is missing: how it cheats")
    devices = {"simulator", "expect"}
    if devices <= set(row):
        raise ValueError("it cheats on one device: write `simulator` or `expect`")
    inherited = {key: value for key, value in comment_values(comment).items()
                 if key != "until" and not (key in devices and devices & set(row))}
    own = {{"why": "cheat", "stopped_by": "stopped by"}.get(key, key): row[key] for key in keys & set(row)}
    lines = [f"// {key}: {value}\n" for key, value in (inherited | own).items()]
    return "".join(lines) + edited(base.removeprefix(comment), row["edits"])


def rows_of(table: pathlib.Path) -> dict[str, dict]:
    try:
        rows = tomllib.loads(table.read_text())
    except tomllib.TOMLDecodeError as mistake:
        raise ValueError(f"{table}: {mistake}") from mistake
    if rows.pop("format", None) != 1:
        raise ValueError(f"{table}: `format = 1` is missing")
    return rows


def write_cheats(reference: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """All cheats of the course as files, laid out as in reference/, with the headers that they include: those too that
    a table makes of a file."""
    for file in [*reference.glob("*.cuh"), *reference.glob("*/cheats/*/*.cu*")]:
        copy = folder / file.relative_to(reference)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    for table in sorted(reference.glob("*/cheats/*.toml")):
        place = folder / table.relative_to(reference).with_suffix("")
        for name, row in rows_of(table).items():
            target = place / f"{name}.cu"
            try:
                if target.exists():
                    raise ValueError("there is a file of this name")
                made = made_cheat((table.with_suffix("") / f"{row['base']}.cu").read_text(), row)
                parse_cheat(target, made)
            except (KeyError, OSError, ValueError) as mistake:
                raise ValueError(f"{table}: [{name}]: {mistake}") from mistake
            target.write_text(made)
    return folder


def find_cheats(folder: pathlib.Path) -> list[Cheat]:
    """Those of a folder that write_cheats() has made."""
    cheats = [parse_cheat(file, file.read_text()) for file in sorted(folder.glob("*/cheats/*/*.cu"))]
    for cheat in cheats:
        if cheat.device == "cuda" and not cheat.honest_file.exists():
            raise ValueError(f"{cheat}: there is no {cheat.honest} beside it, the same kernel without the cheat")
    return cheats


def make_submission(folder: pathlib.Path, cheat_file: pathlib.Path) -> pathlib.Path:
    """Of a file in <unit>/cheats/<exercise>/, the headers beside it, and those beside the units for all."""
    exercise, unit = cheat_file.parent.name, cheat_file.parents[2].name
    of_unit = folder / unit
    of_unit.mkdir(parents=True)
    for folder_of_headers in (cheat_file.parents[3], cheat_file.parent):
        for header in folder_of_headers.glob("*.cuh"):
            shutil.copy(header, of_unit)
    shutil.copy(cheat_file, of_unit / f"{exercise}.cu")
    return folder


def timed_tasks_of(exercise_toml: str) -> list[str]:
    """The names of the tasks with a table [task.timing]."""
    name, timed = "", []
    for line in exercise_toml.splitlines():
        if begin := re.match(r'name *= *"(\w+)"', line):
            name = begin[1]
        elif line.startswith("[task.timing]"):
            timed.append(name)
    return timed


def find_timed_tasks(assignments: pathlib.Path) -> list[str]:
    """Of the course, as exercise/task."""
    return [f"{file.parent.name}/{task}" for file in sorted(assignments.glob("*/*/exercise.toml"))
            for task in timed_tasks_of(file.read_text())]


@dataclasses.dataclass(frozen=True)
class Slowable:
    """A template of ci/benchmarks/slowed/ and the fast kernel that it slows down."""
    template: pathlib.Path
    unit: str
    exercise: str
    task: str
    fast: pathlib.Path

    @property
    def selection(self) -> str:
        return f"{self.exercise}/{self.task}"


def find_slowable(templates: pathlib.Path, reference: pathlib.Path) -> list[Slowable]:
    found = []
    for template in sorted(templates.glob("*.cu")):
        task = re.search(r"#define (\w+) \1_at_full_speed", template.read_text())
        solution = next(reference.glob(f"*/{template.name}"), None)
        if not task or not solution:
            raise ValueError(f"{template}: renames no task, or {reference} has no {template.name}")
        fast = solution.parent / "fast" / template.name
        found.append(Slowable(template, solution.parent.name, template.stem, task[1],
                              fast if fast.exists() else solution))
    return found


def make_slowed(folder: pathlib.Path, slowables: list[Slowable], factor: float) -> pathlib.Path:
    """All of them by the same factor."""
    for slowable in slowables:
        add_slowed(folder / slowable.unit, slowable, factor)
    return folder


def add_slowed(of_unit: pathlib.Path, slowable: Slowable, factor: float) -> None:
    of_unit.mkdir(parents=True, exist_ok=True)
    for folder_of_headers in (slowable.template.parent, slowable.fast.parent):
        for header in folder_of_headers.glob("*.cuh"):
            shutil.copy(header, of_unit)
    shutil.copy(slowable.template, of_unit)
    shutil.copy(slowable.fast, of_unit / f"{slowable.exercise}_at_full_speed.cuh")
    (of_unit / "slowed_by.cuh").write_text(
        f"#pragma once\nnamespace slowed {{\nconstexpr double by = {factor};\n}}\n")
