// Takes one text as a file of each kind that the spec reader knows, or as a student's answers to a quiz.
// Mistakes in it throw SpecError; every other exception ends the fuzzer.
#include <cstddef>
#include <cstdint>
#include <string>

#include "quiz/answers.hpp"
#include "spec/quiz.hpp"
#include "spec/quiz_answer.hpp"
#include "spec/spec.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

/// What the grader asks of a spec that has no mistakes.
void use(const spec::Exercise& exercise) {
  for (const spec::Task& task : exercise.tasks)
    for (const auto& [name, bound] : task.cost) {
      bound.formula();
      for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32}) bound.at(n);
    }
}

/// What `read` returns; nothing if the text has mistakes.
template <class Read>
auto read(Read read_file) -> std::optional<decltype(read_file())> try {
  return read_file();
} catch (const spec::SpecError&) {
  return std::nullopt;
}

spec::Exercise exercise_with_one_task() {
  spec::Exercise exercise;
  exercise.name = "scan";
  exercise.tasks.emplace_back().name = "blelloch";
  exercise.tasks.back().points = 6;
  return exercise;
}

/// One of each kind.
spec::Quiz some_quiz() {
  using enum spec::QuestionKind;
  spec::Quiz quiz;
  for (const spec::QuestionKind kind : {choice, number, formula, order, line}) {
    spec::Question& question = quiz.questions.emplace_back();
    question.name = "question_" + std::to_string(quiz.questions.size());
    question.kind = kind;
    question.options = {"one", "two", "three"};
    question.several = true;
    question.at = {1, 2, 1000};
    question.code = "int a;\nint b;\n";
  }
  return quiz;
}

void read_answers(const support::TemporaryFolder& folder, const std::string& text) {
  static const spec::Quiz quiz = some_quiz();
  spec::Exercise exercise;
  exercise.unit = "unit_1";
  exercise.name = "scan";
  folder.write("unit_1/scan.quiz.toml", text);
  const quiz::Answers answers = quiz::read_answers(folder.path(), exercise);
  quiz::answers_as_toml(exercise, answers);
  for (const spec::Question& question : quiz.questions)
    for (const auto& [name, typed] : answers.typed) try {
        spec::normalised_answer(question, typed);
      } catch (const spec::AnswerError&) {
      }
}

/// Reads the text as the kind of file that its first words belong to: a reader of another kind would report
/// each line.
void read_file(const std::string& text) {
  static const support::TemporaryFolder folder;
  static const spec::Exercise some_exercise = exercise_with_one_task();
  static const spec::Quiz quiz = some_quiz();
  const fs::path file = folder.write("unit_1/scan/exercise.toml", text);
  const auto has = [&](const char* words) { return text.find(words) != std::string::npos; };
  if (has("[[question")) {
    read([&] { return spec::read_quiz(file, some_exercise); });
  } else if (has("exercises")) {
    read([&] { return spec::read_unit(file); });
  } else if (has("title")) {
    if (const auto exercise = read([&] { return spec::read_exercise(file); })) use(*exercise);
  } else if (has("[[task")) {
    read([&, extended = some_exercise]() mutable {
      spec::add_hidden_cases(extended, file);
      return extended;
    });
  } else {
    read([&] { return spec::read_solutions(file, quiz); });
    read_answers(folder, text);
  }
}

}  // namespace
}  // namespace warpgrade

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warpgrade::read_file({reinterpret_cast<const char*>(data), size});
  return 0;
}
