#!/usr/bin/env python3
"""The small drawings of the handouts: each algorithm for n = 8, computed by running it, as SVG beside the handout.

  ci/drawings/draw.py            writes them all
  ci/drawings/draw.py --check    says which differ from what would be written; exit code 1 if any does
"""

import sys
from pathlib import Path

import compact_sort
import reduce_scan_histogram

ASSIGNMENTS = Path(__file__).resolve().parents[2] / "assignments"


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    stale = 0
    for unit in (reduce_scan_histogram, compact_sort):
        for path, drawing in unit.drawings():
            file, text = ASSIGNMENTS / unit.__name__ / path, drawing.svg()
            if file.exists() and file.read_text() == text:
                continue
            stale += 1
            if arguments:
                print(f"{file}: differs from what ci/drawings/draw.py writes. Run it, and commit the result.")
            else:
                file.write_text(text)
    sys.exit(1 if arguments and stale else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
