#include "verify/quiz_files.hpp"

#include <fmt/format.h>

#include "quiz/answers.hpp"
#include "quiz/seal_file.hpp"
#include "spec/quiz.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;

void compare(const spec::Quiz& quiz, const std::vector<spec::Solution>& solutions,
             std::vector<std::string>& problems) {
  const fs::path file = quiz::seal_file(quiz);
  const std::vector<quiz::Seal> seals = quiz::seals_of(quiz);
  for (std::size_t i = 0; i < seals.size(); ++i)
    if (seals[i] != quiz::seal(solutions[i], seals[i].salt))
      problems.push_back(
          fmt::format("{}: the seal of '{}' does not fit its answer and reasons in reference/: make the "
                      "file anew with `./grade quiz --seal`",
                      as_typed(file).string(), quiz.questions[i].name));
  if (quiz::read_seals(file).size() != seals.size())
    problems.push_back(
        fmt::format("{} has seals of questions that are no longer asked: make the file anew with "
                    "`./grade quiz --seal`",
                    as_typed(file).string()));
}

}  // namespace

void check_quiz(const Installation& installation, const spec::Exercise& exercise,
                std::vector<std::string>& problems) {
  if (!exercise.quiz) return;
  const fs::path answers = quiz::answers_file(installation.reference(), exercise);
  if (!fs::exists(answers)) {
    problems.push_back(fmt::format("{} is missing: the answers to {}", as_typed(answers).string(),
                                   as_typed(exercise.quiz->file).string()));
    return;
  }
  try {
    compare(*exercise.quiz, spec::read_solutions(answers, *exercise.quiz), problems);
  } catch (const spec::SpecError& error) {
    for (const spec::Diagnostic& mistake : error.diagnostics()) problems.push_back(mistake.str());
  }
}

}  // namespace warpgrade::verify
