#include "handout/allowed_files.hpp"

#include <algorithm>
#include <fnmatch.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "quiz/seal.hpp"

namespace warpgrade::handout {
namespace {

namespace fs = std::filesystem;

struct AllowedFiles {
  std::string_view folder;
  std::string_view names;  ///< patterns as in a shell, separated by spaces
};

/// What a handout has beside units and exercises, as far as it is there.
constexpr AllowedFiles kCourse[] = {
    {".", "LICENSE .clangd .gitignore AGENTS.md course.toml"},
    {".vscode", "*.json"},
    {"datasets", "manifest.toml *.txt *.mtx *.png *.hdr"},
};

/// And of a checkout of the grader: what its lessons and the README for students lead to. The headers are
/// those that a submission may include, to be read; an installed grader has its own.
constexpr AllowedFiles kCheckout[] = {
    {"ci/templates", "README.md *.yml *.json Containerfile Containerfile.dockerignore"},
    {"grader/docs",
     "debugging.md drawing.md machine.md memory_model.md rules.md sandbox.md simulator.md trace.md watch.md"},
    {"grader/include/warpgrade", "*.cuh"},
};

constexpr std::string_view kNamesOfUnit = "README.md unit.toml";  ///< in assignments/<unit>/

/// In assignments/<unit>/<exercise>/. Of student/<unit>/ the stub alone: no answers to its quiz.
constexpr std::string_view kNamesOfExercise =
    "README.md exercise.toml quiz.toml quiz.sealed.toml *.cuh *.svg *.png bind.cu cub.cu cusparse.cu "
    "oracle.cpp";

/// What the public ones of these runs read and compare with.
void add_files_of_runs(const std::vector<spec::CaseGroup>& groups, std::vector<std::string>& names) {
  for (const spec::CaseGroup& group : groups) {
    if (group.hidden) continue;
    for (const std::string& name : {group.run->input, group.run->output, group.run->checker})
      if (!name.empty()) names.push_back(name);
    for (const auto& [written, right] : group.run->files) names.push_back(right);
  }
}

/// Of a program: all that it is compiled and run with.
void add_program(const spec::Exercise& exercise, const fs::path& folder, std::vector<fs::path>& files) {
  std::vector<std::string> names = exercise.program->given;
  for (const auto* more : {&exercise.program->include, &exercise.program->data})
    names.insert(names.end(), more->begin(), more->end());
  for (const spec::Task& task : exercise.tasks) {
    add_files_of_runs(task.cases, names);
    if (task.timing) add_files_of_runs(task.timing->cases, names);
  }
  for (const std::string& name : names) {
    if (!fs::is_directory(folder / name)) {
      files.push_back(folder / name);
      continue;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder / name))
      if (!entry.is_symlink() && entry.is_regular_file()) files.push_back(entry.path());
  }
}

bool matches(const std::string& name, std::string_view patterns) {
  std::istringstream words{std::string(patterns)};
  for (std::string pattern; words >> pattern;)
    if (::fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD) == 0) return true;
  return false;
}

void add_matching(const fs::path& folder, std::string_view names, std::vector<fs::path>& files) {
  if (!fs::is_directory(folder)) return;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (!entry.is_symlink() && entry.is_regular_file() && matches(entry.path().filename().string(), names))
      files.push_back(entry.path());
}

void add_allowed(const fs::path& root, const fs::path& folder, std::string_view names,
                 std::vector<fs::path>& files) {
  const std::size_t before = files.size();
  add_matching(root / folder, names, files);
  if (files.size() == before)
    throw std::runtime_error(
        fmt::format("the handout needs files {} of {}, and there are none: grader/handout/allowed_files.cpp "
                    "lists what a handout has",
                    names, (root / folder).string()));
}

}  // namespace

bool holds_grader(const fs::path& root) { return fs::is_directory(root / "grader"); }

std::vector<fs::path> allowed_files(const fs::path& root, const spec::Course& course) {
  std::vector<fs::path> files;
  for (const AllowedFiles& allowed : kCourse) add_matching(root / allowed.folder, allowed.names, files);
  if (holds_grader(root))
    for (const AllowedFiles& allowed : kCheckout) add_allowed(root, allowed.folder, allowed.names, files);
  else
    add_allowed(root, ".", "README.md", files);
  for (const spec::Unit& unit : course.units)
    add_allowed(root, "assignments/" + unit.name, kNamesOfUnit, files);
  for (const spec::Exercise& exercise : course.exercises) {
    const fs::path folder = fs::path("assignments") / exercise.unit / exercise.name;
    add_allowed(root, folder, kNamesOfExercise, files);
    if (exercise.program) {
      add_program(exercise, root / folder, files);
      for (const std::string& file : exercise.program->edit)
        add_allowed(root, "student/" + exercise.unit, file, files);
    }
    add_allowed(root, "student/" + exercise.unit, exercise.source, files);
    // Answers that count could be tried out with their seals.
    if (exercise.quiz && exercise.quiz->most_points() > 0)
      std::erase(files, root / folder / quiz::seal_file(*exercise.quiz).filename());
  }
  for (fs::path& file : files) file = file.lexically_relative(root);
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()),
              files.end());  // a program's files may have several uses
  return files;
}

}  // namespace warpgrade::handout
