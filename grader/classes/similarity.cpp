#include "classes/similarity.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "system/atomic_file.hpp"
#include "system/file_text.hpp"
#include "system/process.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = "compare50";
constexpr const char* kBase = ".base";     // beside the students' folders, none of which begins so
constexpr double kMostSeconds = 6 * 3600;  // of an exercise; a thousand files take minutes
constexpr std::size_t kSaid = 400;         // the end of what it printed

/// compare50 reads the code of a page of text as text, so the code is taken out of it.
std::string code_blocks(const std::string& markdown) {
  std::istringstream lines(markdown);
  std::string code, line;
  bool is_code = false;
  while (std::getline(lines, line)) {
    const bool is_fence = line.starts_with("```");
    if (is_code && !is_fence) code += line + "\n";
    is_code = is_code != is_fence;
  }
  return code;
}

/// What everybody has: the stub, and the code of the lesson and of the handout.
std::vector<fs::path> base_files(const spec::Exercise& exercise, const fs::path& stubs,
                                 const fs::path& folder) {
  std::vector<fs::path> files;
  fs::create_directory(folder);
  if (const fs::path stub = stubs / exercise.unit / exercise.source; fs::exists(stub)) files.push_back(stub);
  const std::pair<fs::path, const char*> texts[] = {{exercise.folder.parent_path(), "lesson.cu"},
                                                    {exercise.folder, "handout.cu"}};
  for (const auto& [from, name] : texts) {
    const std::string code = code_blocks(system::file_text(from / "README.md").value_or(""));
    if (code.empty()) continue;
    system::write_file_atomically(folder / name, code);
    files.push_back(folder / name);
  }
  return files;
}

/// Copies the newest file of each student to ID/FILE in the folder: compare50 shows the names of folders.
/// Returns the copies, relative to the folder.
std::vector<std::string> copy_files(const Roll& roll, const spec::Exercise& exercise,
                                    const ResultsFolder& results, const fs::path& folder) {
  std::map<std::string, std::string> newest;  // attempts by student, which are in order
  const auto file_of = [&](const std::string& attempt) {
    return results.attempts() / attempt / exercise.unit / exercise.source;
  };
  for (const Entry& entry : roll.entries)
    if (entry.counts && std::ranges::count(entry.pieces, exercise.name, &Piece::exercise) > 0 &&
        fs::is_regular_file(fs::symlink_status(file_of(entry.attempt.id))))
      newest[entry.attempt.student.id] = entry.attempt.id;
  std::vector<std::string> files;
  for (const auto& [student, attempt] : newest) {
    fs::create_directory(folder / attempt);
    fs::copy_file(file_of(attempt), folder / attempt / exercise.source);
    files.push_back(attempt + "/" + exercise.source);
  }
  return files;
}

/// What went wrong; empty: nothing.
std::string run(const std::vector<std::string>& command) {
  system::CommandLimits limits;
  limits.timeout_s = kMostSeconds;
  const system::CommandResult result = system::run_command(command, limits);
  if (result.status.success()) return {};
  if (result.timed_out) return "it took too long";
  const std::string& said = result.output;
  return fmt::format("it ended with {}: {}", result.status.signal != 0 ? "a signal" : "an error",
                     said.substr(said.size() - std::min(said.size(), kSaid)));
}

}  // namespace

std::string why_no_compare50() {
  try {
    const std::string problem = run({kProgram, "--version"});
    return problem.empty() ? "" : fmt::format("{} does not run here: {}", kProgram, problem);
  } catch (const std::system_error&) {
    return fmt::format(
        "--similarity needs {0}, which is not on PATH. Install it: pip install {0}, and on Debian and Ubuntu "
        "apt-get install libmagic1.",
        kProgram);
  }
}

std::vector<std::string> compare_files(const Roll& roll, const spec::Course& course,
                                       const ResultsFolder& results, const fs::path& stubs,
                                       const std::function<void(const std::string& exercise)>& begins) {
  std::vector<std::string> problems;
  fs::create_directories(results.similarity());
  for (const spec::Exercise& exercise : course.exercises) {
    const fs::path pages = results.similarity() / exercise.name;
    fs::remove_all(pages);  // it would ask whether it may
    const system::TemporaryFolder folder(results.similarity());
    const std::vector<std::string> files = copy_files(roll, exercise, results, folder.path());
    if (files.size() < 2) continue;
    begins(exercise.name);
    std::vector<std::string> command{"sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path().string(),
                                     kProgram};
    command.insert(command.end(), files.begin(), files.end());
    command.insert(command.end(), {"-o", pages.string()});
    const std::vector<fs::path> base = base_files(exercise, stubs, folder.path() / kBase);
    if (!base.empty()) command.emplace_back("-d");
    for (const fs::path& file : base) command.push_back(file.string());
    if (const std::string problem = run(command); !problem.empty())
      problems.push_back(fmt::format("{}: {}", exercise.name, problem));
  }
  return problems;
}

std::vector<std::string> compared_exercises(const spec::Course& course, const ResultsFolder& results) {
  std::vector<std::string> names;
  for (const spec::Exercise& exercise : course.exercises)
    if (fs::exists(results.similarity() / exercise.name / "index.html")) names.push_back(exercise.name);
  return names;
}

}  // namespace warpgrade::classes
