// Looks for the files in order of preference; the first that defines the task is taken.
#include "judge/timing/contenders.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "model/library.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, int line, const std::string& message) {
  throw std::runtime_error(fmt::format("{}:{}: {}", file.string(), line, message));
}

bool has_task(const spec::Exercise& exercise, const std::string& name) {
  return std::ranges::any_of(exercise.tasks, [&](const spec::Task& task) { return task.name == name; });
}

}  // namespace

std::optional<int> capability_of(const std::string& file, const spec::Exercise& exercise) {
  if (file == exercise.source) return 0;
  const std::string begin = exercise.name + ".sm_", end = ".cu";
  if (!file.starts_with(begin) || !file.ends_with(end)) return std::nullopt;
  const char* const first = file.data() + begin.size();
  const char* const last = file.data() + file.size() - end.size();
  int capability = 0;
  const auto [stop, error] = std::from_chars(first, last, capability);
  if (error != std::errc() || stop != last) return std::nullopt;
  return capability;
}

std::vector<std::string> tasks_named(const fs::path& file, const spec::Exercise& exercise,
                                     std::string_view mark) {
  std::ifstream stream(file);
  std::string line;
  for (int number = 1; std::getline(stream, line) && line.starts_with("//"); ++number) {
    if (!line.starts_with(mark)) continue;
    std::istringstream words(line.substr(mark.size()));
    std::vector<std::string> tasks;
    for (std::string word; words >> word; tasks.push_back(word))
      if (!has_task(exercise, word))
        fail(file, number,
             fmt::format("exercise '{}' has no task '{}': name tasks, with spaces between them",
                         exercise.name, word));
    if (tasks.empty()) fail(file, number, fmt::format("name at least one task behind `{}`", mark));
    return tasks;
  }
  return {};
}

std::vector<std::string> defined_tasks(const fs::path& file, const spec::Exercise& exercise) {
  std::vector<std::string> tasks = tasks_named(file, exercise, "// tasks:");
  if (!tasks.empty()) return tasks;
  fail(file, 1,
       "among the comments at the top there must be a line `// tasks: NAME…` with the tasks that this file "
       "defines");
}

namespace {

bool defines(const fs::path& file, const spec::Exercise& exercise, const std::string& task) {
  const std::vector<std::string> tasks = defined_tasks(file, exercise);
  return std::ranges::find(tasks, task) != tasks.end();
}

}  // namespace

std::vector<FastReference> fast_references(const spec::Exercise& exercise, const fs::path& reference_folder) {
  const fs::path folder = reference_folder / exercise.unit / "fast";
  std::vector<FastReference> found;
  std::error_code absent;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, absent)) {
    const std::string name = entry.path().filename().string();
    const std::optional<int> capability = capability_of(name, exercise);
    if (capability) found.push_back({entry.path(), defined_tasks(entry.path(), exercise), *capability});
  }
  std::ranges::sort(found, std::greater<>(), &FastReference::compute_capability);
  return found;
}

std::vector<fs::path> library_files(const spec::Exercise& exercise) {
  std::vector<fs::path> files;
  for (const Library& library : kLibraries)
    if (fs::path file = exercise.folder / fmt::format("{}.cu", library.name); fs::is_regular_file(file))
      files.push_back(std::move(file));
  return files;
}

bool has_cub(const spec::Exercise& exercise, const std::string& task) {
  const fs::path cub = exercise.folder / "cub.cu";
  return fs::is_regular_file(cub) && defines(cub, exercise, task);
}

std::vector<Contender> contenders_for(const spec::Exercise& exercise, const std::string& task,
                                      int compute_capability, const fs::path& reference_folder) {
  std::vector<Contender> contenders;
  const auto fast = fast_references(exercise, reference_folder);
  const auto found = std::ranges::find_if(fast, [&](const FastReference& reference) {
    return reference.compute_capability <= compute_capability &&
           std::ranges::find(reference.tasks, task) != reference.tasks.end();
  });
  const fs::path reference =
      found != fast.end() ? found->file : reference_folder / exercise.unit / exercise.source;
  if (fs::is_regular_file(reference)) contenders.push_back({"reference", reference});

  for (const fs::path& library : library_files(exercise)) {
    if (!defines(library, exercise, task)) continue;
    contenders.push_back({library.stem().string(), library});
    break;
  }
  return contenders;
}

namespace {

BuildRequest request_to_time(const fs::path& file, const spec::Exercise& exercise, const std::string& task,
                             const fs::path& cache) {
  BuildRequest request;
  request.exercise = &exercise;
  request.source = file;
  request.only_task = task;
  for (const spec::Task& one : exercise.tasks)
    if (one.name == task && one.timing) request.only_operator = one.timing->op;
  request.cache = cache;
  return request;
}

}  // namespace

BuildResult build_contender(Workshop& workshop, const Contender& contender, const spec::Exercise& exercise,
                            const std::string& task, const fs::path& cache,
                            const std::vector<fs::path>& cccl) {
  BuildRequest request = request_to_time(contender.file, exercise, task, cache);
  request.trusted = true;
  if (const Library* library = find_library(contender.file.stem().string())) {
    if (!library->links.empty()) request.libraries.emplace_back(library->links);
    request.include_folders = cccl;
  }
  return workshop.build(DeviceKind::cuda, request);
}

std::optional<std::size_t> find_contestant(const std::vector<Contestant>& contestants,
                                           const std::string& name) {
  const auto found = std::ranges::find(contestants, name, &Contestant::name);
  if (found == contestants.end()) return std::nullopt;
  return std::size_t(found - contestants.begin());
}

std::optional<std::size_t> library_of(const std::vector<Contestant>& contestants) {
  const auto found = std::ranges::find_if(
      contestants, [](const Contestant& contestant) { return find_library(contestant.name) != nullptr; });
  if (found == contestants.end()) return std::nullopt;
  return std::size_t(found - contestants.begin());
}

Contestants build_contestants(Workshop& workshop, const spec::Exercise& exercise, const std::string& task,
                              int compute_capability, const ContestantSources& sources) {
  Contestants all;
  const auto add = [&all](const Contender& contender, bool trusted, const BuildResult& built) {
    if (built.ok()) {
      all.contestants.push_back({contender.name, built.runner, trusted});
      all.files.push_back(contender.file);
      return;
    }
    all.note +=
        fmt::format("{}{} does not build for timing{}", all.note.empty() ? "" : "; ", contender.file.string(),
                    built.findings.empty() ? "" : ": " + built.findings.front().message);
  };
  if (!sources.submission_file.empty())
    add({"submission", sources.submission_file}, /*trusted=*/false,
        workshop.build(DeviceKind::cuda,
                       request_to_time(sources.submission_file, exercise, task, sources.cache)));
  for (const Contender& contender :
       contenders_for(exercise, task, compute_capability, sources.reference_folder))
    add(contender, /*trusted=*/true,
        build_contender(workshop, contender, exercise, task, sources.cache, sources.cccl));
  return all;
}

}  // namespace warpgrade::judge
