#!/usr/bin/env python3
"""Gathers the pages of a course for MkDocs: gather.py COURSE FOLDER writes FOLDER/mkdocs.yml and FOLDER/pages/.

The start page, lessons and exercises unit by unit, and DOCS. What a page links to comes along: a picture as it is,
another page, or a source file as a page that shows it. Nothing else does: what no page links to is not in the site.
"""
import json
import os
import pathlib
import re
import shutil
import sys
import tomllib

import github_markdown

SITE = pathlib.Path(__file__).resolve().parent

DOCS = ["grader/docs/*.md", "ci/templates/README.md"]

# As C++, since what the highlighter knows as CUDA has no templates.
LANGUAGES = {".cu": "cpp", ".cuh": "cpp", ".cpp": "cpp", ".hpp": "cpp", ".json": "json", ".sh": "bash",
             ".toml": "toml", ".yml": "yaml"}
PICTURES = {".png", ".svg"}


def navigation(course):
    """The menu, as MkDocs wants it: page, title → page, or title → all of these."""
    units = [(file.parent, tomllib.loads(file.read_text())) for file in course.glob("assignments/*/unit.toml")]
    menu = [{"Start": "README.md"}]
    for folder, unit in sorted(units, key=lambda entry: entry[1]["order"]):
        lesson = folder.relative_to(course)
        pages = [{"Lesson": f"{lesson}/README.md"}, *(f"{lesson}/{name}/README.md" for name in unit["exercises"])]
        fast = f"reference/{folder.name}/fast/README.md"
        if (course / fast).exists():  # not in a handout
            pages.append(fast)
        menu.append({unit["title"]: pages})
    docs = [str(page.relative_to(course)) for pattern in DOCS for page in sorted(course.glob(pattern))]
    return [*menu, {"Docs": docs}]


def pages_of(menu):
    if isinstance(menu, str):
        return [menu]
    entries = menu.values() if isinstance(menu, dict) else menu
    return [page for entry in entries for page in pages_of(entry)]


class Gathering:
    def __init__(self, course, pages):
        self.course, self.pages = course, pages
        self.waiting, self.seen = [], set()

    def ask_for(self, path):
        if path not in self.seen:
            self.seen.add(path)
            self.waiting.append(path)

    def run(self):
        while self.waiting:
            path = self.waiting.pop()
            source, target = self.course / path, self.pages / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.suffix == ".md":
                target.write_text(self.page(path, source.read_text()))
            elif source.suffix in PICTURES:
                shutil.copyfile(source, target)
            else:
                target.with_name(target.name + ".md").write_text(listing(path, source))

    def page(self, path, text):
        def follow(link):
            target = os.path.normpath(os.path.join(os.path.dirname(path), link))
            if target.startswith("..") or not (self.course / target).is_file():
                return link  # the checker of links will say so
            self.ask_for(target)
            return link if target.endswith(".md") or pathlib.Path(target).suffix in PICTURES else link + ".md"
        return github_markdown.for_mkdocs(text, follow)


def listing(path, source):
    language = LANGUAGES.get(source.suffix, "text")
    return f"# {source.name}\n\n`{path}`\n\n~~~~~~ {language}\n{source.read_text().rstrip()}\n~~~~~~\n"


def main(course, folder):
    menu = navigation(course)
    gathering = Gathering(course, folder / "pages")
    for page in pages_of(menu):
        gathering.ask_for(page)
    gathering.run()
    title = re.search(r"^# (.+)$", (course / "README.md").read_text(), re.MULTILINE).group(1)
    settings = {"INHERIT": str(SITE / "mkdocs.yml"), "theme": {"custom_dir": str(SITE / "theme")},
                "site_name": title, "docs_dir": "pages", "nav": menu}
    (folder / "mkdocs.yml").write_text(json.dumps(settings, indent=1))  # JSON is YAML


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
