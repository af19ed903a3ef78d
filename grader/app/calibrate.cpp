// ./grade calibrate: proposes thresholds for the speed of a task, from comparisons of the reference, of other
// right solutions, and of wrong kernels whose only mistake is that they are slow.
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/course_program.hpp"
#include "app/gpu_choice.hpp"
#include "app/interrupt.hpp"
#include "app/session.hpp"
#include "app/subcommand.hpp"
#include "app/terminal.hpp"
#include "course/course.hpp"
#include "judge/timing/calibrate/calibration.hpp"
#include "judge/timing/contenders.hpp"
#include "judge/timing/tiers.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "verify/kernel_lists.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct CalibrateCommand {
  std::vector<std::string> names;
  int runs = 5;
  TierKind kind = TierKind::reference_ratio;
  CommonOptions common{.device = judge::only(DeviceKind::cuda)};
};

/// The references that the card can run, without the fastest one, with which the others are compared.
std::vector<fs::path> other_references(const SelectedTask& selected, const Installation& installation,
                                       int capability) {
  const spec::Exercise& exercise = *selected.exercise;
  std::vector<fs::path> files;
  for (const judge::FastReference& fast : judge::fast_references(exercise, installation.reference()))
    if (fast.compute_capability <= capability &&
        std::ranges::find(fast.tasks, selected.task->name) != fast.tasks.end())
      files.push_back(fast.file);
  files.push_back(installation.reference() / exercise.unit / exercise.source);
  files.erase(files.begin());
  return files;
}

/// The kernels that are compared with the reference: all that are right and may be slower.
std::vector<judge::Contender> kernels_for(const SelectedTask& selected, const Installation& installation,
                                          int capability) {
  const spec::Exercise& exercise = *selected.exercise;
  std::vector<judge::Contender> kernels;
  for (const fs::path& file : other_references(selected, installation, capability))
    kernels.push_back({file.lexically_relative(installation.reference() / exercise.unit).string(), file});
  for (const fs::path& file : verify::right_kernels(installation, exercise))
    kernels.push_back({"right/" + file.stem().string(), file});
  std::vector<std::string> problems;  // verify shows them
  for (const verify::WrongKernel& kernel : verify::wrong_kernels(installation, exercise, problems)) {
    const bool only_slow = traits(kernel.expected).results_are_right && kernel.expected != Verdict::pass;
    if (only_slow && (kernel.task.empty() || kernel.task == selected.task->name))
      kernels.push_back({kernel.name, kernel.file});
  }
  return kernels;
}

constexpr std::size_t kNameWidth = 44, kColumnWidth = 16;

std::string row(const judge::CalibratedKernel& kernel, TierKind kind) {
  std::string line = "  " + report::pad_right(report::fit(kernel.name, kNameWidth), kNameWidth);
  if (!kernel.note.empty()) return line + "  left out: " + kernel.note;
  for (const double slowness : kernel.medians)
    line += fmt::format("{:>{}.4g}", judge::in_unit(slowness, kind), kColumnWidth);
  const auto [least, most] = std::ranges::minmax(kernel.slowness);
  return line + fmt::format("{:>10.4g}{:>8.1f} %", judge::in_unit(most, kind), 100 * (most / least - 1));
}

/// Which kernel earns which tier of the spec.
void print_earners(const SelectedTask& selected, const judge::Calibration& calibration, TierKind kind,
                   const std::string& gpu, const Terminal& terminal) {
  const auto& tiers = judge::tiers_for(*selected.task->timing, gpu);
  fmt::print("\n");
  for (const judge::TierEarners& earners : judge::tier_earners(tiers, calibration.kernels, kind)) {
    const std::string names = fmt::format("{}", fmt::join(earners.kernels, ", "));
    fmt::print("  {} {:g}, points = {:g}: {}\n", to_string(kind), earners.tier.threshold, earners.tier.points,
               names.empty() ? terminal.paint("no kernel's best tier", Tone::bad) : names);
  }
}

void print(const SelectedTask& selected, const judge::Calibration& calibration,
           const CalibrateCommand& command, const std::string& gpu) {
  const Terminal terminal = Terminal::of_stdout();
  fmt::print(
      "\n{}: {}, median of {}. A tier must hold for all sizes and inputs, so what counts is the worst.\n",
      selected.name(), to_string(command.kind), report::counted(std::size_t(command.runs), "run"));
  std::string head = "  " + report::pad_right("kernel", kNameWidth);
  for (const std::string& column : calibration.columns) head += fmt::format("{:>{}}", column, kColumnWidth);
  fmt::print("{}\n", terminal.paint(head + fmt::format("{:>10}{:>10}", "worst", "spread"), Tone::quiet));
  for (const judge::CalibratedKernel& kernel : calibration.kernels)
    fmt::print("{}\n", row(kernel, command.kind));
  std::string times = "  " + report::pad_right("the reference's time, ms", kNameWidth);
  for (const double ms : calibration.kernels.front().ms) times += fmt::format("{:>{}.4g}", ms, kColumnWidth);
  fmt::print("{}\n", terminal.paint(times, Tone::quiet));
  print_earners(selected, calibration, command.kind, gpu, terminal);
  const spec::Timing& timing = *selected.task->timing;
  const bool has_own_tiers = timing.gpu.contains(gpu) || !judge::other_card_of_tiers(timing, gpu).empty();
  if (calibration.proposal)
    fmt::print("\n{}", judge::to_toml(*calibration.proposal, command.kind, has_own_tiers ? gpu : ""));
  else
    fmt::print("\n{}\n", terminal.paint("No proposal: the reference could not be measured.", Tone::bad));
}

