// exercise.toml and hidden.toml: the tasks of an exercise.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "spec/spec.hpp"
#include "spec/task_tables.hpp"
#include "spec/toml_reader.hpp"

namespace warpgrade::spec {
namespace {

namespace fs = std::filesystem;

// Reads the name first, so that all messages about the task can name it.
std::string read_task_name(TableReader& reader, std::map<std::string, int>& line_of_task) {
  std::string name = reader.slug("name", R"(name = "my_task")");
  if (name.empty()) return name;
  reader.rename(fmt::format("[[task]] '{}'", name));
  const Location where = reader.where("name");
  const auto [first, inserted] = line_of_task.emplace(name, where.line);
  if (!inserted) {
    reader.error(where, fmt::format("there is a task '{}' already, in line {}: rename one of them", name,
                                    first->second));
  }
  return name;
}

// What the stub of a repair task gets: a verdict of work that was begun and is wrong.
std::optional<Verdict> read_repair(TableReader& reader) {
  const std::string word = reader.text("repair", Presence::optional, R"(repair = "race")");
  if (word.empty()) return std::nullopt;
  const auto verdict = verdict_from_string(word);
  if (verdict && is_students_fault(*verdict) && *verdict != Verdict::not_started) return verdict;
  reader.error(reader.where("repair"),
               fmt::format("repair '{}' must be the verdict of the broken kernel in the stub: write for "
                           "example repair = \"race\"",
                           word));
  return std::nullopt;
}

ShownCall read_shown_call(TableReader& task) {
  ShownCall call;
  const toml::table* table = task.table("trace", Presence::optional, "a table [task.trace] with n = 256");
  if (table == nullptr) return call;
  TableReader reader(*table, "[task.trace]", task.diagnostics());
  const auto n = reader.number("n", Presence::required, {1, double(ShownCall::kMostElements)}, "n = 256");
  call.n = std::uint64_t(n.value_or(double(call.n)));
  call.parameters = read_parameters(reader);
  reader.finish();
  return call;
}

Task* find_task(Exercise& exercise, const std::string& name) {
  const auto found = std::find_if(exercise.tasks.begin(), exercise.tasks.end(),
                                  [&](const Task& task) { return task.name == name; });
  return found == exercise.tasks.end() ? nullptr : &*found;
}

std::vector<std::string> task_names(const Exercise& exercise) {
  std::vector<std::string> names;
  for (const Task& task : exercise.tasks) names.push_back(task.name);
  return names;
}

// Key like: the task with which this one begins. It stands above, so tasks can't be like each other.
Task read_like(TableReader& reader, Exercise& tasks_above) {
  const std::string name = reader.text("like", Presence::optional, R"(like = "other_task")");
  if (name.empty()) return {};
  if (const Task* other = find_task(tasks_above, name)) return *other;
  reader.error(reader.where("like"), tasks_above.tasks.empty()
                                         ? "no task stands above this one: remove like"
                                         : fmt::format("no task above this one is named '{}'{}", name,
                                                       suggestion(name, task_names(tasks_above))));
  return {};
}

/// Key `kernels`: of a program, whose costs are meant.
void read_kernels(TableReader& reader, const Exercise& exercise, Task& task) {
  if (!reader.has("kernels")) return;
  task.kernels.clear();
  for (const auto& kernel : reader.texts("kernels", R"(kernels = ["upsweep"])"))
    task.kernels.push_back(kernel.value);
  if (!exercise.program)
    reader.error(reader.where("kernels"),
                 "the costs of a function are those of all its kernels: remove kernels, which are for "
                 "exercises with [program]");
}

/// A program is no function: nobody calls it with another operator, and its results are text.
void refuse_what_programs_lack(TableReader& reader, const Task& task) {
  for (const char* key : {"tolerance", "trace", "same_bits"})
    if (reader.has(key))
      reader.error(reader.where(key), fmt::format("a task of a program has no {}: remove it", key));
  for (const char* cost : {"depth", "work"})
    if (task.measures(cost))
      reader.error(reader.where(), fmt::format("{} needs functions that take an operator, and this is a task "
                                               "of a program: bound serial_accesses or global_bytes instead",
                                               cost));
  if (!task.cost_cases.sizes.empty() || !task.cost_cases.op.empty() || !task.cost_cases.inputs.empty())
    reader.error(task.cost_cases.where,
                 "costs of a program are counted in each of its public cases: remove "
                 "sizes, operator and inputs");
}

Task read_task(const toml::table& table, Exercise& tasks_above, std::map<std::string, int>& line_of_task,
               Diagnostics& diagnostics) {
  TableReader reader(table, "[[task]]", diagnostics);
  const std::string name = read_task_name(reader, line_of_task);
  Task task = read_like(reader, tasks_above);
  const auto replace = [&reader](const char* key, auto& value, auto own) {
    if (reader.has(key)) value = std::move(own);
  };
  task.where = reader.where();
  task.name = name;
  task.title = reader.text("title", Presence::required, R"(title = "My task")");
  task.points = reader.number("points", Presence::required, kAnyPoints, "points = 6").value_or(0);
  task.hint = reader.text("hint", Presence::optional, R"(hint = "Two barriers per step, or two buffers.")");
  replace("cases", task.cases, read_cases(reader, /*hidden=*/false, tasks_above, tasks_above.folder));
  if (reader.has("cases")) check_points_of_groups(task.cases, diagnostics);
  replace("tolerance", task.tolerance, read_tolerance(reader));
  read_cost(reader, task);
  task.cost_points = read_cost_points(reader, task);
  task.technique = read_technique(reader);
  read_kernels(reader, tasks_above, task);
  replace("allow_same_value_races", task.allow_same_value_races,
          reader.boolean("allow_same_value_races", "allow_same_value_races = true"));
  replace("strict_barriers", task.strict_barriers,
          reader.boolean("strict_barriers", "strict_barriers = true"));
  replace("same_bits", task.same_bits, reader.boolean("same_bits", "same_bits = true"));
  task.repair = read_repair(reader);
  task.timing = read_timing(reader, tasks_above);
  if (tasks_above.program) refuse_what_programs_lack(reader, task);
  replace("trace", task.shown, read_shown_call(reader));
  reader.finish();
  return task;
}

// A plain file name: the folder is the submission's, which a spec must not leave.
std::string read_source(TableReader& root, const std::string& example) {
  std::string source = root.text("source", Presence::required, example);
  if (source.empty()) return source;
  const fs::path path = source;
  if (path.extension() != ".cu" || path.stem().empty() || path.has_parent_path()) {
    root.error(
        root.where("source"),
        fmt::format("source '{}' must be a .cu file's name without a folder: write {}", source, example));
  }
  return source;
}

// ".../UNIT/EXERCISE/exercise.toml" → unit and name.
void name_from_folders(Exercise& exercise, const fs::path& file) {
  std::error_code ignored;
  fs::path folder = fs::weakly_canonical(file, ignored).parent_path();
  if (folder.empty()) folder = fs::absolute(file).parent_path();
  exercise.folder = file.parent_path();
  exercise.name = folder.filename().string();
  exercise.unit = folder.parent_path().filename().string();
}

void add_hidden_task(const toml::table& table, const fs::path& folder, Exercise& exercise,
                     std::map<std::string, int>& line_of_task, Diagnostics& diagnostics) {
  TableReader reader(table, "[[task]]", diagnostics);
  const std::string name = read_task_name(reader, line_of_task);
  const auto groups = read_cases(reader, /*hidden=*/true, exercise, folder);
  reader.finish();
  if (name.empty()) return;
  Task* task = find_task(exercise, name);
  if (task == nullptr) {
    reader.error(reader.where("name"), fmt::format("exercise '{}' has no task '{}'{}", exercise.name, name,
                                                   suggestion(name, task_names(exercise))));
    return;
  }
  const bool weighted = task->has_weights();
  for (const CaseGroup& group : groups) {
    if (group.points.has_value() == weighted) continue;
    reader.error(group.where, weighted ? "these hidden cases have no points, but those of exercise.toml do: "
                                         "add points"
                                       : "these hidden cases have points, but those of exercise.toml have "
                                         "none: remove points");
  }
  task->cases.insert(task->cases.end(), groups.begin(), groups.end());
}

}  // namespace

std::vector<std::string> Exercise::edited_files() const {
  std::vector<std::string> files = {source};
  if (program) files.insert(files.end(), program->edit.begin(), program->edit.end());
  return files;
}

Exercise read_exercise(const fs::path& exercise_toml) {
  const toml::table root = parse_toml(exercise_toml);
  Diagnostics diagnostics(exercise_toml.string());
  check_format(root, diagnostics);
  Exercise exercise;
  name_from_folders(exercise, exercise_toml);

  TableReader reader(root, "exercise.toml", diagnostics);
  reader.accept("format");
  exercise.title = reader.text("title", Presence::required, R"(title = "Prefix sum")");
  exercise.source = read_source(reader, fmt::format("source = \"{}.cu\"", exercise.name));
  for (const auto& word : reader.texts("forbid", R"(forbid = ["atomicAdd"])")) {
    exercise.forbid.push_back(word.value);
  }
  for (const auto& header : reader.texts("allow", R"(allow = ["<thread>"])")) {
    if (!header.value.starts_with('<') || !header.value.ends_with('>'))
      reader.error(header.where,
                   fmt::format("allow names headers: write \"<{0}>\" and not \"{0}\"", header.value));
    exercise.allow.push_back(header.value);
  }
  exercise.program = read_program(reader, exercise.folder);
  std::map<std::string, int> line_of_task;
  for (const toml::table* task : reader.tables("task", Presence::required, /*or_one=*/false,
                                               "a [[task]] with name, title and points")) {
    exercise.tasks.push_back(read_task(*task, exercise, line_of_task, diagnostics));
  }
  reader.finish();
  diagnostics.throw_if_any();
  return exercise;
}

void add_hidden_cases(Exercise& exercise, const fs::path& hidden_toml) {
  const toml::table root = parse_toml(hidden_toml);
  Diagnostics diagnostics(hidden_toml.string());
  check_format(root, diagnostics);
  TableReader reader(root, "hidden.toml", diagnostics);
  reader.accept("format");
  std::map<std::string, int> line_of_task;
  Exercise extended = exercise;  // so that a mistake leaves the caller's exercise as it was
  for (const toml::table* task :
       reader.tables("task", Presence::required, /*or_one=*/false, "a [[task]] with name and cases")) {
    add_hidden_task(*task, hidden_toml.parent_path(), extended, line_of_task, diagnostics);
  }
  reader.finish();
  diagnostics.throw_if_any();
  exercise = std::move(extended);
}

}  // namespace warpgrade::spec
