// What ./grade verify runs: every reference, stub, right and wrong kernel on each device, and whether the
// verdict is the one that it should get.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "judge/grading.hpp"

namespace warpgrade::verify {

/// One file to grade on one device.
struct Kernel {
  enum class Role { reference, stub, right, fast, wrong } role = Role::wrong;
  const spec::Exercise* exercise = nullptr;
  std::filesystem::path file;
  std::string task;  ///< empty: all tasks of the exercise
  Verdict expected = Verdict::pass;
  std::optional<Verdict> alternative;  ///< as good as `expected`
  std::string until;
  DeviceKind device = kDefaultDevice;
  int line = 0;  ///< of `file`, the one that the finding must name; 0: any
  /// The tasks that this right kernel solves by another technique (`// other technique: NAME…` at its top).
  std::vector<std::string> other_technique = {};
};

enum class Judgement {
  as_expected,
  expected_today,  ///< its true verdict waits for something that `until` names
  unseen_by_gpu,   ///< a GPU can't see this mistake
  unexpected,
};

struct KernelOutcome {
  Kernel kernel;
  Verdict got = Verdict::not_run;  ///< that of the task that is not as expected, or else of all tasks
  double seconds = 0;
  bool kept = false;  ///< of an earlier run
  Judgement judgement = Judgement::unexpected;
  std::string detail;  ///< of an unexpected verdict: the first finding, or the task
  /// What the finding names that gave the verdict: of a race both accesses, of a divergent barrier both
  /// barriers. Empty: nothing in a source.
  std::vector<Place> places;
  std::vector<SanitizerResult>
      sanitizers;  ///< of all its tasks; what they found is told, and decides nothing
};

/// Of a kernel that is not wrong: has this task the verdict that it should have?
bool is_as_expected(const Kernel& kernel, const TaskResult& task);

Judgement judge_kernel(const Kernel& kernel, Verdict got);

/// Whether one of `places` is the line that the kernel's finding must name.
bool names_line(const Kernel& kernel, const std::vector<Place>& places);

/// Of an unexpected outcome, in words: the verdict, or the line that its finding names.
std::string what_differs(const KernelOutcome& outcome);

/// `compute_capability`: of the GPU, if there is one: fast references for newer cards are left out.
std::vector<Kernel> kernels_of(const Installation& installation,
                               const std::vector<const spec::Exercise*>& exercises,
                               const std::vector<DeviceKind>& devices, int compute_capability);

/// How many cases a wrong kernel runs. All others run all of theirs.
enum class WrongKernelCases {
  until_verdict,  ///< small ones first, until one has the declared verdict or a worse one
  all,            ///< no other case may have a worse verdict
};

class KeptVerdicts;

/// Grades `jobs` kernels at a time; the outcomes are in the order of `kernels`. `done` is called after each,
/// one call at a time. `kept`: verdicts of earlier runs, or nullptr.
std::vector<KernelOutcome> grade_kernels(const std::vector<Kernel>& kernels,
                                         const judge::GradingOptions& options, WrongKernelCases cases,
                                         int jobs, const KeptVerdicts* kept,
                                         const std::function<void(const KernelOutcome&)>& done);

}  // namespace warpgrade::verify
