// The tables of a [[task]]: its cases, from exercise.toml and hidden.toml alike, and what it allows beyond
// right answers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "spec/spec.hpp"
#include "spec/toml_reader.hpp"

namespace warpgrade::spec {

/// [task.cases], one table or several; `task` is a reader of the [[task]] they belong to, of this exercise.
/// `folder`: of the spec.
std::vector<CaseGroup> read_cases(TableReader& task, bool hidden, const Exercise& exercise,
                                  const std::filesystem::path& folder);

/// [program], and of such an exercise one [[task.cases]]. `folder`: of the spec.
std::optional<Program> read_program(TableReader& exercise, const std::filesystem::path& folder);
CaseGroup read_program_case(const toml::table& table, const std::string& what,
                            const std::filesystem::path& folder, Diagnostics& diagnostics);

/// Key `timeout_s` of a table of cases.
double read_timeout(TableReader& cases);

/// Key `parameters` of a table of cases, or of [task.timing].
std::map<std::string, std::int64_t> read_parameters(TableReader& reader);

/// The values, after reporting each that is listed more than once.
template <class T>
std::vector<T> without_repeats(const std::vector<Located<T>>& entries, std::string_view key,
                               Diagnostics& diagnostics) {
  std::set<T> seen;
  std::vector<T> values;
  for (const Located<T>& entry : entries) {
    if (seen.insert(entry.value).second) {
      values.push_back(entry.value);
    } else {
      diagnostics.add(entry.where, fmt::format("{} lists {} twice; remove one", key, entry.value));
    }
  }
  return values;
}

/// Points per group: all groups of a task have them, or none.
void check_points_of_groups(const std::vector<CaseGroup>& groups, Diagnostics& diagnostics);

std::map<std::string, Tolerance> read_tolerance(TableReader& task);

/// What has no key in [task.cost] stays as it is in `read`: the defaults, or what `like` brought.
void read_cost(TableReader& task, Task& read);

/// [task.technique].
std::optional<Technique> read_technique(TableReader& task);

/// Key cost_points of a task whose points and bounds are read.
std::optional<double> read_cost_points(TableReader& task, const Task& read);

/// [task.timing]: with what a task of this exercise is timed on a GPU, and which times give points.
std::optional<Timing> read_timing(TableReader& task, const Exercise& exercise);

/// A regular expression, after reporting one that is none.
std::string checked_pattern(const Located<std::string>& pattern, TableReader& reader);

}  // namespace warpgrade::spec
