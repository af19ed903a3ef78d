// The closed list of outcomes. Names are part of result.json and never change.
#pragma once

#include <optional>
#include <string_view>

namespace warpgrade {

/// What became of a case, a task or an exercise. Ordered from good to bad: the verdict of a task is the
/// worst of its cases (see worst()), and the last two are never the student's fault.
enum class Verdict {
  pass,
  not_started,  ///< the outputs were never written
  too_slow,
  too_much_work,  ///< right, but above a bound of [task.cost]
  wrong_answer,
  uninitialized_read,
  race,
  barrier_divergence,
  out_of_bounds,
  host_device_mixup,  ///< a host pointer used in a kernel, or a device pointer on the host
  launch_error,       ///< the launch was refused: block too large, too much shared memory, …
  cuda_error,
  timeout,
  crash,
  compile_error,
  forbidden,     ///< uses what the exercise rules out (CUB, Thrust, inline PTX, …)
  not_run,       ///< waits for a device that is not here
  grader_error,  ///< our fault, or the machine's
};

std::string_view to_string(Verdict verdict);
std::optional<Verdict> verdict_from_string(std::string_view name);

/// One sentence for a student: what the verdict means.
std::string_view explain(Verdict verdict);

/// True if the student can be held to it: everything but pass, not_run and grader_error.
bool is_students_fault(Verdict verdict);

}  // namespace warpgrade
