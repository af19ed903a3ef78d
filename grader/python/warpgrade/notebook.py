"""The magics of a notebook: %grade runs the grader and shows its page or picture, %%grade saves the cell's code before.

    %load_ext warpgrade
    %grade draw scan/hillis_steele
"""
import base64
import html
import io
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import zipfile

from IPython.core.error import UsageError
from IPython.display import display

import warpgrade

# The page says by itself how high it is; a higher one than this is scrolled, and can be pulled larger.
FRAME = """<iframe srcdoc="{}" style="width:100%;height:720px;resize:vertical;border:1px solid #8884"
onload="this.style.height=Math.min(this.contentDocument.documentElement.scrollHeight+24,720)+'px'"></iframe>"""


def register(ipython):
    ipython.register_magic_function(grade, "line")
    ipython.register_magic_function(grade_cell, "cell", "grade")


def grade(line):
    """%grade scan, %grade draw scan/blelloch, …: what stands behind ./grade in a terminal."""
    run(words_of(line))


def grade_cell(line, cell):
    """%%grade scan: the cell becomes the exercise's file; %%grade quiz scan: the answers to its quiz."""
    words = words_of(line)
    exercise = next(filter(None, map(folder_of, words)), None)
    if exercise is None:
        raise UsageError("the cell was not saved: the first line names no exercise of the course in "
                         f"{course()}, as %%grade EXERCISE does. %grade list shows them.")
    file = file_of(exercise, is_quiz=words[0] == "quiz")
    file.write_text(cell, encoding="utf-8")
    run(words)


def words_of(line):
    try:
        return shlex.split(line)
    except ValueError as error:
        raise UsageError(f"{line}: {error}") from None


def course():
    """The one that the first cells of its notebook have unpacked, or else the one that the notebook lies in."""
    here = pathlib.Path.cwd()
    return pathlib.Path(os.environ.get("WARPGRADE_COURSE") or
                        next((folder for folder in [here, *here.parents] if (folder / "assignments").is_dir()), here))


def folder_of(word):
    """Of the exercise that a word names, alone or with a task; None: it names none."""
    name = word.split("/")[0]
    return next((spec.parent for spec in course().glob("assignments/*/*/exercise.toml") if spec.parent.name == name),
                None)


def file_of(exercise, is_quiz):
    source = re.search(r'^source\s*=\s*"(.+?)"', (exercise / "exercise.toml").read_text(encoding="utf-8"), re.MULTILINE)
    return course() / "student" / exercise.parent.name / (f"{exercise.name}.quiz.toml" if is_quiz else source[1])


def run(words):
    """Shows the page or picture that the command makes; if it makes none, what it prints."""
    if words[:1] in (["watch"], ["debug"]):
        raise UsageError(f"{words[0]} needs a terminal.")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "shown"
        out, err = call([*words, *options_for(words, file)])
        shown = in_notebook(file.read_text(encoding="utf-8")) if file.exists() else ""
        out = out.replace(f"Open {file} in a browser.\n", "")  # it is gone by then
    if shown.startswith("<svg"):
        display({"image/svg+xml": shown, "text/plain": out}, raw=True)
    elif shown:
        display({"text/html": FRAME.format(html.escape(shown)), "text/plain": out}, raw=True)
    else:
        print(out, end="")
    if err:
        print(err, end="", file=sys.stderr)


def options_for(words, file):
    if words[:1] == ["draw"]:
        return ["--svg", file]
    if words[:1] == ["quiz"]:
        return [] if "--again" in words else ["--check"]  # it can't ask
    is_grading = not words or words[0] == "check" or words[0].startswith("-") or folder_of(words[0]) or \
        (course() / "assignments" / words[0]).is_dir()
    return ["--html", file] if is_grading or words[0] == "trace" else []


def call(words):
    """Output and errors. An interrupted grader says what it has done until then."""
    program = warpgrade.tree() / "bin" / "warpgrade"
    try:
        process = subprocess.Popen([program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
                                   env={**os.environ, "WARPGRADE_COURSE": str(course())}, start_new_session=True)
    except OSError as error:
        return "", f"The grader can't be started: {error.strerror}: {program}\n"
    try:
        out, err = process.communicate()
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    return in_notebook(out), in_notebook(err)


def in_notebook(text):
    """The commands that it advises, as they are typed here."""
    return text.replace("./grade", "%grade")


def unpack(name, files):
    """For the first cells of a notebook: `files` is a zip, in base64, of the course with this exercise alone. What
    the student has saved there stays."""
    folder = pathlib.Path(name)
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(files))) as archive:
        for member in archive.namelist():
            if not (member.startswith("student/") and (folder / member).exists()):
                archive.extract(member, folder)
    os.environ["WARPGRADE_COURSE"] = str(folder.resolve())
    source = file_of(folder_of(name), is_quiz=False).relative_to(folder.resolve())
    print(f"The files of {name} lie in {folder}/. You hand in {folder / source}, which your solution's cell writes.")
    if "google.colab" in sys.modules:
        show_pictures(folder)


def show_pictures(folder):
    """Those that Colab leaves out of texts."""
    pictures = [f'<p>{file.stem}<br/><img src="data:image/svg+xml;base64,{base64.b64encode(file.read_bytes()).decode()}"/>'
                for file in sorted(folder.glob("assignments/*/*/*.svg"))]
    if pictures:
        title = "<summary>The pictures of the lesson, which Colab does not show in its text</summary>"
        display({"text/html": f"<details>{title}{''.join(pictures)}</details>", "text/plain": "Pictures"}, raw=True)
