// What commands share that show one small call of one task (judge/recording/record.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "course/course.hpp"
#include "judge/recording/record.hpp"
#include "model/order.hpp"
#include "sandbox/choose.hpp"

namespace CLI {
class App;
}

namespace warpgrade::app {

struct RecordedTaskOptions {
  std::string name;  ///< EXERCISE/TASK
  std::uint64_t n = 8;
  std::filesystem::path submission, course;
  std::optional<Order> order;
  std::optional<std::uint64_t> seed;
  sandbox::Choice sandbox = sandbox::Choice::automatic;
};

void add_recorded_task_options(CLI::App& command, RecordedTaskOptions& options);

/// What the options ask for. Throws UsageError for a mistyped task or folder.
struct TaskToRecord {
  explicit TaskToRecord(const RecordedTaskOptions& options);

  Installation installation;
  spec::Course course;
  const spec::Exercise* exercise = nullptr;
  const spec::Task* task = nullptr;
  judge::GradingOptions grading;
  judge::RecordingRequest request;  ///< with plain numbers

  std::string name() const { return exercise->name + "/" + task->name; }
  /// The course's own solution of it; it need not exist.
  std::filesystem::path reference() const;
};

/// 0: what was recorded is right; 1: it is not, or does not compile; 2: the grader is at fault.
int exit_code(const judge::Recorded& recorded);

}  // namespace warpgrade::app
