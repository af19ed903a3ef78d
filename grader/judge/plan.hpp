// What one grading does: per exercise its tasks on each device, with their cases and, later, their results.
// The plan is made in full first. Then each stage (builds, runs, …) fills in its fields; no two workers write
// to the same place.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "judge/cases/cases.hpp"
#include "judge/options.hpp"
#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// One task on one device.
struct TaskRun {
  const spec::Exercise* exercise = nullptr;
  const spec::Task* task = nullptr;
  DeviceKind device = kDefaultDevice;
  std::vector<Case> cases = {};

  std::filesystem::path runner = {};   ///< from the build; empty: the cases can't run
  std::vector<Finding> findings = {};  ///< from the build: why there is no runner; from the sanitizers
  std::vector<Finding> compiler_warnings = {};
  std::vector<CaseResult> results = {};          ///< one for each case
  std::vector<SanitizerResult> sanitizers = {};  ///< one for each tool, if asked for
  std::vector<TimingResult> timing = {};         ///< on a GPU
  std::string timing_note = {};                  ///< why nothing was timed; empty: it was
};

struct ExerciseRun {
  const spec::Exercise* exercise = nullptr;
  std::filesystem::path source = {};  ///< the student's file
  std::vector<TaskRun> tasks = {};    ///< device by device, each in the order of the spec
  double build_seconds = 0;
};

struct Plan {
  std::vector<ExerciseRun> exercises;
  std::size_t case_count() const;
};

/// The plan for what the options select. Throws std::runtime_error for a name that the course does not have.
Plan make_plan(const spec::Course& course, const GradingOptions& options,
               const std::vector<DeviceKind>& devices);

/// The plan for one exercise with its source taken from elsewhere.
Plan make_plan(const spec::Exercise& exercise, const std::filesystem::path& source,
               const GradingOptions& options, const std::vector<DeviceKind>& devices);

}  // namespace warpgrade::judge
