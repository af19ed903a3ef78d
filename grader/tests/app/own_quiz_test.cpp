// Questions on a student's own kernel, through the command, on the fake course. The kernel is written so that
// each answer can be worked out from the text of its question.
#include <filesystem>
#include <regex>
#include <set>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "copy_by.hpp"
#include "read_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Blocks of 64 threads, of which each pair exchanges its elements by shared memory, and back.
const std::string kKernel = copy_by(R"(  __shared__ T tile[64];
  const int first = blockIdx.x * blockDim.x, t = threadIdx.x;
  if (first + t < n) tile[t] = in[first + t];
  __syncthreads();
  if (first + (t ^ 1) < n) out[first + (t ^ 1)] = tile[t ^ 1];)",
                                    64);

/// Three times each thread takes what its right neighbour had, and adds 1000; out gets it without them.
const std::string kTurns = copy_by(R"(  __shared__ T tile[64];
  const int first = blockIdx.x * blockDim.x, t = threadIdx.x;
  T mine = first + t < n ? in[first + t] : T();
  for (int turn = 0; turn < 3; ++turn) {
    tile[t] = mine + 1000;
    __syncthreads();
    mine = tile[(t + 1) % 64];
    __syncthreads();
  }
  if (first + (t + 3) % 64 < n) out[first + (t + 3) % 64] = mine - 3000;)",
                                   64);
constexpr int kFirstBarrier = 10, kSecondBarrier = 12;  // lines of kTurns

std::string kind_of(const std::string& name) { return name.substr(0, name.find('_')); }

/// The number that stands behind these words, a regular expression.
int number_in(const std::string& text, const std::string& words) {
  std::smatch found;
  if (!std::regex_search(text, found, std::regex(words + "(-?\\d+)"))) throw std::runtime_error(words + text);
  return std::stoi(found[1]);
}

/// What the author of kTurns answers to a question of this kind.
int answer_about_turns(const std::string& kind, const std::string& text) {
  const auto number_after = [&](const std::string& words) { return number_in(text, words); };
  if (kind == "waits") return 3;
  if (kind == "barrier") return number_after("for the ") % 2 == 1 ? kFirstBarrier : kSecondBarrier;
  if (kind == "source") return (number_after("thread ") + 1) % 64;
  if (kind == "writer") return (number_after("out\\[") % 64 + 61) % 64;
  if (kind == "active") return number_after("With n = ") - 64 * number_after("block ");
  if (kind == "value") {
    const int turn = text.find("twice") != text.npos ? 1 : (number_after("each other ") + 1) / 2;
    const int taken = number_after("tile\\[") + turn - 1;
    return 1000 * turn +
           (taken < 8 ? number_in(text, "input (?:-?\\d+ ){" + std::to_string(taken) + "}") : 0);
  }
  throw std::runtime_error("a question of the kind " + kind + ", which this kernel can't have: " + text);
}

/// The same about kKernel.
int answer_of_author(const std::string& kind, const std::string& text) {
  const auto number_after = [&](const std::string& words) { return number_in(text, words); };
  const int n = number_after("With n = ");
  if (kind == "blocks") return (n + 63) / 64;
  if (kind == "writer") return number_after("out\\[") % 64 ^ 1;
  if (kind == "element") return 64 * number_after("block ") + (number_after("thread ") ^ 1);
  if (kind == "source") return number_after("thread ") ^ 1;
  if (kind == "active" || kind == "idle") {
    const int block = number_after("block "), active = std::min(n - 64 * block, 64);
    return kind == "active" ? active : 64 - active - active % 2;  // of an odd pair both do something
  }
  throw std::runtime_error("a question of the kind " + kind + ", which this kernel can't have: " + text);
}

class OwnQuiz : public ::testing::Test {
 protected:
  OwnQuiz() { hand_in(kKernel); }

  void hand_in(const std::string& kernel) const { folder.write("submission/verdicts/copy.cu", kernel); }
  std::filesystem::path answers() const { return folder.path() / "submission/verdicts/copy.quiz.toml"; }
  std::string course = FAKE_COURSE;

