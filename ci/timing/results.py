"""What ci/timing_checks.py reads from result.json and what it concludes from that. Neither GPU nor processes here."""
from __future__ import annotations

import dataclasses
import statistics
from typing import Any, Iterable

Json = dict[str, Any]


@dataclasses.dataclass(frozen=True, order=True)
class Place:
    """One size and kind of input of a timed task."""
    task: str  # exercise/task
    n: int
    operator: str
    input: str

    def __str__(self) -> str:
        power = self.n.bit_length() - 1
        size = f"2^{power}" if self.n == 1 << power else str(self.n)
        return f"{self.task} {size} {self.operator} {self.input}"


# ---- Reading ---------------------------------------------------------------------------------------------------------

def timed_tasks(result: Json) -> dict[str, Json]:
    """Those that have tiers, by exercise/task."""
    return {f"{exercise['name']}/{task['name']}": task
            for exercise in result["exercises"] for task in exercise["tasks"] if task.get("tiers")}


def timings(result: Json) -> dict[Place, Json]:
    return {Place(name, timing["n"], timing["operator"], timing["input"]): timing
            for name, task in timed_tasks(result).items() for timing in task["timing"]}


def is_measured(timing: Json) -> bool:
    return timing["median_ms"] > 0


def kind_of(tier: Json) -> str:
    """A tier has one threshold, whose name is its kind."""
    return next(key for key in tier if key not in ("points", "measurable"))


def more_is_better(kind: str) -> bool:
    """Of shares; all else is times and their ratios."""
    return kind.endswith("_fraction")


def figure(timing: Json, kind: str) -> float | None:
    """What a tier of this kind looks at; None: it was not measured."""
    if not is_measured(timing):
        return None
    return timing["median_ms"] if kind == "max_ms" else timing.get(kind)


# ---- Concluding ------------------------------------------------------------------------------------------------------

def deviation(values: list[float]) -> float:
    """How far the farthest is from the median, as a share of it."""
    middle = statistics.median(values)
    return max(abs(value / middle - 1) for value in values)


def reaches(value: float, kind: str, threshold: float) -> bool:
    return value >= threshold if more_is_better(kind) else value <= threshold


def tier_at(tiers: list[Json], timing: Json, slower: float = 1.0) -> int:
    """The best tier that the figures reach, or would if the kernel took `slower` times as long; 0: none."""
    best = 0
    for number, tier in enumerate(tiers, start=1):
        kind = kind_of(tier)
        value = figure(timing, kind)
        if value is None:
            continue
        value = value / slower if more_is_better(kind) else value * slower
        if reaches(value, kind, tier[kind]):
            best = number
    return best


def tiers_around(tiers: list[Json], timing: Json, error: float) -> set[int]:
    """The tiers that are right if the figures are right to a share of `error`: two beside a threshold."""
    return set(range(tier_at(tiers, timing, 1 + error), tier_at(tiers, timing, 1 - error) + 1))


def median_timing(several: Iterable[Json]) -> Json:
    """The medians of all figures of the same place in several results; unmeasured ones don't count."""
    measured = [timing for timing in several if is_measured(timing)]
    if not measured:
        return {"median_ms": 0}
    names = [name for name in measured[0]
             if name.endswith(("_ms", "_fraction", "_ratio")) and all(name in timing for timing in measured)]
    return {name: statistics.median(timing[name] for timing in measured) for name in names}


# ---- Telling ---------------------------------------------------------------------------------------------------------

def markdown(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "/") for cell in line) + " |" for line in lines) + "\n"


def rows_as_text(part: str, rows: list[list[str]]) -> str:
    """To be told while a part goes on, since it may take long and be stopped."""
    return "\n".join(f"{part}: " + " · ".join(row) for row in rows)


def percent(share: float) -> str:
    return f"{100 * share:.2f} %"
