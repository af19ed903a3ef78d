// One grading from end to end: plan, build, run, score. Each stage has its own file; this one ties them
// together and turns the finished plan into a Result.
#include "judge/grading.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "course/source_sections.hpp"
#include "judge/cases/oracle_check.hpp"
#include "judge/check/not_started.hpp"
#include "judge/compile/build_stage.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/devices.hpp"
#include "judge/plan.hpp"
#include "judge/run/run_stage.hpp"
#include "judge/sanitize/sanitizer_stage.hpp"
#include "judge/scoring.hpp"
#include "judge/timing/tiers.hpp"
#include "judge/timing/timing_stage.hpp"
#include "judge/workshop.hpp"
#include "system/file_lock.hpp"
#include "system/file_text.hpp"
#include "system/process_info.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

/// The findings of both devices' builds and of the sanitizers, each once.
void add_new_findings(TaskResult& result, const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    const bool known = std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& other) {
      return other.message == finding.message && other.place.line == finding.place.line;
    });
    if (!known) result.findings.push_back(finding);
  }
}

// ---- What a submission prints ------------------------------------------------------------------------

void cut(std::string& output, std::size_t& room) {
  if (output.size() > room) {
    const std::size_t left_out = output.size() - room;
    output.resize(room);
    output += fmt::format("{}[… {} more bytes: of a task {} KB are kept]\n", room > 0 ? "\n" : "", left_out,
                          kKeptOutput >> 10);
    room = 0;
  } else {
    room -= output.size();
  }
}

/// Cuts what the cases of a task printed, and says where. The case that reports show keeps most.
void cut_output(std::vector<CaseResult>& cases) {
  std::size_t room = kKeptOutput;
  const CaseResult* first = leading_case(cases);
  for (CaseResult& one : cases)
    if (&one == first) cut(one.output, room);
  for (CaseResult& one : cases)
    if (&one != first) cut(one.output, room);
}

// ---- Results -----------------------------------------------------------------------------------------

/// What the reports say about a task whose times nobody has taken.
std::string why_not_timed(const GradingOptions& options, const Devices& devices) {
  if (!may_use_gpu(options.device)) return "only the simulator was asked for";
  if (!options.timing) return "times were not asked for";
  return devices.why_no_gpu;
}

/// How a grading's tasks are scored.
struct Scoring {
  bool scored = true;     ///< false: of some cases only
  std::string gpu;        ///< its name, for tiers of its own; empty: none
  std::string not_timed;  ///< the reason where no GPU was used
};

/// What a compiler warns of often explains what fails, and is only noise where nothing does.
void add_compiler_warnings(TaskResult& result, const std::vector<TaskRun>& runs) {
  if (traits(result.verdict).results_are_right || traits(result.verdict).is_open) return;
  for (const TaskRun& run : runs) {
    if (run.task->name != result.name || run.compiler_warnings.empty()) continue;
    result.warnings.insert(result.warnings.begin(), run.compiler_warnings.begin(),
                           run.compiler_warnings.end());
    return;  // those of another device's compiler are about the same file
  }
}

/// An access in given code goes wrong because of what the student's code has handed to it.
void tell_given_lines(TaskResult& result, const std::vector<TodoBlock>& todo_blocks, const fs::path& file) {
  const auto is_stray = [](const Finding& finding) {
    return finding.verdict == Verdict::out_of_bounds || finding.verdict == Verdict::uninitialized_read;
  };
  const auto is_given = [&](const Place& place) {
    return !todo_blocks.empty() && place.line > 0 && fs::path(place.file).filename() == file.filename() &&
           std::ranges::none_of(todo_blocks, [&](const TodoBlock& block) {
             return block.first_line <= place.line && place.line <= block.last_line;
           });
  };
  for (CaseResult& one : result.cases)
    for (Finding& finding : one.findings)
      if (is_stray(finding) && is_given(finding.place))
        finding.remedy +=
            " This line stands outside of the TODO blocks. If you have not changed it, look at what your "
            "code "
            "hands to it.";
}

