"""ci/timing_checks.py: what it concludes from results, and the whole script with a stand-in for ./grade."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[3] / "ci"
sys.path.insert(0, str(SCRIPTS))
import timing_checks  # noqa: E402
from timing import results, submissions  # noqa: E402

TIERS = [{"points": 1, "copy_fraction": 0.4, "measurable": True},
         {"points": 2, "reference_ratio": 2.0, "measurable": True},
         {"points": 3, "reference_ratio": 1.25, "measurable": True}]


def timing(**changes):
    return {"n": 1 << 26, "operator": "sum_i32", "input": "random", "median_ms": 0.1, "copy_fraction": 0.8,
            "reference_ratio": 1.0, "repetitions": 20, "discarded": 0, "tier": 3, "seconds": 2.0,
            "checking_seconds": 0.4, **changes}


def task(*timings, **changes):
    return {"name": "coarsened", "score": 9, "verdict": "pass", "findings": [], "tiers": TIERS, "tier": 3,
            "timing": list(timings), **changes}


def result(*tasks):
    return {"exercises": [{"unit": "u", "name": "reduce", "tasks": list(tasks)}]}


def graded(*timings):
    return result(task(*timings))


COURSE = {
    "assignments/u/reduce/exercise.toml": '[[task]]\nname = "coarsened"\n[task.timing]\n',
    "reference/u/cheats/reduce/honest.cu": "// expect: no_gain coarsened\n// cheat: none\nwork();\n",
    "reference/u/cheats/reduce.toml": """format = 1
