// ./grade bench: how fast are the course's kernels, NVIDIA's library and perhaps a submission, from small
// arrays to large ones? Prints a table; --json and --svg write the same figures to files.
#include "report/bench.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "app/bench_options.hpp"
#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/course_program.hpp"
#include "app/gpu_choice.hpp"
#include "app/interrupt.hpp"
#include "app/report_files.hpp"
#include "app/session.hpp"
#include "app/subcommand.hpp"
#include "course/course.hpp"
#include "judge/timing/run_bench.hpp"
#include "report/columns.hpp"
#include "report/terminal.hpp"
#include "system/parallel.hpp"
#include "system/process_info.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct BenchCommand {
  std::vector<std::string> names;
  std::string sizes = "16:28", op;
  fs::path json, svg, cccl;
  CommonOptions common{.device = judge::only(DeviceKind::cuda)};
};

/// Times all tasks with this operator instead of the spec's.
void use_operator(spec::Course& course, const std::string& op) {
  for (spec::Exercise& exercise : course.exercises)
    for (spec::Task& task : exercise.tasks)
      if (task.timing) {
        task.timing->op = op;
        task.timing->op_where = {.file = "--operator"};
      }
}

judge::BenchOptions bench_options(const BenchCommand& command, const Session& session,
                                  const GpuSession& timed, const std::vector<std::uint64_t>& sizes,
                                  const Cccl& cccl) {
  judge::BenchOptions options;
  options.reference = session.installation.reference();
  if (!command.common.submission.empty()) options.submission = fs::absolute(command.common.submission);
  options.cache = session.installation.cache;
  options.compute_capability = timed.gpu.compute_capability;
  options.sizes = sizes;
  options.cccl = cccl.include_folders;
  options.seed = session.grading.seed;
  return options;
}

std::vector<judge::BenchEntry> build_all(const std::vector<SelectedTask>& tasks, const GpuSession& session,
                                         const judge::BenchOptions& options) {
  std::vector<judge::BenchEntry> entries(tasks.size());
  const int cores = std::max(1, int(std::thread::hardware_concurrency()));
  system::parallel_for(cores, tasks.size(), [&](std::size_t, std::size_t i) {
    entries[i] = judge::build_bench_entry(*tasks[i].exercise, *tasks[i].task, *session.workshop, options);
  });
  return entries;
}

void measure_all(const std::vector<judge::BenchEntry>& entries, const GpuSession& session,
                 const judge::BenchOptions& options, report::ProgressLine& line, BenchResult& result) {
  const system::GpuLock lock = session.lock();
  const std::unique_ptr<judge::Timer> timer = session.workshop->timer();
  if (!timer) throw std::runtime_error("the toolchain file names no referee");
  std::size_t done = 0, total = 0;
  for (const judge::BenchEntry& entry : entries)
    if (!entry.built.contestants.empty()) total += entry.task->timing->inputs.size() * options.sizes.size();
  for (const judge::BenchEntry& entry : entries) {
    const auto measuring = [&](std::uint64_t n) {
      line.show(done++, total,
                fmt::format("{}/{} at n = {}", entry.exercise->name, entry.task->name, report::size_name(n)));
    };
    for (BenchTask& task : judge::run_bench(entry, *timer, options, measuring)) {
      for (std::string& file : task.files) file = as_typed(file).string();
      result.tasks.push_back(std::move(task));
    }
  }
}

std::optional<ReportFile> open_report(const char* option, const fs::path& path) {
  if (path.empty()) return std::nullopt;
  return ReportFile(option, path);
}

void write_to(const std::optional<ReportFile>& file, const BenchResult& result,
              void (*write)(std::ostream&, const BenchResult&)) {
  if (!file) return;
  std::ostringstream text;
  write(text, result);
  file->write(text.str());
}

/// 2 if there is a task without any times.
int exit_code_of(const BenchResult& result) {
  const auto has_times = [](const BenchTask& task) {
    return std::ranges::any_of(task.points, [](const BenchPoint& point) {
      return std::ranges::any_of(point.times, [](const auto& time) { return time.has_value(); });
    });
  };
  return std::ranges::all_of(result.tasks, has_times) ? 0 : 2;
}

int bench(const BenchCommand& command) {
  const auto begin = std::chrono::steady_clock::now();
  Session session(command.common);
  spec::Course& course = session.course;
  if (!command.op.empty()) use_operator(course, command.op);
  const std::vector<SelectedTask> tasks = select_timed_tasks(course, command.names, *session.grading.oracles);
  const std::vector<std::uint64_t> sizes = parse_sizes(command.sizes);
  const Cccl cccl = command.cccl.empty() ? Cccl() : find_cccl(command.cccl);
  const GpuSession timed = open_gpu(session, "bench");
  const judge::BenchOptions options = bench_options(command, session, timed, sizes, cccl);
  const auto json = open_report("--json", command.json), svg = open_report("--svg", command.svg);

  end_cleanly_when_interrupted();
  BenchResult result;
  result.gpu = timed.gpu.name;
  result.cuda = timed.cuda;
  result.cub = cccl.version;
  result.memory_bytes = timed.gpu.memory_bytes;
  result.seed = options.seed;
  report::ProgressLine line(std::cerr, report::is_terminal(STDERR_FILENO));
  line.show(0, 0, "building");
  const std::vector<judge::BenchEntry> entries = build_all(tasks, timed, options);
  line.clear();
  measure_all(entries, timed, options, line, result);
  line.clear();
  result.seconds = system::seconds_since(begin);

  const bool use_stderr = (json && json->is_standard_output()) || (svg && svg->is_standard_output());
  report::write_bench_text(use_stderr ? std::cerr : std::cout, result,
                           report::human_options_for(use_stderr ? STDERR_FILENO : STDOUT_FILENO));
  const bool has_json = try_to_write([&] { write_to(json, result, report::write_bench_json); });
  const bool has_svg = try_to_write([&] { write_to(svg, result, report::write_bench_svg); });
  return has_json && has_svg ? exit_code_of(result) : 2;
}

}  // namespace

void add_bench(CLI::App& app, Run& run) {
  auto options = std::make_shared<BenchCommand>();
  Subcommand command(app, "bench", course_command_help("bench"));
  command.option("names", options->names, "Exercises or tasks of them; none: all that are timed")
      .shown_as("EXERCISE[/TASK]");
  command.option("--sizes", options->sizes, "Exponents of two: first, last and step, or one (default: 16:28)")
      .shown_as("A[:B[:STEP]]");
  command.option("--operator", options->op, "Another operator than the spec's").shown_as("NAME");
  command.option("--submission", options->common.submission, "Also time the kernels of this folder")
      .shown_as("DIR")
      .existing_folder();
  command
      .option("--cccl", options->cccl,
              "Compare with the CUB in this folder (a checkout of NVIDIA/cccl, or a package's headers), "
              "not with CUDA's own")
      .shown_as("DIR")
      .existing_folder();
  command.option("--json", options->json, "Write all figures to FILE").shown_as("FILE");
  command.option("--svg", options->svg, "Write a picture to FILE: throughput against bytes").shown_as("FILE");
  add_seed_option(command, options->common.seed,
                  "Make the same inputs as an earlier run (default: fresh ones)");
  add_gpu_option(command, options->common.gpu);
  add_sandbox_option(command, options->common.sandbox);
  add_course_option(command, options->common.course);
  command.sets(run, [options] { return bench(*options); });
}

}  // namespace warpgrade::app
