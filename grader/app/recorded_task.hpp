// What commands share that show one small call of one task (judge/recording/record.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

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

struct RecordedTask {
  judge::Recorded recorded;
  std::string submission, unit;  ///< where the sources lie
};

/// Throws UsageError for a mistyped task or folder.
RecordedTask record_task(const RecordedTaskOptions& options, bool graph);

/// 0: what was recorded is right; 1: it is not, or does not compile; 2: the grader is at fault.
int exit_code(const judge::Recorded& recorded);

}  // namespace warpgrade::app
