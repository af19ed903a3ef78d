#include "spec/quiz.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/spec/spec_file.hpp"

namespace warpgrade::spec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kTask = "[task.cost]\ndepth = { log2n = 1 }\nsizes = [32, 1000]\n";
const std::string kHead = "format = 1\n[[question]]\nname = \"first\"\ntext = \"What?\"\n";  // lines 1 to 4
const std::string kChoice = kHead + "kind = \"choice\"\nchoices = [\"one\", \"two\", \"three\"]\n";

/// Runs `read` and collects the mistakes as "line:column: message".
template <class Read>
std::vector<std::string> mistakes_of(const std::filesystem::path& file, Read read) {
  std::vector<std::string> found;
  try {
    read();
  } catch (const SpecError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics())
      found.push_back(diagnostic.str().substr(file.string().size() + 1));
  }
  return found;
}

Exercise exercise_in(const support::TemporaryFolder& folder) {
  return read_exercise(folder.write("unit_1/scan/exercise.toml", testing::exercise(kTask)));
}

std::vector<std::string> quiz_mistakes(const std::string& text) {
  const support::TemporaryFolder folder;
  const Exercise exercise = exercise_in(folder);
  const auto file = folder.write("unit_1/scan/quiz.toml", text);
  return mistakes_of(file, [&] { read_quiz(file, exercise); });
}

Quiz quiz_of(const std::string& text) {
  const support::TemporaryFolder folder;
  const Exercise exercise = exercise_in(folder);
  return read_quiz(folder.write("unit_1/scan/quiz.toml", text), exercise);
}

std::vector<std::string> solution_mistakes(const std::string& quiz, const std::string& text) {
  const support::TemporaryFolder folder;
  const Quiz asked = quiz_of(quiz);
  const auto file = folder.write("scan.quiz.toml", text);
  return mistakes_of(file, [&] { read_solutions(file, asked); });
}

TEST(Quiz, EachKindIsRead) {
  const Quiz quiz = quiz_of(
      "points = 3\n" + kChoice +
      "several = true\n[[question]]\nname = \"steps\"\ntext = \"How many?\"\n"
      "kind = \"formula\"\nat = [5, 100, 1000]\nunit = \"steps\"\n"
      "measure = { task = \"blelloch\", cost = \"depth\", n = 1000 }\n"
      "[[question]]\nname = \"race\"\ntext = \"Where?\"\nkind = \"line\"\ncode = '''\na\nb\n'''\n"
      "[[question]]\nname = \"sum\"\ntext = \"How much?\"\nkind = \"number\"\n"
      "[[question]]\nname = \"phases\"\ntext = \"Which order?\"\nkind = \"order\"\nitems = [\"x\", \"y\"]\n");
  ASSERT_EQ(5u, quiz.questions.size());
  EXPECT_EQ(3, quiz.points);
  EXPECT_TRUE(quiz.questions[0].several);
  EXPECT_THAT(quiz.questions[0].options, ElementsAre("one", "two", "three"));
  EXPECT_THAT(quiz.questions[1].at, ElementsAre(5, 100, 1000));
  ASSERT_TRUE(quiz.questions[1].measure);
  EXPECT_EQ(1000u, quiz.questions[1].measure->n);
  EXPECT_EQ(2u, lines_of_code(quiz.questions[2]));
  EXPECT_EQ(QuestionKind::number, quiz.questions[3].kind);
  EXPECT_THAT(quiz.questions[4].options, ElementsAre("x", "y"));
}

TEST(Quiz, AllMistakesAreNamedWithTheirPlace) {
  EXPECT_THAT(quiz_mistakes(kHead + "kind = \"chioce\"\n"),
              ElementsAre("5:8: 'chioce' is not a kind of question; did you mean 'choice'?"));
  EXPECT_THAT(quiz_mistakes(kHead + "kind = \"choice\"\nchoices = [\"one\"]\n"),
              ElementsAre("6:11: [[question]] 'first' has 1 choices, but there must be 2 to 26"));
  EXPECT_THAT(quiz_mistakes(kHead + "kind = \"number\"\nchoices = [\"one\", \"two\"]\n"),
              ElementsAre(HasSubstr("6:1: unknown key 'choices' in [[question]] 'first'")));
  EXPECT_THAT(quiz_mistakes(kHead + "kind = \"line\"\n"),
              ElementsAre(HasSubstr("2:1: [[question]] 'first' has no code")));
  EXPECT_THAT(quiz_mistakes(kHead + "kind = \"formula\"\nat = [1, 2]\n"),
              ElementsAre(HasSubstr("6:6: formulas are compared by their values")));
  EXPECT_THAT(quiz_mistakes(kChoice + "[[question]]\nname = \"first\"\ntext = \"And?\"\nkind = \"number\"\n"),
              ElementsAre("8:8: there is a question 'first' already, in line 3: rename one of them"));
  EXPECT_THAT(quiz_mistakes(kChoice + "[[question]]\nname = \"own\"\ntext = \"And?\"\nkind = \"number\"\n"),
              ElementsAre("8:8: 'own' is a key of the file of answers: choose another name"));
  EXPECT_THAT(quiz_mistakes("format = 1\n"), ElementsAre(HasSubstr("1:1: quiz.toml has no question")));
}

