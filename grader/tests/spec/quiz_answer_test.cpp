#include "spec/quiz_answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::spec {
namespace {

Question question(QuestionKind kind) {
  Question question;
  question.kind = kind;
  question.options = {"one", "two", "three"};
  question.at = {4, 16, 64};
  question.code = "a\nb\nc";
  return question;
}

std::string refusal(const Question& question, const std::string& typed) {
  try {
    return "accepted as " + normalised_answer(question, typed);
  } catch (const AnswerError& error) {
    return error.what();
  }
}

TEST(QuizAnswer, AChoiceIsOneLetter) {
  const Question choice = question(QuestionKind::choice);
  for (const char* typed : {"b", "B", " b ", "b)"}) EXPECT_EQ("b", normalised_answer(choice, typed)) << typed;
  for (const char* typed : {"", "d", "a b", "2", "two"})
    EXPECT_EQ("write one letter from a to c", refusal(choice, typed)) << typed;
}

TEST(QuizAnswer, SeveralChoicesAreSorted) {
  Question choice = question(QuestionKind::choice);
  choice.several = true;
  for (const char* typed : {"a c", "ca", "c, a", "A;C;a"})
    EXPECT_EQ("a,c", normalised_answer(choice, typed)) << typed;
  EXPECT_THAT(split_answer("a,c"), ::testing::ElementsAre("a", "c"));
}

TEST(QuizAnswer, AnOrderHasEachLetterOnce) {
  const Question order = question(QuestionKind::order);
  EXPECT_EQ("c,a,b", normalised_answer(order, "c a b"));
  EXPECT_EQ("c,a,b", normalised_answer(order, "cab"));
  for (const char* typed : {"", "ca", "caa", "cabb", "cad"})
    EXPECT_EQ("write each letter from a to c once, in the right order", refusal(order, typed)) << typed;
}

TEST(QuizAnswer, ANumberMayBeCalculated) {
  const Question number = question(QuestionKind::number);
  for (const char* typed : {"1024", "1,024", "2^10", "32*32"})
    EXPECT_EQ("1024", normalised_answer(number, typed));
  for (const char* typed : {"", "many", "12 34", "2n", "1/0"})
    EXPECT_EQ("write a number, such as 1024 or 2^10", refusal(number, typed)) << typed;
}

TEST(QuizAnswer, ThePromptNamesTheUnit) {
  Question bytes = question(QuestionKind::formula);
  bytes.unit = "bytes";
  EXPECT_EQ("the bytes as a formula in n, such as n^3/5 or 7 ceil(log2(n))", how_to_answer(bytes));
}

TEST(QuizAnswer, FormulasAreEqualIfTheirValuesAre) {
  const Question formula = question(QuestionKind::formula);
  EXPECT_EQ("6;30;126", normalised_answer(formula, "2(n - 1)"));
  EXPECT_EQ("6;30;126", normalised_answer(formula, "2n - 2"));
  EXPECT_NE("6;30;126", normalised_answer(formula, "2n"));
}

TEST(QuizAnswer, ALineIsOneOrTwoInEitherOrder) {
  const Question line = question(QuestionKind::line);
  EXPECT_EQ("2", normalised_answer(line, "2"));
  EXPECT_EQ("2", normalised_answer(line, "2 2"));
  EXPECT_EQ("1,3", normalised_answer(line, "3, 1"));
  for (const char* typed : {"", "0", "4", "1 2 3", "one", "99999999999999999999999"})
    EXPECT_EQ("write a line from 1 to 3, or two, such as 1 3", refusal(line, typed)) << typed;
}

}  // namespace
}  // namespace warpgrade::spec
