"""ci/site: which pages are gathered, how their Markdown is read, and what the checks of the built pages find."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SITE = pathlib.Path(__file__).resolve().parents[3] / "ci" / "site"
sys.path.insert(0, str(SITE))
import github_markdown  # noqa: E402

COURSE = {
    "README.md": "# A course\n\n[The terms](LICENSE) and [the lesson](assignments/loops/README.md).\n",
    "LICENSE": "Do what you like.\n",
    "assignments/loops/unit.toml": 'format = 1\norder = 0\ntitle = "Loops"\nexercises = ["sum"]\n',
    "assignments/loops/README.md": "# Lesson\n",
    "assignments/loops/sum/README.md": "# Sum\n\n1. As in\n   [sum.cuh](sum.cuh#here).\n\n   ![a tree](tree.svg)\n",
    "assignments/loops/sum/sum.cuh": "int sum();\n",
    "assignments/loops/sum/tree.svg": "<svg/>\n",
    "assignments/loops/sum/quiz.toml": "format = 1\n",
    "grader/docs/sandbox.md": "# The sandbox\n",
    "reference/loops/sum.cu": "int sum() { return 42; }\n",
}


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def run(script, *folders):
    done = subprocess.run([sys.executable, SITE / script, *folders], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


class InFolder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)


@unittest.skipIf(sys.version_info < (3, 11), "gather.py reads TOML with Python 3.11 or later")
class Gathering(InFolder):
    def gather(self, **changes):
        write(self.folder / "course", {**COURSE, **changes})
        (self.folder / "work").mkdir()
        self.assertEqual((0, ""), run("gather.py", self.folder / "course", self.folder / "work"))
        pages = self.folder / "work" / "pages"
        return {str(file.relative_to(pages)): file.read_text() for file in pages.rglob("*") if file.is_file()}

    def test_pages_and_what_they_link_to_and_nothing_else(self):
        self.assertEqual({"README.md", "LICENSE.md", "assignments/loops/README.md", "assignments/loops/sum/README.md",
                          "assignments/loops/sum/sum.cuh.md", "assignments/loops/sum/tree.svg",
                          "grader/docs/sandbox.md"}, set(self.gather()))

    def test_a_source_file_is_shown_on_a_page_and_links_lead_there(self):
        pages = self.gather()
        self.assertIn("\n~~~~~~ cpp\nint sum();\n~~~~~~\n", pages["assignments/loops/sum/sum.cuh.md"])
        self.assertIn("[sum.cuh](sum.cuh.md#here)", pages["assignments/loops/sum/README.md"])

    def test_the_menu_has_units_with_their_exercises(self):
        self.gather()
        settings = json.loads((self.folder / "work" / "mkdocs.yml").read_text())
        self.assertEqual("A course", settings["site_name"])
        self.assertEqual([{"Start": "README.md"},
                          {"Loops": [{"Lesson": "assignments/loops/README.md"}, "assignments/loops/sum/README.md"]},
                          {"Docs": ["grader/docs/sandbox.md"]}], settings["nav"])


class Markdown(unittest.TestCase):
    def expect(self, expected, text):
        self.assertEqual(expected, github_markdown.for_mkdocs(text, lambda link: link + "!"))

    def test_what_belongs_to_an_item_is_indented_by_four(self):
        self.expect("1. a\n    b\n\n    c\n", "1. a\n   b\n\n   c\n")
        self.expect("- a\n    - b\n        c\n- d\n", "- a\n  - b\n    c\n- d\n")

    def test_code_in_an_item_keeps_its_own_indentation(self):
        self.expect("- a\n    ```\n    if\n      b\n    - c\n    ```\nd\n", "- a\n  ```\n  if\n    b\n  - c\n  ```\nd\n")

    def test_an_item_after_a_paragraph_gets_an_empty_line(self):
        self.expect("a\n\n- b\n- c\n", "a\n- b\n- c\n")
        self.expect("1. a\n\n    b\n\n2. c\n", "1. a\n\n   b\n2. c\n")

    def test_links_within_the_course_are_followed_but_not_in_code(self):
        self.expect("[a](b.cu!) `[c](d.cu)` [e](https://f) [g](#h) [i](j.md!#k)\n",
                    "[a](b.cu) `[c](d.cu)` [e](https://f) [g](#h) [i](j.md#k)\n")
        self.expect("```\n[a](b.cu)\n```\n", "```\n[a](b.cu)\n```\n")


class Links(InFolder):
    def broken(self, page):
        write(self.folder, {"index.html": page, "unit/other.html": '<h2 id="here">x</h2>', "unit/tree.svg": ""})
        return run("check_links.py", self.folder)

    def test_what_exists_is_fine_and_other_sites_are_not_asked(self):
        self.assertEqual((0, ""), self.broken('<a href="unit/other.html#here">a</a><img src="unit/tree.svg">'
                                              '<a href="https://example.org/no">b</a><p id="p"><a href="#p">c</a>'))

    def test_each_broken_link_is_named_with_its_page(self):
        for tag, said in (('<a href="unit/no.html">', "unit/no.html leads to no file"),
                          ('<a href="unit">', "unit leads to a folder, and without a server a folder is no page"),
                          ('<a href="unit/other.html#no">', "unit/other.html#no leads to a page without the place #no"),
                          ('<img src="tree.svg">', "tree.svg leads to no file"),
                          ('<script src="https://e.org/a.js">', "https://e.org/a.js is loaded from another site")):
            self.assertEqual((1, f"index.html: {said}\n"), self.broken(tag))


class Secrets(InFolder):
    SOLUTION = "".join(f"out[{line}] = a_line_of_the_solution(in);\n" for line in range(1000))

    def check(self, page):
        write(self.folder, {"course/reference/sum.cu": self.SOLUTION, "handout/README.md": "# Sum\n",
                            "site/index.html": page})
        return run("check_secrets.py", *(self.folder / name for name in ("site", "course", "handout")))

    def test_pages_without_a_line_of_a_solution_pass(self):
        self.assertEqual((0, ""), self.check("<p>out[0] = what you write</p>"))

    def test_a_line_of_a_solution_is_found_among_its_colours(self):
        page = '<pre>\n  <span class="n">out</span>[7] = a_line_<b>of</b>_the_solution(in);\n</pre>'
        self.assertEqual((1, "index.html shows a line of reference/: out[7] = a_line_of_the_solution(in);\n"),
                         self.check(page))

    def test_no_references_are_no_proof(self):
        self.SOLUTION = "too little to be all solutions\n"
        code, said = self.check("<p>")
        self.assertEqual(1, code)
        self.assertIn("only 1 lines", said)


if __name__ == "__main__":
    unittest.main()
