#!/usr/bin/env python3
"""Compares what the simulator counts with the hardware counters that ncu reads, for the kernels of
ci/benchmarks/traffic.cu. Prints a Markdown table. Exit code 1: sectors, requests or bank conflicts differ by more than
2 %; 2: there is nothing to compare (no ncu, no permission to read counters, …).

  ci/compare_counts.py [--build BUILD_FOLDER] [--program FILE.cu]

Two of ncu's figures need care. Its counter of bank conflicts also counts passes that wait for other reasons, so the
conflicts that decide are wavefronts beyond the ideal ones, by instruction. And branches are the compiler's: what is an
`if` in the source is often a predicate on the GPU; so those rows are told and decide nothing.
"""
import argparse
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOLERANCE = 0.02

L1 = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum"
BY_INSTRUCTION, IDEAL = "memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal"
DIVERGENT = "smsp__sass_branch_targets_threads_divergent.sum"

METRICS = [
    *(L1.format(what, op) for what in ("sectors", "requests") for op in ("ld", "st")),
    *(L1.format("requests", op) for op in ("red", "atom")),
    *(name.format(op) for name in (WAVEFRONTS, CONFLICTS) for op in ("ld", "st")),
    BY_INSTRUCTION, IDEAL, DIVERGENT,
]


def fail(message):
    print(f"compare_counts: {message}", file=sys.stderr)
    sys.exit(2)


# ---- The two sides: {kernel: {counter: value}} -----------------------------------------------------------------------

def simulate(simulator, program, folder):
    counts = folder / "counts.json"
    run = subprocess.run([simulator, "run", "--count", "--count-json", counts, program], capture_output=True, text=True)
    if run.returncode != 0:
        fail(f"the simulator could not run {program}:\n{run.stderr}")
    return {kernel["kernel"]: kernel for kernel in json.loads(counts.read_text())["kernels"]}


def find_tool(name):
    return shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin") or fail(f"{name} is not installed here")


def profile(program, folder):
    binary = folder / "traffic"
    compiled = subprocess.run([find_tool("nvcc"), "-O3", "-std=c++17", "-lineinfo", "-arch=native", "-o", binary, program],
                              capture_output=True, text=True)
    if compiled.returncode != 0:
        fail(f"nvcc could not compile {program}:\n{compiled.stdout}{compiled.stderr}")
    ncu, wanted = find_tool("ncu"), list(METRICS)
    while wanted:
        run = subprocess.run([ncu, "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none",
                              "--metrics", ",".join(wanted), binary], capture_output=True, text=True)
        output = run.stdout + run.stderr
        if "ERR_NVGPUCTRPERM" in output:
            fail("ncu may not read the GPU's counters (ERR_NVGPUCTRPERM): run as root, or load the driver with "
                 "NVreg_RestrictProfilingToAdminUsers=0")
        kernels = parse_ncu(run.stdout)
        if kernels:
            return kernels
        unknown = [name for name in wanted for line in output.splitlines()
                   if ("ERROR" in line or "WARNING" in line) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line)]
        if not unknown:
            fail(f"ncu measured nothing (exit code {run.returncode}):\n{output}")
        print(f"ncu does not know {', '.join(unknown)}: measuring without", file=sys.stderr)
        wanted = [name for name in wanted if name not in unknown]
    fail("ncu knows none of the counters")


def number(text):
    """1,048,576 → 1048576.0; None for n/a."""
    digits = re.match(r"[\d.,]+(?:e[+-]?\d+)?", text.strip())
    return float(digits.group().replace(",", "")) if digits else None


def parse_ncu(output):
    """Reads both of ncu's forms: a row for each kernel with a column for each counter (raw page), or a row for each
    kernel and counter."""
    lines = output.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        return {}
    kernels = {}
    for row in csv.DictReader(line for line in lines[start:] if line.startswith('"')):
        name = re.sub(r"[(<].*", "", row["Kernel Name"].replace("(anonymous namespace)::", "").replace("<unnamed>::", ""))
        name = re.split(r"[ :]", name)[-1]
        if not name:  # the row of units
            continue
        values = {row["Metric Name"]: row["Metric Value"]} if "Metric Name" in row else row
        counters = kernels.setdefault(name, {})
        for counter in METRICS:
            if values.get(counter) is not None and (value := number(values[counter])) is not None:
                counters[counter] = counters.get(counter, 0) + value
    return kernels