  Ran command(const std::string& words) const {
    return run_program(std::string(FAKE_COMMAND) + " " + words + " --course " + course + " --submission " +
                       (folder.path() / "submission").string());
  }
  Ran ask(const std::string& lines, const std::string& options = "") const {
    folder.write("input", lines);
    return command("quiz --own copy/elements " + options + " < " + (folder.path() / "input").string());
  }
  /// A question's name and its text, in the order in which they are asked.
  std::vector<std::pair<std::string, std::string>> questions() const {
    const std::string out = std::regex_replace(ask("\n\n\n\n").out, std::regex("\\s+"), " ");
    const std::regex one("your kernel \\d of \\d: (\\w+) (.*?) Answer \\(");
    std::vector<std::pair<std::string, std::string>> found;
    for (std::sregex_iterator at(out.begin(), out.end(), one); at != std::sregex_iterator(); ++at)
      found.emplace_back((*at)[1], (*at)[2]);
    return found;
  }
  /// Lines that answer them; `off` by so much.
  std::string answered(int off = 0) const {
    std::string lines;
    const bool turns = read_text(folder.path() / "submission/verdicts/copy.cu") == kTurns;
    const auto& answer_to = turns ? answer_about_turns : answer_of_author;
    for (const auto& [name, text] : questions())
      lines += std::to_string(answer_to(kind_of(name), text) + off) + "\n";
    return lines;
  }
  /// The quiz of the exercise in result.json.
  nlohmann::json graded(int exit_code) const {
    const Ran ran = command("copy --device simulator --json -");
    EXPECT_EQ(exit_code, ran.exit_code) << ran.err;
    return nlohmann::json::parse(ran.out).at("exercises").at(0).at("quiz");
  }
  /// A copy of the course where answers count.
  void let_answers_count() {
    course = (folder.path() / "course").string();
    std::filesystem::copy(FAKE_COURSE, course, std::filesystem::copy_options::recursive);
    const std::string quiz = course + "/assignments/verdicts/copy/quiz.toml";
    folder.write("course/assignments/verdicts/copy/quiz.toml", "own_points = 2\n" + read_text(quiz));
  }

  warpgrade::support::TemporaryFolder folder;
};

TEST_F(OwnQuiz, WhoHasWrittenTheKernelKnowsTheAnswers) {
  std::set<std::string> kinds;
  for (const auto& [name, text] : questions()) kinds.insert(kind_of(name));
  EXPECT_THAT(kinds, ElementsAre("active", "source", "writer"));
  const Ran ran = ask(answered());
  EXPECT_EQ(0, ran.exit_code) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("copy/elements: 3 of 3 right\n"));
}

TEST_F(OwnQuiz, OfALoopWithBarriersToo) {
  hand_in(kTurns);
  std::set<std::string> kinds;
  for (const auto& [name, text] : questions()) kinds.insert(kind_of(name));
  EXPECT_THAT(kinds, ::testing::IsSubsetOf({"barrier", "source", "value", "waits", "writer", "active"}));
  EXPECT_EQ(4U, kinds.size());
  const Ran ran = ask(answered());
  EXPECT_EQ(0, ran.exit_code) << ran.out << ran.err;
}

TEST_F(OwnQuiz, TheSameFileGetsTheSameQuestionsAndAnotherOneOthers) {
  const auto first = questions();
  EXPECT_EQ(first, questions());
  hand_in(kKernel + "// changed\n");
  EXPECT_NE(first, questions());
}

TEST_F(OwnQuiz, WrongAnswersAreToldAndAskedAgain) {
  const Ran wrong = ask(answered(/*off=*/1));
  EXPECT_EQ(1, wrong.exit_code);
  EXPECT_THAT(wrong.out,
              AllOf(HasSubstr("✗ Not right."), HasSubstr("copy/elements: 0 of "), Not(HasSubstr("✓"))));
  EXPECT_EQ(0, ask(answered()).exit_code);
  EXPECT_THAT(ask("").out, HasSubstr("All questions of copy/elements, your kernel are answered right."));
  EXPECT_THAT(ask("", "--check").out, HasSubstr("Your answer: "));
}

TEST_F(OwnQuiz, AnswersOfAnotherKernelAreStale) {
  EXPECT_EQ(0, ask(answered()).exit_code);
  const std::string old = read_text(answers());
  hand_in(kKernel + "// changed\n");
  const Ran changed = ask("\n\n\n\n");
  EXPECT_THAT(changed.out,
              AllOf(HasSubstr("the kernel has changed since you answered"), HasSubstr(": 0 of ")));
  EXPECT_EQ(old, read_text(answers())) << "they are kept until there are others";
  EXPECT_EQ(0, ask(answered()).exit_code);
}

TEST_F(OwnQuiz, AWrongKernelGetsNoQuestions) {
  hand_in(std::regex_replace(kKernel, std::regex("__syncthreads\\(\\);"), ""));
  const Ran ran = ask("1\n1\n1\n");
  EXPECT_EQ(1, ran.exit_code);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("not right yet (race). First: `./grade copy/elements`"),
                             Not(HasSubstr("Answer ("))));
}

