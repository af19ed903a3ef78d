// ./grade machine EXERCISE[/TASK]: what nvcc makes of the kernels, without a GPU: registers, shared and local
// memory, how many blocks a multiprocessor of a card holds and what limits them, how wide accesses are; with
// --code the PTX of each line. Of the reference the figures only.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command_line.hpp"
#include "app/interrupt.hpp"
#include "app/recorded_task.hpp"
#include "app/selection.hpp"
#include "app/subcommand.hpp"
#include "judge/compile/cuda_toolchain.hpp"
#include "judge/machine_code/machine_code.hpp"
#include "judge/machine_code/occupancy.hpp"
#include "report/human.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "system/file_text.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;
using judge::Card;
using judge::MachineKernel;

constexpr std::string_view kUsualCard = "sm_90";

struct MachineOptions {
  RecordedTaskOptions task;
  std::string card = std::string(kUsualCard);
  bool code = false;
};

const Card& card_named(const std::string& name) {
  if (const Card* card = judge::find_card(name)) return *card;
  std::vector<std::string> known;
  for (const Card& card : judge::cards())
    known.push_back(fmt::format("{} ({})", card.architecture(), card.names));
  throw UsageError(fmt::format("there is no card '{}'. There are: {}", name, fmt::join(known, ", ")));
}

/// How each kernel is launched, by its name: as in a small call on the simulator.
std::map<std::string, RecordedLaunch> launches_of(const TaskToRecord& task) {
  std::map<std::string, RecordedLaunch> launches;
  for (const RecordedLaunch& launch : judge::record(task.request, task.grading).recording.launches)
    launches.emplace(launch.kernel, launch);
  return launches;
}

