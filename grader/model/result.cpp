// Totals, exit code and result.json of one grading.
#include "model/result.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <nlohmann/json.hpp>

namespace warpgrade {
namespace {

using nlohmann::json;

json cost_to_json(const CostResult& cost) {
  json j{{"measured", cost.measured}, {"n", cost.n}};
  if (cost.bound) j["bound"] = *cost.bound;
  if (!cost.formula.empty()) j["formula"] = cost.formula;
  if (cost.takes_all) j["takes_all"] = true;
  return j;
}

json costs_to_json(const std::map<std::string, CostResult>& costs) {
  json j = json::object();
  for (const auto& [name, cost] : costs) j[name] = cost_to_json(cost);
  return j;
}

json case_to_json(const CaseResult& full) {
  const CaseResult shown = without_secrets(full);
  json j{{"name", shown.name},
         {"device", to_string(shown.device)},
         {"verdict", to_string(shown.verdict)},
         {"seconds", shown.seconds},
         {"findings", shown.findings}};
  if (shown.hidden) j["hidden"] = true;
  if (!shown.cost.empty()) j["cost"] = costs_to_json(shown.cost);
  if (!shown.output.empty()) j["output"] = shown.output;
  if (!shown.reproduce.empty()) j["reproduce"] = shown.reproduce;
  return j;
}

json task_to_json(const TaskResult& task) {
  json j{{"name", task.name},
         {"title", task.title},
         {"score", task.score},
         {"max_score", task.max_score()},
         {"cost_score", task.cost_score},
         {"cost_points", task.cost_points},
         {"waiting_points", task.waiting_points},
         {"verdict", to_string(task.verdict)},
         {"findings", task.findings},
         {"cases", json::array()},
         {"cost", costs_to_json(task.cost)},
         {"timing", json::array()}};
  if (task.technique_loss > 0) j["technique_loss"] = task.technique_loss;
  if (!task.warnings.empty()) j["warnings"] = task.warnings;
  if (!task.hint.empty()) j["hint"] = task.hint;
  for (const CaseResult& one : task.cases) j["cases"].push_back(case_to_json(one));
  if (!task.hot_lines.empty()) j["hot_lines"] = task.hot_lines;
  for (const Proof& proof : task.proofs) j["proofs"].push_back({{"claim", proof.claim}, {"n", proof.n}});
  for (const TimingResult& timing : task.timing) j["timing"].push_back(timing);
  for (const TierResult& tier : task.tiers) j["tiers"].push_back(tier);
  if (!task.tiers.empty()) j["tier"] = task.tier;
  if (!task.tiers_of.empty()) j["tiers_of"] = task.tiers_of;
  if (!task.timing_note.empty()) j["timing_note"] = task.timing_note;
  if (!task.sanitizers.empty()) j["sanitizers"] = task.sanitizers;
  return j;
}

json exercise_to_json(const ExerciseResult& exercise) {
  json j{{"unit", exercise.unit},
         {"name", exercise.name},
         {"title", exercise.title},
         {"source", exercise.source},
         {"score", exercise.score()},
         {"max_score", exercise.max_score()},
         {"build_seconds", exercise.build_seconds},
         {"tasks", json::array()}};
  for (const TaskResult& task : exercise.tasks) j["tasks"].push_back(task_to_json(task));
  if (exercise.quiz) j["quiz"] = *exercise.quiz;
  if (exercise.points_by_hand) j["points_by_hand"] = *exercise.points_by_hand;
  return j;
}

json device_to_json(const DeviceInfo& device) {
  json j{{"kind", device.kind()}, {"name", device.name}};
  for (const auto& [key, value] : device.facts) j.emplace(key, value);  // never replaces kind or name
  return j;
}

/// What many cases show is one warning.
void add_new_warnings(std::vector<Finding>& known, const std::vector<Finding>& warnings) {
  for (const Finding& warning : warnings)
    if (std::ranges::none_of(known, [&](const Finding& other) {
          return other.place.file == warning.place.file && other.place.line == warning.place.line;
        }))
      known.push_back(warning);
}

}  // namespace

std::string DeviceInfo::kind() const {
  std::string joined;
  for (const DeviceKind device : kinds) {
    joined += joined.empty() ? "" : "+";
    joined += to_string(device);
  }
  return joined;
}

void summarize(TaskResult& task) {
  std::map<std::string, std::set<std::uint64_t>> proved;
  for (const CaseResult& one : task.cases) {
    for (const auto& [name, cost] : one.cost) {
      const auto [known, is_new] = task.cost.emplace(name, cost);
      const bool is_better_shown =
          cost.is_above() != known->second.is_above() ? cost.is_above() : cost.n > known->second.n;
      if (!is_new && is_better_shown) known->second = cost;
    }
    add_new_warnings(task.warnings, one.warnings);
    if (!one.hot_lines.empty()) task.hot_lines = one.hot_lines;
    // A proof counts only if the task passes: right cases prove nothing about a task that is wrong or not
    // begun.
    if (one.proof && task.verdict == Verdict::pass)
      proved[one.proof->claim].insert(one.proof->n.begin(), one.proof->n.end());
  }
  for (const auto& [claim, sizes] : proved) task.proofs.push_back({claim, {sizes.begin(), sizes.end()}});
}

CaseResult without_secrets(CaseResult result) {
  if (!result.hidden) return result;
  for (Finding& finding : result.findings) finding.mismatches.clear(), finding.inputs.clear();
  result.output.clear();  // a submission can print its input
  return result;
}

double ExerciseResult::score() const {
  if (points_by_hand) return *points_by_hand;
  double sum = quiz ? quiz->score() : 0;
  for (const TaskResult& task : tasks) sum += task.score;
  return sum;
}

double ExerciseResult::max_score() const {
  double sum = quiz ? quiz->max_score() : 0;
  for (const TaskResult& task : tasks) sum += task.max_score();
  return sum;
}

double Result::score() const {
  double sum = 0;
  for (const ExerciseResult& exercise : exercises) sum += exercise.score();
  return sum;
}

double Result::max_score() const {
  double sum = 0;
  for (const ExerciseResult& exercise : exercises) sum += exercise.max_score();
  return sum;
}

double Result::waiting_points() const {
  double sum = 0;
  for (const ExerciseResult& exercise : exercises) {
    for (const TaskResult& task : exercise.tasks) sum += task.waiting_points;
  }
  return sum;
}

int Result::exit_code() const {
  constexpr int kPassed = 0, kFallsShort = 1, kGraderAtFault = 2;
  int code = kPassed;
  bool graded_something = false;
  for (const ExerciseResult& exercise : exercises) {
    for (const TaskResult& task : exercise.tasks) {
      graded_something = true;
      // A task that could not be run at all is the machine's fault: it must not look like a pass.
      if (task.verdict == Verdict::grader_error || task.verdict == Verdict::not_run) return kGraderAtFault;
      if (task.verdict != Verdict::pass) code = kFallsShort;
    }
    if (exercise.quiz && exercise.quiz->falls_short()) code = kFallsShort;
  }
  return graded_something ? code : kGraderAtFault;
}

Verdict worst(const std::vector<Verdict>& verdicts) {
  if (verdicts.empty()) return Verdict::pass;
  Verdict result = Verdict::not_run;
  for (const Verdict verdict : verdicts) {
    if (verdict == Verdict::grader_error) return verdict;
    if (verdict == Verdict::not_run) continue;
    result = result == Verdict::not_run ? verdict : std::max(result, verdict);
  }
  return result;
}

bool is_failure(const CaseResult& result) {
  return result.verdict != Verdict::pass && result.verdict != Verdict::not_run;
}

bool is_right_with_losses(const CaseResult& result) {
  const auto has_above = [&](bool takes_all) {
    return std::ranges::any_of(result.cost, [takes_all](const auto& entry) {
      return entry.second.is_above() && entry.second.takes_all == takes_all;
    });
  };
  return result.verdict == Verdict::other_technique ||
         (result.verdict == Verdict::too_much_work && has_above(false) && !has_above(true));
}

const CaseResult* leading_case(const std::vector<CaseResult>& cases) {
  const auto has = [](const CaseResult& one, bool Finding::*mark) {
    return std::ranges::any_of(one.findings, mark);
  };
  const auto rank = [&](const CaseResult& one) {
    return std::tuple(one.verdict != Verdict::grader_error, !has(one, &Finding::call_dependence),
                      traits(one.verdict).results_are_right, one.verdict == Verdict::other_technique,
                      one.measures, one.n == 0, one.n);
  };
  const auto first = [&](const auto& counts, const auto& order) {
    const CaseResult* leading = nullptr;
    for (const CaseResult& one : cases)
      if (counts(one) && (leading == nullptr || order(one) < order(*leading))) leading = &one;
    return leading;
  };
  const CaseResult* leading = first(is_failure, rank);
  if (leading == nullptr || has(*leading, &Finding::call_dependence)) return leading;
  const auto is_of_its_kind = [&](const CaseResult& one) {
    return one.verdict == leading->verdict && one.measures == leading->measures;
  };
  // What tells most comes first: a named mistake, and a race of more than one warp. Of wrong answers at one
  // size, intervals tell which elements were combined; of numbers, those are readable that follow a rule.
  const auto by_what_it_tells = [&](const CaseResult& one) {
    const bool is_of_one_warp = one.verdict == Verdict::race && (one.n <= 32 || one.hidden);
    const bool is_wrong = one.verdict == Verdict::wrong_answer;
    const bool is_proof = one.name.find(".interval.") != std::string::npos;
    const bool is_readable = !one.name.ends_with(".random") && !one.name.ends_with(".extremes");
    return std::tuple(!has(one, &Finding::names_mistake), is_of_one_warp, rank(one), is_wrong && !is_proof,
                      is_wrong && !is_readable);
  };
  return first(is_of_its_kind, by_what_it_tells);
}

Verdict verdict_of(const TaskResult& task) {
  std::vector<Verdict> verdicts;
  for (const Finding& finding : task.findings) verdicts.push_back(finding.verdict);
  const CaseResult* leading = leading_case(task.cases);
  for (const CaseResult& one : task.cases)
    if (leading == nullptr || leading == &one) verdicts.push_back(one.verdict);
  return verdicts.empty() ? Verdict::not_run : worst(verdicts);
}

void to_json(json& j, const SanitizerResult& result) {
  j = json{{"tool", result.tool}, {"verdicts", json::array()}};
  for (const Verdict verdict : result.verdicts) j["verdicts"].push_back(to_string(verdict));
  if (!result.note.empty()) j["note"] = result.note;
}

void to_json(json& j, const Result& result) {
  j = json{{"format", 1},
           {"seed", result.seed},
           {"device", device_to_json(result.device)},
           {"sandbox", to_string(result.sandbox)},
           {"submission", result.submission},
           {"seconds", result.seconds},
           {"score", result.score()},
           {"max_score", result.max_score()},
           {"waiting_points", result.waiting_points()},
           {"exit_code", result.exit_code()},
           {"exercises", json::array()}};
  for (const ExerciseResult& exercise : result.exercises) {
    j["exercises"].push_back(exercise_to_json(exercise));
  }
}

}  // namespace warpgrade
