#!/usr/bin/env python3
"""The table of rooms in architecture.md says which room includes headers of which: as the sources do."""
import pathlib
import re
import unittest

GRADER = pathlib.Path(__file__).resolve().parents[2]


def rooms_of_the_table():
    text = (GRADER / "docs/architecture.md").read_text()
    rows = re.findall(r"^\| `(\w+)/` \| [^|]+ \| ([^|]*)\|$", text, re.MULTILINE)
    return {room: set(known.replace(",", " ").split()) for room, known in rows}


def included_rooms(room, rooms):
    included = set()
    for file in (GRADER / room).rglob("*"):
        if file.suffix in (".cpp", ".hpp", ".cu", ".cuh", ".h"):
            included.update(re.findall(r'^#include "(\w+)/', file.read_text(), re.MULTILINE))
    return included & rooms - {room}


class Rooms(unittest.TestCase):
    maxDiff = None

    def test_each_room_includes_what_the_table_says(self):
        table = rooms_of_the_table()
        self.assertIn("judge", table)
        actual = {room: included_rooms(room, set(table)) for room in table}
        # The simulator has rooms of its own, and some have the names of others.
        actual["simulator"] -= {folder.name for folder in (GRADER / "simulator/src").iterdir()}
        self.assertEqual(table, actual)

    def test_every_folder_with_a_library_is_a_room(self):
        build = (GRADER / "CMakeLists.txt").read_text()
        built = set(re.findall(r"^(?:warpgrade_room|add_subdirectory)\((\w+)", build, re.MULTILINE)) | {"referee"}
        self.assertEqual(built, set(rooms_of_the_table()))


if __name__ == "__main__":
    unittest.main()