/// Does the grader look into the elements? A kernel for them is another one than that for numbers.
bool is_probe(const std::string& op) {
#define WARPGRADE_PROBE_OPERATOR(name, Element, Functor, commutes) \
  if (op == #name) return true;
#include "kit/operators.def"
  return false;
}

/// One only: a kernel for another type of elements would be another kernel.
std::string usual_operator(const spec::Task& task) {
  if (task.timing) return task.timing->op;
  for (const spec::CaseGroup& group : task.cases)
    for (const std::string& op : group.operators)
      if (!is_probe(op)) return op;
  return "";
}

judge::BuildRequest request_for(const TaskToRecord& task, const fs::path& source, bool trusted) {
  judge::BuildRequest request;
  request.exercise = task.exercise;
  request.source = source;
  request.only_task = task.task->name;
  request.only_operator = usual_operator(*task.task);
  request.cache = task.grading.cache;
  request.sandbox = task.grading.sandbox;
  request.trusted = trusted;
  return request;
}

class MachinePrinter {
 public:
  explicit MachinePrinter(const report::HumanOptions& human)
      : human_(human), style_(human.color, human.unicode) {}

  void line(const std::string& text = "") const {
    std::cout << (human_.unicode ? text : report::to_ascii(text)) << '\n';
  }
  void title(const std::string& text) const { line(style_.bold(text)); }
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

std::string local_memory(const judge::KernelFigures& figures) {
  if (figures.stack_bytes == 0 && figures.spill_stores == 0)
    return "none: all that a thread keeps lies in registers";
  if (figures.spill_stores == 0)
    return fmt::format(
        "{} bytes a thread, for arrays whose index is known only at run time: registers have no numbers. A "
        "loop "
        "that is unrolled gives its index away.",
        figures.stack_bytes);
  return fmt::format(
      "{} bytes a thread, of which {} were spilled: a thread keeps more than its registers hold. Keep less "
      "at a "
      "time, or allow more registers (__launch_bounds__).",
      figures.stack_bytes, figures.spill_stores);
}

std::string widths(const std::map<int, int>& counts) {
  std::vector<std::string> parts;
  for (const auto& [bytes, count] : counts)
    parts.push_back(fmt::format("{} of {}", count, report::counted(std::size_t(bytes), "byte")));
  return fmt::format("{}", fmt::join(parts, ", "));
}

void print_occupancy(const MachinePrinter& print, const Card& card, const MachineKernel& kernel,
                     const RecordedLaunch& launch) {
  const int threads = int(launch.threads_per_block());
  const std::uint64_t shared = kernel.figures.shared_bytes + launch.dynamic_shared_bytes;
  const judge::Occupancy found = judge::occupancy(card, {threads, kernel.figures.registers, shared});
  if (found.blocks == 0)
    return print.row("occupancy", fmt::format("not one block of {} threads fits: {} are too few for it",
                                              threads, found.limited_by));
  print.row("occupancy", fmt::format("{:.0f} %: {} of {} threads on a multiprocessor, {} of its {} warps",
                                     100 * found.share, report::counted(std::size_t(found.blocks), "block"),
                                     threads, found.warps, card.warps));
  if (found.warps < card.warps) print.row("limited by", found.limited_by);
}

void print_figures(const MachinePrinter& print, const Card& card, const MachineKernel& kernel,
                   const std::map<std::string, RecordedLaunch>& launches) {
  const auto launch = launches.find(kernel.name);
  print.line();
  print.title(kernel.name +
              (kernel.versions > 1 ? fmt::format(", {} versions of a template", kernel.versions) : "") +
              (launch == launches.end() ? ", not launched in a small call" : ""));
  print.row("registers", fmt::format("{} a thread", kernel.figures.registers));
  const std::uint64_t dynamic = launch == launches.end() ? 0 : launch->second.dynamic_shared_bytes;
  print.row("shared memory", fmt::format("{} bytes a block", kernel.figures.shared_bytes + dynamic));
  print.row("local memory", local_memory(kernel.figures));
  if (launch != launches.end()) print_occupancy(print, card, kernel, launch->second);
  std::string_view heading = "instructions";
  for (const auto& [what, counts] : judge::accesses_by_width(kernel.ptx)) {
    // ptxas may still find registers for what PTX has there.
    if (kernel.figures.stack_bytes == 0 && what.ends_with("local memory")) continue;
    print.row(heading, fmt::format("{}: {}", what, widths(counts)));
    heading = "";
  }
}

/// Each line of the source that became instructions, with these.
void print_code(const MachinePrinter& print, const MachineKernel& kernel, const std::string& source) {
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

/// Its figures only: students don't see its code.
void print_reference(const MachinePrinter& print, const Card& card, const judge::DeviceToolchain& toolchain,
                     TaskToRecord task) {
  const fs::path reference = task.reference();
  if (!fs::is_regular_file(reference) || fs::equivalent(reference, task.request.source)) return;
  task.request.source = reference;
  task.grading.trusted = true;
  print.line();
  print.line("The reference:");
  const auto launches = launches_of(task);
  for (const MachineKernel& kernel :
       judge::machine_code(toolchain, request_for(task, reference, true)).kernels)
    print_figures(print, card, kernel, launches);
}

int show(const MachineOptions& options, const std::string& name, const Card& card) {
  RecordedTaskOptions asked = options.task;
  asked.name = name;
  const TaskToRecord task(asked);
  judge::DeviceToolchain toolchain;
  try {
    toolchain = judge::machine_code_toolchain(task.installation.toolchain, card.architecture());
  } catch (const std::runtime_error& error) {
    throw UsageError(
        fmt::format("`machine` shows what nvcc makes of a kernel, and it can't be used: {}.", error.what()));
  }
  const judge::MachineCode own =
      judge::machine_code(toolchain, request_for(task, task.request.source, false));
  if (!own.why_not.empty()) {
    explain_why_not(std::cerr, task, own.why_not);
    return exit_code(own.why_not.front().verdict);
  }
  const MachinePrinter print(report::human_options_for(STDOUT_FILENO));
  print.title(fmt::format("{}, as nvcc compiles it for {} ({})", name, card.architecture(), card.names));
  const auto launches = launches_of(task);
  if (own.kernels.empty()) print.line("It has no kernel.");
  for (const MachineKernel& kernel : own.kernels) print_figures(print, card, kernel, launches);
  print_reference(print, card, toolchain, task);
  if (options.code)
    for (const MachineKernel& kernel : own.kernels)
      print_code(print, kernel, system::file_text(task.request.source).value_or(""));
  print.line();
  return 0;
}

int machine(const MachineOptions& options) {
  const Card& card = card_named(options.card);
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
