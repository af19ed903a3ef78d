// What became of a case, a task or an exercise. verdicts.def is the list.
#pragma once

#include <optional>
#include <string_view>

namespace warpgrade {

/// Ordered from good to bad.
enum class Verdict {
#define WARPGRADE_VERDICT(name, fault, meaning) name,
#include "model/verdicts.def"
#undef WARPGRADE_VERDICT
};

std::string_view to_string(Verdict verdict);
std::optional<Verdict> verdict_from_string(std::string_view name);

/// One sentence for a student: what the verdict means.
std::string_view explain(Verdict verdict);

/// Does this verdict mean that something in the student's work is wrong or missing?
bool is_students_fault(Verdict verdict);

}  // namespace warpgrade
