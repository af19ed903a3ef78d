#!/usr/bin/env python3
"""No two folders of src/ include each other: each includes only what stands above it in the table of simulator.md."""
import pathlib
import re
import tempfile
import unittest

SIMULATOR = pathlib.Path(__file__).resolve().parents[1]
PAGE = SIMULATOR.parent / "docs/simulator.md"
ITSELF = "src"  # the files that lie in no folder of src/


def folder_of(file, src):
    return file.relative_to(src).parts[0] if len(file.relative_to(src).parts) > 1 else ITSELF


def includes(src):
    """{(folder, included folder): the first "file:line" that does it}"""
    found = {}
    for file in sorted(path for path in src.rglob("*") if path.suffix in (".cpp", ".hpp", ".h", ".def")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
            # As the compiler looks: beside the file, then in src/. Other headers are none of ours.
            candidates = [(file.parent / match[1]).resolve(), (src / match[1]).resolve()] if match else []
            for included in (path for path in candidates if path.is_file() and src in path.parents):
                edge = folder_of(file, src), folder_of(included, src)
                if edge[0] != edge[1]:
                    found.setdefault(edge, f"{file.relative_to(src)}:{number}")
                break
    return found


def mutual(found):
    """A sentence for each pair of folders that include each other."""
    return [f"{a}/ and {b}/ include each other: {place} and {found[b, a]}"
            for (a, b), place in sorted(found.items()) if a < b and (b, a) in found]


def folders_of_the_page():
    """{folder: the folders that it includes}, from the lowest to the highest."""
    rows = re.findall(r"^\| `(\w+)/` \| [^|]+ \| ([^|]*)\|$", PAGE.read_text(), re.MULTILINE)
    return {folder: set(known.replace(",", " ").split()) for folder, known in rows}


class Folders(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.src = SIMULATOR / "src"
        self.found = includes(self.src)

    def test_no_two_include_each_other(self):
        self.assertEqual([], mutual(self.found))

    def test_each_includes_only_what_stands_above_it(self):
        order = [*folders_of_the_page(), ITSELF]
        self.assertEqual(sorted(p.name for p in self.src.iterdir() if p.is_dir()), sorted(order[:-1]))
        self.assertEqual([], [f"{a}/ includes {b}/, which stands below it: {place}"
                              for (a, b), place in self.found.items() if order.index(a) < order.index(b)])

    def test_the_page_says_what_each_includes(self):
        page = folders_of_the_page()
        actual = {folder: {b for a, b in self.found if a == folder} for folder in page}
        self.assertEqual(page, actual)


class TheTestItself(unittest.TestCase):
    def test_a_pair_is_named_with_a_place_of_each(self):
        with tempfile.TemporaryDirectory() as folder:
            src = pathlib.Path(folder).resolve()
            for name, text in {"a/x.hpp": "#pragma once\n", "b/y.hpp": '\n#include "a/x.hpp"\n', "top.hpp": "",
                               "a/x.cpp": '#include "x.hpp"\n#include <vector>\n#include "../b/y.hpp"\n'}.items():
                (src / name).parent.mkdir(exist_ok=True)
                (src / name).write_text(text)
            self.assertEqual(["a/ and b/ include each other: a/x.cpp:3 and b/y.hpp:2"], mutual(includes(src)))
            (src / "a/x.cpp").write_text('#include "x.hpp"\n#include "top.hpp"\n')
            self.assertEqual({("a", "src"): "a/x.cpp:2", ("b", "a"): "b/y.hpp:2"}, includes(src))


if __name__ == "__main__":
    unittest.main()
