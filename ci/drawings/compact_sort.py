"""The drawings of the unit compact_sort."""

from canvas import Drawing
from network import bitonic, brick, network, odd_even_merge

VALUES = [3, 1, 7, 0, 4, 1, 6, 3]
N = len(VALUES)


def exclusive_sums(values):
    return [sum(values[:i]) for i in range(len(values))]


def compact():
    drawing = Drawing("Compact: predicate, exclusive scan, scatter",
                      "Flags mark the odd elements; the exclusive sum of the flags is the address of each kept element.")
    keep = [v % 2 for v in VALUES]
    addresses = exclusive_sums(keep)
    kept = [i for i in range(N) if keep[i]]
    fills = {i: "a" for i in kept}
    drawing.row("in", VALUES, fills, note="keep(x): x is odd")
    drawing.row("flags", keep, fills)
    places = drawing.row("exclusive scan", addresses, fills, note=f"count = {len(kept)}")
    out = drawing.row("out", [VALUES[i] for i in kept] + [None] * (N - len(kept)), {i: "a" for i in range(len(kept))},
                      links=True, note="out[address] = x")
    for i in kept:
        drawing.link(places, i, out, addresses[i])
    return drawing


def expand():
    drawing = Drawing("Allocate: each input asks for some slots",
                      "The exclusive sum of the requests is the first slot of each input.")
    names, asks = "ABCDEFGH", [0, 2, 0, 1, 0, 0, 3, 2]
    first = exclusive_sums(asks)
    colours = {i: c for i, c in zip([i for i in range(N) if asks[i]], "abcd")}
    drawing.row("in", list(names), colours)
    drawing.row("slots asked for", asks, colours)
    places = drawing.row("exclusive scan", first, colours, note=f"total = {sum(asks)}")
    owner = [i for i in range(N) for _ in range(asks[i])]
    out = drawing.row("out", [names[i] for i in owner], {s: colours[i] for s, i in enumerate(owner)}, links=True)
    for slot, i in enumerate(owner):
        drawing.link(places, i, out, slot)
    return drawing


def segmented_scan():
    drawing = Drawing("Segmented inclusive scan by doubling strides",
                      "Each element carries a flag; an element whose flag is set takes in nothing from its left.")
    heads = [1, 0, 0, 1, 0, 1, 0, 0]
    segment = [sum(heads[:i + 1]) - 1 for i in range(N)]
    fills = {i: "abc"[segment[i]] for i in range(N)}
    drawing.row("heads", heads, fills)
    values, flags, stride = list(VALUES), list(heads), 1
    row = drawing.row("in", values, fills)
    while stride < N:
        before, old_values, old_flags = row, list(values), list(flags)
        takes = [i for i in range(stride, N) if not old_flags[i]]
        for i in range(stride, N):
            if not old_flags[i]:
                values[i] += old_values[i - stride]
            flags[i] = old_flags[i] | old_flags[i - stride]
        row = drawing.row(f"stride {stride}", values, fills, links=True,
                          note="flags " + " ".join(str(f) for f in flags))
        for i in range(N):
            drawing.link(before, i, row, i, take=False)
            if i in takes:
                drawing.link(before, i - stride, row, i)
        stride *= 2
    return drawing


def csr():
    drawing = Drawing("A sparse matrix in CSR", "Three arrays hold the elements of a matrix row by row; a row is a segment.")
    matrix = [[5, 0, 0, 2], [0, 0, 0, 0], [0, 1, 4, 3], [7, 0, 0, 0]]
    fills_of_row = "abcd"
    elements = [(r, c, v) for r, line in enumerate(matrix) for c, v in enumerate(line) if v]
    offsets = [sum(1 for r, _, _ in elements if r < row) for row in range(5)]
    for r, line in enumerate(matrix):
        drawing.row("the matrix" if r == 0 else "", [v if v else "·" for v in line],
                    {c: fills_of_row[r] for c, v in enumerate(line) if v})
    fills = {i: fills_of_row[r] for i, (r, _, _) in enumerate(elements)}
    drawing.caption("The same as three arrays. Row 1 is empty: its two offsets are equal.")
    drawing.row("row_offsets", offsets, {r: fills_of_row[r] for r in range(4)}, note="row r: from offset r up to offset r + 1")
    drawing.row("columns", [c for _, c, _ in elements], fills)
    drawing.row("values", [v for _, _, v in elements], fills)
    return drawing


