// Which tasks of a selection are right, as their last grading says, and which comes next.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "judge/options.hpp"

namespace warpgrade::app {

struct WatchedTask {
  const spec::Exercise* exercise = nullptr;
  const spec::Task* task = nullptr;
  bool is_right = false;
  std::string name() const { return exercise->name + "/" + task->name; }
};

class CourseProgress {
 public:
  CourseProgress(const Installation& installation, std::filesystem::path submission,
                 const spec::Course& course, const std::vector<judge::Selection>& selection);

  const std::vector<WatchedTask>& tasks() const { return tasks_; }
  std::size_t right() const;
  /// Reads the last results again.
  void refresh();

  /// The first task that is not right; the number of tasks: there is none.
  std::size_t first_open() const;
  /// The same, but of the exercise of `current` if it has one, or else the next one after it.
  std::size_t next_open(std::size_t current) const;

  /// Of the exercises that a saved file belongs to: the task to look at first. One that is not right, or
  /// `current` if it is among them, or the first. The number of tasks: the file belongs to none.
  std::size_t task_of(const std::filesystem::path& file, std::size_t current) const;
  std::filesystem::path source_of(const spec::Exercise& exercise) const;

 private:
  const Installation& installation_;
  std::filesystem::path submission_;
  std::vector<WatchedTask> tasks_;
};

}  // namespace warpgrade::app
