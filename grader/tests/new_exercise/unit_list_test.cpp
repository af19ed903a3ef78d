// An exercise is added to the list of its unit, and nothing else of the file changes.
#include "new_exercise/unit_list.hpp"

#include <gtest/gtest.h>

#include "spec/spec.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using warpgrade::new_exercise::with_exercise;
using warpgrade::support::TemporaryFolder;

std::string with_sort(const std::string& text) {
  const TemporaryFolder folder;
  return with_exercise(folder.write("assignments/unit/unit.toml", text), "sort");
}

const std::string kHead = "format = 1\ntitle = \"Größen\"  # of a unit\n";

TEST(UnitList, AWordIsAddedToALine) {
  EXPECT_EQ(kHead + "exercises = [\"map\", \"scan\", \"sort\"]  # all\n",
            with_sort(kHead + "exercises = [\"map\", \"scan\"]  # all\n"));
}

TEST(UnitList, ALineIsAddedToLines) {
  EXPECT_EQ(kHead + "exercises = [\n  'map',\n  'scan',\n  \"sort\",\n]\norder = 1\n",
            with_sort(kHead + "exercises = [\n  'map',\n  'scan',\n]\norder = 1\n"));
  EXPECT_EQ(kHead + "exercises = [\n\t\"map\",\n\t\"sort\"\n]\n",
            with_sort(kHead + "exercises = [\n\t\"map\"\n]\n"));
}

TEST(UnitList, WhatIsListedStays) {
  const std::string text = kHead + "exercises = [\"sort\"]\n";
  EXPECT_EQ(text, with_sort(text));
}

TEST(UnitList, AFileWithMistakesIsLeftToItsAuthor) {
  EXPECT_THROW(with_sort(kHead), warpgrade::spec::SpecError);
}

}  // namespace