/// One task with its cases on all devices.
TaskResult task_result(const spec::Exercise& exercise, const spec::Task& task, std::vector<TaskRun>& runs,
                       const Scoring& scoring, const std::string& source) {
  TaskResult result;
  result.name = task.name;
  result.title = task.title;
  result.hint = task.hint;
  result.is_repair = task.repair.has_value();
  std::vector<std::uint64_t> sizes;
  for (TaskRun& run : runs) {
    if (run.task != &task) continue;
    add_new_findings(result, run.findings);
    result.sanitizers.insert(result.sanitizers.end(), run.sanitizers.begin(), run.sanitizers.end());
    result.timing.insert(result.timing.end(), run.timing.begin(), run.timing.end());
    if (!run.timing_note.empty()) result.timing_note = run.timing_note;
    for (std::size_t i = 0; i < run.cases.size(); ++i) {
      sizes.push_back(run.cases[i].request.n);
      result.cases.push_back(std::move(run.results[i]));
    }
  }
  cut_output(result.cases);
  if (!exercise.program)
    tell_not_started_from_wrong(result.cases, sizes, is_filled_in(task.name, source, exercise));
  else if (is_untouched(task.name, source, exercise))
    tell_program_is_not_started(result.cases);
  score_task(result, task);
  if (task.timing) {
    if (result.timing.empty() && result.timing_note.empty()) result.timing_note = scoring.not_timed;
    award_timing_points(result, tiers_for(*task.timing, scoring.gpu));
    if (!scoring.gpu.empty()) result.tiers_of = other_card_of_tiers(*task.timing, scoring.gpu);
  }
  summarize(result);
  add_compiler_warnings(result, runs);
  if (!scoring.scored) leave_unscored(result);
  return result;
}

ExerciseResult exercise_result(ExerciseRun& run, const Scoring& scoring) {
  ExerciseResult result;
  result.unit = run.exercise->unit;
  result.name = run.exercise->name;
  result.title = run.exercise->title;
  result.source = run.source.string();
  result.is_program = run.exercise->program.has_value();
  result.build_seconds = run.build_seconds;
  constexpr std::size_t kMostBytes = 1 << 20;
  const std::string source =
      system::read_file_beneath(run.source.parent_path(), run.source.filename(), kMostBytes)
          .text.value_or("");
  std::string sources = source;  // of all files that a student writes
  if (run.exercise->program)
    for (const std::string& file : run.exercise->program->edit)
      sources += "// ==== all: ====\n" +
                 system::read_file_beneath(run.source.parent_path(), file, kMostBytes).text.value_or("");
  const std::vector<TodoBlock> todo_blocks = split_source(source).todo_blocks;
  for (const spec::Task& task : run.exercise->tasks) {
    const bool planned = std::any_of(run.tasks.begin(), run.tasks.end(),
                                     [&](const TaskRun& task_run) { return task_run.task == &task; });
    if (planned) result.tasks.push_back(task_result(*run.exercise, task, run.tasks, scoring, sources));
    if (planned) tell_given_lines(result.tasks.back(), todo_blocks, run.source);
  }
  return result;
}

DeviceInfo device_info(const std::vector<DeviceKind>& devices,
                       const std::map<DeviceKind, protocol::Hello>& hellos) {
  DeviceInfo info;
  info.kinds = devices;
  for (const DeviceKind device : devices) {
    const auto hello = hellos.find(device);
    info.name += info.name.empty() ? "" : " + ";
    info.name += hello == hellos.end() ? to_string(device) : hello->second.device_name;
    if (hello != hellos.end()) info.facts.insert(hello->second.facts.begin(), hello->second.facts.end());
  }
  return info;
}

/// Counts the finished cases, and lets one thread at a time report to the display.
class ProgressReport {
 public:
  ProgressReport(const GradingOptions& options, const Plan& plan) : show_(options.progress) {
    for (const ExerciseRun& run : plan.exercises)
      for (const TaskRun& task : run.tasks) left_[run.exercise->name] += task.cases.size();
    total_ = plan.case_count();
  }

  void operator()(const Progress& progress) {
    const std::lock_guard lock(mutex_);
    const bool is_case = progress.kind == Progress::Kind::case_done;
    done_ += is_case;
    show(progress);
    if (is_case && --left_[progress.exercise] == 0)
      show({.kind = Progress::Kind::exercise_done, .exercise = progress.exercise});
  }

 private:
  void show(Progress progress) const {
    progress.done = done_;
    progress.total = total_;
    if (show_) show_(progress);
  }

  std::mutex mutex_;
  std::function<void(const Progress&)> show_;
  std::map<std::string, std::size_t> left_;  ///< cases of each exercise
  std::size_t done_ = 0, total_ = 0;
};

GradingOptions with_defaults(GradingOptions options) {
  if (options.jobs <= 0) options.jobs = int(std::max(1u, std::thread::hardware_concurrency()));
  return options;
}

