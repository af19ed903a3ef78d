#!/usr/bin/env python3
"""Softmax and norms of the unit `rows` beside PyTorch (eager and torch.compile) and a Triton kernel, in one run.

Needs a GPU, nvcc, PyTorch and Triton. Not part of a test: a table for people.

  ci/benchmarks/rows_beside_torch.py [--tasks softmax,layer_norm,rms_norm] [--elements 24,28] [--columns 64,256,…]
                                     [--seed 1] [--runs 25]

How: all get the same dense matrix of 2^E elements, drawn by the seed. Each call: the second level cache is filled with
other data, the GPU sleeps until the processor has launched everything, then events around the call; medians, in an order
drawn anew for each round. The rivals at their best: torch.compile in its mode max-autotune for this very shape; Triton
with the best of its forms (rows of a program, warps; the row kept, or read twice in a loop) for this very shape. Of each
result but PyTorch's own the first 64 rows are compared with those of doubles. Printed: GB/s read and written, as a share of a copy of the same matrix, and how
many times as fast as the rival the reference is.
"""
import argparse
import ctypes
import itertools
import pathlib
import random
import statistics
import subprocess
import tempfile

import torch
import torch.nn.functional as F
import triton
import triton.language as tl

ROOT = pathlib.Path(__file__).resolve().parents[2]
EPSILON = 1e-5

# ==== The reference, as a library =======================================================================

SOURCE = """
#include "{file}"
extern "C" void run(const void* in, const void* weight, const void* bias, void* out, int rows, int columns, void* s) {{
  const auto stream = static_cast<cudaStream_t>(s);
  {call};
}}
"""
HALVES = "static_cast<const __half*>({})".format
TASKS = {  # exercise, call, type
    "softmax": ("softmax", "softmax::online(static_cast<const float*>(in), static_cast<float*>(out), rows, columns, columns, "
                           "softmax::OnlineSoftmax(), stream)", torch.float32),
    "rms_norm": ("norm", f"norms::rms_norm({HALVES('in')}, {HALVES('weight')}, static_cast<__half*>(out), rows, columns, "
                         f"columns, {EPSILON}f, stream)", torch.float16),
    "layer_norm": ("norm", f"norms::layer_norm({HALVES('in')}, {HALVES('weight')}, {HALVES('bias')}, "
                           f"static_cast<__half*>(out), rows, columns, columns, {EPSILON}f, stream)", torch.float16),
}


def build_reference(task: str, folder: pathlib.Path):
    """The fast reference for this card, as a function (x, weight, bias, out)."""
    exercise, call, _ = TASKS[task]
    major, minor = torch.cuda.get_device_capability()
    fast = ROOT / "reference/rows/fast"
    file = fast / f"{exercise}.sm_{major}{minor}.cu"
    if not file.exists():
        file = fast / f"{exercise}.cu"
    source, library = folder / f"{task}.cu", folder / f"{task}.so"
    source.write_text(SOURCE.format(file=file, call=call))
    include = [ROOT / "grader/include", ROOT / "assignments/rows" / exercise, fast, ROOT / "reference/fast"]
    subprocess.run(["nvcc", "-std=c++20", "-O3", f"-arch=sm_{major}{minor}", "-shared", "-Xcompiler", "-fPIC",
                    *(f"-I{i}" for i in include), str(source), "-o", str(library)], check=True)
    entry = ctypes.CDLL(str(library)).run

    def run(x, weight, bias, out):
        pointers = (ctypes.c_void_p(t.data_ptr()) for t in (x, weight, bias, out))
        entry(*pointers, *x.shape, ctypes.c_void_p(torch.cuda.current_stream().cuda_stream))
    return run


# ==== PyTorch ===========================================================================================

TORCH = {
    "softmax": lambda x, weight, bias: torch.softmax(x, 1),
    "rms_norm": lambda x, weight, bias: F.rms_norm(x, x.shape[1:], weight, EPSILON),
    "layer_norm": lambda x, weight, bias: F.layer_norm(x, x.shape[1:], weight, bias, EPSILON),
}

# ==== Triton ============================================================================================


