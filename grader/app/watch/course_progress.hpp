// Which tasks of a selection are right, as their last grading says, which of them a save has changed, and
// which comes next. And where the student was when ./grade watch ended.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "judge/options.hpp"
#include "model/verdict.hpp"

namespace warpgrade::app {

/// Where a student was in ./grade watch: kept in the cache, so that the next session goes on there, however
/// this one ends.
struct Bookmark {
  std::string task;            ///< "EXERCISE/TASK"; empty: nothing is known
  std::size_t hint_steps = 0;  ///< of its hint that were shown
  bool operator==(const Bookmark&) const = default;
};

/// The bookmark of the last session that watched this submission.
Bookmark read_bookmark(const Installation& installation, const std::filesystem::path& submission);

/// Best effort: without it the next session begins at the first task that is not right.
void write_bookmark(const Installation& installation, const std::filesystem::path& submission,
                    const Bookmark& bookmark);

struct WatchedTask {
  const spec::Exercise* exercise = nullptr;
  const spec::Task* task = nullptr;
  /// Of the last grading of lines that the file held in this session; nothing: there was none.
  std::optional<Verdict> verdict = std::nullopt;
  bool is_changed = false;  ///< since then
  bool is_right() const { return verdict && traits(*verdict).bounds_hold; }
  /// There is something to grade.
  bool is_begun() const { return is_changed || (verdict && *verdict != Verdict::not_started); }
  std::string name() const { return exercise->name + "/" + task->name; }
};

class CourseProgress {
 public:
  CourseProgress(const Installation& installation, std::filesystem::path submission,
                 const spec::Course& course, const std::vector<judge::Selection>& selection);

  const std::vector<WatchedTask>& tasks() const { return tasks_; }
  std::size_t right() const;
  /// Reads the last results again, after these tasks were graded.
  void refresh(const std::vector<std::size_t>& graded = {});

  /// The first task that is not right; the number of tasks: there is none.
  std::size_t first_open() const;
  /// The next task after `current` that is not right; those of the same exercise come first.
  std::size_t next_open(std::size_t current) const;

  /// The number of the task of this name; the number of tasks: there is none.
  std::size_t find(const std::string& name) const;

  /// A file was saved: the task to look at first, one whose lines changed since the last save. If several
  /// did, one that is not right, or `current`, or the first. The number of tasks: the file belongs to none.
  std::size_t task_to_look_at(const std::filesystem::path& saved, std::size_t current);
  std::filesystem::path source_of(const spec::Exercise& exercise) const;
  /// As it was when it was last saved.
  const std::string& text_of(const spec::Exercise& exercise) const { return texts_.at(&exercise); }

 private:
  std::vector<std::size_t> tasks_that_changed(const std::filesystem::path& saved);
  std::optional<std::string> read_source(const spec::Exercise& exercise) const;

  const Installation& installation_;
  std::filesystem::path submission_;
  std::vector<WatchedTask> tasks_;
  std::map<const spec::Exercise*, std::string> texts_;  ///< their sources
};

}  // namespace warpgrade::app
