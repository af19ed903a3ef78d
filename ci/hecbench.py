#!/usr/bin/env python3
"""How many programs of others run in the simulator? HeCBench (github.com/zjin-lcf/HeCBench) has about 500 CUDA programs.

    ci/hecbench.py CHECKOUT [--count 120] [--seed 1] [--only NAME…] [--build-only] [--seconds 60] [--jobs N] [--table FILE]

Draws programs by a seed, builds each with its own Makefile and `warpgrade-sim nvcc` under the name nvcc, and runs it as the
Makefile does, with sizes cut: hecbench_cuts.toml has the command line and the constants of each program, so that a run makes
about 100 million accesses; a program that isn't there runs with smaller numbers in its arguments. Prints a table: does it compile, does it run to its end,
what did its own check say, what did the simulator find, and what stopped it. Each finding must be looked at: is it true?
The programs stay in CHECKOUT; nothing of them is kept.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import tomllib

KINDS = ("out of bounds", "misaligned access", "uninitialized read", "race", "barrier divergence", "deadlock", "livelock",
         "host/device mix-up", "launch refused", "assertion failed", "API misuse", "division by zero", "missing return",
         "unsupported", "crash")
# What a message of the compiler says is missing. The first that matches counts.
BLOCKED = [
    ("cub", r"cub/|hipcub"), ("thrust", r"thrust/"), ("cublas", r"cublas"), ("cusparse", r"cusparse"), ("curand", r"curand"),
    ("cufft", r"cufft"), ("cudnn", r"cudnn"), ("cusolver", r"cusolver"), ("nccl, mpi", r"nccl|mpi\.h"),
    ("cuda::…", r"cuda/|nv/|cuda::"), ("fp8, fp4", r"cuda_fp[48]|cuda_fp6"), ("tensor cores", r"mma\.h|wmma"), ("PTX", r"\basm\b|assembly"),
    ("textures", r"texture|tex[123]D|surface|cudaArray"), ("graphs", r"cudaGraph"), ("drivers' interface", r"\bcu[A-Z]\w+|cuda\.h"),
    ("other libraries", r"No such file|fatal error: "),
]


def with_nvcc(folder, simulator):
    """An environment in which `nvcc` is the simulator's."""
    nvcc = folder / "bin" / "nvcc"
    nvcc.parent.mkdir()
    nvcc.write_text(f'#!/bin/sh\nexec "{shutil.which(simulator)}" nvcc "$@"\n')
    nvcc.chmod(0o755)
    return {**os.environ, "PATH": f"{nvcc.parent}:{os.environ['PATH']}"}