# ---- The comparison --------------------------------------------------------------------------------------------------

def total(counters, *names):
    values = [counters.get(name) for name in names]
    return None if None in values else sum(values)


def rows_for(sim, gpu):
    """(counter, simulator, ncu, what the difference is a share of, does it decide?)"""
    def both(name):
        return total(gpu, name.format("ld"), name.format("st"))
    sectors, requests = both(L1.replace("{}", "sectors", 1)), both(L1.replace("{}", "requests", 1))
    yield "global sectors", sim["global_sectors"], sectors, None, True
    yield "global requests", sim["global_requests"], requests, None, True
    passes, conflicts = sim["shared_requests"] + sim["bank_conflicts"], sim["bank_conflicts"]
    if sim["shared_requests"]:
        exact = None if total(gpu, BY_INSTRUCTION, IDEAL) is None else gpu[BY_INSTRUCTION] - gpu[IDEAL]
        wavefronts = both(WAVEFRONTS)
        yield "shared wavefronts", passes, wavefronts, None, False
        if exact is None and wavefronts is not None:  # what these kernels' words need is one wavefront a request
            exact = wavefronts - sim["shared_requests"]
        yield "bank conflicts", conflicts, exact, passes, True
        yield "bank conflicts, counter with other waits", conflicts, both(CONFLICTS), passes, False
    if sim["atomic_requests"]:
        yield "atomic requests", sim["atomic_requests"], total(gpu, L1.format("requests", "red"),
                                                               L1.format("requests", "atom")), None, False
    yield "divergent branches", sim["divergent_branches"], gpu.get(DIVERGENT), sim["branches"] or None, False


def difference(sim, gpu, whole):
    whole = whole or max(sim, gpu)
    return (sim - gpu) / whole if whole else 0.0


def compare(simulated, profiled):
    """Prints the table; returns what is wrong."""
    wrong = []
    print("| kernel | counter | simulator | ncu | difference |\n|---|---|--:|--:|--:|")
    for kernel, sim in simulated.items():
        if kernel not in profiled:
            wrong.append(f"{kernel}: ncu has not seen it")
            continue
        for counter, counted, measured, whole, decides in rows_for(sim, profiled[kernel]):
            if measured is None:
                print(f"| {kernel} | {counter} | {counted:,} | – | |")
                if decides:
                    wrong.append(f"{kernel}: ncu gave no {counter}")
                continue
            share = difference(counted, measured, whole)
            told = f"{100 * share:+.2f} %" if decides else f"({100 * share:+.2f} %)"
            print(f"| {kernel} | {counter} | {counted:,} | {measured:,.0f} | {told} |")
            if decides and not abs(share) <= TOLERANCE:
                wrong.append(f"{kernel}: {counter} differ by {100 * share:+.2f} %")
    return wrong


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--build", type=pathlib.Path, default=os.environ.get("WARPGRADE_BUILD_DIR", root / "build"))
    options.add_argument("--program", type=pathlib.Path, default=root / "ci/benchmarks/traffic.cu")
    given = options.parse_args()
    simulator = pathlib.Path(given.build) / "bin/warpgrade-sim"
    if not simulator.exists():
        fail(f"{simulator} does not exist: build first (./grade doctor does), or give --build")
    with tempfile.TemporaryDirectory() as folder:
        simulated = simulate(simulator, given.program, pathlib.Path(folder))
        profiled = profile(given.program, pathlib.Path(folder))
    wrong = compare(simulated, profiled)
    print("\nDifferences in brackets are told only; bank conflicts' are shares of all passes over the banks.")
    for line in wrong:
        print(f"differs: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
