#!/usr/bin/env python3
"""What does the simulator say of programs that other people have labelled? Compiles and runs each program of a suite
that was checked out before, and compares the races that are reported with the labels:

  git clone https://github.com/JohnJacobsonIII/HiRace-Artifact-SC24 DIR    # 590 kernels of Indigo; tried with 44a935f
  git clone https://github.com/csl-iisc/ScoR DIR                           # 32 micro-benchmarks; tried with 6dc3507
  ci/labelled_suites.py DIR                 a table: races reported, missed, false alarms; by graph or order
  ci/labelled_suites.py DIR TEXT...         the programs with one of these texts in their names
  --results FILE                            keeps what is known, and goes on from there (default: in the build folder)
  --jobs N                                  so many at a time (default: 2)
  --simulator FILE                          another one than build/bin/warpgrade-sim

A label is in the name of a file (HiRace: atomicBug, guardBug, raceBug, syncBug; ScoR: race_, norace_). HiRace marks the
racing statement by a comment in the line above it, in most files. Each of its programs runs on three graphs, with 256
blocks of 256 threads; each of ScoR's in two orders of threads.

Exit code 1: a race is missed, or a false alarm; 2: it can't be tested here.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUN_S = 600  # a program of these suites takes seconds
GRAPHS = ("counterDAG_200n_1000e", "power_law_200n_1000e", "DAG_5n_5e")
ORDERS = ("forward", "reverse")
RACE_IN_NAME = re.compile(r"(atomic|guard|race|sync)Bug")
MARK = re.compile(r"^\s*//\s*(atomic|guard|race|sync)Bug here")


@dataclasses.dataclass(frozen=True)
class Program:
    path: pathlib.Path
    races: bool
    marked: frozenset[int]  # lines; none: the file marks none

    @property
    def name(self) -> str:
        return self.path.stem


@dataclasses.dataclass(frozen=True)
class Suite:
    name: str
    programs: list[Program]
    inputs: tuple[str, ...]  # one column of the table each


def marked_lines(text: str) -> frozenset[int]:
    """The lines that follow a mark: in these files the racing statement stands in one line."""
    return frozenset(i + 2 for i, line in enumerate(text.splitlines()) if MARK.match(line))


def suite_in(folder: pathlib.Path) -> Suite:
    indigo = folder / "indigo/indigo_sources"
    if indigo.is_dir():
        programs = [Program(path, bool(RACE_IN_NAME.search(path.stem)), marked_lines(path.read_text()))
                    for path in sorted(indigo.rglob("*.cu"))]
        return Suite("HiRace", programs, GRAPHS)
    scor = folder / "microbenchmarks/src"
    if scor.is_dir():
        programs = [Program(path, path.stem.startswith("race_"), frozenset()) for path in sorted(scor.glob("*.cu"))]
        return Suite("ScoR", programs, ORDERS)
    raise RuntimeError(f"{folder} is neither of the suites: there is no indigo/indigo_sources and no microbenchmarks/src")


def race_lines(printed: str, program: str) -> list[int]:
    """The lines of the program that take part in a reported race."""
    lines, in_race = set(), False
    for line in printed.splitlines():
        place = re.match(r"(\S+):(\d+): ([\w /]+): ", line)
        if not place:
            continue
        in_race = place[3] == "race" or (in_race and place[3] == "the other place")
        if in_race and pathlib.Path(place[1]).name == program:
            lines.add(int(place[2]))
    return sorted(lines)


# Most of the time goes into compilation, so one source has several programs, each in a namespace. Each runs on each graph
# in a process of its own, since findings of one line are reported once.
PROGRAMS_A_SOURCE = 20
SOURCE = """#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>
{namespaces}
int main(int, char** graphs) {{
  int (*programs[])(int, char**) = {{{mains}}};
  for (auto program : programs)
    for (char** graph = graphs + 1; *graph != nullptr; ++graph) {{
      std::fprintf(stderr, "%s\\n", *graph);
      if (fork() == 0) {{
        char threads[] = "256", blocks[] = "256";
        char* arguments[] = {{graphs[0], *graph, threads, blocks, nullptr}};
        exit(program(4, arguments));
      }}
      wait(nullptr);
    }}
}}
"""
NAMESPACE = """namespace program_{i} {{
#define main main_of_the_suite
#include "{program.path}"
#undef main
}}"""


def run_on_graphs(simulator: pathlib.Path, programs: list[Program]) -> list[dict[str, str]]:
    indigo = programs[0].path.parents[2]
    graphs = [str(indigo / "input" / f"{graph}.egr") for graph in GRAPHS]
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "programs.cu"
        source.write_text(SOURCE.format(
            namespaces="\n".join(NAMESPACE.format(i=i, program=program) for i, program in enumerate(programs)),
            mains=", ".join(f"program_{i}::main_of_the_suite" for i in range(len(programs)))))
        printed = run([simulator, "run", source, "-I", indigo / "indigo_include", "--", *graphs])
    parts = re.split("^(?:" + "|".join(map(re.escape, graphs)) + ")$", printed, flags=re.MULTILINE)[1:]
    if len(parts) != len(programs) * len(GRAPHS):
        raise RuntimeError(f"{programs[0].name} and those after it did not run:\n{printed[:2000]}")
    return [dict(zip(GRAPHS, parts[i:])) for i in range(0, len(parts), len(GRAPHS))]


def run_in_orders(simulator: pathlib.Path, programs: list[Program]) -> list[dict[str, str]]:
    return [{order: run([simulator, "run", program.path, "--order", order]) for order in ORDERS}
            for program in programs]


def run(command: list) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=RUN_S, check=False).stderr


def tested(suite: Suite, simulator: pathlib.Path, programs: list[Program]) -> list[dict]:
    printed = (run_on_graphs if suite.name == "HiRace" else run_in_orders)(simulator, programs)
    return [{"program": program.name,
             "lines": {name: race_lines(text, program.path.name) for name, text in texts.items()}}
            for program, texts in zip(programs, printed)]


def known_results(file: pathlib.Path) -> dict[str, dict]:
    if not file.exists():
        return {}
    return {result["program"]: result["lines"] for result in map(json.loads, file.read_text().splitlines())}


def test_all(suite: Suite, simulator: pathlib.Path, results: pathlib.Path, jobs: int) -> dict[str, dict]:
    known = known_results(results)
    missing = [program for program in suite.programs if program.name not in known]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool, results.open("a") as file:
        futures = [pool.submit(tested, suite, simulator, missing[i:i + PROGRAMS_A_SOURCE])
                   for i in range(0, len(missing), PROGRAMS_A_SOURCE)]
        for future in concurrent.futures.as_completed(futures):
            for result in future.result():
                known[result["program"]] = result["lines"]
                print(json.dumps(result), file=file, flush=True)
            print(f"{len(known)} of {len(suite.programs)}", file=sys.stderr)
    return known


def table(suite: Suite, lines: dict[str, dict]) -> tuple[list[str], bool]:
    """The table, and whether all is as the labels say."""
    racing = [program for program in suite.programs if program.races]
    others = [program for program in suite.programs if not program.races]

    def reported(program: Program, inputs) -> set[int]:
        return {line for name in inputs for line in lines[program.name][name]}

    def row(title: str, inputs) -> str:
        found = sum(bool(reported(program, inputs)) for program in racing)
        false = sum(bool(reported(program, inputs)) for program in others)
        return f"| {title} | {found} | {len(racing) - found} | {false} | {len(others) - false} |"

    text = [f"{suite.name}: {len(suite.programs)} programs, of which {len(racing)} race", "",
            "| | races reported | races missed | false alarms | nothing reported, rightly |", "|---|--:|--:|--:|--:|"]
    text += [row(name, [name]) for name in suite.inputs] + [row("any of them", suite.inputs)]
    marking = [program for program in racing if program.marked]
    if marking:
        there = sum(bool(reported(program, suite.inputs) & program.marked) for program in marking)
        text += ["", f"{len(marking)} of the racing programs mark the line: it is in the report of {there}."]
    wrong = [f"missed: {program.name}" for program in racing if not reported(program, suite.inputs)]
    wrong += [f"false alarm: {program.name}, line {min(reported(program, suite.inputs))}"
              for program in others if reported(program, suite.inputs)]
    return text + [""] * bool(wrong) + wrong, not wrong


def arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("texts", nargs="*")
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--simulator", type=pathlib.Path,
                        default=ROOT / "build/bin/warpgrade-sim")
    return parser.parse_intermixed_args(argv)


def main(argv: list[str]) -> int:
    options = arguments(argv)
    suite = suite_in(options.folder.resolve())
    if options.texts:
        suite = dataclasses.replace(suite, programs=[program for program in suite.programs
                                                     if any(text in program.name for text in options.texts)])
    simulator = options.simulator.resolve()
    if not simulator.exists():
        raise RuntimeError(f"{simulator} is not built")
    results = options.results or ROOT / "build" / f"labelled_{suite.name}.jsonl"
    text, as_labelled = table(suite, test_all(suite, simulator, results, options.jobs))
    print("\n".join(text))
    return 0 if as_labelled else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
