#include "quiz/mark.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quiz/seal.hpp"
#include "tests/quiz/sample_quiz.hpp"

namespace warpgrade::quiz {
namespace {

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

}  // namespace
}  // namespace warpgrade::quiz
