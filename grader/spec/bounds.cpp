// Reads and checks tolerances, cost bounds and timing tiers, and evaluates a cost bound.
#include "spec/bounds.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpgrade::spec {
namespace {

Location key_location(const toml::key& key, const TableReader& reader, Diagnostics& diagnostics) {
  const Location where = location_of(key.source(), diagnostics);
  return where.line > 0 ? where : reader.where();
}

// An entry as a table, or null after reporting what it is instead. `value` is what to write.
const toml::table* entry_table(const toml::key& key, const toml::node& node, std::string_view value,
                               Diagnostics& diagnostics) {
  if (!node.is_table()) {
    diagnostics.add(location_of(node.source(), diagnostics),
                    fmt::format("{} must be a table, found {}: write {} = {}", key.str(), type_name(node),
                                key.str(), value));
  }
  return node.as_table();
}

struct Threshold {
  const char* key;
  std::optional<double> TimingTier::*member;
  Range range;
  const char* example;
};

// A copy moves each byte once in and once out, so no honest kernel is above a share of 1.
const std::array kThresholds = {
    Threshold{"copy_fraction", &TimingTier::copy_fraction, {0, 1, true}, "copy_fraction = 0.4"},
    Threshold{"reference_ratio", &TimingTier::reference_ratio, kPositive, "reference_ratio = 1.25"},
    Threshold{"cub_ratio", &TimingTier::cub_ratio, kPositive, "cub_ratio = 1.5"},
    Threshold{"max_ms", &TimingTier::max_ms, kPositive, "max_ms = 2.5"},
};

TimingTier read_tier(const toml::table& table, const std::string& what, Diagnostics& diagnostics) {
  TableReader reader(table, what, diagnostics);
  TimingTier tier;
  tier.points = reader.number("points", Presence::required, {0, 1e6, true}, "points = 2").value_or(0);
  std::vector<std::string> given;
  for (const Threshold& threshold : kThresholds) {
    if (reader.has(threshold.key)) given.emplace_back(threshold.key);
    tier.*threshold.member =
        reader.number(threshold.key, Presence::optional, threshold.range, threshold.example);
  }
  if (given.empty()) {
    reader.error(
        reader.where(),
        fmt::format("{} has no threshold: add one of copy_fraction, reference_ratio, cub_ratio, max_ms",
                    what));
  } else if (given.size() > 1) {
    reader.error(reader.where(given[1]), fmt::format("{} has {} thresholds ({}): keep one of them", what,
                                                     given.size(), fmt::join(given, ", ")));
  }
  reader.finish();
  return tier;
}

std::vector<TimingTier> read_tiers(TableReader& timing) {
  std::vector<TimingTier> tiers;
  const auto tables = timing.tables("tier", Presence::required, /*or_one=*/false,
                                    "a [[task.timing.tier]] with points and a threshold");
  for (const toml::table* table : tables) {
    const std::string what = fmt::format("tier {} of {}", tiers.size() + 1, timing.what());
    tiers.push_back(read_tier(*table, what, timing.diagnostics()));
    const bool ascending = tiers.size() < 2 || tiers.back().points > tiers[tiers.size() - 2].points;
    if (!ascending && tiers.back().points > 0) {
      timing.error(location_of(table->source(), timing.diagnostics()),
                   fmt::format("{} gives no more points than the tier before it: order tiers from the "
                               "fewest points to the most",
                               what));
    }
  }
  return tiers;
}

double best_points(const std::vector<TimingTier>& tiers) { return tiers.empty() ? 0 : tiers.back().points; }

void read_gpu_overrides(TableReader& reader, Timing& timing) {
  const char* const kExample = R"([[task.timing.gpu."NVIDIA H200".tier]])";
  const toml::table* gpus = reader.table("gpu", Presence::optional, kExample);
  if (gpus == nullptr) return;
  for (const auto& [key, node] : *gpus) {
    const toml::table* table =
        entry_table(key, node, "{ tier = [{ points = 2, max_ms = 1.5 }] }", reader.diagnostics());
    if (table == nullptr) continue;
    TableReader gpu(*table, fmt::format("timing on '{}'", key.str()), reader.diagnostics());
    auto tiers = read_tiers(gpu);
    gpu.finish();
    if (!tiers.empty() && best_points(tiers) != best_points(timing.tiers)) {
      gpu.error(key_location(key, reader, reader.diagnostics()),
                fmt::format("the best tier on '{}' gives {} points and elsewhere {}: make them equal, since "
                            "what a task is worth must not depend on the card",
                            key.str(), best_points(tiers), best_points(timing.tiers)));
    }
    timing.gpu[std::string(key.str())] = std::move(tiers);
  }
}

}  // namespace