def run(command, folder, seconds, environment=None):
    """Exit code (None: it took too long) and what it printed."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   start_new_session=True, env=environment)
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                pass
        finally:
            if process.poll() is None:  # also when this script is interrupted
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        output.seek(max(0, output.seek(0, 2) - 200_000))
        return code, output.read().decode(errors="replace")


def smaller(word):
    """A size of a run: powers of two stay powers of two."""
    if not re.fullmatch(r"\d+", word) or int(word) <= 10:
        return word
    n = int(word)
    if n & (n - 1) == 0:
        return str(min(n, 256))
    return str(min(n, 10 if n % 10 == 0 and n <= 1000 else 100))


def cut_sizes(folder, cuts):
    for file, old, new in cuts.get("edits", []):
        path = folder / file
        text = path.read_bytes().decode(errors="surrogateescape")
        if old not in text:
            raise SystemExit(f"hecbench_cuts.toml: {folder.name}: {file} has no text '{old}'")
        path.write_bytes(text.replace(old, new).encode(errors="surrogateescape"))


def commands_of_run(folder, cuts):
    """What the table says, or what `make run` does, with smaller sizes, and as it is."""
    if "run" in cuts:
        return [["bash", "-c", cuts["run"]]]
    code, text = run(["make", "-n", "run"], folder, 20)
    lines = [line for line in text.splitlines() if re.match(r"\s*\./", line)] if code == 0 else []
    words = shlex.split(lines[0]) if lines else ["./main"]
    words = [word for word in words if not re.match(r"[|>&;]", word)]
    cut = [words[0], *map(smaller, words[1:])]
    return [cut] if cut == words else [cut, words]


def what_blocks(text):
    errors = [line for line in text.splitlines() if re.search(r"error|unsupported|undefined reference|Not simulated", line)]
    for name, pattern in BLOCKED:
        if any(re.search(pattern, line) for line in errors[:3]):
            return name, errors[0]
    return "other", (errors or text.splitlines() or [""])[0]


def findings_in(text):
    kinds = "|".join(map(re.escape, KINDS))
    return re.findall(rf"^(\S+?:\d+|\(unknown place\)): ({kinds}): ([^\n]*)", text, re.M)


def own_check(text):
    text = re.sub(r"[^\n]*\b(errors?|mismatch(es)?|matches|failures)\b\s*[:=]\s*0(\.0*)?\b[^\n]*", "passed", text)
    if re.search(r"\b(FAIL|FAILED|fail|failed|ERROR|incorrect|mismatch)\b", text):
        return "fail"
    return "pass" if re.search(r"\b(PASS|PASSED|passed|correct|success|Success)\b", text) else "-"


def look_at(checkout, name, simulator, options, cuts):
    source = checkout / "src" / name
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "src" / name
        shutil.copytree(source, folder, symlinks=True)
        for other in ("include", name.replace("-cuda", "-sycl"), name.replace("-cuda", "-hip"), name.replace("-cuda", "-omp")):
            if (checkout / "src" / other).is_dir():
                (folder.parent / other).symlink_to(checkout / "src" / other)
        cut_sizes(folder, cuts)
        code, text = run(["make"], folder, 300, with_nvcc(pathlib.Path(temporary), simulator))
        if code != 0:
            return {"name": name, "state": "no build", "why": what_blocks(text)}
        if options.build_only:
            return {"name": name, "state": "builds", "check": "-", "found": [], "command": "", "tail": ""}
        if "needs" in cuts:
            return {"name": name, "state": "no data", "check": "-", "found": [], "command": cuts["run"], "tail": f"needs {cuts['needs']}"}
        for command in commands_of_run(folder, cuts):
            code, text = run(command, folder, options.seconds)
            found = findings_in(text)
            if code in (0, None) or found:
                break
        state = "cut off" if code is None else "finding" if found else "ran" if code == 0 else f"exit {code}"
        return {"name": name, "state": state, "check": own_check(text), "found": found, "command": " ".join(command),
                "tail": text.splitlines()[-1] if text.strip() else ""}


def line_of(result):
    if result["state"] == "no build":
        return f"{result['name']:32} no build   {result['why'][0]:18} {result['why'][1].strip()[:150]}"
    places = {kind: sorted({place for place, of, _ in result["found"] if of == kind}) for _, kind, _ in result["found"]}
    found = "; ".join(f"{kind} {', '.join(of[:3])}" + (f" and {len(of) - 3} more" if len(of) > 3 else "")
                      for kind, of in sorted(places.items()))
    return f"{result['name']:32} {result['state']:10} own check {result['check']:5} {result['command'][:50]:50} {found or result['tail'][:100]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--build-only", action="store_true")
    parser.add_argument("--seconds", type=float, default=60, help="for a run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--table", type=pathlib.Path)
    options = parser.parse_args()
    simulator = os.environ.get("WARPGRADE_SIM", "warpgrade-sim")
    names = sorted(folder.name for folder in (options.checkout / "src").glob("*-cuda") if (folder / "Makefile").is_file())
    drawn = options.only or sorted(random.Random(options.seed).sample(names, min(options.count, len(names))))
    cuts = tomllib.loads((pathlib.Path(__file__).parent / "hecbench_cuts.toml").read_text())
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in concurrent.futures.as_completed([pool.submit(look_at, options.checkout, name, simulator, options, cuts.get(name, {})) for name in drawn]):
            results.append(done.result())
            print(line_of(results[-1]), flush=True)
    results.sort(key=lambda result: result["name"])
    states = collections.Counter(re.sub(r"exit .*", "another exit code", result["state"]) for result in results)
    blocked = collections.Counter(result["why"][0] for result in results if result["state"] == "no build")
    summary = [f"{len(results)} programs of {len(names)}, seed {options.seed}: " + ", ".join(f"{n} {s}" for s, n in states.most_common())]
    summary += ["no build because of: " + ", ".join(f"{name} {n}" for name, n in blocked.most_common())]
    print("\n".join(summary))
    if options.table:
        options.table.write_text("\n".join([*map(line_of, results), *summary, ""]))


if __name__ == "__main__":
    main()