def merge_lists():
    drawing = Drawing("Merge two sorted lists by binary search",
                      "The place of an element is its index in its own list plus the number of elements of the other list "
                      "that come before it.")
    left, right = [1, 3, 3, 6], [0, 1, 4, 7]
    place_left = [i + sum(y < x for y in right) for i, x in enumerate(left)]
    place_right = [j + sum(x <= y for x in left) for j, y in enumerate(right)]
    fills = {i: "a" if i < 4 else "b" for i in range(N)}
    drawing.row("left, right", left + right, fills)
    places = drawing.row("place", place_left + place_right, fills,
                         note="own index + how many of the other list come before")
    merged = [None] * N
    for i, x in enumerate(left):
        merged[place_left[i]] = (x, "a")
    for j, y in enumerate(right):
        merged[place_right[j]] = (y, "b")
    out = drawing.row("out", [x for x, _ in merged], {i: colour for i, (_, colour) in enumerate(merged)}, links=True,
                      note="equal keys: the left list first")
    for i, place in enumerate(place_left + place_right):
        drawing.link(places, i, out, place)
    return drawing


def merge_path():
    """The grid of Odeh, Green et al. (2012): right takes from b, down takes from a."""
    drawing = Drawing("Merge path: each thread finds its part of two lists",
                      "A path through a grid of both lists; diagonals at equal distances cut it into equal parts.")
    a, b = [1, 3, 3, 6], [0, 1, 4, 7]
    cell, x0, y0 = 40, 150, 50
    for j, value in enumerate(b):
        drawing.text(x0 + j * cell + cell / 2, y0 - 12, value, anchor="middle")
    for i, value in enumerate(a):
        drawing.text(x0 - 16, y0 + i * cell + cell / 2 + 5, value, anchor="middle")
    drawing.text(x0 - 60, y0 - 12, "a ↓   b →", "soft", 13)
    for k in range(5):
        drawing.line(x0, y0 + k * cell, x0 + 4 * cell, y0 + k * cell, width=0.8)
        drawing.line(x0 + k * cell, y0, x0 + k * cell, y0 + 4 * cell, width=0.8)
    i = j = 0
    merged = []
    for step in range(N):
        if step and step % 2 == 0:  # two outputs a thread
            x, y = x0 + j * cell, y0 + i * cell
            drawing.line(x - 26, y + 26, x + 26, y - 26, dashed=True)
        x, y = x0 + j * cell, y0 + i * cell
        if j == len(b) or (i < len(a) and a[i] <= b[j]):
            drawing.line(x, y, x, y + cell, "take", 3)
            merged.append((a[i], "a"))
            i += 1
        else:
            drawing.line(x, y, x + cell, y, "take", 3)
            merged.append((b[j], "b"))
            j += 1
    drawing.text(x0 + 4 * cell + 30, y0 + 24, "down: the next is of a (also of two equals)", "soft", 13)
    drawing.text(x0 + 4 * cell + 30, y0 + 46, "right: the next is of b", "soft", 13)
    drawing.text(x0 + 4 * cell + 30, y0 + 68, "dashed: where thread 1, 2, 3 begins; found by", "soft", 13)
    drawing.text(x0 + 4 * cell + 30, y0 + 90, "binary search along its diagonal", "soft", 13)
    drawing.y = y0 + 4 * cell + 16
    drawing.row("out, two a thread", [v for v, _ in merged], {k: colour for k, (_, colour) in enumerate(merged)})
    return drawing


def split():
    drawing = Drawing("Split by one bit: the step of a radix sort",
                      "Keys with bit 0 unset go to the front, the others behind them; both keep their order.")
    bits = [v & 1 for v in VALUES]
    zeros = exclusive_sums([1 - b for b in bits])
    total = bits.count(0)
    ones = exclusive_sums(bits)
    place = [total + ones[i] if bits[i] else zeros[i] for i in range(N)]
    fills = {i: "b" if bits[i] else "a" for i in range(N)}
    drawing.row("keys", VALUES, fills)
    drawing.row("bit 0", bits, fills)
    drawing.row("zeros before", zeros, fills, note=f"exclusive scan of 1 - bit; {total} in all")
    places = drawing.row("place", place, fills, note=f"bit 0: zeros before; bit 1: {total} + i - zeros before")
    out = drawing.row("out", [v for v in VALUES if not v & 1] + [v for v in VALUES if v & 1],
                      {i: "a" if i < total else "b" for i in range(N)}, links=True)
    for i in range(N):
        drawing.link(places, i, out, place[i])
    return drawing


