// The judge's public face: grade a submission against a course.
#pragma once

#include <cstddef>
#include <filesystem>

#include "judge/devices.hpp"
#include "judge/options.hpp"
#include "judge/plan.hpp"
#include "judge/workshop.hpp"
#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// How much of what a submission prints stays in its result: bytes, of all cases of a task together.
inline constexpr std::size_t kKeptOutput = std::size_t(64) << 10;

/// Never throws for what a submission does: that becomes a verdict. Throws spec::SpecError for names in a
/// spec that the oracle does not know, std::runtime_error when the grader itself can't work.
Result grade(const spec::Course& course, const GradingOptions& options);

/// Compiles what grade() would compile, up to options.jobs at a time, so that it is in the cache. What does
/// not compile is no error here: grade() tells it.
void compile_ahead(const spec::Course& course, const GradingOptions& options);

/// One wrong kernel or other single file graded in the place of an exercise's source (for verify). The caller
/// has checked the exercise's spec: judge/cases/oracle_check.hpp.
Result grade_file(const spec::Exercise& exercise, const std::filesystem::path& source,
                  const GradingOptions& options);

/// What grade() does, with the plan laid out, the devices chosen and the outside world passed in.
Result grade_plan(Plan plan, const Devices& devices, Workshop& workshop, const GradingOptions& options);

}  // namespace warpgrade::judge