/// All stages that use the devices. Several graders may check submissions on one GPU at the same time;
/// time_all() locks the GPU while it times.
std::map<DeviceKind, protocol::Hello> run_on_devices(Plan& plan, const Devices& devices, Workshop& workshop,
                                                     const GradingOptions& options, const Report& report) {
  std::optional<system::GpuLock> lock;
  if (devices.gpu)
    lock.emplace(devices.gpu->uuid, system::GpuLock::Use::together, [&report](const std::string& why) {
      report({.kind = Progress::Kind::waiting, .exercise = why});
    });
  auto hellos = run_all(plan, workshop, options, report);
  if (options.sanitizer) sanitize_all(plan, workshop, *options.sanitizer, options.jobs, report);
  lock.reset();
  if (options.timing && devices.gpu && !options.case_name)
    time_all(plan, workshop, options, *devices.gpu, report);
  return hellos;
}

Result grade_checked_plan(Plan plan, const Devices& devices, Workshop& workshop,
                          const GradingOptions& given) {
  const auto start = std::chrono::steady_clock::now();
  const GradingOptions options = with_defaults(given);
  ProgressReport progress(options, plan);
  const Report report = [&progress](const Progress& p) { progress(p); };
  build_all(plan, workshop, options, report);
  const auto hellos = run_on_devices(plan, devices, workshop, options, report);

  Result result;
  result.seed = options.seed;
  result.device = device_info(devices.kinds, hellos);
  const bool runs_on_gpu = any_of(devices.kinds, &DeviceTraits::needs_gpu);
  result.sandbox = (runs_on_gpu ? options.gpu_sandbox : options.sandbox).tier();
  result.submission = options.submission.string();
  result.command = options.command;
  const Scoring scoring{!options.case_name, devices.gpu ? devices.gpu->name : "",
                        why_not_timed(options, devices)};
  for (ExerciseRun& run : plan.exercises) result.exercises.push_back(exercise_result(run, scoring));
  result.seconds = system::seconds_since(start);
  return result;
}

/// Builds the oracles of the plan's exercises, and asks each whether it knows the names in its spec.
void prepare_oracles(const Plan& plan, Workshop& workshop, const GradingOptions& given) {
  const GradingOptions options = with_defaults(given);
  std::vector<const spec::Exercise*> exercises;
  for (const ExerciseRun& run : plan.exercises)
    if (!run.exercise->program) exercises.push_back(run.exercise);
  ProgressReport progress(options, plan);
  const auto building = [&progress](const std::string& exercise) {
    progress({.kind = Progress::Kind::building, .exercise = "the oracle of " + exercise});
  };
  const Waits waits = [&progress](const std::string& why) {
    progress({.kind = Progress::Kind::waiting, .exercise = why});
  };
  workshop.build_oracles(exercises, options.jobs, building, waits);
  for (const spec::Exercise* exercise : exercises)
    check_against_oracle(*exercise, workshop.oracle(*exercise));
}

}  // namespace

Result grade_plan(Plan plan, const Devices& devices, Workshop& workshop, const GradingOptions& options) {
  prepare_oracles(plan, workshop, options);
  return grade_checked_plan(std::move(plan), devices, workshop, options);
}

Result grade(const spec::Course& course, const GradingOptions& options) {
  Toolchain toolchain = read_toolchain(options.toolchain);
  const Devices devices = choose_devices(options.device, toolchain);
  const auto workshop = make_workshop(std::move(toolchain), options);
  return grade_plan(make_plan(course, options, devices.kinds), devices, *workshop, options);
}

void compile_ahead(const spec::Course& course, const GradingOptions& given) {
  const GradingOptions options = with_defaults(given);
  Toolchain toolchain = read_toolchain(options.toolchain);
  const Devices devices = choose_devices(options.device, toolchain);
  const auto workshop = make_workshop(std::move(toolchain), options);
  Plan plan = make_plan(course, options, devices.kinds);
  build_all(plan, *workshop, options, [](const Progress&) {});
}

Result grade_file(const spec::Exercise& exercise, const fs::path& source, const GradingOptions& options) {
  Toolchain toolchain = read_toolchain(options.toolchain);
  const Devices devices = choose_devices(options.device, toolchain);
  const auto workshop = make_workshop(std::move(toolchain), options);
  return grade_checked_plan(make_plan(exercise, source, options, devices.kinds), devices, *workshop, options);
}

}  // namespace warpgrade::judge
