#include "app/last_results.hpp"

#include <exception>
#include <fstream>
#include <set>
#include <system_error>

#include <nlohmann/json.hpp>

#include "course/source_sections.hpp"
#include "system/atomic_file.hpp"
#include "system/checksum.hpp"
#include "system/file_lock.hpp"
#include "system/file_text.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kMostSourceBytes = 1'000'000;  // larger files are not graded

fs::path file_of(const Installation& installation) { return installation.cache / "last_results.json"; }

/// {"/path/of/submission": {"EXERCISE/TASK": {"verdict": "pass", "score": 6, "source": "1f…", "costs": …}}}
/// costs: {"depth": {"1000": 10}}
json read_all(const Installation& installation) {
  std::ifstream file(file_of(installation));
  json all = json::parse(file, nullptr, /*allow_exceptions=*/false);
  return all.is_object() ? all : json::object();
}

json costs_of(const TaskResult& task) {
  json costs = json::object();
  for (const CaseResult& one : task.cases)
    for (const auto& [name, cost] : one.cost) costs[name][std::to_string(cost.n)] = cost.measured;
  return costs;
}

LastResult result_from(Verdict verdict, const json& task) {
  LastResult result{verdict, task.at("score").get<double>(), task.value("source", ""), {}};
  const json costs = task.value("costs", json::object());
  for (const auto& [name, by_n] : costs.items())
    for (const auto& [n, measured] : by_n.items())
      result.costs[name][std::stoull(n)] = measured.get<double>();
  return result;
}

std::string source_in(const TaskSources& sources, const std::string& task) {
  const auto found = sources.find(task);
  return found == sources.end() ? "" : found->second;
}

/// A source may include any header of its folder.
std::string headers_beside(const fs::path& submission, const spec::Exercise& exercise) {
  std::set<fs::path> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(submission / exercise.unit, error))
    if (entry.path().extension() == ".cuh") names.insert(entry.path().filename());
  std::string text;
  for (const fs::path& name : names)
    text += system::read_file_beneath(submission, fs::path(exercise.unit) / name, kMostSourceBytes)
                .text.value_or("");
  return text;
}

}  // namespace

TaskSources sources_of_tasks(const std::vector<const spec::Exercise*>& exercises,
                             const fs::path& submission) {
  TaskSources sources;
  for (const spec::Exercise* exercise : exercises) {
    const fs::path file = fs::path(exercise->unit) / exercise->source;
    const auto source = system::read_file_beneath(submission, file, kMostSourceBytes).text;
    if (!source) continue;
    const std::string headers = headers_beside(submission, *exercise);
    for (const auto& [task, text] : text_by_task(*source, *exercise))
      sources[exercise->name + "/" + task] = system::xxh3_128(text + headers);
  }
  return sources;
}

bool LastResult::is_stale(const std::string& task, const TaskSources& now) const {
  return source != source_in(now, task);
}

void remember_results(const Installation& installation, const fs::path& submission,
                      const TaskSources& sources, const Result& result) {
  try {
    const fs::path locks = installation.cache / "locks";
    fs::create_directories(locks);
    // Another grading may end at the same moment: neither may undo what the other wrote.
    const system::FileLock lock(locks / "last_results");
    if (!lock.is_held()) return;
    json all = read_all(installation);
    json& tasks = all[submission.string()];
    for (const ExerciseResult& exercise : result.exercises)
      for (const TaskResult& task : exercise.tasks)
        tasks[exercise.name + "/" + task.name] = {
            {"verdict", to_string(task.verdict)},
            {"score", task.score},
            {"source", source_in(sources, exercise.name + "/" + task.name)},
            {"costs", costs_of(task)}};
    system::write_file_atomically(file_of(installation), all.dump(1));
  } catch (const std::exception&) {
    // A failure here does not matter much: only `list`, `watch` and `quiz` read these results.
  }
}

std::map<std::string, LastResult> last_results(const Installation& installation, const fs::path& submission) {
  std::map<std::string, LastResult> results;
  try {
    const json all = read_all(installation);
    if (!all.contains(submission.string())) return results;
    for (const auto& [name, task] : all.at(submission.string()).items())
      if (const auto verdict = verdict_from_string(task.at("verdict").get<std::string>()))
        results[name] = result_from(*verdict, task);
  } catch (const std::exception&) {
    results.clear();
  }
  return results;
}

}  // namespace warpgrade::app
