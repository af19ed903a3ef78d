#include "quiz/seal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/quiz/sample_quiz.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::quiz {
namespace {

using support::TemporaryFolder;
using ::testing::HasSubstr;
using testing::sample_quiz;
using testing::sample_seals;

TEST(Seal, OnlyTheRightAnswerIsRight) {
  const Seal sealed = sample_seals()[1];
  EXPECT_TRUE(is_right(sealed, "a,c"));
  for (const char* wrong : {"", "a", "c", "a,b", "a,c,d", "c,a"})
    EXPECT_FALSE(is_right(sealed, wrong)) << wrong;
}

TEST(Seal, DependsOnItsSalt) {
  const spec::Solution solution = testing::sample_solutions()[0];
  EXPECT_EQ(seal(solution, "salt"), seal(solution, "salt"));
  EXPECT_NE(seal(solution, "salt").right, seal(solution, "pepper").right);
}

TEST(Seal, EachAnswerOpensItsOwnTextAndNoOther) {
  const Seal sealed = sample_seals()[2];
  EXPECT_EQ("It is not stable.", text_for(sealed, "a"));
  EXPECT_EQ("It is stable: ≤ keeps the order.", text_for(sealed, "b"));
  EXPECT_EQ(std::nullopt, text_for(sealed, "c"));
}

TEST(Seal, ShowsNeitherAnswersNorTexts) {
  const Seal sealed = sample_seals()[2];
  EXPECT_EQ(16u, sealed.right.size());
  ASSERT_EQ(2u, sealed.texts.size()) << "the right answer has a text like the others";
  EXPECT_TRUE(sealed.texts.contains(sealed.right));
  for (const auto& [tag, text] : sealed.texts)
    EXPECT_EQ(std::string::npos, text.find_first_not_of("0123456789abcdef"));
}

std::string mistake_of(const spec::Quiz& quiz) {
  try {
    seals_of(quiz);
  } catch (const spec::SpecError& error) {
    return error.what();
  }
  return "";
}

TEST(SealFile, AQuizThatIsNotSealedSaysHowToSealIt) {
  const TemporaryFolder folder;
  spec::Quiz quiz = sample_quiz();
  quiz.file = folder.path() / "quiz.toml";
  EXPECT_THAT(mistake_of(quiz), HasSubstr("not sealed: make the file anew with `./grade quiz --seal`"));
  spec::Quiz shorter = quiz;
  shorter.questions.pop_back();
  folder.write("quiz.sealed.toml", seals_as_toml(shorter, {sample_seals()[0], sample_seals()[1]}));
  EXPECT_THAT(mistake_of(quiz), HasSubstr("has no seal for 'sort'"));
}

TEST(SealFile, BrokenTextsAreNamedWithTheirPlace) {
  const TemporaryFolder folder;
  for (const char* text : {"7", "\"\"", "\"abc\"", "\"xy\""}) {
    const auto file =
        folder.write("quiz.sealed.toml", std::string("format = 1\n[tree]\nsalt = \"1\"\nright = \"2\"\n"
                                                     "[tree.texts]\nab = ") +
                                             text + "\n");
    try {
      read_seals(file);
      ADD_FAILURE() << text;
    } catch (const spec::SpecError& error) {
      EXPECT_THAT(error.what(), HasSubstr(":6:1: this text is not in hexadecimal digits")) << text;
    }
  }
}

}  // namespace
}  // namespace warpgrade::quiz
