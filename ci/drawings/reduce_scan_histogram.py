"""The drawings of the unit reduce_scan_histogram."""

from canvas import Drawing

VALUES = [3, 1, 7, 0, 4, 1, 6, 3]
N = len(VALUES)


def threads_in_words(threads):
    return ("thread " if len(threads) == 1 else "threads ") + ", ".join(str(t) for t in threads)


def interleaved():
    drawing = Drawing("Reduce with doubling strides",
                      "Eight numbers are added in three steps with strides 1, 2 and 4; the working threads move apart.")
    data, stride = list(VALUES), 1
    row = drawing.row("in", data)
    while stride < N:
        before, working = row, range(0, N, 2 * stride)
        for i in working:
            data[i] += data[i + stride]
        cells = [data[i] if i % (2 * stride) == 0 else None for i in range(N)]
        row = drawing.row(f"stride {stride}", cells, {i: "a" for i in working}, links=True,
                          note=threads_in_words([i // 2 for i in working]))
        for i in working:
            drawing.link(before, i, row, i, take=False)
            drawing.link(before, i + stride, row, i)
        stride *= 2
    return drawing


def halving():
    drawing = Drawing("Reduce with halving strides",
                      "Eight numbers are added in three steps; the working threads stay neighbours.")
    data, half = list(VALUES), N // 2
    row = drawing.row("in", data)
    while half:
        before = row
        for i in range(half):
            data[i] += data[i + half]
        row = drawing.row(f"half = {half}", data[:half] + [None] * (N - half), {i: "a" for i in range(half)}, links=True,
                          note=threads_in_words(range(half)))
        for i in range(half):
            drawing.link(before, i, row, i, take=False)
            drawing.link(before, i + half, row, i)
        half //= 2
    return drawing


def hillis_steele():
    drawing = Drawing("Inclusive scan by doubling strides (Hillis & Steele, 1986)",
                      "In three steps each element takes in the one 1, 2 and 4 places to its left.")
    data, stride = list(VALUES), 1
    row = drawing.row("in", data)
    while stride < N:
        before = row
        data = [data[i] + (data[i - stride] if i >= stride else 0) for i in range(N)]
        row = drawing.row(f"stride {stride}", data, {i: "a" for i in range(stride, N)}, links=True,
                          note=f"done up to {2 * stride - 1}")
        for i in range(N):
            drawing.link(before, i, row, i, take=False)
            if i >= stride:
                drawing.link(before, i - stride, row, i)
        stride *= 2
    return drawing


def blelloch():
    drawing = Drawing("Exclusive scan by two sweeps over a tree (Blelloch, 1990)",
                      "Up like a reduction; the root becomes the identity; on the way down each node hands on what lies "
                      "before it.")
    data, stride = list(VALUES), 1
    row = drawing.row("in", data)
    while stride < N:
        before, right = row, range(2 * stride - 1, N, 2 * stride)
        for i in right:
            data[i] += data[i - stride]
        row = drawing.row(f"up, stride {stride}", data, {i: "a" for i in right}, links=True)
        for i in right:
            drawing.link(before, i, row, i, take=False)
            drawing.link(before, i - stride, row, i)
        stride *= 2
    data[N - 1] = 0
    row = drawing.row("root = identity", data, {N - 1: "b"}, links=True)
    stride = N // 2
    while stride:
        before, right = row, range(2 * stride - 1, N, 2 * stride)
        for i in right:
            data[i - stride], data[i] = data[i], data[i] + data[i - stride]
        row = drawing.row(f"down, stride {stride}", data, {j: "c" for i in right for j in (i, i - stride)}, links=True)
        for i in right:
            drawing.link(before, i, row, i, take=False)
            drawing.link(before, i, row, i - stride)
            drawing.link(before, i - stride, row, i)
        stride //= 2
    return drawing


def device_scan():
    drawing = Drawing("Scan of any n in three launches",
                      "Each block sums its part, one block scans the sums, each block scans its part from its carry.")
    parts = [range(0, 3), range(3, 6), range(6, 8)]
    fills = {i: "abc"[p] for p, part in enumerate(parts) for i in part}
    first = drawing.row("in, three blocks", VALUES, fills)
    sums = [sum(VALUES[i] for i in part) for part in parts]
    last = [part[-1] for part in parts]
    upsweep = drawing.row("upsweep: sums", [sums[last.index(i)] if i in last else None for i in range(N)],
                          {i: fills[i] for i in last}, links=True, note="launch 1")
    for p, part in enumerate(parts):
        for i in part:
            drawing.link(first, i, upsweep, last[p])
    carries = [sum(sums[:p]) for p in range(3)]
    spine = drawing.row("spine: carries", [carries[last.index(i)] if i in last else None for i in range(N)],
                        {i: fills[i] for i in last}, links=True, note="launch 2, one block: exclusive scan")
    for p in range(3):
        for q in range(p):
            drawing.link(upsweep, last[q], spine, last[p])
    result = [sum(VALUES[:i + 1]) for i in range(N)]
    out = drawing.row("downsweep", result, fills, links=True, note="launch 3: scan of the part, from its carry")
    for p, part in enumerate(parts):
        for i in part:
            drawing.link(spine, last[p], out, i)
    return drawing


def privatized():
    drawing = Drawing("Histogram with private bins",
                      "Two blocks count into bins of their own in shared memory, then add them to the global bins.")
    data = [2, 0, 2, 1, 2, 3, 0, 2]
    halves = [range(0, 4), range(4, 8)]
    row = drawing.row("in, two blocks", data, {i: "a" if i < 4 else "b" for i in range(8)})
    counts = [[sum(data[i] == b for i in half) for b in range(4)] for half in halves]
    private = drawing.row("private bins", counts[0] + counts[1], {i: "a" if i < 4 else "b" for i in range(8)}, links=True,
                          note="shared memory, one atomic an element")
    for h, half in enumerate(halves):
        for i in half:
            drawing.link(row, i, private, 4 * h + data[i])
    bins = [counts[0][b] + counts[1][b] for b in range(4)]
    out = drawing.row("bins", [None, None] + bins + [None, None], {i: "c" for i in range(2, 6)}, links=True,
                      note="global memory, one atomic a bin and block")
    for b in range(4):
        drawing.link(private, b, out, b + 2)
        drawing.link(private, b + 4, out, b + 2)
    return drawing


def drawings():
    """(path below the unit's folder, drawing)"""
    yield "reduce/interleaved.svg", interleaved()
    yield "reduce/halving.svg", halving()
    yield "scan/hillis_steele.svg", hillis_steele()
    yield "scan/blelloch.svg", blelloch()
    yield "scan/device.svg", device_scan()
    yield "histogram/privatized.svg", privatized()
