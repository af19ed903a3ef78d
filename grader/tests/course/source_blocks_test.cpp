#include "course/source_blocks.hpp"

#include <gtest/gtest.h>

namespace {

using namespace warpgrade;

TEST(SourceBlocks, TodoBlocksAreLeftOutWithTheirMarkers) {
  const SourceBlocks blocks = split_source("a\n  // TODO: sum\n  b\n  // END TODO\nc\n");
  ASSERT_EQ(2u, blocks.fixed.size());
  EXPECT_EQ("a", blocks.fixed[0].text);
  EXPECT_EQ("c", blocks.fixed[1].text);
  EXPECT_EQ(5, blocks.fixed[1].number);
  ASSERT_EQ(1u, blocks.todo_blocks.size());
  ASSERT_EQ(1u, blocks.todo_blocks[0].code.size());
  EXPECT_EQ("b", blocks.todo_blocks[0].code[0].text);
  EXPECT_EQ(3, blocks.todo_blocks[0].code[0].number);
  EXPECT_FALSE(blocks.unclosed);
}

TEST(SourceBlocks, OnlyCodeOfATodoBlockIsKept) {
  const SourceBlocks blocks =
      split_source("// TODO: a\n  // and b\n\n  x;\n// END TODO\n// TODO\n// END TODO\n");
  ASSERT_EQ(2u, blocks.todo_blocks.size());
  ASSERT_EQ(1u, blocks.todo_blocks[0].code.size());
  EXPECT_EQ("x;", blocks.todo_blocks[0].code[0].text);
  EXPECT_TRUE(blocks.todo_blocks[1].code.empty());
}

TEST(SourceBlocks, ATodoBlockKnowsItsLinesAndWhatItAsksFor) {
  const SourceBlocks blocks =
      split_source("a\n  // TODO: load,\n  // then wait\n\n  x;  // now\n  // y\n  // END TODO\n// TODO\r\n");
  ASSERT_EQ(2u, blocks.todo_blocks.size());
  EXPECT_EQ(2, blocks.todo_blocks[0].first_line);
  EXPECT_EQ(7, blocks.todo_blocks[0].last_line);
  EXPECT_EQ("load, then wait", blocks.todo_blocks[0].words);
  EXPECT_EQ(8, blocks.todo_blocks[1].first_line);
  EXPECT_EQ("", blocks.todo_blocks[1].words);
}

TEST(SourceBlocks, TodoWithoutEndIsNamedByItsLine) {
  EXPECT_EQ(2, split_source("a\n// TODO\nb\n").unclosed);
  EXPECT_EQ(1, split_source("// TODO one\n// TODO two\n// END TODO\n").unclosed);
  EXPECT_EQ(3, split_source("a\nb\n// END TODO\n").unclosed);
}

TEST(SourceBlocks, FilledBlocksAreNoDifference) {
  const auto stub = split_source("a\n// TODO\n// END TODO\nb\n");
  const auto reference = split_source("a\n// TODO\nx\ny\n// END TODO\nb\n");
  EXPECT_EQ(std::nullopt, first_difference(stub, reference));
}

TEST(SourceBlocks, DifferenceOutsideIsFoundWithBothLines) {
  const auto stub = split_source("a\n// TODO\n// END TODO\nb\n");
  const auto reference = split_source("a\n// TODO\nx\n// END TODO\nB\n");
  EXPECT_EQ(std::pair(4, 5), first_difference(stub, reference));
}

TEST(SourceBlocks, OneLineMoreIsADifference) {
  const auto difference = first_difference(split_source("a\n"), split_source("a\nb\n"));
  EXPECT_EQ(std::pair(1, 2), difference);
  EXPECT_EQ(std::pair(0, 1), first_difference(split_source(""), split_source("a\n")));
}

}  // namespace
