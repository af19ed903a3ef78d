// ./grade debug EXERCISE/TASK: one call of a task on the simulator under gdb, which stops at a line, in one
// thread of one block, or where the simulator finds something.
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command_line.hpp"
#include "app/debugger.py.hpp"
#include "app/recorded_task.hpp"
#include "app/selection.hpp"
#include "app/subcommand.hpp"
#include "judge/recording/small_call.hpp"
#include "report/failure.hpp"
#include "report/human.hpp"
#include "simulator/driver/programs.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

constexpr double kTimeout_s = 60;  // where nobody sits before it

struct DebugOptions {
  RecordedTaskOptions task;
  std::string at;
  std::vector<int> thread, block;     ///< x, and perhaps y and z
  std::vector<std::string> commands;  ///< of gdb
};

/// Conditions of gdb on a built-in variable of the simulator (wgsim/builtin_variables.h).
void add_conditions(std::vector<std::string>& conditions, const char* variable,
                    const std::vector<int>& coordinates) {
  for (std::size_t axis = 0; axis < coordinates.size(); ++axis)
    conditions.push_back(
        fmt::format("((unsigned*)&__wgsim_{})[{}] == {}", variable, axis, coordinates[axis]));
}

/// "break scan.cu:41 if …"; without a line, where the simulator finds something.
std::string stop(const DebugOptions& options, const fs::path& source) {
  std::vector<std::string> conditions;
  add_conditions(conditions, "threadIdx", options.thread);
  add_conditions(conditions, "blockIdx", options.block);
  std::string place = "wgsim_found";
  if (!options.at.empty()) {
    const bool is_line = options.at.find_first_not_of("0123456789") == std::string::npos;
    place = is_line ? fmt::format("{}:{}", source.filename().string(), options.at) : options.at;
  }
  if (conditions.empty()) return "break " + place;
  return fmt::format("break {} if {}", place, fmt::join(conditions, " && "));
}

std::vector<std::string> debugger_command(const DebugOptions& options, const fs::path& script,
                                          const fs::path& source) {
  if (!wgsim::driver::is_on_path("gdb"))
    throw UsageError("debug needs gdb, which is not on PATH. On Debian and Ubuntu: apt install gdb");
  std::vector<std::string> command{"gdb", "-q", "-nx"};
  if (!options.commands.empty()) command.push_back("-batch");
  command.insert(command.end(), {"-x", script.string(), "-ex", stop(options, source)});
  if (options.commands.empty()) command.insert(command.end(), {"-ex", "python quit_with_program()"});
  command.insert(command.end(), {"-ex", "run"});
  for (const std::string& one : options.commands) command.insert(command.end(), {"-ex", one});
  if (!options.commands.empty()) command.insert(command.end(), {"-ex", "python run_to_the_end()"});
  command.push_back("--args");
  return command;
}

int show(const TaskToRecord& task, const CaseResult& result) {
  report::HumanOptions human = report::human_options_for(STDOUT_FILENO);
  human.submission = task.grading.submission;
  ExerciseResult exercise;
  exercise.unit = task.exercise->unit;
  if (!result.findings.empty())
    std::cout << "\n" << report::describe_findings(exercise, result.findings, human);
  else
    std::cout << (result.verdict == Verdict::pass ? "\nThe call came to its end, and every output is right.\n"
                                                  : "\nThe program ended before the call returned.\n");
  return exit_code(result.verdict);
}

int debug(const DebugOptions& options) {
  const TaskToRecord task(options.task);
  const system::TemporaryFolder folder;
  const fs::path script = folder.path() / "debugger.py";
  std::ofstream(script) << embedded::debugger_py;
  bool has_begun = false;
  judge::Debugger debugger{.command = debugger_command(options, script, task.request.source)};
  debugger.begins = [&](const std::string& call) {
    has_begun = true;
    std::cout << fmt::format("{}, {}: gdb begins; `continue` goes on, `quit` ends it.\n", task.name(), call)
              << std::flush;
  };
  if (!options.commands.empty()) debugger.timeout_s = kTimeout_s;
  const CaseResult result = judge::debug_call(task.request, debugger, task.grading);
  if (has_begun) return show(task, result);
  explain_why_not(std::cerr, task, result.findings);
  return exit_code(result.verdict);
}

}  // namespace

void add_debug(CLI::App& app, Run& run) {
  auto options = std::make_shared<DebugOptions>();
  Subcommand command(app, "debug", "Stop in one thread of a kernel, with gdb and without a GPU");
  add_recorded_task_options(command, options->task, spec::ShownCall::kMostElements);
  command
      .option("--case", options->task.case_name,
              "The case with this name, as reports have it, instead of a small call")
      .shown_as("NAME");
  command
      .option("--at", options->at,
              "Stop at this line of the submission, or at FILE:LINE, or in a function (default: where the "
              "simulator finds something)")
      .shown_as("LINE");
  command.option("--thread", options->thread, "Only in the thread with this threadIdx")
      .shown_as("X[,Y[,Z]]")
      .separated_by(',')
      .at_most(3);
  command.option("--block", options->block, "Only in the block with this blockIdx")
      .shown_as("X[,Y[,Z]]")
      .separated_by(',')
      .at_most(3);
  command
      .option("--do", options->commands,
              "Give gdb this command when it has stopped, and end; may be repeated")
      .shown_as("COMMAND")
      .one_at_a_time();
  command.sets(run, [options] { return debug(*options); });
}

}  // namespace warpgrade::app
