#include "app/watch/course_progress.hpp"

#include <algorithm>

#include "app/last_results.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

bool is_right(Verdict verdict) { return verdict == Verdict::pass || verdict == Verdict::too_slow; }

}  // namespace

CourseProgress::CourseProgress(const Installation& installation, fs::path submission,
                               const spec::Course& course, const std::vector<judge::Selection>& selection)
    : installation_(installation), submission_(std::move(submission)) {
  for (const judge::Selection& selected : selection) {
    const spec::Exercise* exercise = find_exercise(course, selected.exercise);
    for (const spec::Task& task : exercise->tasks)
      if (selected.task.empty() || selected.task == task.name) tasks_.push_back({exercise, &task});
  }
  refresh();
}

std::size_t CourseProgress::right() const {
  return std::size_t(std::ranges::count_if(tasks_, &WatchedTask::is_right));
}

void CourseProgress::refresh() {
  const auto results = last_results(installation_, submission_);
  for (WatchedTask& task : tasks_) {
    const auto found = results.find(task.name());
    task.is_right = found != results.end() && is_right(found->second.verdict);
  }
}

std::size_t CourseProgress::first_open() const {
  return std::size_t(std::ranges::find(tasks_, false, &WatchedTask::is_right) - tasks_.begin());
}

std::size_t CourseProgress::next_open(std::size_t current) const {
  for (std::size_t i = 0; i < tasks_.size(); ++i)
    if (tasks_[i].exercise == tasks_[current].exercise && !tasks_[i].is_right) return i;
  for (std::size_t i = 1; i < tasks_.size(); ++i) {
    const std::size_t candidate = (current + i) % tasks_.size();
    if (!tasks_[candidate].is_right) return candidate;
  }
  return tasks_.size();
}

fs::path CourseProgress::source_of(const spec::Exercise& exercise) const {
  return submission_ / exercise.unit / exercise.source;
}

std::size_t CourseProgress::task_of(const fs::path& file, std::size_t current) const {
  const auto belongs = [&](std::size_t i) {
    const fs::path source = source_of(*tasks_[i].exercise);
    // Any source may include a header of its folder.
    return file == source || (file.extension() == ".cuh" && file.parent_path() == source.parent_path());
  };
  std::size_t first = tasks_.size();
  if (current < tasks_.size() && belongs(current) && !tasks_[current].is_right) return current;
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (!belongs(i)) continue;
    if (!tasks_[i].is_right) return i;
    if (first == tasks_.size() || i == current) first = i;
  }
  return first;
}

}  // namespace warpgrade::app
