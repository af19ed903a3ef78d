#include "course/source_sections.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

spec::Exercise exercise_with(const std::vector<std::string>& tasks) {
  spec::Exercise exercise;
  for (const std::string& task : tasks) exercise.tasks.emplace_back().name = task;
  return exercise;
}

const spec::Exercise kSorts = exercise_with({"merge", "sort", "sort_pairs"});

const std::string kSections =
    "#include <all>\n"
    "// ==== merge: two lists ====\n"
    "a\n"
    "// ==== sort and sort_pairs: any n, by merge ====\n"
    "b\n"
    "// ==== Helpers ====\n"
    "c\n"
    "// ==== sort_pairs ====\n"
    "d\n";

std::set<std::string> changed_by(const std::string& old_part, const std::string& new_part) {
  std::string after = kSections;
  after.replace(after.find(old_part), old_part.size(), new_part);
  return changed_tasks(kSections, after, kSorts);
}

TEST(SourceSections, AChangedLineIsThatOfTheTasksNamedBeforeTheColon) {
  EXPECT_THAT(changed_by("a\n", "A\n"), ElementsAre("merge"));
  EXPECT_THAT(changed_by("b\n", "B\n"), ElementsAre("sort", "sort_pairs"));
  EXPECT_THAT(changed_by("d\n", ""), ElementsAre("sort_pairs"));
  EXPECT_THAT(changed_tasks(kSections, kSections, kSorts), IsEmpty());
}

TEST(SourceSections, ASectionThatNamesNoTaskBelongsToAll) {
  EXPECT_THAT(changed_by("<all>", "<some>"), UnorderedElementsAre("merge", "sort", "sort_pairs"));
  EXPECT_THAT(changed_by("c\n", "C\n"), UnorderedElementsAre("merge", "sort", "sort_pairs"));
  EXPECT_THAT(changed_tasks("a\n", "b\n", kSorts), UnorderedElementsAre("merge", "sort", "sort_pairs"));
}

TEST(SourceSections, ALineThatMovesToAnotherSectionChangesBoth) {
  EXPECT_THAT(changed_tasks("// ==== merge ====\na\nb\n// ==== sort ====\nc\n",
                            "// ==== merge ====\na\n// ==== sort ====\nb\nc\n", kSorts),
              ElementsAre("merge", "sort"));
}

TEST(SourceSections, TheBlocksOfATaskAreThoseOfItsSectionsAndOfSharedOnes) {
  const std::string source =
      "// ==== merge: two lists ====\n// TODO: one\n// END TODO\n"
      "// ==== sort: any n ====\n// TODO: two\n// END TODO\n"
      "// ==== Helpers ====\n// TODO: three\nx\n// END TODO\n";
  const auto blocks = todo_blocks_of("sort", source, kSorts);
  ASSERT_EQ(2u, blocks.size());
  EXPECT_EQ("two", blocks[0].words);
  EXPECT_EQ(5, blocks[0].first_line);
  EXPECT_EQ("three", blocks[1].words);
  EXPECT_EQ(8, blocks[1].first_line);
}

TEST(SourceSections, WorkOnATaskBeginsAtItsFirstTodoOrElseAtItsHeading) {
  const std::string source =
      "// ==== merge: two lists ====\n// TODO: one\n// END TODO\n"
      "// ==== sort: any n ====\nbroken\n";
  EXPECT_EQ(2, line_of_task("merge", source, kSorts));
  EXPECT_EQ(4, line_of_task("sort", source, kSorts));
  EXPECT_EQ(0, line_of_task("sort", "all in one\n", kSorts));
}

TEST(SourceSections, BlocksOfAStubTakeThePlaceOfThoseThatATaskSharesWithNoOther) {
  const auto source = [](const std::string& merge, const std::string& helper, const std::string& fixed) {
    return fixed + "// ==== merge ====\n// TODO\n" + merge + "// END TODO\n// ==== Helpers ====\n// TODO\n" +
           helper + "// END TODO\n";
  };
  const std::string stub = source("", "", ""), mine = source("a\nb\n", "c\n", "d\n");
  EXPECT_EQ(source("", "c\n", "d\n"), with_blocks_of_stub("merge", mine, stub, kSorts));
  EXPECT_EQ(std::nullopt, with_blocks_of_stub("sort", mine, stub, kSorts)) << "it has none of its own";
  EXPECT_EQ(std::nullopt, with_blocks_of_stub("merge", "no marks are left", stub, kSorts));
}

TEST(SourceSections, ATaskIsFilledInIfAllItsBlocksHaveCode) {
  const std::string helper = "// TODO\ncode\n// END TODO\n";
  const std::string half = "// ==== merge ====\n// TODO\n// a comment\n// END TODO\n" + helper;
  EXPECT_TRUE(is_filled_in("merge", helper, kSorts));
  EXPECT_FALSE(is_filled_in("merge", helper + half, kSorts));
  EXPECT_TRUE(is_filled_in("sort", helper + half, kSorts)) << "the block that is empty is merge's";
  EXPECT_FALSE(is_filled_in("merge", "no marks are left", kSorts));
}

}  // namespace
}  // namespace warpgrade
