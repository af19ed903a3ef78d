#include "quiz/mark.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quiz/seal.hpp"
#include "tests/quiz/sample_quiz.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::quiz {
namespace {

using support::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::sample_quiz;
using testing::sample_seals;

Mark mark_of(std::size_t question, const std::string& typed) {
  return mark(sample_quiz().questions[question], sample_seals()[question], typed);
}

TEST(Mark, TheRightAnswerComesWithItsExplanation) {
  EXPECT_EQ(Outcome::right, mark_of(0, "n-1").outcome);
  EXPECT_THAT(mark_of(0, "n-1").reasons, ElementsAre("n - 1 inner nodes."));
  EXPECT_THAT(mark_of(1, "ca").reasons, ElementsAre("Both are."));
}

TEST(Mark, AUsualMistakeComesWithItsReason) {
  EXPECT_EQ(Outcome::wrong, mark_of(0, "n").outcome);
  EXPECT_THAT(mark_of(0, "n").reasons, ElementsAre("One too many."));
  EXPECT_EQ(Outcome::wrong, mark_of(0, "3n").outcome);
  EXPECT_THAT(mark_of(0, "3n").reasons, IsEmpty());
}

TEST(Mark, EachWrongChoiceOfSeveralHasItsReason) {
  EXPECT_THAT(mark_of(1, "a b c d").reasons, ElementsAre("b) Two is wrong.", "d) Four is wrong."));
  EXPECT_THAT(mark_of(1, "a b").reasons, ElementsAre("b) Two is wrong."));
  EXPECT_THAT(mark_of(1, "a").reasons, ElementsAre(HasSubstr("it is not all that is right")));
}

TEST(Mark, TheOnlyRightOneOfSeveralIsNotHeldAgainstThem) {
  spec::Question question = sample_quiz().questions[1];
  const Seal sealed = seal({"a", "It is.", {{"b", "No."}, {"c", "No."}, {"d", "No."}}}, "salt");
  EXPECT_THAT(mark(question, sealed, "a b").reasons, ElementsAre("b) No."));
}

TEST(Mark, TextThatIsNoAnswerGetsToldWhatToWrite) {
  EXPECT_EQ(Outcome::no_answer, mark_of(2, "yes").outcome);
  EXPECT_THAT(mark_of(2, "yes").reasons, ElementsAre("write one letter from a to b"));
}

TEST(MarkQuiz, CountsWhatTheSubmissionAnswers) {
  const TemporaryFolder folder;
  spec::Exercise exercise;
  exercise.unit = "unit_1";
  exercise.name = "scan";
  exercise.quiz = sample_quiz();
  exercise.quiz->file = folder.path() / "quiz.toml";
  exercise.quiz->points = 3;
  folder.write("quiz.sealed.toml", seals_as_toml(*exercise.quiz, sample_seals()));
  folder.write("unit_1/scan.quiz.toml", "tree = \"n - 1\"\nsort = \"perhaps\"\n");

  const QuizResult result = mark_quiz(exercise, folder.path());
  EXPECT_EQ(3u, result.questions.size());
  EXPECT_EQ(2u, result.answered());
  EXPECT_EQ(1u, result.right());
  EXPECT_EQ(1, result.score());
  EXPECT_TRUE(result.falls_short());
  EXPECT_EQ("perhaps", result.questions[2].answer);

  folder.write("unit_1/scan.quiz.toml", "tree = \n");
  EXPECT_THAT(mark_quiz(exercise, folder.path()).problem, HasSubstr("scan.quiz.toml:1:"));
  EXPECT_EQ(0u, mark_quiz(exercise, folder.path()).right());
}

}  // namespace
}  // namespace warpgrade::quiz
