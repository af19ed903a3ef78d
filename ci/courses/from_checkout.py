"""What the scripts of this folder share. Each makes an exercise of an assignment that another course has published:

    cs149_scan.py CHECKOUT COURSE

CHECKOUT is a clone of the course's repository, whose licence is its own: nothing of it lies here. COURSE is a folder for a
course, new or old. The script copies the assignment's files, changes in them what it names, line by line, fills in a
solution of ours between TODO marks, and calls `warpgrade new --like program`. Then it writes the spec and five wrong
solutions. WARPGRADE names the command (default: warpgrade).
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def folders():
    """CHECKOUT and COURSE of the command line."""
    if len(sys.argv) != 3 or not pathlib.Path(sys.argv[1]).is_dir():
        sys.exit(f"usage: {sys.argv[0]} CHECKOUT COURSE\n{sys.modules['__main__'].__doc__}")
    return pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).absolute()


class Folder:
    """The working program, in a folder of its own."""

    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.temporary.name)
        self.changed = 0

    def copy(self, file, name=None):
        target = self.path / (name or file.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)

    def write(self, name, text):
        (self.path / name).write_text(text.lstrip())

    def change(self, name, old, new):
        """Replaces a text that stands in the file exactly once: another release of the assignment is told."""
        text = (self.path / name).read_text()
        if text.count(old) != 1:
            sys.exit(f"{name}: this text should stand in it once, and stands {text.count(old)} times:\n{old}")
        (self.path / name).write_text(text.replace(old, new))
        self.changed += max(old.count("\n"), 1)

    def cut(self, name, first, last, new=""):
        """Replaces what begins with `first` and ends with `last`, each of them in it."""
        text = (self.path / name).read_text()
        begin = text.find(first)
        end = text.find(last, begin)
        if begin < 0 or end < 0:
            sys.exit(f"{name}: it does not hold\n{first}\nand after it\n{last}")
        self.changed += text.count("\n", begin, end)
        (self.path / name).write_text(text[:begin] + new + text[end + len(last):])

    def make_exercise(self, course, name, arguments, spec, wrong, spec_of_made=None):
        """spec_of_made(): the spec, where it is made of what `new` has seen the program print."""
        unit, exercise = name.split("/")
        command = [os.environ.get("WARPGRADE", "warpgrade"), "--course", course, "new", name, "--like", "program", "--from",
                   self.path, *([f"--arguments={arguments}"] if arguments else [])]
        if (code := subprocess.run(command, check=False).returncode) != 0:
            sys.exit(code)
        spec = spec_of_made() if spec_of_made else spec
        (course / "assignments" / unit / exercise / "exercise.toml").write_text(spec.lstrip())
        (course / "reference" / unit / "wrong" / f"{exercise}.toml").write_text(wrong.lstrip())
        print(f"{name}: {self.changed} lines of the assignment were changed.")
