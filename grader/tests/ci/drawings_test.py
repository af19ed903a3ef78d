"""The drawings of the handouts are those that ci/drawings/draw.py writes, and the networks in them sort."""

import itertools
import subprocess
import sys
import unittest
from pathlib import Path

DRAWINGS = Path(__file__).resolve().parents[3] / "ci" / "drawings"
sys.path.insert(0, str(DRAWINGS))
from network import bitonic, brick, odd_even_merge  # noqa: E402


def sorts_everything(steps, n):
    """The 0-1 principle: a network that sorts all zeros and ones sorts everything."""
    for values in itertools.product((0, 1), repeat=n):
        values = list(values)
        for low, high in itertools.chain(*steps):
            if values[low] > values[high]:
                values[low], values[high] = values[high], values[low]
        if values != sorted(values):
            return False
    return True


class Drawings(unittest.TestCase):
    def test_files_are_what_the_script_writes(self):
        run = subprocess.run([sys.executable, DRAWINGS / "draw.py", "--check"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout), (0, ""))

    def test_networks_sort_all_zeros_and_ones(self):
        for n in (2, 4, 8):
            for steps in (brick(n), bitonic(n)[0], odd_even_merge(n)[0]):
                self.assertTrue(sorts_everything(steps, n))

    def test_no_step_uses_a_wire_twice(self):
        for step in brick(8) + bitonic(8)[0] + odd_even_merge(8)[0]:
            wires = list(itertools.chain(*step))
            self.assertEqual(len(wires), len(set(wires)))


if __name__ == "__main__":
    unittest.main()
