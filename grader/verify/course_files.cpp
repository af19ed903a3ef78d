#include "verify/course_files.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "judge/timing/contenders.hpp"
#include "quiz/answers.hpp"
#include "quiz/seal.hpp"
#include "spec/quiz.hpp"
#include "verify/author_marks.hpp"
#include "verify/kernel_lists.hpp"
#include "verify/layout.hpp"
#include "verify/stub_files.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;

void check_wrong_kernels(const Installation& installation, const spec::Exercise& exercise,
                         std::vector<std::string>& problems) {
  const auto kernels = wrong_kernels(installation, exercise, problems);
  for (const spec::Task& task : exercise.tasks) {
    const auto count = static_cast<std::size_t>(std::count_if(
        kernels.begin(), kernels.end(),
        [&](const WrongKernel& kernel) { return kernel.task == task.name || kernel.task.empty(); }));
    if (count < kWrongKernelsPerTask)
      problems.push_back(fmt::format(
          "{}/{} needs at least {} wrong kernels in {}, and has {}: write more", exercise.name, task.name,
          kWrongKernelsPerTask,
          as_typed(installation.reference() / exercise.unit / "wrong" / (exercise.name + ".toml")).string(),
          count));
  }
}

/// A tier that compares with CUB needs a cub.cu.
void check_cub_tiers(const spec::Exercise& exercise, std::vector<std::string>& problems) {
  for (const spec::Task& task : exercise.tasks) {
    if (!task.timing || judge::has_cub(exercise, task.name)) continue;
    std::vector<spec::TimingTier> tiers = task.timing->tiers;
    for (const auto& [name, of_card] : task.timing->gpu)
      tiers.insert(tiers.end(), of_card.begin(), of_card.end());
    for (const spec::TimingTier& tier : tiers)
      if (tier.kind == TierKind::cub_ratio)
        problems.push_back(fmt::format(
            "{}: a tier of '{}' has a cub_ratio, but {} does not define this task: define it there "
            "and name it behind `// tasks:`, or use another threshold",
            tier.where.str(), task.name, as_typed(exercise.folder / "cub.cu").string()));
  }
}

/// What submissions are compared with: the `// tasks:` lines of the libraries' files and of the fast
/// references.
void check_contenders(const Installation& installation, const spec::Exercise& exercise,
                      std::vector<std::string>& problems) {
  std::vector<fs::path> files = judge::library_files(exercise);
  for (const fs::path& file : files_in(installation.reference() / exercise.unit / "fast"))
    if (judge::capability_of(file.filename().string(), exercise)) files.push_back(file);
  for (const fs::path& file : files) {
    try {
      judge::defined_tasks(file, exercise);
    } catch (const std::runtime_error& error) {
      problems.emplace_back(error.what());
      return;
    }
  }
  check_cub_tiers(exercise, problems);
}

/// Do the sealed answers of a quiz, which handouts have, fit the answers in reference/?
void compare_seals(const spec::Quiz& quiz, const std::vector<spec::Solution>& solutions,
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
    compare_seals(*exercise.quiz, spec::read_solutions(answers, *exercise.quiz), problems);
  } catch (const spec::SpecError& error) {
    for (const spec::Diagnostic& mistake : error.diagnostics()) problems.push_back(mistake.str());
  }
}

}  // namespace

std::vector<std::string> check_course_files(const Installation& installation, const spec::Course& course,
                                            const std::vector<const spec::Exercise*>& exercises) {
  std::vector<std::string> problems = check_layout(installation, course, exercises);
  for (const spec::Exercise* exercise : exercises) {
    check_stub(installation, *exercise, problems);
    check_wrong_kernels(installation, *exercise, problems);
    check_contenders(installation, *exercise, problems);
    check_quiz(installation, *exercise, problems);
  }
  check_nothing_is_left(installation, exercises, problems);
  std::ranges::sort(problems);
  return problems;
}

}  // namespace warpgrade::verify
