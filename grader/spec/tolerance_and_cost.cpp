// Reads and checks tolerances and cost bounds, and evaluates a cost bound.
#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/costs.hpp"
#include "model/element_type.hpp"
#include "spec/task_tables.hpp"

namespace warpgrade::spec {

namespace {

bool rounds(std::string_view type) {
  for (const Scalar scalar : {Scalar::f16, Scalar::bf16, Scalar::f32, Scalar::f64})
    if (ElementType{scalar}.name() == type) return true;
  return false;
}

}  // namespace

std::map<std::string, Tolerance> read_tolerance(TableReader& task) {
  const char* const kExample = R"(f32 = { sum_abs = 64, why = "…" })";
  std::map<std::string, Tolerance> tolerances;
  const toml::table* table = task.table("tolerance", Presence::optional, kExample);
  if (table == nullptr) return tolerances;
  for (const auto& [key, node] : *table) {
    if (!rounds(key.str())) {
      task.error(location_of(key.source(), task.diagnostics()),
                 fmt::format(
                     "'{}' has no tolerance: only f16, bf16, f32 and f64 round, all other types are compared "
                     "exactly; remove it",
                     key.str()));
      continue;
    }
    const toml::table* entry = entry_table(key, node, R"({ sum_abs = 64, why = "…" })", task.diagnostics());
    if (entry == nullptr) continue;
    TableReader reader(*entry, fmt::format("tolerance {} of {}", key.str(), task.what()), task.diagnostics());
    Tolerance tolerance;
    tolerance.sum_abs =
        reader.number("sum_abs", Presence::required, {0, 1e12, true}, "sum_abs = 64").value_or(0);
    tolerance.why = reader.text("why", Presence::required, "why = \"64 ulp cover any order of summation\"");
    reader.finish();
    tolerances[std::string(key.str())] = tolerance;
  }
  return tolerances;
}

namespace {

/// The terms of a bound, in the order in which a formula shows them.
struct Term {
  const char* key;
  double CostBound::*coefficient;
  std::string_view variable;
  double (*value)(double n, double log2);
};
constexpr Term kTerms[] = {
    {"n_squared", &CostBound::n_squared, "n²", [](double n, double) { return n * n; }},
    {"n_log2n_squared", &CostBound::n_log2n_squared, "n·log2(n)²",
     [](double n, double log2) { return n * log2 * log2; }},
    {"n_log2n", &CostBound::n_log2n, "n·log2(n)", [](double n, double log2) { return n * log2; }},
    {"n", &CostBound::n, "n", [](double n, double) { return n; }},
    {"log2n_squared", &CostBound::log2n_squared, "log2(n)²", [](double, double log2) { return log2 * log2; }},
    {"log2n", &CostBound::log2n, "log2(n)", [](double, double log2) { return log2; }},
    {"const", &CostBound::constant, "", [](double, double) { return 1.0; }},
};

constexpr double kGreatest = 1e12;  ///< coefficient of a bound

/// lowest_constant: below 0, a bound from below holds only where n is large.
CostBound read_bound(const toml::table& entry, const std::string& name, double lowest_constant,
                     TableReader& task) {
  TableReader reader(entry, fmt::format("cost {} of {}", name, task.what()), task.diagnostics());
  CostBound bound;
  for (const Term& term : kTerms)
    bound.*term.coefficient = reader
                                  .number(term.key, Presence::optional,
                                          {term.variable.empty() ? lowest_constant : 0, kGreatest, false},
                                          fmt::format("{} = 1", term.key))
                                  .value_or(0);
  reader.finish();
  if (entry.empty())
    reader.error(reader.where(),
                 fmt::format("the bound for {} is empty: write {} = {{ log2n = 1 }}", name, name));
  return bound;
}

template <class T>
std::vector<T> values(const std::vector<Located<T>>& located) {
  std::vector<T> result;
  for (const auto& each : located) result.push_back(each.value);
  return result;
}

constexpr const char* kNoBounds[] = {"sizes", "drawn_below", "operator", "inputs", "takes_all"};

/// The keys of [task.cost] that say how it is measured. What has no key stays as it is.
void read_cost_cases(TableReader& cost, CostCases& cases) {
  cases.where = cost.where();
  if (cost.has("sizes")) cases.sizes = values(cost.sizes("sizes", 1));
  if (const auto below =
          cost.number("drawn_below", Presence::optional, {8, 1e9, false}, "drawn_below = 20_000"))
    cases.drawn_below = std::uint64_t(*below);
  if (cost.has("operator")) cases.op = cost.slug("operator", "operator = \"sum_i32\"");
  const auto inputs = cost.slugs("inputs", Presence::optional, R"(inputs = ["random"])");
  if (cost.has("inputs")) cases.inputs = values(inputs);
}

/// Key takes_all: the bounds that are the point of the task. What the host does always is.
void mark_those_that_take_all(TableReader& cost, std::map<std::string, CostBound>& bounds) {
  const auto listed = cost.slugs("takes_all", Presence::optional, R"(takes_all = ["work"])");
  if (!cost.has("takes_all")) return;
  for (auto& [name, bound] : bounds) bound.takes_all = cost_named(name).outside_kernels;
  for (const auto& [name, where] : listed) {
    const auto found = bounds.find(name);
    if (found == bounds.end()) {
      std::vector<std::string> known;
      for (const auto& [each, bound] : bounds) known.push_back(each);
      cost.error(where, fmt::format("takes_all lists '{}', which has no bound here{}", name,
                                    known.empty() ? ": remove it" : suggestion(name, known)));
    } else if (std::exchange(found->second.takes_all, true)) {
      cost.error(where, cost_named(name).outside_kernels
                            ? fmt::format("'{}' always takes all points: remove it from takes_all", name)
                            : fmt::format("takes_all lists {} twice; remove one", name));
    }
  }
}

/// Calls take(name, bound) for each bound of a table whose other keys are `no_bounds`.
template <class F>
void read_bounds(const toml::table& table, TableReader& task, std::span<const char* const> no_bounds,
                 double lowest_constant, F take) {
  std::vector<std::string> known;
  for (const Cost& each : all_costs()) known.emplace_back(each.name);
  known.insert(known.end(), no_bounds.begin(), no_bounds.end());
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (std::ranges::find(no_bounds, name) != no_bounds.end()) continue;
    if (std::ranges::find(known, name) == known.end())
      task.error(location_of(key.source(), task.diagnostics()),
                 fmt::format("'{}' is not a cost that is counted{}", name, suggestion(name, known)));
    else if (const toml::table* entry = entry_table(key, node, "{ log2n = 1 }", task.diagnostics()))
      take(name, read_bound(*entry, name, lowest_constant, task));
  }
}

}  // namespace

