"""ci/labelled_suites.py on small suites, with a stand-in for the simulator."""
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "ci"))
import labelled_suites  # noqa: E402

RACE = """{file}:3: race: Race on x[0]: this thread writes it at line 3; thread (0,0,0) of block (0,0,0) read it at line 7.
    3 |   x[0] = 1;
  in kernel k, block (1,0,0), thread (0,0,0)
{file}:7: the other place: in kernel k
  Let only one thread write the element.
{file}:9: uninitialized read: The kernel reads 4 bytes, which nobody wrote before.
"""


class LabelledSuites(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def scor(self, *names):
        sources = self.folder / "microbenchmarks/src"
        sources.mkdir(parents=True)
        for name in names:
            (sources / f"{name}.cu").write_text("")

    def simulator(self, body):
        """Prints what `body` says for the program argv[2] in the order argv[4]."""
        file = self.folder / "simulator"
        file.write_text(f"#!{sys.executable}\nimport sys\nprogram, order = sys.argv[2], sys.argv[4]\n{body}")
        file.chmod(0o755)
        return file

    def run_with(self, body):
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
            code = labelled_suites.main([str(self.folder), "--results", str(self.folder / "results"),
                                         "--simulator", str(self.simulator(body))])
        return code, out.getvalue()

    def test_the_lines_of_a_race_are_those_of_both_accesses(self):
        self.assertEqual([3, 7], labelled_suites.race_lines(RACE.format(file="/tmp/a.cu"), "a.cu"))
        self.assertEqual([], labelled_suites.race_lines(RACE.format(file="/tmp/b.cu"), "a.cu"))

    def test_a_mark_stands_above_its_line(self):
        text = "int f()\n  // atomicBug here\n  x = 1;\n// boundsBug here\n  // guardBug here\n if (x)\n"
        self.assertEqual({3, 6}, labelled_suites.marked_lines(text))

    def test_labels_of_hirace_are_in_the_names(self):
        sources = self.folder / "indigo/indigo_sources/push"
        sources.mkdir(parents=True)
        for name in ("push", "push_boundsBug", "push_boundsBug_atomicBug", "push_guardBug", "push_syncBug"):
            (sources / f"{name}.cu").write_text("")
        racing = {program.name for program in labelled_suites.suite_in(self.folder).programs if program.races}
        self.assertEqual({"push_boundsBug_atomicBug", "push_guardBug", "push_syncBug"}, racing)

    def test_all_as_labelled(self):
        self.scor("race_a", "norace_b")
        code, text = self.run_with(f"if 'norace' not in program: sys.stderr.write('''{RACE}'''.format(file=program))")
        self.assertEqual(0, code)
        self.assertIn("ScoR: 2 programs, of which 1 race", text)
        self.assertIn("| any of them | 1 | 0 | 0 | 1 |", text)

    def test_a_missed_race_and_a_false_alarm_are_named(self):
        self.scor("race_a", "norace_b")
        code, text = self.run_with(f"if 'norace' in program: sys.stderr.write('''{RACE}'''.format(file=program))")
        self.assertEqual(1, code)
        self.assertIn("missed: race_a", text)
        self.assertIn("false alarm: norace_b, line 3", text)

    def test_an_order_that_misses_it_is_told(self):
        self.scor("race_a")
        code, text = self.run_with(f"if order == 'reverse': sys.stderr.write('''{RACE}'''.format(file=program))")
        self.assertEqual(0, code)
        self.assertIn("| forward | 0 | 1 | 0 | 0 |", text)
        self.assertIn("| reverse | 1 | 0 | 0 | 0 |", text)

    def test_what_is_known_is_not_run_again(self):
        self.scor("race_a")
        self.run_with(f"sys.stderr.write('''{RACE}'''.format(file=program))")
        code, text = self.run_with("sys.exit('must not run')")
        self.assertEqual(0, code, text)

    def test_another_folder_is_refused(self):
        with self.assertRaisesRegex(RuntimeError, "neither of the suites"):
            labelled_suites.suite_in(self.folder)


if __name__ == "__main__":
    unittest.main()
