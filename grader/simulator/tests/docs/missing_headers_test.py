#!/usr/bin/env python3
"""missing_headers_test.py PAGE FOLDER: the page's table of missing headers says what including each of them says.

FOLDER has the headers that CMake writes; those that are missing hold one line, an #error.
"""
import pathlib
import re
import sys

page, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
section = page.read_text().split("### Headers that are missing", 1)[1].split("\n##", 1)[0]
told = {}
for what, headers, instead in re.findall(r"^\| ([^|]+) \| (`[^|]+) \| ([^|]+) \|$", section, re.MULTILINE):
    names = re.findall("`([^`]+)`", headers)
    told.update({name: (what, instead) for name in names})

refused = {}
for file in folder.rglob("*"):
    if file.is_file() and (error := re.match(r'#error ".* \((.*?)\): (.*)"', file.read_text())):
        refused[str(file.relative_to(folder))] = error.groups()

for name in sorted(told.keys() | refused.keys()):
    if told.get(name) != refused.get(name):
        print(f"{name}: the page says {told.get(name)}, the compiler {refused.get(name)}")
sys.exit(told != refused or not refused)
