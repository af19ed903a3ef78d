#include "judge/compile/rules/preprocessed_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> words_of(const PreprocessedText& text) {
  std::vector<std::string> words;
  for (const Piece& piece : text.pieces)
    for (const Token& token : piece.tokens.tokens) words.push_back(token.text);
  return words;
}

constexpr const char* beginning =
    "# 1 \"/t/build.cu\"\nbuild\n# 1 \"/t/copies/a.cu\" 1\n# 1 \"student/a.cu\"\nfirst\n";

TEST(PreprocessedText, HasThePiecesOfTheSubmissionWithTheirLines) {
  const auto text =
      read_preprocessed(std::string(beginning) +
                            "# 1 \"/usr/include/math.h\" 1 3 4\nsystem\n# 8 \"student/a.cu\" 2\n\nsecond\n"
                            "# 3 \"/t/build.cu\" 2\nrest\n",
                        "/t/copies");
  EXPECT_THAT(words_of(text), ElementsAre("first", "second"));
  EXPECT_EQ(text.pieces.back().tokens.tokens.front().line, 9);
  EXPECT_EQ(text.pieces.back().file, "/t/copies/a.cu");
}

TEST(PreprocessedText, SaysWhichFilesTheSubmissionAskedFor) {
  const auto text =
      read_preprocessed(std::string(beginning) +
                            "# 1 \"/usr/include/math.h\" 1 3 4\n# 1 \"/usr/include/bits.h\" 1 3 4\n"
                            "# 9 \"/usr/include/math.h\" 2 3 4\n# 8 \"student/a.cu\" 2\n",
                        "/t/copies");
  ASSERT_EQ(text.reads.size(), 1u);
  EXPECT_EQ(text.reads[0].file, "/usr/include/math.h");
  EXPECT_EQ(text.reads[0].asked_by, "/t/copies/a.cu");
  EXPECT_EQ(text.reads[0].line, 7);
}

TEST(PreprocessedText, ANameWithoutFlagsOpensNoFile) {
  EXPECT_THAT(
      words_of(read_preprocessed(std::string(beginning) + "# 5 \"/usr/include/x.h\"\nmine\n", "/t/copies")),
      ElementsAre("first", "mine"));
}

TEST(PreprocessedText, AMarkerInARawStringIsNone) {
  EXPECT_THAT(
      words_of(read_preprocessed(
          std::string(beginning) + "R\"(\n# 1 \"/usr/x.h\" 1 3\n)\" mine\n# 9 \"student/a.cu\"\nlast\n",
          "/t/copies")),
      ElementsAre("first", "R\"(\n# 1 \"/usr/x.h\" 1 3\n)\"", "mine", "last"));
}

TEST(PreprocessedText, BehindRawStringsWithMarkersAreThePiecesOfTheirLines) {
  const auto text = read_preprocessed(
      std::string(beginning) +
          "a R\"(\n# 1 \"x\"\n)\" b R\"y(\n# 2\n)y\"\n#pragma once\nc\n# 20 \"student/a.cu\"\nd\n",
      "/t/copies");
  EXPECT_THAT(words_of(text),
              ElementsAre("first", "a", "R\"(\n# 1 \"x\"\n)\"", "b", "R\"y(\n# 2\n)y\"", "c", "d"));
  std::vector<int> lines;
  for (const Piece& piece : text.pieces)
    for (const Token& token : piece.tokens.tokens) lines.push_back(token.line);
  EXPECT_THAT(lines, ElementsAre(1, 2, 2, 4, 4, 8, 20));
  EXPECT_EQ(text.pieces[0].tokens.directives.at(0).line, 7);
}

/// It would take hours if reading began again at each marker.
TEST(PreprocessedText, ManyMarkersInRawStringsAreNone) {
  std::string one = "R\"(\n", many;
  for (int i = 0; i < 200'000; ++i) one += "# 1\n", many += "R\"(\n# 1\n)\"\n";
  EXPECT_EQ(words_of(read_preprocessed(beginning + one + ")\" last\n", "/t/copies")).size(), 3u);
  EXPECT_EQ(words_of(read_preprocessed(beginning + many, "/t/copies")).size(), 200'001u);
}

TEST(PreprocessedText, TheNumberOfALineMayBeTheLargest) {
  const auto text = read_preprocessed("# 2147483647 \"/t/copies/a.cu\" 1\n\n\nlast\n", "/t/copies");
  EXPECT_GT(text.pieces.at(0).tokens.tokens.at(0).line, 0);
}

TEST(PreprocessedText, AMacroOfTheSubmissionInAHeaderIsTheSubmissions) {
  const auto text =
      read_preprocessed(std::string(beginning) +
                            "# 1 \"/usr/include/list\" 1 3\nnot\n# 820 \"/usr/include/list\"\nmacro\n"
                            "# 820 \"/usr/include/list\" 3\nnot\n# 2 \"student/a.cu\" 2\n",
                        "/t/copies");
  EXPECT_THAT(words_of(text), ElementsAre("first", "macro"));
  EXPECT_TRUE(text.pieces[1].is_macro);
}

TEST(PreprocessedText, AFileThatEscapesFromTheCopiesIsNoneOfThem) {
  EXPECT_THAT(words_of(read_preprocessed("# 1 \"/t/copies/../x.cu\" 1\nfirst\n", "/t/copies")),
              ElementsAre());
}

TEST(PreprocessedText, EndsWithinAnything) {
  for (const char* text : {"", "# ", "# 1", "# 1 \"", "# 1 \"/t/copies/a\" 1", "# 1 \"/t/copies/a\" 1\n",
                           "# 1 \"x\" 2\n# 1 \"x\" 2\n", "# 1 \"/t/copies/a\" 1\nR\"("})
    EXPECT_NO_THROW(read_preprocessed(text, "/t/copies")) << text;
}

}  // namespace
}  // namespace warpgrade::judge