[sleeps]
base = "honest"
why = "sleeps"
edits = [{find = "work();", replace = "sleep();"}]
""",
}
PLACE = results.Place("reduce/coarsened", 1 << 26, "sum_i32", "random")


class Reading(unittest.TestCase):
    def test_only_tasks_with_tiers_are_timed(self):
        untimed = task(name="interleaved")
        del untimed["tiers"]
        self.assertEqual(["reduce/coarsened"], list(results.timed_tasks(result(untimed, task(timing())))))

    def test_each_size_and_input_is_a_place(self):
        both = graded(timing(), timing(n=1000, input="skewed"))
        self.assertEqual(["reduce/coarsened 2^26 sum_i32 random", "reduce/coarsened 1000 sum_i32 skewed"],
                         [str(place) for place in results.timings(both)])

    def test_a_figure_of_what_was_not_measured_is_none(self):
        self.assertIsNone(results.figure(timing(median_ms=0), "reference_ratio"))
        self.assertIsNone(results.figure(timing(), "cub_ratio"))
        self.assertEqual(0.1, results.figure(timing(), "max_ms"))


    def test_timed_tasks_are_those_with_a_table(self):
        spec = ('[[task]]\nname = "blelloch"\n[[task]]\nname   = "any"\n[task.timing]\nsizes = [1]\n'
                '[[task.timing.tier]]\n')
        self.assertEqual(["any"], submissions.timed_tasks_of(spec))


class Concluding(unittest.TestCase):
    def test_deviation_is_that_of_the_farthest(self):
        self.assertAlmostEqual(0.02, results.deviation([1.0, 0.98, 1.01]))

    def test_the_best_tier_that_the_figures_reach(self):
        self.assertEqual([3, 2, 1, 0], [results.tier_at(TIERS, timing(copy_fraction=share, reference_ratio=ratio))
                                        for share, ratio in ((0.9, 1.25), (0.7, 1.3), (0.4, 2.1), (0.39, 5))])

    def test_a_figure_that_is_missing_reaches_nothing(self):
        self.assertEqual(0, results.tier_at([{"points": 1, "cub_ratio": 9.0}], timing()))

    def test_a_slower_kernel_has_a_larger_ratio_and_a_smaller_share_of_the_copy(self):
        self.assertEqual([3, 2, 1, 0], [results.tier_at(TIERS, timing(copy_fraction=0.85), slower)
                                        for slower in (1.1, 1.3, 2.1, 5)])

    def test_beside_a_threshold_either_tier_is_right(self):
        self.assertEqual({2, 3}, results.tiers_around(TIERS, timing(reference_ratio=1.255), 0.01))
        self.assertEqual({3}, results.tiers_around(TIERS, timing(reference_ratio=1.23), 0.01))

    def test_medians_leave_out_what_was_not_measured(self):
        several = [timing(median_ms=3), timing(median_ms=0), timing(median_ms=1), timing(median_ms=2)]
        self.assertEqual(2, results.median_timing(several)["median_ms"])
        self.assertEqual({"median_ms": 0}, results.median_timing([timing(median_ms=0)]))


class Cheats(unittest.TestCase):
    def cheat(self, text):
        return submissions.parse_cheat(pathlib.Path("reference/u/cheats/reduce/sleeps.cu"), text)

    def test_the_first_lines_say_what_is_expected(self):
        cheat = self.cheat("// expect: no_gain coarsened\n// cheat: sleeps\n//   well: yes\n// until: dawn\n"
                           "int x;  // honest: no")
        self.assertEqual(("no_gain", "reduce/coarsened", "honest.cu", "dawn"),
                         (cheat.expect, cheat.selection, cheat.honest, cheat.until))

    def test_a_file_that_declares_nothing_is_refused_with_its_name(self):
        with self.assertRaisesRegex(ValueError, "sleeps.cu:1: .*expect"):
            self.cheat("int x;\n")

    def test_a_point_more_than_the_honest_kernel_is_a_gain(self):
        cheat = self.cheat("// expect: no_gain coarsened\n// cheat: sleeps\n")
        honest = task(timing(), score=6)
        self.assertEqual("", timing_checks.cheat_gain(cheat, task(score=6), honest))
        self.assertIn("got 7 points", timing_checks.cheat_gain(cheat, task(score=7), honest))

    def test_a_gain_can_be_seen_only_beside_a_measured_kernel(self):
        cheat = self.cheat("// expect: no_gain coarsened\n// cheat: sleeps\n")
        for honest in (task(), task(timing(median_ms=0))):
            self.assertIn("was not measured", timing_checks.cheat_gain(cheat, task(score=9), honest))

    def test_an_expected_verdict_must_come(self):
        cheat = self.cheat("// expect: forbidden coarsened\n// cheat: calls CUB\n")
        self.assertEqual("", timing_checks.cheat_gain(cheat, task(score=0, verdict="forbidden"), task(timing())))
        self.assertIn("must be forbidden", timing_checks.cheat_gain(cheat, task(score=0), task()))

    def test_what_waits_for_something_is_told_only(self):
        cheat = self.cheat("// expect: no_gain coarsened\n// cheat: reads\n// until: a sandbox\n")
        self.assertEqual("", timing_checks.cheat_gain(cheat, task(score=9), task(score=6)))

    BASE = ("// expect: no_gain coarsened\n// cheat: none,\n//   at all\n// honest: fast.cu\n// until: dawn\n"
            "work(in, n);\n")

    def test_what_a_table_does_not_say_is_as_in_its_base(self):
        row = {"base": "fast", "why": "half", "edits": [{"find": "n", "replace": "n / 2"}]}
        with self.assertRaisesRegex(ValueError, "exactly once"):
            submissions.made_cheat(self.BASE, row)
        row["edits"] = [{"find": "n);", "replace": "in);"}, {"find": "work", "replace": "n"}]
        self.assertEqual("// expect: no_gain coarsened\n// cheat: half\n// honest: fast.cu\nn(in, in);\n",
                         submissions.made_cheat(self.BASE, row))

    def test_a_table_may_change_what_is_declared(self):
        row = {"base": "fast", "simulator": "any", "why": "x", "stopped_by": "counts", "edits": []}
        cheat = self.cheat(submissions.made_cheat(self.BASE, row))
        self.assertEqual(("simulator", "any", "fast.cu", ""), (cheat.device, cheat.task, cheat.honest, cheat.until))
        with self.assertRaisesRegex(ValueError, "unknown keys: secret"):
            submissions.made_cheat(self.BASE, {**row, "secret": "key"})

    def test_a_mistake_in_a_table_is_told_with_its_place(self):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder, "reference/u/cheats/reduce.toml")
            table.parent.mkdir(parents=True)
            table.write_text('format = 1\n[half]\nbase = "honest"\n')
            with self.assertRaisesRegex(ValueError, r"reduce.toml: \[half\]: "):
                submissions.write_cheats(pathlib.Path(folder, "reference"), pathlib.Path(folder, "made"))


class CheatsOfTheCourse(unittest.TestCase):
    def test_each_declares_a_task_and_a_verdict_that_there_are(self):
        root = SCRIPTS.parent
        verdicts = set(re.findall(r"^WARPGRADE_VERDICT\((\w+)", (root / "grader/model/verdicts.def").read_text(), re.M))
        with tempfile.TemporaryDirectory() as folder:
            cheats = submissions.find_cheats(submissions.write_cheats(root / "reference", pathlib.Path(folder)))
        self.assertGreater(len(cheats), 50)
        for cheat in cheats:
            spec = tomllib.loads(next(root.glob(f"assignments/*/{cheat.exercise}/exercise.toml")).read_text())
            self.assertIn(cheat.task, [task["name"] for task in spec["task"]], cheat)
            self.assertIn(cheat.expect, verdicts | {submissions.NO_GAIN}, cheat)


class Slowed(unittest.TestCase):
    def compare(self, slowed, factor):
        return timing_checks.compare_slowed([graded(timing())], [graded(one) for one in slowed], factor)

    def test_the_tier_of_the_thresholds_ten_times_of_ten(self):
        rows, wrong = self.compare([timing(reference_ratio=1.3, tier=2)] * 10, 1.3)
        self.assertEqual(([], ["1.3", "1.300", "2", "2"]), (wrong, rows[0][1:]))

    def test_one_wrong_tier_is_told(self):
        _, wrong = self.compare([timing(reference_ratio=1.3, tier=2)] * 9 + [timing(reference_ratio=1.3, tier=3)], 1.3)
        self.assertEqual([f"{PLACE}: slowed by 1.3, it must have tier [2] and got [2, 3]"], wrong)

    def test_what_was_not_measured_is_no_tier(self):
        good, none = timing(reference_ratio=1.3, tier=2), timing(median_ms=0, tier=0)
        rows, wrong = self.compare([good] * 9 + [none], 1.3)
        self.assertEqual("2", rows[0][-1])
        self.assertEqual([f"{PLACE}: slowed by 1.3, not every grading was measured"], wrong)

    def test_a_kernel_that_is_not_as_slow_as_meant_proves_nothing(self):
        _, wrong = self.compare([timing(reference_ratio=1.1, tier=3)], 1.3)
        self.assertIn(f"{PLACE}: slowed by 1.3, it takes 1.100 times as long", wrong)

    def test_every_template_has_its_kernel(self):
        found = submissions.find_slowable(SCRIPTS / "benchmarks/slowed", SCRIPTS.parent / "reference")
        self.assertIn("scan/device_exclusive", [one.selection for one in found])
        with tempfile.TemporaryDirectory() as folder:
            made = submissions.make_slowed(pathlib.Path(folder), found, 1.3) / found[0].unit
            files = {file.name for file in made.iterdir()}
            self.assertLessEqual({"slower.cuh", "slowed_by.cuh"}, files)
            for one in found:
                self.assertLessEqual({one.template.name, f"{one.exercise}_at_full_speed.cuh"}, files)
            self.assertIn("by = 1.3;", (made / "slowed_by.cuh").read_text())


class Loaded(unittest.TestCase):
    def test_the_same_tier_or_no_measurement(self):
        refused = timing(median_ms=0, tier=0, note="something else seems to use this GPU")
        rows, wrong = timing_checks.compare_loaded(graded(timing()), [graded(timing()), graded(refused)], "steady")
        self.assertEqual(([], ["steady", "3", "3", "1 of 2"]), (wrong, rows[0][1:]))

    def test_another_tier_is_told_and_silence_too(self):
        loaded = [graded(timing(tier=2)), graded(timing(median_ms=0))]
        _, wrong = timing_checks.compare_loaded(graded(timing()), loaded, "bursts")
        self.assertEqual([f"{PLACE}: tier 3 alone, [2] under bursts load",
                          f"{PLACE}: not measured under bursts load, and no reason given"], wrong)


class TheWholeScript(unittest.TestCase):
    """With a stand-in for ./grade that gives one result after the other, the last one again and again."""

    def run_with(self, answers, *words):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for number, answer in enumerate(answers):
                (folder / f"answer{number}.json").write_text(json.dumps(answer))
            grade = folder / "grade"
            grade.write_text(f"""#!/bin/sh
