#include "app/watch/course_progress.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <set>

#include <nlohmann/json.hpp>

#include "app/last_results.hpp"
#include "course/source_sections.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"

namespace warpgrade::app {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// {"/path/of/submission": {"task": "scan/blelloch", "hint_steps": 1}}
fs::path bookmarks_in(const Installation& installation) { return installation.cache / "bookmarks.json"; }

json read_bookmarks(const Installation& installation) {
  std::ifstream file(bookmarks_in(installation));
  json all = json::parse(file, nullptr, /*allow_exceptions=*/false);
  return all.is_object() ? all : json::object();
}

}  // namespace

Bookmark read_bookmark(const Installation& installation, const fs::path& submission) {
  try {
    const json all = read_bookmarks(installation);
    const json& one = all.at(submission.string());
    return {one.at("task").get<std::string>(), one.at("hint_steps").get<std::size_t>()};
  } catch (const std::exception&) {
    return {};
  }
}

void write_bookmark(const Installation& installation, const fs::path& submission, const Bookmark& bookmark) {
  try {
    fs::create_directories(installation.cache);
    json all = read_bookmarks(installation);
    all[submission.string()] = {{"task", bookmark.task}, {"hint_steps", bookmark.hint_steps}};
    system::write_file_atomically(bookmarks_in(installation), all.dump(1));
  } catch (const std::exception&) {
    // Without the bookmark the next session begins at another task, which is no reason to end this one.
  }
}

namespace {

namespace fs = std::filesystem;

/// Any source may include a header of its folder.
bool belongs_to(const fs::path& file, const fs::path& source) {
  return file == source || (file.extension() == ".cuh" && file.parent_path() == source.parent_path());
}

}  // namespace

CourseProgress::CourseProgress(const Installation& installation, fs::path submission,
                               const spec::Course& course, const std::vector<judge::Selection>& selection)
    : installation_(installation), submission_(std::move(submission)) {
  for (const judge::Selection& selected : selection) {
    const spec::Exercise* exercise = find_exercise(course, selected.exercise);
    for (const spec::Task& task : exercise->tasks)
      if (selected.task.empty() || selected.task == task.name) tasks_.push_back({exercise, &task});
    texts_[exercise] = read_source(*exercise).value_or("");
  }
  refresh();
}

std::size_t CourseProgress::right() const {
  return std::size_t(std::ranges::count_if(tasks_, &WatchedTask::is_right));
}

void CourseProgress::refresh(const std::vector<std::size_t>& graded) {
  for (const std::size_t number : graded) tasks_[number].is_changed = false;
  const auto results = last_results(installation_, submission_);
  std::vector<const spec::Exercise*> exercises;
  exercises.reserve(texts_.size());
  for (const auto& [exercise, text] : texts_) exercises.push_back(exercise);
  const TaskSources now = sources_of_tasks(exercises, submission_);
  for (WatchedTask& task : tasks_) {
    const auto found = results.find(task.name());
    if (found == results.end()) continue;
    // While a save is being graded, its tasks keep the verdicts of the save before.
    if (found->second.is_stale(task.name(), now))
      task.is_changed = true;
    else
      task.verdict = found->second.verdict;
  }
}

std::size_t CourseProgress::first_open() const {
  return std::size_t(std::ranges::find(tasks_, false, &WatchedTask::is_right) - tasks_.begin());
}

std::size_t CourseProgress::find(const std::string& name) const {
  return std::size_t(std::ranges::find(tasks_, name, &WatchedTask::name) - tasks_.begin());
}

std::size_t CourseProgress::next_open(std::size_t current) const {
  for (std::size_t i = 0; i < tasks_.size(); ++i)
    if (tasks_[i].exercise == tasks_[current].exercise && !tasks_[i].is_right()) return i;
  for (std::size_t i = 1; i < tasks_.size(); ++i) {
    const std::size_t candidate = (current + i) % tasks_.size();
    if (!tasks_[candidate].is_right()) return candidate;
  }
  return tasks_.size();
}

std::optional<std::string> CourseProgress::read_source(const spec::Exercise& exercise) const {
  constexpr std::size_t most = 1'000'000;  // larger files are not graded
  return system::read_file_beneath(submission_, fs::path(exercise.unit) / exercise.source, most).text;
}

fs::path CourseProgress::source_of(const spec::Exercise& exercise) const {
  return submission_ / exercise.unit / exercise.source;
}

std::vector<std::size_t> CourseProgress::tasks_that_changed(const fs::path& saved) {
  std::vector<std::size_t> all, changed;
  for (auto& [exercise, before] : texts_) {
    const fs::path source = source_of(*exercise);
    if (!belongs_to(saved, source)) continue;
    const std::string now = read_source(*exercise).value_or(before);
    const std::set<std::string> names = changed_tasks(before, now, *exercise);
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (tasks_[i].exercise != exercise) continue;
      all.push_back(i);
      if (!names.contains(tasks_[i].task->name)) continue;
      changed.push_back(i);
      tasks_[i].is_changed = true;
    }
    before = now;
  }
  return changed.empty() ? all : changed;  // a header changed, or nothing but the time of the save
}

std::size_t CourseProgress::task_to_look_at(const fs::path& saved, std::size_t current) {
  const std::vector<std::size_t> changed = tasks_that_changed(saved);
  if (changed.empty()) return tasks_.size();
  const bool has_current = std::ranges::count(changed, current) > 0;
  if (has_current && !tasks_[current].is_right()) return current;
  const auto open = std::ranges::find_if(changed, [&](std::size_t i) { return !tasks_[i].is_right(); });
  if (open != changed.end()) return *open;
  return has_current ? current : changed.front();
}

}  // namespace warpgrade::app
