// What became of a case, a task or an exercise. verdicts.def is the list.
#pragma once

#include <optional>
#include <string_view>

namespace warpgrade {

/// Ordered from good to bad.
enum class Verdict {
#define WARPGRADE_VERDICT(name, ...) name,
#include "model/verdicts.def"
#undef WARPGRADE_VERDICT
};

enum class Fault { nobodys, students, graders };

struct VerdictTraits {
  Verdict verdict{};
  std::string_view name;
  Fault fault{};
  std::string_view meaning;
  bool a_runner_tells = false;  ///< seen while the submission ran; all else is for the judge to say
  bool names_a_line = false;    ///< its finding names an access or a barrier, and it must be the mistaken one
  bool a_gpu_may_miss_it = false;    ///< such a kernel may run there without a trace
  bool can_be_drawn = false;         ///< its kernels ran, came to an end, and did something wrong
  bool results_are_right = false;    ///< whatever they cost, and however long they take
  bool bounds_hold = false;          ///< they are right, and cost no more than the task allows
  bool spares_other_groups = false;  ///< where groups of cases have points, the others keep theirs
  bool is_open = false;              ///< not begun, not run, or not the student's fault
  std::string_view mark = "✗", ascii_mark = "x";  ///< in reports; one column
};

const VerdictTraits& traits(Verdict verdict);
std::string_view to_string(Verdict verdict);
std::optional<Verdict> verdict_from_string(std::string_view name);

/// One sentence for a student: what the verdict means.
std::string_view explain(Verdict verdict);

/// Does this verdict mean that something in the student's work is wrong or missing?
bool is_students_fault(Verdict verdict);

}  // namespace warpgrade
