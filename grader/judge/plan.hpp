// What one grading is about to do, and then has done: per exercise its tasks on each device with their cases.
// The plan is laid out in full first; the stages (builds, runs) then fill in their fields, each worker in
// places that no other one touches.
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
  std::string device = {};
  std::vector<Case> cases = {};

  std::filesystem::path runner = {};     ///< from the build; empty: the cases can't run
  std::vector<Finding> findings = {};    ///< from the build: why there is no runner; from the sanitizers
  std::vector<CaseResult> results = {};  ///< one for each case
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
               const std::vector<std::string>& devices);

/// The plan for one exercise with its source taken from elsewhere.
Plan make_plan(const spec::Exercise& exercise, const std::filesystem::path& source,
               const GradingOptions& options, const std::vector<std::string>& devices);

}  // namespace warpgrade::judge