judge::CalibrationOptions calibration_options(const CalibrateCommand& command, const Session& session,
                                              const GpuSession& timed) {
  judge::CalibrationOptions options;
  options.reference = session.installation.reference();
  options.cache = session.installation.cache;
  options.gpu = timed.gpu.name;
  options.compute_capability = timed.gpu.compute_capability;
  options.runs = command.runs;
  options.jobs = int(std::thread::hardware_concurrency());
  options.seed = session.grading.seed;
  options.kind = command.kind;
  return options;
}

std::vector<judge::CalibrationEntry> build_all(const std::vector<SelectedTask>& tasks,
                                               const Installation& installation, const GpuSession& session,
                                               const judge::CalibrationOptions& options,
                                               report::ProgressLine& line) {
  std::vector<judge::CalibrationEntry> entries;
  for (const SelectedTask& selected : tasks) {
    line.show(entries.size(), tasks.size(), "building kernels of " + selected.name());
    entries.push_back(judge::build_calibration(
        *selected.exercise, *selected.task, kernels_for(selected, installation, options.compute_capability),
        *session.workshop, options));
  }
  return entries;
}

int calibrate(const CalibrateCommand& command) {
  const Session session(command.common);
  const Installation& installation = session.installation;
  const std::vector<SelectedTask> tasks =
      select_timed_tasks(session.course, command.names, *session.grading.oracles);
  if (!fs::is_directory(installation.reference()))
    throw UsageError("calibrate is for instructors: it needs the course's reference/, which is not here.");
  const GpuSession timed = open_gpu(session, "calibrate");
  const judge::CalibrationOptions options = calibration_options(command, session, timed);

  end_cleanly_when_interrupted();
  report::ProgressLine line(std::cerr, report::is_terminal(STDERR_FILENO));
  const auto entries = build_all(tasks, installation, timed, options, line);
  line.clear();
  const system::GpuLock lock = timed.lock();
  fmt::print("{}, CUDA {}, seed {}\n", timed.gpu.name, timed.cuda, options.seed);
  bool all_proposed = true;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto measuring = [&](const std::string& kernel) {
      line.show(i, tasks.size(), tasks[i].name() + ": " + kernel);
    };
    const judge::Calibration calibration = judge::calibrate(
        entries[i], [&] { return timed.workshop->timer(); }, options, measuring);
    line.clear();
    print(tasks[i], calibration, command, timed.gpu.name);
    all_proposed = all_proposed && calibration.proposal;
  }
  return all_proposed ? 0 : 2;
}

}  // namespace

void add_calibrate(CLI::App& app, Run& run) {
  auto options = std::make_shared<CalibrateCommand>();
  Subcommand command(app, "calibrate", course_command_help("calibrate"));
  command.option("names", options->names, "Exercises or tasks of them")
      .shown_as("EXERCISE[/TASK]")
      .required();
  command.option("--runs", options->runs, "How often each kernel is measured (default: 5)")
      .shown_as("N")
      .between(1, 1000);
  std::vector<std::string_view> kinds;
  for (const TierKindInfo& kind : all_tier_kinds())
    if (kind.is_relative) kinds.push_back(kind.name);
  const auto set_kind = [options, kinds](const std::string& word) {
    const auto kind = tier_kind_from_string(word);
    if (!kind || !info(*kind).is_relative)
      throw WrongValue(fmt::format("'{}' can't be proposed: use one of {}", word, fmt::join(kinds, ", ")));
    options->kind = *kind;
  };
  command.option_taken_by("--kind", set_kind, "The kind of threshold to propose (default: reference_ratio)")
      .shown_as(fmt::format("{}", fmt::join(kinds, "|")));
  add_seed_option(command, options->common.seed,
                  "Make the same inputs as an earlier run (default: fresh ones)");
  add_gpu_option(command, options->common.gpu);
  add_sandbox_option(command, options->common.sandbox);
  add_course_option(command, options->common.course);
  command.sets(run, [options] { return calibrate(*options); });
}

}  // namespace warpgrade::app
