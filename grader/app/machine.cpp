// ./grade machine EXERCISE[/TASK]: what nvcc makes of the kernels, without a GPU: registers, shared and local
// memory, how many blocks a multiprocessor of a card holds and what limits them, how wide accesses are; with
// --code the PTX of each line. Of the reference the figures only.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/interrupt.hpp"
#include "app/kernel_summaries.hpp"
#include "app/recorded_task.hpp"
#include "app/selection.hpp"
#include "app/subcommand.hpp"
#include "report/human.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "system/file_text.hpp"

namespace warpgrade::app {
namespace {

constexpr std::string_view kUsualCard = "sm_90";

struct MachineOptions {
  RecordedTaskOptions task;
  std::string card = std::string(kUsualCard);
  bool code = false;
};

class MachinePrinter {
 public:
  explicit MachinePrinter(const report::HumanOptions& human)
      : human_(human), style_(human.color, human.unicode) {}

  void line(const std::string& text = "") const {
    std::cout << (human_.unicode ? text : report::to_ascii(text)) << '\n';
  }
  void title(const std::string& text) const { line(style_.bold(text)); }
  void summary(const KernelSummary& kernel) const {
    line();
    title(kernel.title);
    for (const auto& [what, text] : kernel.rows) row(what, text);
  }
  void row(std::string_view what, const std::string& text) const {
    constexpr std::size_t kName = 16;
    const std::size_t width = std::size_t(std::max(human_.width, 60)) - kName - 2;
    std::string name = report::pad_right(std::string(what), kName);
    for (const std::string& part : report::wrap(text, width)) {
      line("  " + style_.dim(name) + part);
      name.assign(kName, ' ');
    }
  }
  void source(int number, std::string_view text) const {
    line(fmt::format("{:5} | {}", number, report::printable(report::without_tabs(text))));
  }
  void instruction(std::string text) const {
    std::ranges::replace(text, '\t', ' ');
    line(style_.dim("      |     " + report::printable(text)));
  }

 private:
  report::HumanOptions human_;
  report::Style style_;
};

/// Each line of the source that became instructions, with these.
void print_code(const MachinePrinter& print, const judge::MachineKernel& kernel, const std::string& source) {
  std::map<int, std::vector<std::string>> by_line;
  for (const judge::PtxInstruction& one : kernel.ptx.code) by_line[one.line].push_back(one.text);
  const std::vector<std::string_view> lines = report::split_lines(source);
  print.line();
  print.title(kernel.name + ", line by line");
  for (const auto& [number, instructions] : by_line) {
    if (number > 0 && std::size_t(number) <= lines.size())
      print.source(number, lines[std::size_t(number) - 1]);
    for (const std::string& one : instructions) print.instruction(one);
  }
}

int show(const MachineOptions& options, const std::string& name, const judge::Card& card) {
  RecordedTaskOptions asked = options.task;
  asked.name = name;
  const TaskToRecord task(asked);
  const auto [code, summaries] = summarize_kernels(machine_toolchain(task.installation, card), card,
                                                   task.installation, task.request, task.grading);
  if (!code.why_not.empty()) {
    explain_why_not(std::cerr, task, code.why_not);
    return exit_code(code.why_not.front().verdict);
  }
  const MachinePrinter print(report::human_options_for(STDOUT_FILENO));
  print.title(fmt::format("{}, as nvcc compiles it for {}", name, summaries.card));
  if (summaries.own.empty()) print.line("It has no kernel.");
  for (const KernelSummary& kernel : summaries.own) print.summary(kernel);
  if (!summaries.references.empty()) {
    print.line();
    print.line("The reference:");
  }
  for (const KernelSummary& kernel : summaries.references) print.summary(kernel);
  if (options.code)
    for (const judge::MachineKernel& kernel : code.kernels)
      print_code(print, kernel, system::file_text(task.request.source).value_or(""));
  print.line();
  return 0;
}

int machine(const MachineOptions& options) {
  const judge::Card& card = card_named(options.card);
  end_cleanly_when_interrupted();
  const Session session(options.task.common);
  int code = 0;
  for (const judge::Selection& selected : select(session.course, {options.task.name}))
    for (const spec::Task& task : find_exercise(session.course, selected.exercise)->tasks)
      if (selected.task.empty() || selected.task == task.name)
        code = std::max(code, show(options, selected.exercise + "/" + task.name, card));
  return code;
}

}  // namespace

void add_machine(CLI::App& app, Run& run) {
  auto options = std::make_shared<MachineOptions>();
  Subcommand command(app, "machine",
                     "Show what nvcc makes of kernels: registers, memory, occupancy, instructions");
  command.option("task", options->task.name, "An exercise, or a task of it")
      .shown_as("EXERCISE[/TASK]")
      .required();
  command.option("--on", options->card, "The card: its name, or as in sm_90 (default: sm_90, H100 and H200)")
      .shown_as("CARD");
  command.flag("--code", options->code, "Also show the instructions (PTX) of each line");
  command
      .option("--submission", options->task.common.submission,
              "Take the kernels of this folder, or of this file (default: student/)")
      .shown_as("DIR|FILE");
  add_sandbox_option(command, options->task.common.sandbox);
  add_course_option(command, options->task.common.course);
  command.sets(run, [options] { return machine(*options); });
}

}  // namespace warpgrade::app
