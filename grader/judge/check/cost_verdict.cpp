// One finding for each cost above its bound: what was measured, what is allowed, and by which formula.
#include "judge/check/cost_verdict.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "kit/inputs.hpp"
#include "kit/probes.cuh"
#include "model/costs.hpp"

namespace warpgrade::judge {
namespace {

using kit::Traced;

/// 10240 → "10,240"; 4.25 → "4.25".
std::string readable(double value) {
  std::string text = value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.2f}", value);
  std::size_t end = std::min(text.find('.'), text.size());
  for (; end > 3; end -= 3) text.insert(end - 3, ",");
  return text;
}

/// Is it counted with elements that hide their type (kit/sealed.cuh), too? Otherwise a submission could have
/// one thread do what is proven, and another algorithm for the type whose costs are counted.
bool is_counted_with_sealed(const Cost& cost) {
  return cost.measured_by == MeasuredBy::simulator && cost.no_gpu_shortens;
}

/// Bounds are made for the type of the other measuring cases, whose elements may have one word. Sealed ones
/// have two.
constexpr double kWordsOfSealed = 2;

/// The task's own, or what holds for all tasks.
std::optional<spec::CostBound> bound_of(const spec::Task& task, const std::string& name) {
  if (const auto bound = task.cost.find(name); bound != task.cost.end()) return bound->second;
  const double most = cost_named(name).most_anywhere;
  return most > 0 ? std::optional(spec::CostBound{.constant = most, .takes_all = true}) : std::nullopt;
}

/// Does a bound that takes all points do so here (Cost::part_of)?
bool is_most(const std::string& name, const std::map<std::string, double>& measured) {
  const auto whole = measured.find(std::string(cost_named(name).part_of));
  return whole == measured.end() || measured.at(name) > kMost * whole->second;
}

/// An ordinary case looks for those that do the work of all, and for nothing else.
bool is_judged(const std::string& name, const spec::Task& task, Measure measure) {
  if (measure == Measure::steps && cost_named(name).measured_by == MeasuredBy::simulator)
    return is_counted_with_sealed(cost_named(name));
  const auto bound = task.cost.find(name);
  return measure != Measure::busiest ||
         (cost_named(name).is_tallied && bound != task.cost.end() && bound->second.takes_all);
}

Finding too_much(const std::string& name, const CostResult& cost) {
  const Cost& kind = cost_named(name);
  const std::string bound = readable(*cost.bound);
  const std::string allowed = cost.formula == bound ? bound : cost.formula + " = " + bound;
  return make_finding(Verdict::too_much_work,
                      fmt::format("{}: {} {} at n = {}; allowed {}.", name, readable(cost.measured),
                                  kind.unit, cost.n, allowed),
                      std::string(kind.remedy));
}

/// What a right result has too much of, or too little, for the technique that the task teaches.
std::vector<Finding> signs_of_another(const spec::Technique& technique, Measure measure, std::uint64_t n,
                                      const std::map<std::string, double>& measured) {
  std::vector<Finding> findings;
  for (const bool is_most : {true, false})
    for (const auto& [name, bound] : is_most ? technique.most : technique.least) {
      const Cost& cost = cost_named(name);
      const auto found = measured.find(name);
      const bool is_of_others = measure == Measure::steps && cost.measured_by == MeasuredBy::simulator;
      if (found == measured.end() || is_of_others) continue;
      double limit = bound.at(n);
      if (is_most ? found->second <= limit : found->second >= limit) continue;
      if (found->second == std::floor(found->second))  // whole things, and no average
        limit = is_most ? std::floor(limit) : std::ceil(limit);
      findings.push_back(make_finding(
          Verdict::other_technique,
          fmt::format("Right, but this is not {}, which has at {} {} {} at n = {}: yours has {}.",
                      technique.name, is_most ? "most" : "least", readable(limit), cost.unit, n,
                      readable(found->second)),
          technique.how));
    }
  return findings;
}

}  // namespace

void take_depth(const kit::CaseData& data, CallResult& call) {
  const auto work = call.cost.find("work");
  // No output can have more levels than there were applications. One that has was not written, and holds
  // random bytes.
  const double most_levels = work == call.cost.end() ? HUGE_VAL : work->second + 1;
  std::uint32_t levels = 0;
  for (std::size_t i = 0; i < std::min(call.outputs.size(), data.outputs.size()); ++i) {
    const kit::Array& expected = data.outputs[i].values;
    if (expected.type != kit::element_type_of<Traced>()) continue;
    std::vector<std::byte>& got = call.outputs[i];
    if (got.size() < expected.bytes.size()) return;  // compare_outputs() reports it
    for (std::size_t at = 0; at + sizeof(Traced) <= expected.bytes.size(); at += sizeof(Traced)) {
      Traced right, given;
      std::memcpy(&right, &expected.bytes[at], sizeof right);
      std::memcpy(&given, &got[at], sizeof given);
      if (given.sum != right.sum || given.levels > most_levels)
        continue;  // a wrong answer, whose levels say nothing
      levels = std::max(levels, given.levels);
      std::memcpy(&got[at], &right, sizeof right);
    }
    levels = std::max(levels, 1u);
  }
  if (levels > 0) call.cost["depth"] = levels - 1;
}

std::vector<std::string_view> costs_that_a_runner_tells(Measure measure) {
  if (measure == Measure::nothing) return {};
  std::vector<std::string_view> names;
  if (measure == Measure::busiest) {
    for (const Cost& cost : all_costs())
      if (cost.is_tallied) names.push_back(cost.name);
    return names;
  }
  if (measure == Measure::steps) names = {"work"};  // depth is in the outputs
  for (const Cost& cost : all_costs())
    if (measure == Measure::steps ? is_counted_with_sealed(cost) : cost.measured_by == MeasuredBy::simulator)
      names.push_back(cost.name);
  return names;
}

bool is_far_above(const std::string& name, const CostResult& cost) {
  return cost_named(name).no_gpu_shortens && cost.bound && cost.measured > kFarAbove * *cost.bound;
}

void judge_costs(CaseResult& result, const spec::Task& task, Measure measure, std::uint64_t n,
                 const std::map<std::string, double>& measured) {
  if (result.verdict != Verdict::pass) return;
  for (const auto& [name, value] : measured) {
    const bool of_sealed =
        measure == Measure::steps && cost_named(name).measured_by != MeasuredBy::traced_operator;
    if (!is_judged(name, task, measure)) continue;
    CostResult cost{value, std::nullopt, "", n};
    cost.drawn = result.drawn;
    const auto bound = bound_of(task, name);
    if (bound) {
      cost.bound = bound->at(n) * (of_sealed ? kWordsOfSealed : 1);
      cost.formula =
          of_sealed ? fmt::format("{:g}·({})", kWordsOfSealed, bound->formula()) : bound->formula();
      cost.takes_all = (bound->takes_all && is_most(name, measured)) || is_far_above(name, cost);
    }
    if (cost.is_above()) result.findings.push_back(too_much(name, cost));
    const bool is_general = bound && !task.cost.contains(name);
    if (cost.is_above() || !(of_sealed || is_general || measure == Measure::busiest))
      result.cost.emplace(name, cost);  // else there is nothing to tell
  }
  if (!result.findings.empty()) result.verdict = Verdict::too_much_work;
  if (!task.technique || measure == Measure::busiest) return;
  std::vector<Finding> signs = signs_of_another(*task.technique, measure, n, measured);
  if (!signs.empty() && result.findings.empty()) result.verdict = Verdict::other_technique;
  std::ranges::move(signs, std::back_inserter(result.findings));
}

}  // namespace warpgrade::judge
