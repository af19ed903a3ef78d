// The quiz as a person or a script uses it, on the fake course. Answers go to a submission of their own.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "read_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Quiz : public ::testing::Test {
 protected:
  /// Runs it with these lines as its input.
  Ran quiz(const std::string& lines, const std::string& options = "") const {
    folder.write("input", lines);
    return run_program(FAKE_COMMAND " quiz copy --course " FAKE_COURSE " --submission " + submission() + " " +
                       options + " < " + (folder.path() / "input").string());
  }
  std::string submission() const {
    std::filesystem::create_directories(folder.path() / "submission");
    return (folder.path() / "submission").string();
  }
  std::filesystem::path answers() const { return folder.path() / "submission/verdicts/copy.quiz.toml"; }

  warpgrade::support::TemporaryFolder folder;
};

TEST_F(Quiz, AsksOneAfterTheOtherAndSaysWhy) {
  const Ran ran = quiz("ceil(n/256)\na\n4\n");
  EXPECT_EQ(1, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out,
              HasSubstr("copy: 3 questions. Your answers are kept in\n  " + answers().string() + "\n"));
  EXPECT_THAT(ran.out, HasSubstr("copy 1 of 3: blocks_of_a_copy"));
  EXPECT_THAT(ran.out, HasSubstr("✓ Right.\n  The last block may have threads without an element."));
  EXPECT_THAT(ran.out, HasSubstr("✗ Not right.\n  Threads of a warp"));
  EXPECT_THAT(ran.out, HasSubstr("copy: 2 of 3 right\n"));
  EXPECT_THAT(ran.out, HasSubstr("   4 |   out[i] = in[i];"));
  EXPECT_THAT(ran.out, Not(HasSubstr("Neighbouring lanes read")))
      << "explains the right answer only to who gives it";
}

TEST_F(Quiz, GoesOnWhereOneLeft) {
  const Ran first = quiz("n/256\n\n");
  EXPECT_EQ(1, first.exit_code);
  EXPECT_THAT(first.out, HasSubstr("copy: 0 of 3 right, 2 not answered"));
  EXPECT_THAT(read_text(answers()), HasSubstr("blocks_of_a_copy = 'n/256'"));

  const Ran second = quiz("ceil(n/256)\nb\n");
  EXPECT_THAT(second.out, HasSubstr("copy: 2 of 3 right, 1 not answered"));
  EXPECT_THAT(second.out, AllOf(HasSubstr("copy: 3 questions."),
                                HasSubstr("The same command asks again what is not right yet.")));
  const Ran third = quiz("4\n");
  EXPECT_THAT(third.out,
              AllOf(HasSubstr("copy: 1 of 3 questions left"), Not(HasSubstr("The same command asks again"))));
  EXPECT_EQ(0, third.exit_code) << "only what is not right yet was asked";
  EXPECT_THAT(third.out,
              AllOf(HasSubstr("copy 3 of 3"), Not(HasSubstr("copy 1 of 3")), HasSubstr("3 of 3 right")));
  EXPECT_THAT(quiz("").out,
              AllOf(HasSubstr("All questions of copy are answered right."), Not(HasSubstr("copy 1 of 3"))));
  EXPECT_THAT(quiz("", "--again").out, HasSubstr("copy 1 of 3"));
}

TEST_F(Quiz, TextThatIsNoAnswerIsNotKept) {
  const Ran ran = quiz("n log n\nq\n\x1b[A\n");
  EXPECT_THAT(ran.out, HasSubstr("This can't be an answer: write log2 for the logarithm to the base 2."));
  EXPECT_THAT(ran.out, HasSubstr("This can't be an answer: write one letter from a to b."));
  EXPECT_THAT(ran.out, HasSubstr("This can't be an answer: write a line from 1 to 5")) << "an arrow key";
  EXPECT_THAT(quiz("\x80\xff\n").out, HasSubstr("This can't be an answer: "));
  EXPECT_THAT(ran.out, HasSubstr("copy: 0 of 3 right, 3 not answered"));
  EXPECT_FALSE(std::filesystem::exists(answers()));
}

