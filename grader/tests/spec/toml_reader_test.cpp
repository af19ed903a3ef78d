#include "spec/toml_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/spec/spec_file.hpp"

namespace warpgrade::spec {
namespace {

using ::testing::ElementsAre;
using testing::exercise;
using ::testing::HasSubstr;
using testing::mistakes;

std::string what_reading_throws(const std::filesystem::path& path) {
  try {
    parse_toml(path);
  } catch (const SpecError& error) {
    return error.what();
  }
  return "";
}

TEST(ParseToml, ASyntaxErrorHasItsPlace) {
  EXPECT_THAT(mistakes("format = 1\ntitle = \"Scan\nsource = 3\n"),
              ElementsAre(HasSubstr("2:14: not valid TOML, string: ")));
}

TEST(ParseToml, AKeyGivenTwiceIsASyntaxError) {
  EXPECT_THAT(mistakes("format = 1\nformat = 1\n"), ElementsAre(HasSubstr("cannot redefine")));
}

TEST(ParseToml, AFileThatCantBeReadIsNamed) {
  const support::TemporaryFolder folder;
  EXPECT_THAT(what_reading_throws(folder.path() / "none.toml"), HasSubstr("none.toml: can't be read"));
  EXPECT_THAT(what_reading_throws(folder.path()), HasSubstr("is a folder"));
  const auto large = folder.write("large.toml", std::string((64 << 10) + 1, '#'));
  EXPECT_THAT(what_reading_throws(large), HasSubstr("larger than 64 KiB"));
}

TEST(ParseToml, ADeeplyNestedKeyIsNoCrash) {
  for (const int depth : {30'000, 500'000}) {  // the latter would overflow the stack, and is too large a file
    std::string key = "a";
    for (int i = 1; i < depth; ++i) key += ".a";
    EXPECT_FALSE(mistakes(key + " = 1\n").empty()) << depth;
    EXPECT_FALSE(mistakes("[" + key + "]\n").empty()) << depth;
  }
}

TEST(ParseToml, ATruncatedFileIsAMistakeAndNeverACrash) {
  const std::string whole = exercise(
      "[task.timing]\noperator = \"sum_i32\"\nsizes = [1_048_576]\n"
      "[[task.timing.tier]]\npoints = 2\nmax_ms = 3\n");
  ASSERT_THAT(mistakes(whole), ElementsAre());
  const auto complete_task = whole.find("[task.timing]");
  for (std::size_t length = 0; length < complete_task - 1; ++length) {
    // The last number may be cut without harm: "points = 6".
    const std::string cut = whole.substr(0, length);
    if (cut.find("operators = [\"sum_i32\"]") != std::string::npos) continue;
    EXPECT_FALSE(mistakes(cut).empty()) << cut;
  }
  for (std::size_t length = complete_task; length < whole.size(); ++length) {
    EXPECT_NO_THROW(mistakes(whole.substr(0, length)));
  }
}

TEST(ParseToml, BytesThatAreNoTextAreAMistakeAndNeverACrash) {
  const std::string whole = exercise();
  const std::string bytes("\0\xff\"[=", 5);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string broken = whole;
    broken[i] = bytes[i % bytes.size()];
    EXPECT_NO_THROW(mistakes(broken)) << broken;
  }
  EXPECT_FALSE(mistakes(std::string(1000, '\xff')).empty());
  EXPECT_FALSE(mistakes("a = " + std::string(5000, '[')).empty());
}

TEST(Format, MustBeGiven) {
  EXPECT_THAT(mistakes("title = \"x\"\n"),
              ::testing::Contains("1:1: format is missing: write 'format = 1' in the first line"));
}

TEST(Format, ANewerOneIsRefusedBeforeAnythingElse) {
  EXPECT_THAT(mistakes("format = 2\nnonsense = 3\n"),
              ElementsAre("1:10: this file has format 2, and this grader reads format 1; update the grader"));
}

TEST(Format, MustBeAWholeNumberFromOne) {
  EXPECT_THAT(mistakes(exercise().replace(0, 10, "format = \"1\"")),
              ElementsAre("1:10: format must be a whole number, found a string: write format = 1"));
  EXPECT_THAT(mistakes(exercise().replace(0, 10, "format = 0")),
              ElementsAre("1:10: there is no format 0: write format = 1"));
}

TEST(TableReader, AnEmptyStringIsAsGoodAsNone) {
  std::string text = exercise();
  EXPECT_THAT(mistakes(text.insert(text.find("points = 6"), "hint = '  '\n")),
              ElementsAre("8:8: hint is empty: write hint = \"Two barriers per step, or two buffers.\", or "
                          "remove the key"));
}

TEST(Diagnostics, AreLimitedWithACountOfTheRest) {
  std::string lines;
  for (int i = 0; i < 100; ++i) lines += "wrong_" + std::to_string(i) + " = 1\n";
  const auto found = mistakes(exercise(lines));
  ASSERT_EQ(65u, found.size());
  EXPECT_THAT(found.back(), HasSubstr("and 36 more; correct those above first"));
}

TEST(Slug, IsAFolderACppNameAndATestNameAtOnce) {
  for (const char* good : {"scan", "merge_sort", "radix2", "a"}) EXPECT_TRUE(is_slug(good)) << good;
  for (const char* bad : {"", "Scan", "2d", "_x", "a-b", "a b", "../a", "a.b", "é"})
    EXPECT_FALSE(is_slug(bad)) << bad;
}

}  // namespace
}  // namespace warpgrade::spec