def radix_passes():
    drawing = Drawing("A radix sort, one bit a pass, the lowest first",
                      "Three stable splits sort eight keys of three bits.")
    keys = list(VALUES)
    row = drawing.row("keys", [f"{k:03b}" for k in keys])
    for bit in range(3):
        before = row
        order = sorted(range(N), key=lambda i: keys[i] >> bit & 1)  # stable, as each pass must be
        keys = [keys[i] for i in order]
        row = drawing.row(f"by bit {bit}", [f"{k:03b}" for k in keys],
                          {i: "b" if k >> bit & 1 else "a" for i, k in enumerate(keys)}, links=True)
        for to, source in enumerate(order):
            drawing.link(before, source, row, to)
    drawing.row("as numbers", keys)
    return drawing


def partition():
    drawing = Drawing("Three-way partition of one segment",
                      "Less, equal and greater than the pivot get places by one scan each, so the order is kept.")
    pivot = VALUES[N // 2]
    kind = [0 if v < pivot else 1 if v == pivot else 2 for v in VALUES]
    ranks = [[kind[:i].count(k) for i in range(N)] for k in range(3)]
    starts = [kind.count(0) * (k > 0) + kind.count(1) * (k > 1) for k in range(3)]
    place = [starts[kind[i]] + ranks[kind[i]][i] for i in range(N)]
    fills = {i: "abc"[kind[i]] for i in range(N)}
    drawing.row("keys", VALUES, fills, note=f"pivot {pivot}: less, equal, greater")
    drawing.row("rank in its kind", [ranks[kind[i]][i] for i in range(N)], fills, note="an exclusive scan a kind")
    places = drawing.row("place", place, fills,
                         note=f"first places: {starts[0]}, {starts[1]}, {starts[2]}")
    out = [None] * N
    for i in range(N):
        out[place[i]] = (VALUES[i], "abc"[kind[i]])
    row = drawing.row("out", [v for v, _ in out], {i: c for i, (_, c) in enumerate(out)}, links=True)
    for i in range(N):
        drawing.link(places, i, row, place[i])
    return drawing


def run_lengths():
    drawing = Drawing("Runs of a sorted array", "Heads mark where a run begins; their scan is the run's number.")
    keys = sorted(VALUES)
    heads = [int(i == 0 or keys[i] != keys[i - 1]) for i in range(N)]
    number = [sum(heads[:i + 1]) - 1 for i in range(N)]
    fills = {i: "abcd"[number[i] % 4] for i in range(N)}
    drawing.row("sorted keys", keys, fills)
    drawing.row("heads", heads, fills)
    runs = drawing.row("run", number, fills, note="inclusive scan of the heads, minus 1")
    first = [i for i in range(N) if heads[i]]
    lengths = [number.count(r) for r in range(len(first))]
    out = drawing.row("keys of the runs", [keys[i] for i in first], {r: "abcd"[r % 4] for r in range(len(first))},
                      links=True)
    drawing.row("lengths", lengths, {r: "abcd"[r % 4] for r in range(len(first))},
                note="where the next run begins, minus where this one does")
    for r, i in enumerate(first):
        drawing.link(runs, i, out, r)
    return drawing


def drawings():
    """(path below the unit's folder, drawing)"""
    yield "compact/compact.svg", compact()
    yield "allocate/expand.svg", expand()
    yield "segmented_scan/segmented_scan.svg", segmented_scan()
    yield "spmv/csr.svg", csr()
    steps = brick(N)
    yield "sorting_networks/brick.svg", network(
        "Odd-even transposition (brick) network", "Eight wires, eight steps of neighbours.", steps, VALUES,
        [str(s + 1) for s in range(N)])
    steps, names = bitonic(N)
    yield "sorting_networks/bitonic.svg", network(
        "Bitonic sorting network (Batcher, 1968)", "Eight wires, six steps, 24 comparators.", steps, VALUES, names)
    steps, names = odd_even_merge(N)
    yield "sorting_networks/odd_even_merge.svg", network(
        "Odd-even merge sorting network (Batcher, 1968)", "Eight wires, six steps, 19 comparators.", steps, VALUES, names)
    yield "merge_sort/merge_lists.svg", merge_lists()
    yield "merge_sort/merge_path.svg", merge_path()
    yield "radix_sort/split.svg", split()
    yield "radix_sort/passes.svg", radix_passes()
    yield "quick_sort/partition.svg", partition()
    yield "histogram_by_sort/run_lengths.svg", run_lengths()
