#include "quiz/answers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/quiz/sample_quiz.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::quiz {
namespace {

using support::TemporaryFolder;
using ::testing::HasSubstr;

spec::Exercise scan() {
  spec::Exercise exercise;
  exercise.unit = "unit_1";
  exercise.name = "scan";
  return exercise;
}

Answers answers_in(const std::string& text) {
  const TemporaryFolder folder;
  folder.write("unit_1/scan.quiz.toml", text);
  return read_answers(folder.path(), scan());
}

TEST(Answers, AreStringsOrNumbersOrTheTablesOfTheReference) {
  const Answers answers = answers_in(
      "format = 1\ntree = \"n - 1\"\nlines = 7\nhalf = 0.5\n[sort]\nanswer = \"b\"\nwhy = \"So.\"\n");
  EXPECT_EQ("", answers.problem);
  EXPECT_EQ("n - 1", answers.typed.at("tree"));
  EXPECT_EQ("7", answers.typed.at("lines"));
  EXPECT_EQ("0.5", answers.typed.at("half"));
  EXPECT_EQ("b", answers.typed.at("sort"));
  EXPECT_FALSE(answers.typed.contains("format"));
}

TEST(Answers, NothingBetweenTheQuotesIsNone) { EXPECT_TRUE(answers_in("tree = \"\"\n").typed.empty()); }

TEST(Answers, AFileThatCantBeReadIsNamedAndNeverThrows) {
  EXPECT_THAT(answers_in("format = 1\ntree = n - 1\n").problem, HasSubstr("scan.quiz.toml:2:"));
  EXPECT_THAT(answers_in("tree = \"n\"\nsort = [1]\n").problem,
              HasSubstr(":2:1: an answer stands in quotes: write sort ="));
  EXPECT_THAT(answers_in(std::string(2'000'000, '#')).problem, HasSubstr("scan.quiz.toml is too large"));
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "unit_1/scan.quiz.toml");
  EXPECT_THAT(read_answers(folder.path(), scan()).problem, HasSubstr("is a folder and no file"));
}

TEST(Answers, ThoseOfOthersDoNotCount) {
  const TemporaryFolder folder;
  const auto others = folder.write("reference/scan.quiz.toml", "tree = \"n - 1\"\n");
  const auto answers = folder.path() / "unit_1/scan.quiz.toml";
  std::filesystem::create_directory(answers.parent_path());
  std::filesystem::create_symlink(others, answers);
  EXPECT_THAT(read_answers(folder.path(), scan()).problem, HasSubstr("is reached by a symbolic link"));
  std::filesystem::remove(answers);
  std::filesystem::create_hard_link(others, answers);
  EXPECT_THAT(read_answers(folder.path(), scan()).problem, HasSubstr("(a hard link)"));
}

TEST(Answers, ReadBackAsTheyWereWritten) {
  spec::Exercise exercise;
  exercise.name = "scan";
  exercise.quiz = testing::sample_quiz();
  Answers answers;
  answers.typed = {{"tree", "n \"quoted\" \\ é"}, {"sort", "b"}, {"an old question", "7"}};
  answers.own = {{"blelloch", {{"reader_12ab", "41"}, {"odd 'name'", "7"}}}};
  const std::string text = answers_as_toml(exercise, answers);
  EXPECT_EQ(answers.typed, answers_in(text).typed) << text;
  EXPECT_EQ(answers.own, answers_in(text).own) << text;
  EXPECT_LT(text.find("tree"), text.find("sort")) << "in the order of the quiz";
}

}  // namespace
}  // namespace warpgrade::quiz
