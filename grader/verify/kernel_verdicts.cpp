#include "verify/kernel_verdicts.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

#include <fmt/format.h>

#include "judge/options.hpp"
#include "judge/timing/contenders.hpp"
#include "system/parallel.hpp"
#include "system/process_info.hpp"
#include "verify/kept_verdicts.hpp"
#include "verify/kernel_lists.hpp"

namespace warpgrade::verify {
namespace {

std::string describe(const TaskResult& task) {
  const auto line_of = [](const Finding& finding) {
    return finding.place.line ? fmt::format(" (line {})", finding.place.line) : std::string();
  };
  if (!task.findings.empty())
    return fmt::format("{}: {}{}", task.name, task.findings.front().message, line_of(task.findings.front()));
  if (const CaseResult* leading = leading_case(task.cases); leading && !leading->findings.empty())
    return fmt::format("{}, case {}: {}{}", task.name, leading->name, leading->findings.front().message,
                       line_of(leading->findings.front()));
  return fmt::format("{}: {}", task.name, explain(task.verdict));
}

/// The finding that gave a task its verdict; nullptr if there is none.
const Finding* telling_finding(const TaskResult& task) {
  const CaseResult* leading = leading_case(task.cases);
  for (const auto* findings : {&task.findings, leading ? &leading->findings : nullptr}) {
    if (findings == nullptr) continue;
    const auto found = std::ranges::find(*findings, task.verdict, &Finding::verdict);
    if (found != findings->end()) return &*found;
  }
  return nullptr;
}

std::vector<Place> places_of(const TaskResult& task) {
  const Finding* finding = telling_finding(task);
  if (finding == nullptr || finding->place.line == 0) return {};
  std::vector<Place> places{finding->place};
  if (finding->other) places.push_back(*finding->other);
  return places;
}

bool is_in_file(const Place& place, const Kernel& kernel) {
  return std::filesystem::path(place.file).filename() == kernel.file.filename();
}

/// "line 3 and line 5"
std::string in_words(const std::vector<Place>& places, const Kernel& kernel) {
  std::string words;
  for (const Place& place : places)
    words += fmt::format("{}{}line {}", words.empty() ? "" : " and ",
                         is_in_file(place, kernel) ? "" : place.file + ", ", place.line);
  return words.empty() ? "no line" : words;
}

/// A wrong kernel is judged by the worst of its tasks; of the others each task must be as expected, so the
/// first one that isn't speaks for all.
const TaskResult* telling_task(const Kernel& kernel, const std::vector<TaskResult>& tasks) {
  if (tasks.empty()) return nullptr;
  if (kernel.role == Kernel::Role::wrong)
    return &*std::max_element(tasks.begin(), tasks.end(),
                              [](const TaskResult& a, const TaskResult& b) { return a.verdict < b.verdict; });
  const auto other =
      std::ranges::find_if(tasks, [&](const TaskResult& task) { return !is_as_expected(kernel, task); });
  return other == tasks.end() ? &tasks.front() : &*other;
}

/// Takes the sanitizers' findings out of the task, since the cases alone decide about a kernel.
void set_sanitizers_aside(TaskResult& task, KernelOutcome& outcome) {
  if (task.sanitizers.empty()) return;
  outcome.sanitizers.insert(outcome.sanitizers.end(), task.sanitizers.begin(), task.sanitizers.end());
  task.findings.clear();
  task.verdict = verdict_of(task);
}

KernelOutcome grade_kernel(const Kernel& kernel, judge::GradingOptions options, WrongKernelCases cases) {
  KernelOutcome outcome;
  outcome.kernel = kernel;
  options.selection = {{kernel.exercise->name, kernel.task}};
  options.device = judge::only(kernel.device);
  options.trusted = kernel.role == Kernel::Role::fast;
  if (kernel.role == Kernel::Role::stub || !traits(kernel.device).has_sanitizers) options.sanitizer.reset();
  // Other kernels run beside it. Sanitizers mostly wait: each tool can have its process at the same time.
  options.jobs = options.sanitizer ? int(judge::kSanitizerTools.size()) : 1;
  options.progress = nullptr;
  const bool is_wrong = kernel.expected != Verdict::pass && kernel.expected != Verdict::not_started;
  if (is_wrong && cases == WrongKernelCases::until_verdict) options.enough = kernel.expected;
  const auto start = std::chrono::steady_clock::now();
  try {
    const Result result = judge::grade_file(*kernel.exercise, kernel.file, options);
    std::vector<TaskResult> tasks;
    for (const ExerciseResult& exercise : result.exercises)
      tasks.insert(tasks.end(), exercise.tasks.begin(), exercise.tasks.end());
    for (TaskResult& task : tasks) set_sanitizers_aside(task, outcome);
    if (const TaskResult* task = telling_task(kernel, tasks)) {
      const bool is_other = is_as_expected(kernel, *task) && task->verdict == Verdict::other_technique;
      outcome.got = is_other ? kernel.expected : task->verdict;
      outcome.detail = describe(*task);
      outcome.places = places_of(*task);
    }
  } catch (const std::exception& error) {
    outcome.got = Verdict::grader_error;
    outcome.detail = error.what();
  }
  outcome.seconds = system::seconds_since(start);
  outcome.judgement = judge_kernel(kernel, outcome.got);
  if (outcome.got == kernel.expected && !names_line(kernel, outcome.places)) {
    outcome.judgement = Judgement::unexpected;
  }
  return outcome;
}

/// The stub of the kernel's exercise, or one for each task where tasks differ in what their stub gets.
void add_stubs(Kernel kernel, std::vector<Kernel>& kernels) {
  kernel.role = Kernel::Role::stub;
  kernel.expected = Verdict::not_started;
  const std::vector<spec::Task>& tasks = kernel.exercise->tasks;
  if (std::ranges::none_of(tasks, [](const spec::Task& task) { return task.repair.has_value(); })) {
    kernels.push_back(kernel);
    return;
  }
  for (const spec::Task& task : tasks) {
    kernel.task = task.name;
    kernel.expected = task.repair.value_or(Verdict::not_started);
    kernels.push_back(kernel);
  }
}

/// The fast references of the kernel's exercise that a device can run: one kernel for each task.
void add_fast_references(Kernel kernel, const Installation& installation, int compute_capability,
                         std::vector<Kernel>& kernels) {
  kernel.role = Kernel::Role::fast;
  std::vector<judge::FastReference> references;
  try {
    references = judge::fast_references(*kernel.exercise, installation.reference());
  } catch (const std::runtime_error&) {
    return;  // told among the problems of the files
  }
  for (const judge::FastReference& fast : references) {
    if (fast.compute_capability > compute_capability) continue;
    kernel.file = fast.file;
    for (const std::string& task : fast.tasks) {
      kernel.task = task;
      kernels.push_back(kernel);
    }
  }
}

}  // namespace

bool is_as_expected(const Kernel& kernel, const TaskResult& task) {
  const bool is_another = std::ranges::count(kernel.other_technique, task.name) > 0;
  return task.verdict ==
         (is_another && traits(kernel.device).counts ? Verdict::other_technique : kernel.expected);
}

Judgement judge_kernel(const Kernel& kernel, Verdict got) {
  if (got == kernel.expected || got == kernel.alternative) return Judgement::as_expected;
  if (got == Verdict::grader_error || got == Verdict::not_run) return Judgement::unexpected;
  if (!kernel.until.empty() && got == Verdict::pass) return Judgement::expected_today;
  if (!traits(kernel.device).sees_each_access && traits(kernel.expected).a_gpu_may_miss_it)
    return Judgement::unseen_by_gpu;
  return Judgement::unexpected;
}

bool names_line(const Kernel& kernel, const std::vector<Place>& places) {
  return kernel.line == 0 || std::ranges::any_of(places, [&](const Place& place) {
           return place.line == kernel.line && is_in_file(place, kernel);
         });
}

std::string what_differs(const KernelOutcome& outcome) {
  const Kernel& kernel = outcome.kernel;
  if (outcome.got != kernel.expected) return fmt::format("expected {}", to_string(kernel.expected));
  return fmt::format("the line differs: expected line {}, reported {}", kernel.line,
                     in_words(outcome.places, kernel));
}

std::vector<Kernel> kernels_of(const Installation& installation,
                               const std::vector<const spec::Exercise*>& exercises,
                               const std::vector<DeviceKind>& devices, int compute_capability) {
  std::vector<Kernel> kernels;
  std::vector<std::string> told_by_check_course_files;
  for (const auto device : devices) {
    for (const spec::Exercise* exercise : exercises) {
      const auto source = std::filesystem::path(exercise->unit) / exercise->source;
      Kernel kernel{Kernel::Role::reference,
                    exercise,
                    installation.reference() / source,
                    "",
                    Verdict::pass,
                    {},
                    "",
                    device};
      kernels.push_back(kernel);
      kernel.file = installation.student() / source;
      add_stubs(kernel, kernels);
      kernel.role = Kernel::Role::right;
      for (const std::filesystem::path& right : right_kernels(installation, *exercise)) {
        kernel.file = right;
        kernel.other_technique = judge::tasks_named(right, *exercise, "// other technique:");
        kernels.push_back(kernel);
      }
      kernel.other_technique.clear();
      add_fast_references(kernel, installation, traits(device).needs_gpu ? compute_capability : 0, kernels);
      for (const WrongKernel& wrong : wrong_kernels(installation, *exercise, told_by_check_course_files)) {
        kernels.push_back({Kernel::Role::wrong, exercise, wrong.file, wrong.task, wrong.expected_on(device),
                           wrong.alternative, wrong.until, device,
                           traits(device).sees_each_access ? wrong.line : 0});
      }
    }
  }
  std::erase_if(kernels, [](const Kernel& kernel) { return !std::filesystem::exists(kernel.file); });
  return kernels;
}

std::vector<KernelOutcome> grade_kernels(const std::vector<Kernel>& kernels,
                                         const judge::GradingOptions& options, WrongKernelCases cases,
                                         int jobs, const KeptVerdicts* kept,
                                         const std::function<void(const KernelOutcome&)>& done) {
  std::vector<KernelOutcome> outcomes(kernels.size());
  std::mutex telling;
  system::parallel_for(jobs, kernels.size(), [&](std::size_t, std::size_t i) {
    std::optional<KernelOutcome> known = kept ? kept->find(kernels[i]) : std::nullopt;
    outcomes[i] = known ? std::move(*known) : grade_kernel(kernels[i], options, cases);
    if (kept && !known) kept->keep(outcomes[i]);
    const std::lock_guard lock(telling);
    done(outcomes[i]);
  });
  return outcomes;
}

}  // namespace warpgrade::verify
