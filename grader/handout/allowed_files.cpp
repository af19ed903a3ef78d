#include "handout/allowed_files.hpp"

#include <algorithm>
#include <fnmatch.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace warpgrade::handout {
namespace {

namespace fs = std::filesystem;

struct AllowedFiles {
  std::string_view folder;  ///< with `/**` at its end: and the folders in it
  std::string_view names;   ///< patterns as in a shell, separated by spaces
};

constexpr std::string_view kSources = "CMakeLists.txt *.cmake *.cpp *.hpp *.cu *.cuh *.h *.def";

constexpr AllowedFiles kDatasets = {"datasets", "manifest.toml *.txt *.mtx *.png *.hdr"};

/// The list for everything but exercises of a course that holds the grader. The README.md at the top is
/// written for students (handout.cpp).
constexpr AllowedFiles kCourse[] = {
    {".", "CMakeLists.txt LICENSE grade .clang-format .clangd .gitignore"},
    {".vscode", "*.json"},
    {"ci", "bootstrap.sh test.sh"},
    {"ci/templates", "README.md *.yml *.json Containerfile"},
    kDatasets,
    {"grader/app", kSources},
    {"grader/app/watch", kSources},
    {"grader/cmake", "*.cmake *.in *.ld"},
    {"grader/cmake/package", "postinst prerm"},
    {"grader/course", kSources},
    {"grader/docs", "drawing.md memory_model.md sandbox.md simulator.md trace.md watch.md"},
    {"grader/handout", kSources},
    {"grader/include/warpgrade", "*.cuh"},
    {"grader/judge/**", kSources},
    {"grader/kit", kSources},
    {"grader/model", kSources},
    {"grader/new_exercise", kSources},
    {"grader/oracle", kSources},
    {"grader/protocol", kSources},
    {"grader/quiz", kSources},
    {"grader/referee", kSources},
    {"grader/report/**", kSources},
    {"grader/report/**", "*.css *.html *.js"},
    {"grader/runner", kSources},
    {"grader/sandbox", kSources},
    {"grader/simulator", kSources},
    {"grader/simulator/driver", kSources},
    {"grader/simulator/include/**", "*.h *.hpp *.def"},
    {"grader/simulator/include/cuda/**", "atomic"},
    {"grader/simulator/rewriter", kSources},
    {"grader/simulator/src/**", kSources},
    {"grader/spec", kSources},
    {"grader/system", kSources},
    {"grader/verify", kSources},
};

/// … and of one that is graded with an installed grader.
constexpr AllowedFiles kCourseAlone = {".", "README.md LICENSE .clangd .gitignore"};

constexpr std::string_view kNamesOfUnit = "README.md unit.toml";  ///< in assignments/<unit>/

/// In assignments/<unit>/<exercise>/. Of student/<unit>/ the stub alone: no answers to its quiz.
constexpr std::string_view kNamesOfExercise =
    "README.md exercise.toml quiz.toml quiz.sealed.toml *.cuh *.svg *.png bind.cu cub.cu cusparse.cu "
    "oracle.cpp";

bool matches(const std::string& name, std::string_view patterns) {
  std::istringstream words{std::string(patterns)};
  for (std::string pattern; words >> pattern;)
    if (::fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD) == 0) return true;
  return false;
}

void add_matching(const fs::path& folder, std::string_view names, bool below, std::vector<fs::path>& files) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_symlink()) continue;
    if (entry.is_directory() && below) add_matching(entry.path(), names, below, files);
    if (entry.is_regular_file() && matches(entry.path().filename().string(), names))
      files.push_back(entry.path());
  }
}

void add_allowed(const fs::path& root, std::string folder, std::string_view names,
                 std::vector<fs::path>& files) {
  const bool below = folder.ends_with("/**");
  if (below) folder.resize(folder.size() - 3);
  const std::size_t before = files.size();
  if (fs::is_directory(root / folder)) add_matching(root / folder, names, below, files);
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
  const auto add = [&](const AllowedFiles& allowed) {
    add_allowed(root, std::string(allowed.folder), allowed.names, files);
  };
  if (holds_grader(root)) {
    std::ranges::for_each(kCourse, add);
  } else {
    add(kCourseAlone);
    if (fs::is_directory(root / kDatasets.folder)) add(kDatasets);
  }
  for (const spec::Unit& unit : course.units)
    add_allowed(root, "assignments/" + unit.name, kNamesOfUnit, files);
  for (const spec::Exercise& exercise : course.exercises) {
    add_allowed(root, "assignments/" + exercise.unit + "/" + exercise.name, kNamesOfExercise, files);
    add_allowed(root, "student/" + exercise.unit, exercise.source, files);
  }
  for (fs::path& file : files) file = file.lexically_relative(root);
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace warpgrade::handout