TEST_F(OwnQuiz, KeepsTheAnswersOfTheExercisesQuiz) {
  folder.write("submission/verdicts/copy.quiz.toml", "coalescing = 'b'\n");
  EXPECT_EQ(0, ask(answered()).exit_code);
  EXPECT_THAT(read_text(answers()), AllOf(HasSubstr("coalescing = 'b'"), HasSubstr("[own.elements]")));
  EXPECT_EQ(1, graded(0).at("right")) << "without own_points only the exercise's quiz is marked";
}

TEST_F(OwnQuiz, AnswersCountWhereTheSpecSaysSo) {
  let_answers_count();
  EXPECT_EQ(0, graded(1).at("score")) << "not answered yet";
  EXPECT_EQ(0, ask(answered()).exit_code);
  const auto quiz = graded(0);
  EXPECT_EQ(2, quiz.at("score"));
  EXPECT_EQ(2, quiz.at("max_score"));
  EXPECT_THAT(quiz.dump(), Not(HasSubstr("With n ="))) << "neither questions nor what is right";

  hand_in(kKernel + "// changed\n");
  const Ran changed = command("copy --device simulator --html " + (folder.path() / "page.html").string());
  EXPECT_EQ(1, changed.exit_code);
  EXPECT_THAT(changed.out, HasSubstr("./grade quiz --own copy"));
  EXPECT_THAT(read_text(folder.path() / "page.html"), HasSubstr("answered before the kernel changed"));
}

TEST_F(OwnQuiz, AForgedFileOfAnswersGainsNothing) {
  let_answers_count();
  std::string forged = "[own.elements]\nanswer = 'right'\nright = '1'\n";
  for (const auto& [name, text] : questions())
    forged += name + " = { answer = '-5', right = 'true', why = 'I know' }\n";
  folder.write("submission/verdicts/copy.quiz.toml", forged + "[own.other_task]\nwriter_0000 = '1'\n");
  const auto quiz = graded(1);
  EXPECT_EQ(0, quiz.at("score"));
  EXPECT_EQ(0, quiz.at("right"));
}

TEST_F(OwnQuiz, InAClassEachIsMarkedWhoHandsInTheSameKernel) {
  let_answers_count();
  EXPECT_EQ(0, ask(answered()).exit_code);
  const std::string right = read_text(answers());
  for (const std::string student : {"ada", "bob"}) folder.write("pile/" + student + "/copy.cu", kKernel);
  folder.write("pile/ada/copy.quiz.toml", right);
  folder.write("pile/bob/copy.quiz.toml", std::regex_replace(right, std::regex("'\\d+'"), "'-1'"));
  const std::string results = (folder.path() / "results").string();
  const Ran ran =
      run_program(std::string(FAKE_COMMAND) + " class " + (folder.path() / "pile").string() +
                  " copy --device simulator --sandbox auto --course " + course + " --out " + results);
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_THAT(read_text(results + "/gradebook.csv"),
              AllOf(HasSubstr("ada,,,ada,,6,6,6,"), HasSubstr("bob,,,bob,,4,4,6,")));
  const std::string page = read_text(results + "/students/bob.html");
  EXPECT_THAT(page, AllOf(HasSubstr("(own elements)"), HasSubstr("not right"), Not(HasSubstr("With n ="))));
}

TEST_F(OwnQuiz, AnswersThatCountAreOnlyKeptInAHandout) {
  let_answers_count();
  std::filesystem::remove(course + "/assignments/verdicts/copy/quiz.sealed.toml");
  const Ran ran = ask(answered(/*off=*/1));
  EXPECT_EQ(0, ran.exit_code) << "all is answered";
  EXPECT_THAT(ran.out, AllOf(HasSubstr("they are marked by your instructor"), HasSubstr("Kept.\n"),
                             HasSubstr("answered, not marked here"), Not(HasSubstr("ight."))));
}

TEST_F(OwnQuiz, TheReferenceKeepsItsReasons) {
  const std::string before = read_text(FAKE_COURSE "/reference/verdicts/copy.quiz.toml");
  folder.write("input", "1\n1\n1\n1\n");
  const Ran ran = run_program(FAKE_COMMAND " quiz --own copy --course " FAKE_COURSE
                                           " --submission " FAKE_COURSE "/reference < " +
                              (folder.path() / "input").string());
  EXPECT_THAT(ran.out, HasSubstr("copy/elements, your kernel 1 of"));
  EXPECT_EQ(before, read_text(FAKE_COURSE "/reference/verdicts/copy.quiz.toml"));
}

TEST_F(OwnQuiz, AnExerciseMustBeNamed) {
  EXPECT_THAT(run_grade("quiz --own").err, HasSubstr("name the exercise"));
  EXPECT_THAT(run_grade("quiz --own --seal copy").err, HasSubstr("don't go together"));
}

}  // namespace
