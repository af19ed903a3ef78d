#!/usr/bin/env python3
"""what_is_missing_test.py PAGE HEADERS REFUSED: the page's table of what is missing says what the compiler says of it.

HEADERS: the folder that CMake writes; a header that is missing holds one line, an #error. REFUSED: wgsim/refused.h, which
declares names of CUDA so that their use is an error.
"""
import pathlib
import re
import sys

page, headers, refused_h = map(pathlib.Path, sys.argv[1:])
section = page.read_text().split("### What is missing", 1)[1].split("\n##", 1)[0]
told = {}
for what, names, instead in re.findall(r"^\| ([^|]+) \| (`[^|]+) \| ([^|]+) \|$", section, re.MULTILINE):
    told.update({name: (what, instead) for name in re.findall("`([^`]+)`", names)})

refused = {}
for file in headers.rglob("*"):
    if file.is_file() and (error := re.match(r'#error ".* \((.*?)\): (.*)"', file.read_text())):
        refused[str(file.relative_to(headers))] = error.groups()
text = re.sub(r",\s+", ", ", refused_h.read_text().replace("\\\n", " "))
reasons = dict(re.findall(r'#define (WGSIM_WHY_\w+)\s+"(.*)"', text))
for name, why in re.findall(r'^WGSIM_NO_(?:TYPE|FUNCTION|FETCH)\((\w+),\s*"?(.*?)"?\)$', text, re.MULTILINE):
    refused[name] = tuple(reasons.get(why, why).split(": ", 1))

for name in sorted(told.keys() | refused.keys()):
    if told.get(name) != refused.get(name):
        print(f"{name}: the page says {told.get(name)}, the compiler {refused.get(name)}")
sys.exit(told != refused or len(refused) < 20)