@triton.jit
def softmax_kept(x, weight, bias, y, rows, columns: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr,
                 MEAN: tl.constexpr, EPS: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    c = tl.arange(0, BLOCK)[None, :]
    mask = (r < rows) & (c < columns)
    values = tl.load(x + r * columns + c, mask, -float("inf"))
    e = tl.exp(values - tl.max(values, 1, keep_dims=True))
    tl.store(y + r * columns + c, e / tl.sum(e, 1, keep_dims=True), mask)


@triton.jit
def softmax_twice(x, weight, bias, y, rows, columns: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr,
                  MEAN: tl.constexpr, EPS: tl.constexpr):
    r = tl.program_id(0).to(tl.int64)
    c = tl.arange(0, BLOCK)
    most = tl.full((BLOCK,), -float("inf"), tl.float32)
    total = tl.zeros((BLOCK,), tl.float32)
    for begin in range(0, columns, BLOCK):
        values = tl.load(x + r * columns + begin + c, begin + c < columns, -float("inf"))
        greater = tl.maximum(most, values)
        total = total * tl.exp(most - greater) + tl.exp(values - greater)
        most = greater
    m = tl.max(most, 0)
    s = tl.sum(total * tl.exp(most - m), 0)
    for begin in range(0, columns, BLOCK):
        values = tl.load(x + r * columns + begin + c, begin + c < columns, -float("inf"))
        tl.store(y + r * columns + begin + c, tl.exp(values - m) / s, begin + c < columns)


@triton.jit
def norm_kept(x, weight, bias, y, rows, columns: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr,
              MEAN: tl.constexpr, EPS: tl.constexpr):
    r = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    c = tl.arange(0, BLOCK)[None, :]
    inside = c < columns
    mask = (r < rows) & inside
    values = tl.load(x + r * columns + c, mask, 0).to(tl.float32)
    if MEAN:
        values = tl.where(inside, values - tl.sum(values, 1, keep_dims=True) / columns, 0.0)
    scale = tl.rsqrt(tl.sum(values * values, 1, keep_dims=True) / columns + EPS)
    result = values * scale * tl.load(weight + c, inside, 0).to(tl.float32)
    if MEAN:
        result += tl.load(bias + c, inside, 0).to(tl.float32)
    tl.store(y + r * columns + c, result.to(tl.float16), mask)


@triton.jit
def norm_twice(x, weight, bias, y, rows, columns: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr,
               MEAN: tl.constexpr, EPS: tl.constexpr):
    r = tl.program_id(0).to(tl.int64)
    c = tl.arange(0, BLOCK)
    sums = tl.zeros((BLOCK,), tl.float32)
    squares = tl.zeros((BLOCK,), tl.float32)
    for begin in range(0, columns, BLOCK):
        values = tl.load(x + r * columns + begin + c, begin + c < columns, 0).to(tl.float32)
        sums += values
        squares += values * values
    mean = 0.0
    if MEAN:
        mean = tl.sum(sums, 0) / columns
    scale = tl.rsqrt(tl.sum(squares, 0) / columns - mean * mean + EPS)
    for begin in range(0, columns, BLOCK):
        inside = begin + c < columns
        values = tl.load(x + r * columns + begin + c, inside, 0).to(tl.float32)
        result = (values - mean) * scale * tl.load(weight + begin + c, inside, 0).to(tl.float32)
        if MEAN:
            result += tl.load(bias + begin + c, inside, 0).to(tl.float32)
        tl.store(y + r * columns + begin + c, result.to(tl.float16), inside)


def triton_forms(task: str, columns: int):
    """(kernel, rows of a program, block, warps) that can be best for rows of this length."""
    kept, twice = (softmax_kept, softmax_twice) if task == "softmax" else (norm_kept, norm_twice)
    block = triton.next_power_of_2(columns)
    for rows, warps in itertools.product((1, 2, 4, 8, 16), (1, 2, 4, 8, 16, 32)):
        in_a_thread = rows * block / (32 * warps)
        if 4 <= in_a_thread <= 128 and (rows == 1 or rows * block <= 4096):
            yield kept, rows, block, warps
    if columns >= 8192:
        for part, warps in itertools.product((2048, 4096, 8192, 16384), (4, 8, 16, 32)):
            if 4 <= part / (32 * warps) <= 32:
                yield twice, 1, part, warps


def best_triton(task: str, x, weight, bias, y):
    rows, columns = x.shape
    calls = []
    for kernel, rows_each, block, warps in triton_forms(task, columns):
        def call(kernel=kernel, rows_each=rows_each, block=block, warps=warps):
            kernel[(triton.cdiv(rows, rows_each),)](x, weight, bias, y, rows, columns, rows_each, block,
                                                    task == "layer_norm", EPSILON, num_warps=warps)
        try:
            call()
            calls.append(call)
        except triton.runtime.errors.OutOfResources:
            pass
    times = measure(calls, 5, random.Random(0))
    return calls[times.index(min(times))]


# ==== Measuring =========================================================================================

flush = None


def measure(calls, runs: int, order: random.Random):
    """Medians in seconds."""
    global flush
    if flush is None:
        flush = torch.zeros(1 << 26, device="cuda")
    times = [[] for _ in calls]
    for _ in range(runs):
        turns = list(range(len(calls)))
        order.shuffle(turns)
        for k in turns:
            flush.sum()
            torch.cuda._sleep(500_000)
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record()
            calls[k]()
            end.record()
            end.synchronize()
            times[k].append(begin.elapsed_time(end) / 1e3)
    return [statistics.median(t) for t in times]


def compare(task: str, name: str, result, x, weight, bias):
    rows = slice(0, min(64, len(x)))
    right = TORCH[task](x[rows].double(), weight.double(), bias.double())
    off = (result[rows].double() - right).abs().max().item()
    bound = 1e-6 if task == "softmax" else 2e-2
    if not off <= bound:
        raise SystemExit(f"{task}, {tuple(x.shape)}: {name} is off by {off}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tasks", default="softmax,layer_norm,rms_norm")
    parser.add_argument("--elements", default="24,28")
    parser.add_argument("--columns", default="64,256,1024,4096,8192,16384,32768,65536,131072")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=25)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    order = random.Random(options.seed)
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, Triton {triton.__version__}, seed {options.seed}")
    print(f"{'':24} {'a copy':>8} {'reference':>10} {'of a copy':>10} {'x eager':>8} {'x compile':>10} {'x Triton':>9}")
    names = ["copy", "reference", "eager", "compile", "Triton"]
    with tempfile.TemporaryDirectory() as folder:
        for task in options.tasks.split(","):
            reference = build_reference(task, pathlib.Path(folder))
            for columns, power in itertools.product(map(int, options.columns.split(",")), map(int, options.elements.split(","))):
                x = torch.randn((1 << power) // columns, columns, device="cuda").to(TASKS[task][2])
                weight, bias = torch.rand(2, columns, device="cuda").to(TASKS[task][2])
                y = torch.full_like(x, float("nan"))
                torch.compiler.reset()
                compiled = torch.compile(TORCH[task], mode="max-autotune-no-cudagraphs", dynamic=False)
                reference(x, weight, bias, y)
                compare(task, "the reference", y, x, weight, bias)
                compare(task, "torch.compile", compiled(x, weight, bias), x, weight, bias)
                in_triton = best_triton(task, x, weight, bias, y.fill_(float("nan")))
                in_triton()
                compare(task, "Triton", y, x, weight, bias)
                times = dict(zip(names, measure(
                    [lambda: y.copy_(x), lambda: reference(x, weight, bias, y), lambda: TORCH[task](x, weight, bias),
                     lambda: compiled(x, weight, bias), in_triton], options.runs, order)))
                ours, rate = times["reference"], 2 * x.nbytes / 1e9
                print(f"{task:10} {columns:7} 2^{power:<3} {rate / times['copy']:8.0f} {rate / ours:10.0f} "
                      f"{times['copy'] / ours:9.0%} {times['eager'] / ours:9.2f} {times['compile'] / ours:10.2f} "
                      f"{times['Triton'] / ours:9.2f}", flush=True)


if __name__ == "__main__":
    main()
