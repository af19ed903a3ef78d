"""ci/sanitizer_table.py on files as ./grade verify writes them."""
import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "ci"))
import sanitizer_table  # noqa: E402


def outcome(kernel, device, verdict, role="wrong", expected="race", found=None, note=""):
    """`found`: {tool: verdicts}; None: no sanitizer ran."""
    entry = dict(kernel=kernel, role=role, exercise="scan", expected=expected, device=device, verdict=verdict)
    if found is not None:
        entry["sanitizers"] = [dict(tool=tool, verdicts=found.get(tool, []), **({"note": note} if note else {}))
                               for tool in sanitizer_table.TOOLS]
    return entry


class SanitizerTable(unittest.TestCase):
    def run_on(self, *files):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for i, kernels in enumerate(files):
                paths.append(pathlib.Path(folder) / f"{i}.json")
                paths[-1].write_text(json.dumps({"format": 1, "kernels": kernels}))
            with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
                code = sanitizer_table.main(paths)
        self.text = out.getvalue()
        return code

    def test_a_kernel_is_a_row(self):
        self.assertEqual(0, self.run_on([outcome("no_barrier", "simulator", "race"),
                                         outcome("no_barrier", "cuda", "pass", found={"racecheck": ["race", "race"]})]))
        self.assertIn("| scan/no_barrier | race | race | pass | – | race | – | – |", self.text)
        self.assertIn("- the simulator alone: 0", self.text)
        self.assertIn("- racecheck: 1", self.text)

    def test_what_only_the_simulator_finds_is_named(self):
        self.run_on([outcome("a", "simulator", "race"), outcome("a", "cuda", "pass", found={}),
                     outcome("b", "simulator", "race"), outcome("b", "cuda", "wrong_answer", found={})])
        self.assertIn("- the simulator: 2", self.text)
        self.assertIn("- the GPU without tools: 1", self.text)
        self.assertIn("- the simulator alone: 1 (scan/a)", self.text)

    def test_what_the_simulator_misses_is_named(self):
        self.run_on([outcome("a", "simulator", "pass"),
                     outcome("a", "cuda", "pass", found={"memcheck": ["out_of_bounds"]})])
        self.assertIn("- not the simulator: 1 (scan/a)", self.text)

    def test_the_devices_may_come_from_two_files(self):
        self.run_on([outcome("a", "simulator", "race")], [outcome("a", "cuda", "pass", found={})])
        self.assertIn("| scan/a | race | race | pass | – | – | – | – |", self.text)

    def test_a_tool_that_ended_early_did_not_find_nothing(self):
        self.run_on([outcome("a", "cuda", "timeout", found={"synccheck": ["barrier_divergence"]}, note="stopped")])
        self.assertIn("| ended early | ended early | ended early | barrier_divergence |", self.text)

    def test_a_finding_in_a_right_kernel_is_a_false_alarm(self):
        self.assertEqual(1, self.run_on([outcome("a", "cuda", "pass", found={}),
                                         outcome("scan", "cuda", "pass", role="reference",
                                                 found={"initcheck": ["uninitialized_read"]})]))
        self.assertIn("- reference scan/scan: initcheck says uninitialized_read", self.text)

    def test_without_sanitizers_there_is_nothing_to_compare(self):
        self.assertEqual(2, self.run_on([outcome("a", "cuda", "pass")]))


if __name__ == "__main__":
    unittest.main()
