#!/usr/bin/env python3
"""check_secrets.py SITE COURSE HANDOUT: do the pages for students show a line of what only instructors have?

Secret is each telling line of COURSE/reference/ that no file of the handout has. Exit code 1: the site shows some.
"""
import html
import pathlib
import re
import sys

TELLING = 25  # shorter lines, `while (low < high) {` for example, stand in many programs
MINIMUM = 100  # secret lines. With fewer the references were not found, and the check would say nothing


def text_of(file):
    text = file.read_text(errors="replace")
    return html.unescape(re.sub(r"<[^>]*>", "", text)) if file.suffix == ".html" else text


def telling_lines(text):
    return {line.strip() for line in text.splitlines() if len(line.strip()) >= TELLING}


def files_in(folder):
    return [file for file in sorted(folder.rglob("*")) if file.is_file()]


def lines_in(folder):
    return set().union(*(telling_lines(text_of(file)) for file in files_in(folder)))


def shown_secrets(site, secret):
    for file in sorted(site.rglob("*.html")):
        for line in sorted(telling_lines(text_of(file)) & secret):
            yield f"{file.relative_to(site)} shows a line of reference/: {line}"


def main(site, course, handout):
    secret = lines_in(course / "reference") - lines_in(handout)
    if len(secret) < MINIMUM:
        sys.exit(f"check_secrets: only {len(secret)} lines of {course}/reference are secret")
    shown = list(shown_secrets(site, secret))
    print(*shown, sep="\n", end="\n" if shown else "")
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main(*map(pathlib.Path, sys.argv[1:4])))
