// What a grading is asked for, and how it reports its progress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/device_choice.hpp"
#include "judge/sanitize/compute_sanitizer.hpp"
#include "model/device_kind.hpp"
#include "model/order.hpp"
#include "model/verdict.hpp"
#include "sandbox/sandbox.hpp"

namespace warpgrade::judge {

class Oracles;

/// What to grade: an exercise, or one task of it. Empty list in the options: the whole course.
struct Selection {
  std::string exercise;
  std::string task;  ///< empty: all tasks
};

/// What happened, for a progress display. Called from the judge's threads, one call at a time. An exercise is
/// done when its last case is.
struct Progress {
  enum class Kind { building, built, waiting, case_done, sanitizing, timing, exercise_done } kind;
  std::string exercise = {}, task = {}, case_name = {};  ///< waiting: a sentence instead
  Verdict verdict = Verdict::pass;
  std::size_t done = 0, total = 0;     ///< cases, over everything asked for
  DeviceKind device = kDefaultDevice;  ///< of a case, and how many its task has there
  std::size_t cases_of_task = 0;
};

/// How tasks are timed on a GPU.
struct TimingOptions {
  std::filesystem::path reference;  ///< folder with the course's solutions; need not exist
};

struct GradingOptions {
  std::filesystem::path submission;  ///< folder with <unit>/<exercise>.cu
  std::filesystem::path toolchain;   ///< toolchain.json, written by CMake
  std::filesystem::path cache;       ///< built runners, by content; safe to delete
  std::shared_ptr<Oracles> oracles;  ///< of the course; gradings share them
  std::vector<Selection> selection;
  DeviceChoice device = DeviceChoice::automatic;
  std::uint64_t seed = 0;
  std::optional<std::string> case_name;  ///< only this case
  int jobs = 0;                          ///< 0: one per core
  /// A kernel known to be wrong: once a case of a task has this verdict, the rest is not run.
  std::optional<Verdict> enough;
  std::optional<Order> order;  ///< simulator: this order only; nothing: several, see orders.hpp
  std::optional<ComputeSanitizer> sanitizer;  ///< run small cases under its tools too; cuda
  std::optional<TimingOptions> timing;        ///< time what passes; nothing: points for times wait
  sandbox::Sandbox sandbox;                   ///< for all that the submission's code can reach
  sandbox::Sandbox gpu_sandbox;               ///< for what of it runs on a GPU
  bool trusted = false;                       ///< a file of the course: may use what is forbidden
  std::string command = "./grade";            ///< how reproduce lines begin, submission option included
  std::function<void(const Progress&)> progress;
  bool pictures = false;  ///< draw those of cases that have some and are not hidden
};

}  // namespace warpgrade::judge
