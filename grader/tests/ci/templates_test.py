#!/usr/bin/env python3
"""The templates of ci/templates/ install the package and run ./grade, as the student's README says, and nothing else."""
import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TEMPLATES = ROOT / "ci/templates"


def commands_of_the_readme():
    """The first block of code, without the comments."""
    text = (ROOT / "grader/handout/student_readme.md").read_text()
    block = re.search(r"```\n(.*?)```", text, re.DOTALL)[1]
    return [line.split("#")[0].strip() for line in block.splitlines()]


def without_comments(text):
    return re.sub(r"(^|\s)(#|//).*$", "", text, flags=re.MULTILINE)


def commands_of(template):
    text = without_comments(template.read_text())
    if template.suffix == ".json":
        return [value for key, value in json.loads(text).items() if key.endswith("Command")]
    if template.name == "Containerfile":
        return re.findall(r"^RUN (.*)$", text, re.MULTILINE) + \
            [" ".join(json.loads(words)) for words in re.findall(r"^CMD (.*)$", text, re.MULTILINE)]
    script = re.search(r"^  script:\n((?:    - .*\n)+)", text, re.MULTILINE)
    listed = re.findall(r"- (.*)", script[1]) if script else []
    return listed + re.findall(r"^ +(?:run|command|setup-command|before_script): (.*)$", text, re.MULTILINE)


class Templates(unittest.TestCase):
    def templates(self):
        found = [file for file in sorted(TEMPLATES.iterdir()) if file.suffix not in (".md", ".dockerignore")]
        self.assertGreaterEqual(len(found), 4)
        return found

    def test_the_readme_has_two_commands(self):
        self.assertEqual(["sudo apt install ./warpgrade_*.deb", "./grade"], commands_of_the_readme())

    def test_each_runs_these_and_nothing_else(self):
        # apt-get: what scripts use; and it must know first what there is. In some images one is root.
        install = "sudo apt-get update && sudo apt-get install -y ./warpgrade_*.deb"
        allowed = ["./grade", "./grade doctor", install, install.replace("sudo ", ""), install + " clangd gdb && ./grade editor"]
        for template in self.templates():
            commands = [re.sub(r"^(\./grade) --.*", r"\1", command.strip()) for command in commands_of(template)]
            self.assertTrue(commands, template)
            for command in commands:
                self.assertIn(command, allowed, template)

    def test_their_reports_are_formats_of_the_grader(self):
        formats = re.findall(r'{"(--\w+)"', (ROOT / "grader/report/formats.cpp").read_text())
        for template in self.templates():
            for command in commands_of(template):
                if command.strip().startswith("./grade --"):
                    for option in re.findall(r"--\w+", command):
                        self.assertIn(option, [*formats, "--all"], template)

    def test_code_hosts_keep_the_cache_and_the_report_of_work_that_fails(self):
        github = (TEMPLATES / "github_actions.yml").read_text()
        for step in ("actions/cache/save@", "actions/upload-artifact@"):
            self.assertRegex(github, rf"if: always\(\).*\n *uses: {step}")
        self.assertEqual(2, (TEMPLATES / "gitlab.yml").read_text().count("when: always"))

    def test_each_says_where_it_goes_as_the_table_does(self):
        table = (TEMPLATES / "README.md").read_text()
        for template in self.templates():
            row = re.search(rf"^\| `{re.escape(template.name)}` \| (.*?) \|", table, re.MULTILINE)
            self.assertTrue(row, template)
            place = re.search(r"^(?:#|//) Copy to (\S+)$", template.read_text(), re.MULTILINE)
            self.assertEqual(row[1], f"`{place[1]}`" if place else "stays where it is", template)


if __name__ == "__main__":
    unittest.main()