TEST(Quiz, AMeasurementIsOneThatTheGraderTakes) {
  const auto with = [](const std::string& measure) {
    return quiz_mistakes(kHead + "kind = \"number\"\nmeasure = { " + measure + " }\n");
  };
  EXPECT_THAT(with("task = \"blelloch\", cost = \"depth\", n = 32"), IsEmpty());
  EXPECT_THAT(with("task = \"bleloch\", cost = \"depth\", n = 32"),
              ElementsAre("6:20: exercise 'scan' has no task 'bleloch'; did you mean 'blelloch'?"));
  EXPECT_THAT(with("task = \"blelloch\", cost = \"work\", n = 32"),
              ElementsAre(HasSubstr("6:39: task 'blelloch' has no bound on 'work'")));
  EXPECT_THAT(with("task = \"blelloch\", cost = \"depth\", n = 33"),
              ElementsAre(HasSubstr("[task.cost] of 'blelloch' does not list the size 33")));
}

TEST(Solutions, AreNormalised) {
  const support::TemporaryFolder folder;
  const auto file = folder.write("scan.quiz.toml",
                                 "format = 1\n[first]\nanswer = \"B\"\nwhy = \"So.\"\n"
                                 "[first.wrong]\na = \"Not a.\"\nC = \"Not c.\"\n");
  const auto solutions = read_solutions(file, quiz_of(kChoice));
  ASSERT_EQ(1u, solutions.size());
  EXPECT_EQ("b", solutions[0].answer);
  EXPECT_EQ("Not c.", solutions[0].wrong.at("c"));
}

TEST(Solutions, EachQuestionHasOneAndEachWrongChoiceAReason) {
  EXPECT_THAT(solution_mistakes(kChoice, "format = 1\n"),
              ElementsAre("1:1: the question 'first' has no answer: add [first] with answer, why and wrong"));
  const std::string first =
      "format = 1\n[first]\nanswer = \"b\"\nwhy = \"So.\"\n[first.wrong]\na = \"Not a.\"\n";
  EXPECT_THAT(solution_mistakes(kChoice, first),
              ElementsAre(HasSubstr("the wrong choice c of 'first' has no reason")));
  EXPECT_THAT(solution_mistakes(kChoice, first + "c = \"Not c.\"\nb = \"Is right.\"\n"),
              ElementsAre(HasSubstr("8:1: b is right, or has the same value")));
  EXPECT_THAT(solution_mistakes(kChoice, first + "c = \"Not c.\"\nd = \"What?\"\n"),
              ElementsAre(HasSubstr("8:1: 'd' can't be an answer to 'first': write one letter from a to c")));
  EXPECT_THAT(solution_mistakes(kChoice, first + "c = 7\n"),
              Contains(HasSubstr("7:1: the wrong answer c needs a reason")));
  EXPECT_THAT(solution_mistakes(kChoice, first + "c = \"Not c.\"\n[frist]\nanswer = \"a\"\n"),
              ElementsAre("8:2: quiz.toml has no question 'frist'; did you mean 'first'?"));
}

TEST(Solutions, AWrongFormulaThatIsRightIsNamed) {
  const std::string formula = kHead + "kind = \"formula\"\n";
  const std::string answer = "format = 1\n[first]\nanswer = \"2(n - 1)\"\nwhy = \"So.\"\n[first.wrong]\n";
  EXPECT_THAT(solution_mistakes(formula, answer + "\"2n\" = \"Nearly.\"\n"), IsEmpty());
  EXPECT_THAT(solution_mistakes(formula, answer + "\"2n - 2\" = \"Nearly.\"\n"),
              ElementsAre(HasSubstr("6:1: 2n - 2 is right, or has the same value")));
  EXPECT_THAT(solution_mistakes(formula, answer),
              ElementsAre(HasSubstr("give the usual one, with a reason")));
}

}  // namespace
}  // namespace warpgrade::spec