case "$*" in *--no-timing*) exit 0 ;; esac  # a build
while [ "$#" -gt 0 ]; do [ "$1" = --json ] && file=$2; shift; done
number=$(cat {folder}/number 2>/dev/null || echo 0)
echo $((number + 1)) > {folder}/number
while [ ! -e {folder}/answer$number.json ]; do number=$((number - 1)); [ $number -lt 0 ] && exit 2; done
cp {folder}/answer$number.json "$file"
""")
            grade.chmod(0o700)
            for file, text in COURSE.items():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_text(text)
            run = subprocess.run([sys.executable, SCRIPTS / "timing_checks.py", "--grade", grade, "--course", folder,
                                  "--out", folder / "out", *words], capture_output=True, text=True,
                                 env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
            tables = {file.name: file.read_text() for file in (folder / "out").glob("*")}
        return run, tables

    def test_a_ratio_that_repeats(self):
        answers = [graded(timing()), graded(timing(reference_ratio=1.005))]
        run, tables = self.run_with(answers, "--repeat", "--times", "2")
        self.assertEqual(0, run.returncode, run.stderr + run.stdout)
        self.assertIn(f"| {PLACE} | 2 of 2 | 1.0025 | 0.25 % | 3 |", tables["timing_repeat.md"])

    def test_a_ratio_and_a_tier_that_do_not(self):
        run, _ = self.run_with([graded(timing()), graded(timing(reference_ratio=1.3, tier=2))],
                               "--repeat", "--times", "2")
        self.assertEqual(1, run.returncode, run.stderr)
        self.assertIn(f"- does not hold: {PLACE}: the ratio to the reference varies by 13.04 %", run.stdout)
        self.assertIn(f"- does not hold: {PLACE}: the tier flipped between [2, 3]", run.stdout)

    def test_cheats_that_gain_nothing(self):
        answers = [result(task(timing(), score=6)), result(task(timing(), score=6)),
                   result(task(timing(median_ms=0.05, note="0.05 ms were hidden"), score=6))]
        run, tables = self.run_with(answers, "--cheats")
        self.assertEqual(0, run.returncode, run.stderr + run.stdout)
        self.assertIn("| reduce/sleeps | pass | 6 | 6 | 2.00 × | 0.05 ms were hidden |", tables["timing_cheats.md"])

    def test_a_cheat_that_gains_a_point(self):
        run, _ = self.run_with([result(task(timing(), score=6))] * 2 + [result(task(timing(), score=7))], "--cheats")
        self.assertEqual(1, run.returncode, run.stderr)
        self.assertIn("- does not hold: reduce/sleeps: got 7 points, and its honest kernel 6", run.stdout)

    def test_how_long_a_run_takes(self):
        run, tables = self.run_with([graded(timing(), timing(n=1 << 28, seconds=100, checking_seconds=90))], "--whole")
        self.assertEqual(1, run.returncode, run.stderr)
        self.assertIn("| 2 | 102.0 s | 88.63 % |", tables["timing_whole.md"])
        self.assertIn("the comparisons take 102 s", run.stdout)

    def test_no_timed_task_is_no_proof(self):
        run, _ = self.run_with([result()], "--repeat", "--only", "no such task")
        self.assertEqual(2, run.returncode)
        self.assertIn("no task with 'no such task' in its name has [task.timing]", run.stderr)

    def test_a_grader_that_gives_no_result_is_told(self):
        run, _ = self.run_with([], "--whole")
        self.assertEqual(2, run.returncode)
        self.assertIn("--whole can't be tested", run.stderr)


if __name__ == "__main__":
    unittest.main()
