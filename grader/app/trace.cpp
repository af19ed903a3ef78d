// ./grade trace EXERCISE/TASK: one small call of a task on the simulator, step by step: on the terminal a
// line for each step, or with --html a page to move through them.
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/interrupt.hpp"
#include "app/recorded_task.hpp"
#include "app/report_files.hpp"
#include "app/subcommand.hpp"
#include "report/text.hpp"
#include "report/trace/trace_page.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct TraceOptions {
  RecordedTaskOptions task;
  fs::path html;
};

int trace(const TraceOptions& options) {
  std::optional<ReportFile> file;
  if (!options.html.empty()) file.emplace("--html", options.html);
  end_cleanly_when_interrupted();
  const TaskToRecord task(options.task);
  if (options.task.case_name && !task.exercise->program)
    throw UsageError(fmt::format("--case is for whole programs: give {} a size with --n.", task.name()));
  const judge::Recorded recorded = judge::record(task.request, task.grading);
  const Recording& recording = recorded.recording;
  if (!recorded.why_not.empty()) {
    explain_why_not(std::cerr, task, recorded.why_not);
  } else if (!file) {
    report::write_trace_text(std::cout, recording);
  } else {
    std::ostringstream page;
    report::write_trace_page(page, recording, {task.grading.submission.string(), task.exercise->unit});
    file->write(page.str());
    std::ostream& out = file->is_standard_output() ? std::cerr : std::cout;
    out << report::trace_summary(recording) << "\n";
    if (!file->is_standard_output())
      out << fmt::format("Open {} in a browser.\n", report::printable(options.html.string()));
  }
  return exit_code(recorded);
}

}  // namespace

void add_trace(CLI::App& app, Run& run) {
  auto options = std::make_shared<TraceOptions>();
  Subcommand command(app, "trace", "Show what threads read and write, step by step");
  add_recorded_task_options(command, options->task, spec::ShownCall::kMostElements);
  command
      .option("--case", options->task.case_name,
              "Of a whole program: the run with this name (default: the first)")
      .shown_as("NAME");
  command.option("--html", options->html, "Write a page for a browser to FILE, with a slider over the steps")
      .shown_as("FILE|-");
  command.sets(run, [options] { return trace(*options); });
}

}  // namespace warpgrade::app
