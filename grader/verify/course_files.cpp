#include "verify/course_files.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "judge/timing/contenders.hpp"
#include "verify/kernel_lists.hpp"
#include "verify/quiz_files.hpp"
#include "verify/stub_files.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;

void require_file(const fs::path& file, std::string_view what, std::vector<std::string>& problems) {
  if (!fs::is_regular_file(file))
    problems.push_back(fmt::format("{} is missing: {}", as_typed(file).string(), what));
}

void check_documents(const spec::Exercise& exercise, std::vector<std::string>& problems) {
  require_file(exercise.folder / "README.md", "each exercise has a handout", problems);
  require_file(exercise.folder.parent_path() / "README.md", "each unit has a lesson", problems);
}

void check_wrong_kernels(const Installation& installation, const spec::Exercise& exercise,
                         std::vector<std::string>& problems) {
  const auto kernels = wrong_kernels(installation, exercise, problems);
  for (const spec::Task& task : exercise.tasks) {
    const auto count = static_cast<std::size_t>(std::count_if(
        kernels.begin(), kernels.end(),
        [&](const WrongKernel& kernel) { return kernel.task == task.name || kernel.task.empty(); }));
    if (count < kWrongKernelsPerTask)
      problems.push_back(fmt::format(
          "{}/{} has {} wrong kernels in {} and the folder of that name, and needs at least {}",
          exercise.name, task.name, count,
          as_typed(installation.reference() / exercise.unit / "wrong" / (exercise.name + ".toml")).string(),
          kWrongKernelsPerTask));
  }
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> found;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder))
      if (!entry.path().filename().string().starts_with('.')) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

/// Everything in `folder` must be in `listed` (file or folder names).
void check_listed(const fs::path& folder, const std::set<std::string>& listed,
                  std::vector<std::string>& problems) {
  for (const fs::path& entry : entries(folder))
    if (!listed.contains(entry.filename().string()))
      problems.push_back(
          fmt::format("{} belongs to no exercise that a unit.toml lists; list it, or remove it",
                      as_typed(entry).string()));
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
  for (const fs::path& file : entries(installation.reference() / exercise.unit / "fast"))
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

/// Each file of fast/ must belong to an exercise: a misnamed one would never be measured, and tiers would be
/// compared with a slower reference.
void check_fast_names(const Installation& installation, const spec::Course& course, const std::string& unit,
                      std::vector<std::string>& problems) {
  for (const fs::path& file : entries(installation.reference() / unit / "fast")) {
    const bool is_known = std::ranges::any_of(course.exercises, [&](const spec::Exercise& exercise) {
      return exercise.unit == unit && judge::capability_of(file.filename().string(), exercise);
    });
    if (file.extension() == ".cu" && !is_known)
      problems.push_back(
          fmt::format("{} is the fast reference of no exercise: name it <exercise>.cu or "
                      "<exercise>.sm_NN.cu",
                      as_typed(file).string()));
  }
}

void check_unlisted(const Installation& installation, const spec::Course& course,
                    std::vector<std::string>& problems) {
  std::set<std::string> units;
  for (const spec::Unit& unit : course.units) {
    units.insert(unit.name);
    std::set<std::string> exercises, sources, references{"cheats", "fast", "right", "wrong"};
    for (const spec::Exercise& exercise : course.exercises) {
      if (exercise.unit != unit.name) continue;
      exercises.insert(exercise.name);
      sources.insert(exercise.source);
      references.insert({exercise.source, exercise.name + ".hidden.toml"});
      if (!exercise.quiz) continue;
      sources.insert(exercise.name + ".quiz.toml");
      references.insert(exercise.name + ".quiz.toml");
    }
    std::set<std::string> of_unit = exercises;
    of_unit.insert({"unit.toml", "README.md"});
    check_listed(installation.assignments() / unit.name, of_unit, problems);
    check_listed(installation.student() / unit.name, sources, problems);
    check_listed(installation.reference() / unit.name, references, problems);
    check_fast_names(installation, course, unit.name, problems);
    for (const char* kind : {"cheats", "right"})
      check_listed(installation.reference() / unit.name / kind, exercises, problems);
    std::set<std::string> wrong = exercises;
    for (const std::string& exercise : exercises) wrong.insert(exercise + ".toml");
    check_listed(installation.reference() / unit.name / "wrong", wrong, problems);
  }
  for (const fs::path& folder : {installation.student(), installation.reference()})
    for (const fs::path& entry : entries(folder))
      if (fs::is_directory(entry) && !units.contains(entry.filename().string()) &&
          entry != installation.reference() / "fast")
        problems.push_back(fmt::format("{} belongs to no unit of assignments/", as_typed(entry).string()));
}

}  // namespace

std::vector<std::string> check_course_files(const Installation& installation, const spec::Course& course,
                                            const std::vector<const spec::Exercise*>& exercises) {
  std::vector<std::string> problems;
  for (const spec::Exercise* exercise : exercises) {
    check_documents(*exercise, problems);
    require_file(stub_of(installation, *exercise), "each exercise has a stub", problems);
    require_file(reference_of(installation, *exercise), "each exercise has a reference", problems);
    check_stub(installation, *exercise, problems);
    check_wrong_kernels(installation, *exercise, problems);
    check_contenders(installation, *exercise, problems);
    check_quiz(installation, *exercise, problems);
  }
  if (exercises.size() == course.exercises.size()) check_unlisted(installation, course, problems);
  std::sort(problems.begin(), problems.end());  // a unit's README is asked for by each of its exercises
  problems.erase(std::unique(problems.begin(), problems.end()), problems.end());
  return problems;
}

}  // namespace warpgrade::verify
