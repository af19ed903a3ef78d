// What commands share that show one small call of one task (judge/recording/record.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "app/session.hpp"
#include "course/course.hpp"
#include "judge/recording/record.hpp"

namespace warpgrade::app {

class Subcommand;

struct RecordedTaskOptions {
  std::string name;                ///< EXERCISE/TASK
  std::optional<std::uint64_t> n;  ///< nothing: as the spec says
  std::optional<std::string> case_name;
  CommonOptions common{.device = judge::only(DeviceKind::simulator)};
};

/// `most`: that many elements can be shown.
void add_recorded_task_options(Subcommand& command, RecordedTaskOptions& options, std::uint64_t most);

/// What the options ask for. Throws UsageError for a mistyped task or folder.
struct TaskToRecord : Session {
  explicit TaskToRecord(const RecordedTaskOptions& options);

  const spec::Exercise* exercise = nullptr;
  const spec::Task* task = nullptr;
  judge::SmallCall request;  ///< with plain numbers

  std::string name() const { return exercise->name + "/" + task->name; }
  /// The course's own solution of it; it need not exist.
  std::filesystem::path reference() const;
};

/// Why nothing can be shown of a task, with its findings.
void explain_why_not(std::ostream& out, const TaskToRecord& task, const std::vector<Finding>& why_not);

/// 0: what was recorded is right; 1: it is not, or does not compile; 2: the grader is at fault.
int exit_code(const judge::Recorded& recorded);
int exit_code(Verdict verdict);

}  // namespace warpgrade::app
