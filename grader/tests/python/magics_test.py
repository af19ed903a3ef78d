#!/usr/bin/python3
"""The magics of notebooks, with a program in the grader's place that only says how it was called."""
import base64
import io
import os
import pathlib
import signal
import sys
import tempfile
import threading
import unittest
import zipfile
from unittest import mock

try:
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output
except ImportError as missing:
    print(f"skipped: {missing.name} is missing for {sys.executable} (Debian: python3-ipykernel)")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

SPEC = 'format = 1\nsource = "sum.cu"\n'
GRADER = """#!/bin/sh
echo "./grade $*"
case "$*" in
  *broken*) echo "grade: this machine has no compiler" >&2; exit 2;;
  *slow*) trap 'echo stopped; exit 2' INT; while :; do sleep 0.05; done;;
esac
while [ $# -gt 1 ]; do
  case $1 in --html) echo '<p title="./grade sum">' > "$2"; echo "Open $2 in a browser.";; --svg) echo '<svg/>' > "$2";; esac
  shift
done
exit 1
"""


class Magics(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        self.folder = pathlib.Path(temporary.name).resolve()
        self.write("tree/bin/warpgrade", GRADER).chmod(0o755)
        self.write("course/assignments/loops/sum/exercise.toml", SPEC)
        self.source = self.write("course/student/loops/sum.cu", "// TODO\n")
        os.chdir(self.folder / "course")
        environment = mock.patch.dict(os.environ, {"WARPGRADE_TREE": str(self.folder / "tree")})
        environment.start()
        self.addCleanup(environment.stop)
        os.environ.pop("WARPGRADE_COURSE", None)
        self.shell = InteractiveShell.instance()
        self.run_cell("%load_ext warpgrade")

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def run_cell(self, cell):
        with capture_output() as seen:
            self.shell.run_cell(cell)
        self.assertNotIn("Traceback", seen.stdout + seen.stderr)
        return seen

    def test_a_cell_becomes_the_exercises_file_and_its_page_is_shown(self):
        seen = self.run_cell("%%grade sum/tree\nint sum();\n")
        self.assertEqual("int sum();\n", self.source.read_text())
        data = seen.outputs[0].data
        self.assertIn("%grade sum/tree --html", data["text/plain"])
        self.assertNotIn("browser", data["text/plain"])
        self.assertIn('<iframe srcdoc="&lt;p title=&quot;%grade sum&quot;&gt;', data["text/html"])

    def test_a_line_leaves_the_file_alone(self):
        self.assertIn("text/html", self.run_cell("%grade").outputs[0].data)
        self.assertIn("text/html", self.run_cell("%grade trace sum/tree").outputs[0].data)
        self.assertIn("<svg/>", self.run_cell("%grade draw sum/tree").outputs[0].data["image/svg+xml"])
        self.assertEqual("// TODO\n", self.source.read_text())

    def test_what_makes_no_page_is_printed(self):
        seen = self.run_cell("%grade hint sum/tree")
        self.assertEqual(("%grade hint sum/tree\n", []), (seen.stdout, seen.outputs))

    def test_answers_to_a_quiz_have_a_file_of_their_own(self):
        self.assertEqual("%grade quiz sum --check\n", self.run_cell('%%grade quiz sum\nsteps = "n"\n').stdout)
        self.assertEqual('steps = "n"\n', (self.folder / "course/student/loops/sum.quiz.toml").read_text())
        self.assertEqual("// TODO\n", self.source.read_text())

    def test_a_cell_that_names_no_exercise_is_not_saved(self):
        self.assertIn("the cell was not saved: the first line names no exercise",
                      self.run_cell("%%grade scn\nint sum();\n").stderr)
        self.assertEqual("// TODO\n", self.source.read_text())

    def test_errors_are_sentences(self):
        self.assertEqual("grade: this machine has no compiler\n", self.run_cell("%grade sum --order broken").stderr)
        self.assertIn("watch needs a terminal", self.run_cell("%grade watch").stderr)
        os.environ["WARPGRADE_TREE"] = "/nowhere"
        self.assertIn("The grader can't be started: No such file or directory: /nowhere/bin/warpgrade",
                      self.run_cell("%grade sum").stderr)

    def test_an_interrupted_grader_says_what_it_has_done(self):
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        self.assertIn("stopped", self.run_cell("%grade hint slow").stdout)

    def unpack(self):
        zipped = io.BytesIO()
        with zipfile.ZipFile(zipped, "w") as archive:
            archive.writestr("assignments/loops/sum/exercise.toml", SPEC)
            archive.writestr("assignments/loops/sum/tree.svg", "<svg/>")
            archive.writestr("student/loops/sum.cu", "// TODO\n")
        text = base64.b64encode(zipped.getvalue()).decode()
        return self.run_cell(f"from warpgrade.notebook import unpack\nunpack('sum', '''\n{text}\n''')")

    def test_files_are_unpacked_beside_the_notebook_and_work_stays(self):
        os.chdir(self.folder)
        self.assertIn("You hand in sum/student/loops/sum.cu", self.unpack().stdout)
        self.run_cell("%%grade sum\nint sum();\n")
        self.assertEqual([], self.unpack().outputs)
        self.assertEqual("int sum();\n", (self.folder / "sum/student/loops/sum.cu").read_text())

    def test_colab_gets_the_pictures_apart(self):
        with mock.patch.dict(sys.modules, {"google.colab": mock.Mock()}):
            self.assertIn("data:image/svg+xml;base64,PHN2Zy8+", self.unpack().outputs[0].data["text/html"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
