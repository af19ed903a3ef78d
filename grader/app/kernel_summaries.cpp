#include "app/kernel_summaries.hpp"

#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command_line.hpp"
#include "course/course.hpp"
#include "judge/compile/cuda_toolchain.hpp"
#include "report/text.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;
using judge::Card;
using judge::MachineKernel;

using Launches = std::map<std::string, RecordedLaunch>;  // by the kernel's name

/// As in a small call on the simulator.
Launches launches_of(const judge::SmallCall& request, const judge::GradingOptions& grading) {
  Launches launches;
  for (const RecordedLaunch& launch : judge::record(request, grading).recording.launches)
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
  if (task.timing && !task.timing->op.empty()) return task.timing->op;
  for (const spec::CaseGroup& group : task.cases)
    for (const std::string& op : group.operators)
      if (!is_probe(op)) return op;
  return "";
}

judge::BuildRequest build_request(const judge::SmallCall& request, const judge::GradingOptions& grading) {
  judge::BuildRequest build;
  build.exercise = request.exercise;
  build.source = request.source;
  build.only_task = request.task->name;
  build.only_operator = usual_operator(*request.task);
  build.cache = grading.cache;
  build.sandbox = grading.sandbox;
  build.trusted = grading.trusted;
  return build;
}

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

void add_occupancy(KernelSummary& summary, const Card& card, const MachineKernel& kernel,
                   const RecordedLaunch& launch) {
  const int threads = int(launch.threads_per_block());
  const std::uint64_t shared = kernel.figures.shared_bytes + launch.dynamic_shared_bytes;
  const judge::Occupancy found = judge::occupancy(card, {threads, kernel.figures.registers, shared});
  if (found.blocks == 0) {
    summary.rows.emplace_back(
        "occupancy",
        fmt::format("not one block of {} threads fits: {} are too few for it", threads, found.limited_by));
    return;
  }
  summary.rows.emplace_back(
      "occupancy",
      fmt::format("{:.0f} %: {} of {} threads on a multiprocessor, {} of its {} warps", 100 * found.share,
                  report::counted(std::size_t(found.blocks), "block"), threads, found.warps, card.warps));
  if (found.warps < card.warps) summary.rows.emplace_back("limited by", found.limited_by);
}

KernelSummary summary_of(const Card& card, const MachineKernel& kernel, const Launches& launches) {
  const auto launch = launches.find(kernel.name);
  KernelSummary summary;
  summary.title = kernel.name +
                  (kernel.versions > 1 ? fmt::format(", {} versions of a template", kernel.versions) : "") +
                  (launch == launches.end() ? ", not launched in a small call" : "");
  const std::uint64_t dynamic = launch == launches.end() ? 0 : launch->second.dynamic_shared_bytes;
  summary.rows = {{"registers", fmt::format("{} a thread", kernel.figures.registers)},
                  {"shared memory", fmt::format("{} bytes a block", kernel.figures.shared_bytes + dynamic)},
                  {"local memory", local_memory(kernel.figures)}};
  if (launch != launches.end()) add_occupancy(summary, card, kernel, launch->second);
  std::string heading = "instructions";
  for (const auto& [what, counts] : judge::accesses_by_width(kernel.ptx)) {
    // ptxas may still find registers for what PTX has there.
    if (kernel.figures.stack_bytes == 0 && what.ends_with("local memory")) continue;
    summary.rows.emplace_back(heading, fmt::format("{}: {}", what, widths(counts)));
    heading.clear();
  }
  return summary;
}

/// What came of the build, with a summary of each kernel.
judge::MachineCode summarize(const judge::DeviceToolchain& toolchain, const Card& card,
                             const judge::SmallCall& request, const judge::GradingOptions& grading,
                             std::vector<KernelSummary>& summaries) {
  judge::MachineCode code = judge::machine_code(toolchain, build_request(request, grading));
  if (code.kernels.empty()) return code;
  const Launches launches = launches_of(request, grading);
  for (const MachineKernel& kernel : code.kernels) summaries.push_back(summary_of(card, kernel, launches));
  return code;
}

}  // namespace

const Card& card_named(const std::string& name) {
  if (const Card* card = judge::find_card(name)) return *card;
  std::vector<std::string> known;
  for (const Card& card : judge::cards())
    known.push_back(fmt::format("{} ({})", card.architecture(), card.names));
  throw UsageError(fmt::format("there is no card '{}'. There are: {}", name, fmt::join(known, ", ")));
}

judge::DeviceToolchain machine_toolchain(const Installation& installation, const Card& card) {
  try {
    return judge::machine_code_toolchain(installation.toolchain, card.architecture());
  } catch (const std::runtime_error& error) {
    throw UsageError(
        fmt::format("nvcc says what it makes of a kernel, and it can't be used here: {}.", error.what()));
  }
}

SummarizedTask summarize_kernels(const judge::DeviceToolchain& toolchain, const Card& card,
                                 const Installation& installation, const judge::SmallCall& request,
                                 const judge::GradingOptions& grading) {
  SummarizedTask task;
  task.summaries.card = fmt::format("{} ({})", card.architecture(), card.names);
  task.code = summarize(toolchain, card, request, grading, task.summaries.own);
  judge::SmallCall of_course = request;
  of_course.source = installation.reference() / request.exercise->unit / request.exercise->source;
  if (!task.code.why_not.empty() || !fs::is_regular_file(of_course.source) ||
      fs::equivalent(of_course.source, request.source))
    return task;
  judge::GradingOptions trusted = grading;
  trusted.trusted = true;
  summarize(toolchain, card, of_course, trusted, task.summaries.references);
  return task;
}

void add_kernel_summaries(const Session& session, const Card& card, Result& result,
                          const std::function<void(const std::string&)>& progress) {
  const judge::DeviceToolchain toolchain = machine_toolchain(session.installation, card);
  for (ExerciseResult& exercise : result.exercises) {
    const spec::Exercise* spec = find_exercise(session.course, exercise.name);
    for (TaskResult& task : exercise.tasks) {
      if (traits(task.verdict).is_open) continue;  // nothing is written yet
      progress(exercise.name + "/" + task.name);
      const judge::SmallCall request{.exercise = spec,
                                     .task = find_task(*spec, task.name),
                                     .source = session.grading.submission / spec->unit / spec->source,
                                     .n = find_task(*spec, task.name)->shown.n};
      task.kernels =
          summarize_kernels(toolchain, card, session.installation, request, session.grading).summaries;
    }
  }
}

}  // namespace warpgrade::app
