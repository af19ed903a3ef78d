// Reads [task.cases] or several [[task.cases]].
#include <algorithm>

#include <fmt/format.h>

#include "spec/task_tables.hpp"

namespace warpgrade::spec {
namespace {

constexpr double kDefaultTimeout = 10;
constexpr Range kTimeout{0, 3600, true};

CaseGroup read_group(const toml::table& table, const std::string& what, Diagnostics& diagnostics) {
  TableReader reader(table, what, diagnostics);
  CaseGroup group;
  group.where = reader.where();
  // One that is listed twice would make two cases of one name.
  group.sizes = without_repeats(reader.sizes("sizes", 0), "sizes", diagnostics);

  const auto operators = reader.slugs("operators", Presence::required, R"(operators = ["sum_i32"])");
  group.operators = without_repeats(operators, "operators", diagnostics);
  for (const auto& entry : operators) group.operator_where.push_back(entry.where);

  for (const auto& entry : reader.slugs("inputs", Presence::optional, R"(inputs = ["random"])")) {
    group.inputs.push_back(entry.value);
    group.input_where.push_back(entry.where);
  }
  if (!reader.has("inputs")) {
    group.inputs = {"random"};
    group.input_where = {group.where};
  }
  group.parameters = read_parameters(reader);
  group.timeout_s = read_timeout(reader);
  group.points = reader.number("points", Presence::optional, {0, 1e6, true}, "points = 2");
  reader.finish();
  return group;
}

}  // namespace

double read_timeout(TableReader& cases) {
  return cases.number("timeout_s", Presence::optional, kTimeout, "timeout_s = 10").value_or(kDefaultTimeout);
}

std::map<std::string, std::int64_t> read_parameters(TableReader& reader) {
  const char* const kExample = "parameters = { block = 128 }";
  std::map<std::string, std::int64_t> parameters;
  const toml::table* table = reader.table("parameters", Presence::optional, kExample);
  if (table == nullptr) return parameters;
  for (const auto& [key, node] : *table) {
    const auto* integer = node.as_integer();
    if (!is_slug(key.str())) {
      reader.error(
          location_of(key.source(), reader.diagnostics()),
          fmt::format("parameter '{}' must be lower-case letters, digits and _, since it becomes part "
                      "of the names of cases: write {}",
                      key.str(), kExample));
    } else if (integer == nullptr) {
      reader.error(location_of(node.source(), reader.diagnostics()),
                   fmt::format("parameter {} must be a whole number, found {}: write {}", key.str(),
                               type_name(node), kExample));
    } else {
      parameters[std::string(key.str())] = integer->get();
    }
  }
  return parameters;
}

std::vector<CaseGroup> read_cases(TableReader& task, bool hidden, const Exercise& exercise,
                                  const std::filesystem::path& folder) {
  std::vector<CaseGroup> groups;
  // Without the key they are those of the task that `like` names.
  const Presence presence = task.has("like") ? Presence::optional : Presence::required;
  const auto tables = task.tables("cases", presence, /*or_one=*/true,
                                  exercise.program ? "a table [[task.cases]] with name, arguments and prints"
                                                   : "a table [task.cases] with sizes and operators");
  for (const toml::table* table : tables) {
    const std::string what = "cases of " + task.what();
    groups.push_back(exercise.program ? read_program_case(*table, what, folder, task.diagnostics())
                                      : read_group(*table, what, task.diagnostics()));
    groups.back().hidden = hidden;
  }
  return groups;
}

void check_points_of_groups(const std::vector<CaseGroup>& groups, Diagnostics& diagnostics) {
  const auto weighted = [](const CaseGroup& group) { return group.points.has_value(); };
  if (std::none_of(groups.begin(), groups.end(), weighted)) return;
  for (const CaseGroup& group : groups) {
    if (weighted(group)) continue;
    diagnostics.add(group.where,
                    "these cases have no points, but other cases of the task do: give all of them points, "
                    "or none");
  }
}

}  // namespace warpgrade::spec