const std::vector<std::string>& cost_names() {
  static const std::vector<std::string> names = {
      "depth",          "work",     "global_bytes", "sectors_per_request", "bank_conflicts", "atomics",
      "global_atomics", "barriers", "launches",     "divergent_branches"};
  return names;
}

std::map<std::string, Tolerance> read_tolerance(TableReader& task) {
  const char* const kExample = R"(f32 = { sum_abs = 64, why = "…" })";
  std::map<std::string, Tolerance> tolerances;
  const toml::table* table = task.table("tolerance", Presence::optional, kExample);
  if (table == nullptr) return tolerances;
  for (const auto& [key, node] : *table) {
    if (key.str() != "f32" && key.str() != "f64") {
      task.error(location_of(key.source(), task.diagnostics()),
                 fmt::format("'{}' has no tolerance: only f32 and f64 round, all other types are compared "
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

CostBound read_bound(const toml::table& entry, const std::string& name, TableReader& task) {
  constexpr Range kCoefficient{0, 1e12, false};
  TableReader reader(entry, fmt::format("cost {} of {}", name, task.what()), task.diagnostics());
  const auto coefficient = [&](const char* key) {
    return reader.number(key, Presence::optional, kCoefficient, fmt::format("{} = 1", key)).value_or(0);
  };
  const CostBound bound{coefficient("const"), coefficient("n"), coefficient("log2n"), coefficient("n_log2n")};
  reader.finish();
  if (entry.empty())
    reader.error(reader.where(),
                 fmt::format("the bound for {} is empty: write {} = {{ log2n = 1 }}", name, name));
  return bound;
}

/// The keys of [task.cost] that are no bounds.
CostCases read_cost_cases(TableReader& cost) {
  CostCases cases;
  cases.where = cost.where();
  if (cost.has("sizes"))
    for (const auto& size : cost.sizes("sizes", 1)) cases.sizes.push_back(size.value);
  if (cost.has("operator")) cases.op = cost.slug("operator", "operator = \"sum_i32\"");
  if (cost.has("input")) cases.input = cost.slug("input", "input = \"random\"");
  return cases;
}

}  // namespace

std::map<std::string, CostBound> read_cost(TableReader& task, CostCases& cases) {
  std::map<std::string, CostBound> bounds;
  const toml::table* table = task.table("cost", Presence::optional, "depth = { log2n = 1 }");
  if (table == nullptr) return bounds;
  TableReader cost(*table, "cost of " + task.what(), task.diagnostics());
  cases = read_cost_cases(cost);
  std::vector<std::string> known = cost_names();
  known.insert(known.end(), {"sizes", "operator", "input"});
  for (const auto& [key, node] : *table) {
    const std::string name(key.str());
    if (name == "sizes" || name == "operator" || name == "input") continue;
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      task.error(location_of(key.source(), task.diagnostics()),
                 fmt::format("'{}' is not a cost that is counted{}", name, suggestion(name, known)));
      continue;
    }
    const toml::table* entry = entry_table(key, node, "{ log2n = 1 }", task.diagnostics());
    if (entry != nullptr) bounds[name] = read_bound(*entry, name, task);
  }
  return bounds;
}

std::optional<Timing> read_timing(TableReader& task) {
  const toml::table* table =
      task.table("timing", Presence::optional, "a table [task.timing] with operator, sizes and tiers");
  if (table == nullptr) return std::nullopt;
  TableReader reader(*table, "timing of " + task.what(), task.diagnostics());
  Timing timing;
  timing.where = reader.where();
  timing.inputs = {"random"};
  timing.op = reader.slug("operator", "operator = \"sum_i32\"");
  for (const auto& size : reader.sizes("sizes", 1)) timing.sizes.push_back(size.value);
  timing.tiers = read_tiers(reader);
  read_gpu_overrides(reader, timing);
  reader.finish();
  return timing;
}

double CostBound::at(std::uint64_t size) const {
  // ⌈log2 n⌉ for n >= 1; nothing has to be combined for n = 0.
  const double log2 = size <= 1 ? 0 : std::bit_width(size - 1);
  const auto count = static_cast<double>(size);
  return constant + n * count + log2n * log2 + n_log2n * count * log2;
}

std::string CostBound::formula() const {
  std::string text;
  const auto term = [&text](double coefficient, std::string_view variable) {
    if (coefficient == 0) return;
    if (!text.empty()) text += " + ";
    if (variable.empty())
      text += fmt::format("{}", coefficient);
    else if (coefficient == 1)
      text += variable;
    else
      text += fmt::format("{}·{}", coefficient, variable);
  };
  term(n_log2n, "n·log2(n)");
  term(n, "n");
  term(log2n, "log2(n)");
  term(constant, "");
  return text.empty() ? "0" : text;
}

}  // namespace warpgrade::spec
