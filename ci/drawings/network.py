"""Drawings of sorting networks: a wire for each value, a vertical line for each comparator, time from left to right."""

from canvas import MARGIN, Drawing, number

WIRE_GAP = 30
LANE = 14  # between comparators of one step that would cover each other
STEP_GAP = 14
NAME_WIDTH = 7  # of one character of a step's name, about


def lanes_of(step):
    """The comparators of one step, in lanes within which none covers another."""
    lanes = []
    for low, high in step:
        span = (min(low, high), max(low, high))
        free = next((lane for lane in lanes if all(b < span[0] or a > span[1] for a, b, _ in lane)), None)
        if free is None:
            free = []
            lanes.append(free)
        free.append((*span, (low, high)))
    return [[pair for _, _, pair in lane] for lane in lanes]


def network(title, what, steps, values, names):
    """steps: lists of pairs (low, high) that are compared at the same time; the smaller value goes to `low`. The values
    flow through, so what stands at the right is what this network makes of what stands at the left."""
    drawing = Drawing(title, what)
    before, after = list(values), list(values)
    left, top = MARGIN + 34, MARGIN + 34
    bottom = top + (len(values) - 1) * WIRE_GAP
    comparators, x = [], left
    for name, step in zip(names, steps):
        start, lanes = x, lanes_of(step)
        width = max(LANE * (len(lanes) - 1) + 2 * STEP_GAP, NAME_WIDTH * len(name) + 6)
        first = start + (width - LANE * (len(lanes) - 1)) / 2
        for i, lane in enumerate(lanes):
            comparators += [(first + i * LANE, low, high) for low, high in lane]
        x += width
        drawing.text((start + x) / 2, MARGIN + 12, name, "soft", 12, "middle")
        drawing.line(x, top - 14, x, bottom + 14, width=0.6, dashed=True)
        for low, high in step:
            if after[low] > after[high]:
                after[low], after[high] = after[high], after[low]
    for wire in range(len(values)):
        y = top + wire * WIRE_GAP
        drawing.text(MARGIN + 10, y + 5, before[wire], anchor="middle")
        drawing.line(left - 8, y, x + 10, y)
        drawing.text(x + 26, y + 5, after[wire], anchor="middle")
    for at, low, high in comparators:
        y1, y2 = top + low * WIRE_GAP, top + high * WIRE_GAP
        drawing.line(at, y1, at, y2, "take", 1.8)
        drawing.tip(at, y1, at, y2)  # points to the larger value
        drawing.shapes.append(f'<circle class="tip" cx="{number(at)}" cy="{number(y1)}" r="3"/>')
    drawing.width = max(drawing.width, x + 34)
    drawing.y = bottom + 14
    return drawing


def brick(n):
    """Odd-even transposition: n steps of neighbours."""
    return [[(i, i + 1) for i in range(step % 2, n - 1, 2)] for step in range(n)]


def bitonic(n):
    """Batcher's bitonic sorter (1968), in the form in which all comparators point the same way: the first step of each
    merge mirrors, the others halve."""
    steps, names = [], []
    size = 2
    while size <= n:
        steps.append([(b + i, b + size - 1 - i) for b in range(0, n, size) for i in range(size // 2)])
        names.append(f"merge {size}")
        stride = size // 4
        while stride:
            steps.append([(i, i + stride) for i in range(n) if not i & stride])
            names.append(f"{stride} apart")
            stride //= 2
        size *= 2
    return steps, names


def odd_even_merge(n):
    """Batcher's odd-even merge sort (1968): fewer comparators than bitonic (Knuth, TAOCP vol. 3, 5.2.2, algorithm M)."""
    steps, names = [], []
    p = 1
    while p < n:
        stride = p
        while stride:
            steps.append([(j + i, j + i + stride) for j in range(stride % p, n - stride, 2 * stride)
                          for i in range(min(stride, n - j - stride))
                          if (j + i) // (2 * p) == (j + i + stride) // (2 * p)])
            names.append(f"merge {2 * p}" if stride == p else f"{stride} apart")
            stride //= 2
        p *= 2
    return steps, names
