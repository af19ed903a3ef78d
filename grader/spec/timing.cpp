// Reads and checks [task.timing]: with what a task is timed, and its tiers.
#include <regex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "spec/task_tables.hpp"

namespace warpgrade::spec {
namespace {

/// Fewer elements than this are not timed: see read_sizes().
constexpr std::uint64_t kFewestTimed = 1 << 20;

Location key_location(const toml::key& key, const TableReader& reader, Diagnostics& diagnostics) {
  const Location where = location_of(key.source(), diagnostics);
  return where.line > 0 ? where : reader.where();
}

TimingTier read_tier(const toml::table& table, const std::string& what, Diagnostics& diagnostics) {
  TableReader reader(table, what, diagnostics);
  TimingTier tier;
  tier.where = reader.where();
  tier.points = reader.number("points", Presence::required, {0, 1e6, true}, "points = 2").value_or(0);
  std::vector<std::string_view> given, known;
  for (const TierKindInfo& kind : all_tier_kinds()) {
    known.push_back(kind.name);
    if (!reader.has(kind.name)) {
      reader.accept(kind.name);
      continue;
    }
    given.push_back(kind.name);
    tier.kind = kind.kind;
    tier.threshold = reader
                         .number(kind.name, Presence::optional, {0, kind.most, true},
                                 fmt::format("{} = {}", kind.name, kind.example))
                         .value_or(0);
  }
  if (given.empty()) {
    reader.error(reader.where(),
                 fmt::format("{} has no threshold: add one of {}", what, fmt::join(known, ", ")));
  } else if (given.size() > 1) {
    reader.error(reader.where(given[1]), fmt::format("{} has {} thresholds ({}): keep one of them", what,
                                                     given.size(), fmt::join(given, ", ")));
  }
  reader.finish();
  return tier;
}

/// What is wrong with the last tier beside the ones before it; empty: nothing.
std::string out_of_order(const std::vector<TimingTier>& tiers) {
  const TimingTier& last = tiers.back();
  for (auto tier = tiers.begin(); tier != tiers.end() - 1; ++tier) {
    if (last.points > 0 && !(last.points > tier->points))
      return "gives no more points than a tier before it: order tiers from the fewest points to the most";
    if (tier->kind != last.kind || tier->threshold == 0 || last.threshold == 0) continue;  // 0: not readable
    const bool is_harder =
        info(last.kind).more_is_better ? last.threshold > tier->threshold : last.threshold < tier->threshold;
    if (!is_harder)
      return fmt::format(
          "is no harder than a tier before it ({} = {} after {}): nobody would get the points of "
          "that one",
          to_string(last.kind), last.threshold, tier->threshold);
  }
  return "";
}

/// `path`: of the tables, for what a message says to write.
std::vector<TimingTier> read_tiers(TableReader& timing, const std::string& path) {
  std::vector<TimingTier> tiers;
  const auto tables = timing.tables("tier", Presence::required, /*or_one=*/false,
                                    fmt::format("a [[{}]] with points and a threshold", path));
  for (const toml::table* table : tables) {
    const std::string what = fmt::format("tier {} of {}", tiers.size() + 1, timing.what());
    tiers.push_back(read_tier(*table, what, timing.diagnostics()));
    if (const std::string wrong = out_of_order(tiers); !wrong.empty())
      timing.error(location_of(table->source(), timing.diagnostics()), fmt::format("{} {}", what, wrong));
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
    auto tiers = read_tiers(gpu, fmt::format(R"(task.timing.gpu."{}".tier)", key.str()));
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

/// Up to some 10^6 elements a GPU needs a few microseconds, most of which are the launch: a time would say
/// nothing about the kernel.
std::vector<std::uint64_t> read_sizes(TableReader& timing) {
  std::vector<Located<std::uint64_t>> large;
  for (const auto& size : timing.sizes("sizes", 1, "[67_108_864, 268_435_456]")) {
    if (size.value >= kFewestTimed) {
      large.push_back(size);
      continue;
    }
    timing.error(size.where, fmt::format("sizes has {}, but below {} elements a launch takes longer than the "
                                         "work: time with more, or leave the speed of this task ungraded",
                                         size.value, kFewestTimed));
  }
  return without_repeats(large, "sizes", timing.diagnostics());
}

void read_inputs(TableReader& reader, Timing& timing) {
  const bool is_there = reader.has("inputs");
  const auto inputs = reader.slugs("inputs", Presence::optional, R"(inputs = ["random"])");
  if (!is_there) {
    timing.inputs = {"random"};
    timing.input_where = {timing.where};
    return;
  }
  timing.inputs = without_repeats(inputs, "inputs", reader.diagnostics());
  for (const auto& entry : inputs) timing.input_where.push_back(entry.where);
}

/// With which calls of a function.
void read_calls(TableReader& reader, Timing& timing) {
  timing.op = reader.slug("operator", "operator = \"sum_i32\"");
  timing.op_where = reader.where("operator");
  timing.sizes = read_sizes(reader);
  read_inputs(reader, timing);
  timing.parameters = read_parameters(reader);
}

/// The line in which a program prints its time.
std::string read_printed_time(TableReader& reader) {
  const Located<std::string> pattern{
      reader.text("prints", Presence::optional, R"(prints = '^Time: ([0-9.]+) ms$')"),
      reader.where("prints")};
  const std::string checked = checked_pattern(pattern, reader);
  if (!checked.empty() && std::regex(checked).mark_count() != 1)
    reader.error(
        pattern.where,
        fmt::format("'{}' must have one group, around the milliseconds: write '^Time: ([0-9.]+) ms$'",
                    checked));
  return checked;
}

/// With which runs of a program.
void read_runs(TableReader& reader, const std::filesystem::path& folder, Timing& timing) {
  for (const toml::table* table : reader.tables("cases", Presence::required, /*or_one=*/true,
                                                "a [[task.timing.cases]] with name, arguments and prints")) {
    timing.cases.push_back(
        read_program_case(*table, "cases of " + reader.what(), folder, reader.diagnostics()));
    if (timing.cases.back().points)
      reader.error(timing.cases.back().where, "a case that is timed has no points, but tiers: remove points");
  }
  timing.prints = read_printed_time(reader);
}

void refuse_kinds_that_programs_lack(const std::vector<TimingTier>& tiers, Diagnostics& diagnostics) {
  for (const TimingTier& tier : tiers)
    if (!info(tier.kind).of_programs)
      diagnostics.add(tier.where,
                      fmt::format("a program can't be compared by {}: write reference_ratio or max_ms",
                                  to_string(tier.kind)));
}

}  // namespace

std::optional<Timing> read_timing(TableReader& task, const Exercise& exercise) {
  const bool of_program = exercise.program.has_value();
  const toml::table* table = task.table("timing", Presence::optional,
                                        of_program ? "a table [task.timing] with cases and tiers"
                                                   : "a table [task.timing] with operator, sizes and tiers");
  if (table == nullptr) return std::nullopt;
  TableReader reader(*table, "timing of " + task.what(), task.diagnostics());
  Timing timing;
  timing.where = reader.where();
  if (of_program)
    read_runs(reader, exercise.folder, timing);
  else
    read_calls(reader, timing);
  timing.calibrated_on =
      reader.any_text("calibrated_on", Presence::optional, R"(calibrated_on = "NVIDIA H200")");
  timing.tiers = read_tiers(reader, "task.timing.tier");
  read_gpu_overrides(reader, timing);
  if (of_program) {
    refuse_kinds_that_programs_lack(timing.tiers, reader.diagnostics());
    for (const auto& [gpu, tiers] : timing.gpu) refuse_kinds_that_programs_lack(tiers, reader.diagnostics());
  }
  reader.finish();
  return timing;
}

}  // namespace warpgrade::spec
