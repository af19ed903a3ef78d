// [task.cases]: the inputs of a task, from exercise.toml and hidden.toml alike.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "spec/spec.hpp"
#include "spec/toml_reader.hpp"

namespace warpgrade::spec {

/// One table or several; `task` is a reader of the [[task]] they belong to.
std::vector<CaseGroup> read_cases(TableReader& task, bool hidden);

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

}  // namespace warpgrade::spec