TEST_F(Quiz, AnswersMayBeWrittenByHand) {
  folder.write("submission/verdicts/copy.quiz.toml",
               "blocks_of_a_copy = \"(n + 255 - (n + 255) * 0)/256\"\nmissing_guard = 4\n");
  const Ran ran = quiz("", "--check");
  EXPECT_EQ(1, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("Your answer: 4\n✓ Right."));
  EXPECT_THAT(ran.out, HasSubstr("copy: 1 of 3 right, 1 not answered"));

  folder.write("submission/verdicts/copy.quiz.toml", "missing_guard = = 4\n");
  const Ran broken = quiz("b\n");
  EXPECT_EQ(2, broken.exit_code);
  EXPECT_THAT(broken.err,
              AllOf(HasSubstr("copy.quiz.toml:1:"), HasSubstr("its answer in quotes: blocks_of_a_copy = \""),
                    HasSubstr("Correct the line, or remove the file")));
  EXPECT_EQ("missing_guard = = 4\n", read_text(answers())) << "it is not written over";
}

TEST_F(Quiz, IsPartOfEveryGradingOfTheWholeExercise) {
  const std::string reference = "--device simulator --submission " FAKE_COURSE "/reference ";
  const Ran whole = run_grade("copy " + reference + "--json -");
  EXPECT_EQ(0, whole.exit_code) << whole.err;
  const auto result = nlohmann::json::parse(whole.out);
  const auto& quiz = result.at("exercises").at(0).at("quiz");
  EXPECT_EQ(3, quiz.at("right"));
  EXPECT_EQ("blocks_of_a_copy", quiz.at("questions").at(0).at("name"));
  EXPECT_THAT(run_grade("copy/elements " + reference).out, Not(HasSubstr("quiz")));
}

TEST_F(Quiz, AnswersThatCountAreKeptWhereTheirSealsAreNot) {
  const auto copy = folder.path() / "course";
  std::filesystem::copy(FAKE_COURSE, copy, std::filesystem::copy_options::recursive);
  const std::string quiz_file = read_text(copy / "assignments/verdicts/copy/quiz.toml");
  folder.write("course/assignments/verdicts/copy/quiz.toml", "points = 3\n" + quiz_file);
  const auto sealed = copy / "assignments/verdicts/copy/quiz.sealed.toml";
  const std::string here = " --course " + copy.string() + " --submission " + submission();
  folder.write("submission/verdicts/copy.cu", read_text(FAKE_COURSE "/reference/verdicts/copy.cu"));
  const std::string seals = read_text(sealed);
  std::filesystem::remove(sealed);

  folder.write("input", "n/256\nq\n4\n");
  const std::string ask = FAKE_COMMAND " quiz copy" + here + " < " + (folder.path() / "input").string();
  const Ran first = run_program(ask);
  EXPECT_EQ(1, first.exit_code) << first.err;
  EXPECT_THAT(first.out, AllOf(HasSubstr("they are marked by your instructor"), HasSubstr("Kept.\n"),
                               HasSubstr("This can't be an answer"), Not(HasSubstr("ight."))));
  EXPECT_THAT(first.out, HasSubstr("copy: 2 of 3 answered, not marked here"));
  folder.write("input", "a\n");
  EXPECT_EQ(0, run_program(ask).exit_code) << "all is answered";

  const std::string grade = FAKE_COMMAND " copy --device simulator --json -" + here;
  const auto unmarked = nlohmann::json::parse(run_program(grade).out).at("exercises").at(0).at("quiz");
  EXPECT_EQ(0, unmarked.at("max_score"));
  EXPECT_EQ(0, unmarked.at("right"));
  folder.write("course/assignments/verdicts/copy/quiz.sealed.toml", seals);
  const auto marked = nlohmann::json::parse(run_program(grade).out).at("exercises").at(0).at("quiz");
  EXPECT_EQ(3, marked.at("max_score"));
  EXPECT_EQ(1, marked.at("right"));
}

TEST_F(Quiz, WrongNamesAreRefused) {
  const Ran task = run_grade("quiz copy/elements");
  EXPECT_EQ(2, task.exit_code);
  EXPECT_THAT(task.err, HasSubstr("a quiz belongs to a whole exercise: `./grade quiz copy`"));
  EXPECT_THAT(run_grade("quiz outcomes").err, HasSubstr("outcomes has no quiz"));
}

TEST_F(Quiz, SealingAgainChangesNothing) {
  const auto copy = folder.path() / "course";
  std::filesystem::copy(FAKE_COURSE, copy, std::filesystem::copy_options::recursive);
  const auto sealed = copy / "assignments/verdicts/copy/quiz.sealed.toml";
  const std::string before = read_text(sealed);
  const std::string command = FAKE_COMMAND " quiz copy --seal --course " + copy.string();
  EXPECT_EQ(0, run_program(command).exit_code);
  EXPECT_EQ(before, read_text(sealed));
  std::filesystem::remove(sealed);
  EXPECT_EQ(0, run_program(command).exit_code);
  EXPECT_NE(before, read_text(sealed)) << "with fresh salts";
}

}  // namespace
