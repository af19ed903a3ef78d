// The result of one grading. Every report (human, JSON, JUnit, …) is written from this and nothing else;
// all totals are computed here, in one place.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/device_kind.hpp"
#include "model/finding.hpp"
#include "model/hot_line.hpp"
#include "model/kernel_summary.hpp"
#include "model/order.hpp"
#include "model/own_question.hpp"
#include "model/quiz_result.hpp"
#include "model/sandbox_tier.hpp"
#include "model/timing_result.hpp"
#include "model/verdict.hpp"

namespace warpgrade {

struct DeviceInfo {
  std::vector<DeviceKind> kinds;
  std::string name;                          ///< "simulator", "NVIDIA H200"
  std::map<std::string, std::string> facts;  ///< driver, toolkit, compute capability, …
  std::string kind() const;                  ///< "simulator+cuda"
};

/// One measured cost and its bound. Filled from what the simulator counts.
struct CostResult {
  double measured = 0;
  std::optional<double> bound;
  std::string formula;
  std::uint64_t n = 0;
  bool takes_all = false;  ///< above the bound all points of the task are lost, and not just those for cost
  bool drawn = false;      ///< n was drawn for this run; not in result.json
  bool is_above() const { return bound && !(measured <= *bound); }
};

/// What right, race-free runs say about every other input of these sizes.
struct Proof {
  std::string claim;             ///< "right for every associative operator"
  std::vector<std::uint64_t> n;  ///< ascending
};

/// A picture of a case, to look at: before and after, and where it is wrong.
struct PictureFile {
  std::string name;  ///< "before", "yours", "right", "difference"
  std::vector<std::uint8_t> png;
};

/// What one run of a case gave.
struct OrderVerdict {
  Order order = Order::forward;
  Verdict verdict = Verdict::not_run;
};

struct CaseResult {
  std::string name;  ///< n1024.sum_i32.random
  DeviceKind device = kDefaultDevice;
  Verdict verdict = Verdict::not_run;
  double share = 0;       ///< of its points, though it is wrong: a program's checker may give some
  std::uint64_t n = 0;    ///< the number of elements
  bool measures = false;  ///< its costs; it is run beside the ordinary cases
  bool drawn = false;     ///< its n was drawn for this run; not in result.json
  std::size_t group = 0;  ///< the [[task.cases]] of the spec that it comes from, unless it measures
  double seconds = 0;
  bool hidden = false;               ///< from a hidden.toml: reports for students must not show its input
  std::vector<OrderVerdict> orders;  ///< in which it ran, until one failed; not in result.json
  std::vector<Finding> findings;
  std::vector<Finding> warnings;           ///< cost no points; their verdict is pass
  std::map<std::string, CostResult> cost;  ///< of a case that measures
  std::vector<HotLine> hot_lines;          ///< of a case that counts traffic
  std::optional<Proof> proof;              ///< for its n
  std::vector<PictureFile> pictures;       ///< if a report shows them; never of a hidden case
  std::string output;                      ///< what the submission printed during this case, capped
  std::string reproduce;                   ///< the one command that runs this case again
};

/// What one tool of compute-sanitizer saw of a task's small cases.
struct SanitizerResult {
  std::string tool;               ///< memcheck, racecheck, initcheck, synccheck
  std::vector<Verdict> verdicts;  ///< of its findings, which are among the task's; empty: it found nothing
  std::string note;               ///< why it did not see all of the cases; empty: it did
};

/// What a small call of a failing task combined with what (report/drawing/), for reports that show it.
struct TaskDrawing {
  std::uint64_t n = 0;
  std::string svg;                     ///< a whole file
  std::vector<std::string> sentences;  ///< what went wrong; not in the picture
  std::string command;                 ///< that draws it again
};

struct TaskResult {
  std::string name, title, hint;
  int line = 0;  ///< of the student's file: where the work on it begins; 0: not known; not in result.json
  bool is_repair = false;     ///< its stub holds a broken kernel, so that one which fails may be untouched
  double points = 0;          ///< when every case passes: for being right, and for cost
  double cost_points = 0;     ///< those of them that are for cost; 0: cost has no part of its own
  double cost_score = 0;      ///< of cost_points; contained in score
  double technique_loss = 0;  ///< what the score lacks because this is another technique
  double timing_points = 0;   ///< the most that timing tiers add
  double score = 0;
  double waiting_points = 0;  ///< timing points that could not be measured here
  Verdict verdict = Verdict::not_run;
  std::vector<Finding> findings;  ///< of the task as a whole: does not compile, forbidden, sanitizers'
  std::vector<Finding> warnings;  ///< of its cases, one for each line
  std::vector<CaseResult> cases;
  std::map<std::string, CostResult> cost;  ///< of all sizes one for each cost: see summarize()
  std::vector<HotLine> hot_lines;          ///< of the last case that counts, the largest as a rule
  std::vector<Proof> proofs;
  std::vector<TimingResult> timing;
  std::vector<TierResult> tiers;            ///< by points, ascending
  std::string tiers_of;                     ///< the other card that these were calibrated on; empty: this one
  int tier = 0;                             ///< reached at every size and input; counted from 1; 0: none
  std::string timing_note;                  ///< why nothing was timed; empty: it was
  std::vector<SanitizerResult> sanitizers;  ///< if they were asked for
  std::optional<TaskDrawing> drawing;       ///< if a report shows it, and a small call goes wrong too
  std::optional<KernelSummaries> kernels;   ///< if a report shows them
  /// If their answers count. In no report, since they hold what is right.
  std::optional<std::vector<OwnQuestion>> own;
  double max_score() const { return points + timing_points; }
  double right_points() const { return points - cost_points; }
};

struct ExerciseResult {
  std::string unit, name, title, source;  ///< source: the student's file as they know it
  std::vector<TaskResult> tasks;
  bool is_program = false;         ///< whole, and perhaps too much to be traced; not in result.json
  std::optional<QuizResult> quiz;  ///< if the whole exercise was asked for, and it has one
  double build_seconds = 0;
  std::optional<double> points_by_hand;  ///< an instructor decided them for the exercise as a whole
  double score() const;
  double max_score() const;
};

struct Result {
  std::uint64_t seed = 0;
  DeviceInfo device;
  SandboxTier sandbox = SandboxTier::none;  ///< in which the submission was built and ran
  std::string submission;
  std::string command = "./grade";  ///< how commands to run again begin, options included
  std::vector<ExerciseResult> exercises;
  double seconds = 0;
  double score() const;
  double max_score() const;
  double waiting_points() const;
  /// What reports say of a sandbox that is not the best one. Empty where nothing was built or run in any.
  std::string_view about_sandbox() const { return device.kinds.empty() ? "" : info(sandbox).words; }
  /// FIXED: 0 all asked-for passed · 1 the student's work falls short · 2 the grader or the machine.
  int exit_code() const;
};

/// The worst of the verdicts by the order of the enum; `pass` for none. Waiting (not_run) counts only when
/// there is nothing else; grader_error wins over everything. not_started together with passes (empty inputs
/// pass without any work) is not_started.
Verdict worst(const std::vector<Verdict>& verdicts);

bool is_failure(const CaseResult& result);

/// A right result of another technique than the one that is asked for, or one that is too much work by
/// nothing but bounds that don't take all points.
bool is_right_with_losses(const CaseResult& result);

/// The failing case that decides the verdict of a task and that reports show: not the most severe one, but
/// the one nearest to the cause. A case whose result depends on the call comes before all others, since data
/// that survives a call can lead to anything. Then those with wrong results, before those that only cost too
/// much, before those of another technique; ordinary cases before those that measure; those with elements
/// before empty ones; and the smallest first. If that case is a wrong answer, a case whose mistake has a name
/// takes its place; if it is a race, the smallest of more than one warp, whose threads need another barrier
/// than lanes do. A fault of the grader wins over everything. Null if no case fails.
const CaseResult* leading_case(const std::vector<CaseResult>& cases);

/// The verdict of a task: the worse of two verdicts, its own findings' and its leading case's. not_run if it
/// has neither.
Verdict verdict_of(const TaskResult& task);

/// Fills in cost, hot lines, proofs and warnings of a task, whose verdict is known, from its cases. A cost
/// that was measured at several sizes is shown at one: where it is above its bound, else at the largest n.
void summarize(TaskResult& task);

/// What any report may show of a case: of a hidden one neither values nor what the submission printed.
CaseResult without_secrets(CaseResult result);

void to_json(nlohmann::json& j, const SanitizerResult& result);
void to_json(nlohmann::json& j, const Result& result);  ///< result.json, format 1 (FIXED)

}  // namespace warpgrade