void read_cost(TableReader& task, Task& read) {
  const toml::table* table = task.table("cost", Presence::optional, "depth = { log2n = 1 }");
  if (table == nullptr) return;
  TableReader cost(*table, "cost of " + task.what(), task.diagnostics());
  read_cost_cases(cost, read.cost_cases);
  read_bounds(*table, task, kNoBounds, 0, [&read](const std::string& name, CostBound own) {
    CostBound& bound = read.cost[name];
    own.takes_all = bound.takes_all || cost_named(name).outside_kernels;
    bound = own;
  });
  mark_those_that_take_all(cost, read.cost);
}

std::optional<Technique> read_technique(TableReader& task) {
  const toml::table* table = task.table("technique", Presence::optional, "a table [task.technique]");
  if (table == nullptr) return std::nullopt;
  TableReader reader(*table, "technique of " + task.what(), task.diagnostics());
  Technique technique;
  technique.name = reader.text("is", Presence::required, R"(is = "a tree in shared memory")");
  technique.how = reader.text("how", Presence::required, R"(how = "All threads of a block …")");
  technique.share =
      reader.number("share", Presence::optional, {0, 0.9, true}, "share = 0.5").value_or(technique.share);
  for (const auto& [key, bounds] : {std::pair("least", &technique.least), std::pair("most", &technique.most)})
    if (const toml::table* each = reader.table(key, Presence::optional, "{ barriers = { log2n = 1 } }"))
      read_bounds(*each, task, {}, bounds == &technique.least ? -kGreatest : 0,
                  [to = bounds](const std::string& name, CostBound bound) { to->emplace(name, bound); });
  reader.finish();
  if (technique.least.empty() && technique.most.empty())
    reader.error(reader.where(),
                 "nothing tells this technique from others: write least = { barriers = { log2n = 1 } }, "
                 "or most = …");
  return technique;
}

std::optional<double> read_cost_points(TableReader& task, const Task& read) {
  const auto points = task.number("cost_points", Presence::optional, kAnyPoints, "cost_points = 2");
  if (!points) return points;
  const Location where = task.where("cost_points");
  if (*points > read.points)
    task.error(where, fmt::format("cost_points are a part of points, and can't be more: write at most {}",
                                  read.points));
  if (read.points > 0 && read.points_for_cost() == 0)
    task.error(where,
               fmt::format("no bound of {} costs these points: remove cost_points, or give [task.cost] "
                           "a bound that is not in takes_all (host_bytes and upload_bytes always are)",
                           task.what()));
  return points;
}

double Task::points_for_cost() const {
  const auto costs_a_part = [](const auto& bound) { return !bound.second.takes_all; };
  if (std::ranges::none_of(cost, costs_a_part)) return 0;
  return cost_points.value_or(points / 3);
}

bool Task::measures(const std::string& name) const {
  return cost.contains(name) ||
         (technique && (technique->least.contains(name) || technique->most.contains(name)));
}

double CostBound::at(std::uint64_t size) const {
  // ⌈log2 n⌉ for n >= 1; nothing has to be combined for n = 0.
  const double log2 = size <= 1 ? 0 : std::bit_width(size - 1);
  double sum = 0;
  for (const Term& term : kTerms)
    sum += this->*term.coefficient * term.value(static_cast<double>(size), log2);
  return sum;
}

std::string CostBound::formula() const {
  std::string text;
  for (const Term& term : kTerms) {
    const double coefficient = this->*term.coefficient;
    if (coefficient == 0) continue;
    if (!text.empty()) text += coefficient < 0 ? " - " : " + ";
    if (term.variable.empty())
      text += fmt::format("{}", text.empty() ? coefficient : std::abs(coefficient));
    else if (coefficient == 1)
      text += term.variable;
    else
      text += fmt::format("{}·{}", coefficient, term.variable);
  }
  return text.empty() ? "0" : text;
}

}  // namespace warpgrade::spec
