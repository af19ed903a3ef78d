#!/usr/bin/env python3
"""Who finds which wrong kernel: the simulator, the GPU without tools, each tool of compute-sanitizer. Reads what
`./grade verify --device both --sanitize --json FILE` wrote (several files: one after the other) and prints a Markdown
table with totals. Exit code 1: something was found in a right kernel; 2: the files hold nothing to compare.

  ci/sanitizer_table.py FILE...
"""
import collections
import json
import pathlib
import sys

TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"]


def load(files):
    """{(role, exercise, kernel): {"simulator": outcome, "cuda": outcome}}"""
    kernels = collections.defaultdict(dict)
    for file in files:
        for outcome in json.loads(pathlib.Path(file).read_text())["kernels"]:
            kernels[outcome["role"], outcome["exercise"], outcome["kernel"]][outcome["device"]] = outcome
    return dict(sorted(kernels.items()))


def verdict_on(kernel, device):
    return kernel[device]["verdict"] if device in kernel else None


def runs_of(kernel, tool):
    return [run for run in kernel.get("cuda", {}).get("sanitizers", []) if run["tool"] == tool]


def found_by(kernel, tool):
    """Its verdicts, each once; None: it has not looked."""
    runs = runs_of(kernel, tool)
    return sorted({verdict for run in runs for verdict in run["verdicts"]}) if runs else None


def finds(kernel, by):
    if by in TOOLS:
        return bool(found_by(kernel, by))
    return verdict_on(kernel, by) not in (None, "pass", "not_run", "grader_error")


def cell(kernel, tool):
    found = found_by(kernel, tool)
    if found is None:
        return ""
    ended_early = any(run.get("note") for run in runs_of(kernel, tool))
    return ", ".join(found) or ("ended early" if ended_early else "–")


def print_table(kernels):
    print("| wrong kernel | must be | simulator | GPU alone | " + " | ".join(TOOLS) + " |")
    print("|---" * (4 + len(TOOLS)) + "|")
    for (_, exercise, name), kernel in kernels.items():
        expected = next(iter(kernel.values()))["expected"]
        alone = [verdict_on(kernel, device) or "" for device in ("simulator", "cuda")]
        print(f"| {exercise}/{name} | {expected} | " + " | ".join(alone + [cell(kernel, tool) for tool in TOOLS]) + " |")


def print_totals(kernels):
    by = {"the simulator": ["simulator"], "the GPU without tools": ["cuda"], **{tool: [tool] for tool in TOOLS},
          "any tool of compute-sanitizer": TOOLS, "the GPU with all tools": ["cuda", *TOOLS]}
    print(f"\nOf {len(kernels)} wrong kernels")
    for who, ways in by.items():
        print(f"- {who}: {sum(any(finds(kernel, way) for way in ways) for kernel in kernels.values())}")
    only = [f"{exercise}/{name}" for (_, exercise, name), kernel in kernels.items()
            if finds(kernel, "simulator") and not any(finds(kernel, way) for way in ["cuda", *TOOLS])]
    missed = [f"{exercise}/{name}" for (_, exercise, name), kernel in kernels.items()
              if "simulator" in kernel and not finds(kernel, "simulator")]
    print(f"- the simulator alone: {len(only)}" + (f" ({', '.join(only)})" if only else ""))
    print(f"- not the simulator: {len(missed)}" + (f" ({', '.join(missed)})" if missed else ""))


def false_alarms(kernels):
    for (role, exercise, name), kernel in kernels.items():
        if role not in ("reference", "right"):
            continue
        for by in ["simulator", "cuda", *TOOLS]:
            if finds(kernel, by):
                yield f"{role} {exercise}/{name}: {by} says {verdict_on(kernel, by) or cell(kernel, by)}"


def main(files):
    if not files:
        sys.exit(__doc__)
    kernels = load(files)
    wrong = {key: kernel for key, kernel in kernels.items() if key[0] == "wrong"}
    looked_at = sum(bool(kernel.get("cuda", {}).get("sanitizers")) for kernel in kernels.values())
    if not wrong or not looked_at:
        print("sanitizer_table: no wrong kernel ran under a sanitizer: make the file with "
              "`./grade verify --device both --sanitize --json FILE`", file=sys.stderr)
        return 2
    print_table(wrong)
    print_totals(wrong)
    right = [key for key in kernels if key[0] in ("reference", "right")]
    alarms = list(false_alarms(kernels))
    print(f"\nOf {len(right)} right kernels: {len(alarms)} false alarms")
    for alarm in alarms:
        print(f"- {alarm}")
    return 1 if alarms else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
