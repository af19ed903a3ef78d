// Reads [program], and a [[task.cases]] of a program.
#include "spec/program.hpp"

#include <algorithm>
#include <regex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "simulator/include/wgsim/forgivable.hpp"
#include "spec/task_tables.hpp"

namespace warpgrade::spec {
namespace {

namespace fs = std::filesystem;

/// A name that leads out of its folder would not be there in a handout.
bool stays_inside(const fs::path& path) {
  const fs::path plain = path.lexically_normal();
  return !plain.empty() && plain.is_relative() && *plain.begin() != "..";
}

void require_file(TableReader& reader, const Location& where, const fs::path& folder,
                  const std::string& file) {
  if (!stays_inside(file))
    reader.error(where, fmt::format("'{}' must lie in the folder of this file: copy it there", file));
  else if (!fs::exists(folder / file))
    reader.error(
        where, fmt::format("there is no {}: write the file, or correct the name", (folder / file).string()));
}

std::vector<std::string> read_files(TableReader& reader, std::string_view key, const fs::path& folder,
                                    std::string_view example) {
  std::vector<std::string> files;
  for (const auto& file : reader.texts(key, example)) {
    require_file(reader, file.where, folder, file.value);
    files.push_back(file.value);
  }
  return files;
}

std::vector<std::string> values_of(const std::vector<Located<std::string>>& entries) {
  std::vector<std::string> values;
  for (const auto& entry : entries) values.push_back(entry.value);
  return values;
}

std::string read_file_name(TableReader& reader, std::string_view key, const fs::path& folder,
                           std::string_view example) {
  std::string file = reader.text(key, Presence::optional, example);
  if (!file.empty()) require_file(reader, reader.where(key), folder, file);
  return file;
}

std::vector<std::string> read_forgiven(TableReader& reader) {
  std::vector<std::string> known, forgiven;
  for (const auto& kind : wgsim::kForgivable) known.emplace_back(kind.name);
  for (const auto& kind : reader.texts("forgive", R"(forgive = ["uninitialized_read"])")) {
    if (std::ranges::find(known, kind.value) == known.end())
      reader.error(kind.where, fmt::format("'{}' can't be forgiven: write one of {}", kind.value,
                                           fmt::join(known, ", ")));
    forgiven.push_back(kind.value);
  }
  return forgiven;
}

std::vector<std::string> read_patterns(TableReader& reader) {
  std::vector<std::string> patterns;
  for (const auto& pattern : reader.texts("matches", R"(matches = ['^Sum: \\d+$'])"))
    patterns.push_back(checked_pattern(pattern, reader));
  return patterns;
}

/// files = { "out.ppm" = "right.ppm" }
std::map<std::string, std::string> read_written_files(TableReader& reader, const fs::path& folder) {
  const char* const kExample = R"(files = { "out.ppm" = "right.ppm" })";
  std::map<std::string, std::string> files;
  const toml::table* table = reader.table("files", Presence::optional, kExample);
  if (table == nullptr) return files;
  for (const auto& [key, node] : *table) {
    const Location where = location_of(key.source(), reader.diagnostics());
    const auto right = node.value<std::string>();
    if (!right)
      reader.error(where, fmt::format("the right file for '{}' must be a name in quotes: write {}", key.str(),
                                      kExample));
    else if (!stays_inside(key.str()))
      reader.error(where, fmt::format("the program writes '{}' outside of the folder in which it runs: write "
                                      "a name without a folder",
                                      key.str()));
    else
      require_file(reader, where, folder, files[std::string(key.str())] = *right);
  }
  return files;
}

bool says_what_is_right(const TableReader& reader) {
  for (const char* key : {"prints", "matches", "output", "files", "checker", "exit_code"})
    if (reader.has(key)) return true;
  return false;
}

ProgramRun read_run(TableReader& reader, const fs::path& folder) {
  ProgramRun run;
  run.folder = folder;
  run.name = reader.slug("name", R"(name = "small")");
  run.arguments = values_of(reader.texts("arguments", R"(arguments = ["-n", "1000"])"));
  run.input = read_file_name(reader, "input", folder, R"(input = "numbers.txt")");
  run.exit_code = int(reader.number("exit_code", Presence::optional, {0, 255}, "exit_code = 0").value_or(0));
  run.prints = values_of(reader.texts("prints", R"(prints = ["Test passed"])"));
  run.matches = read_patterns(reader);
  run.output = read_file_name(reader, "output", folder, R"(output = "small.txt")");
  run.files = read_written_files(reader, folder);
  run.tolerance = reader.number("tolerance", Presence::optional, {0, 1e6}, "tolerance = 1e-5").value_or(0);
  run.checker = read_file_name(reader, "checker", folder, R"(checker = "check.py")");
  if (!says_what_is_right(reader))
    reader.error(reader.where(),
                 "nothing here says what is right: add prints, matches, output, files, checker or exit_code");
  return run;
}

}  // namespace

std::string checked_pattern(const Located<std::string>& pattern, TableReader& reader) {
  try {
    const std::regex compiled(pattern.value);
  } catch (const std::regex_error& error) {
    reader.error(pattern.where, fmt::format("'{}' is no regular expression ({}): write one as in "
                                            "ECMAScript, for example '^Sum: \\\\d+$'",
                                            pattern.value, error.what()));
    return "";
  }
  return pattern.value;
}

std::optional<Program> read_program(TableReader& exercise, const fs::path& folder) {
  const toml::table* table =
      exercise.table("program", Presence::optional, R"(a table [program] with given = ["main.cpp"])");
  if (table == nullptr) return std::nullopt;
  TableReader reader(*table, "[program]", exercise.diagnostics());
  Program program;
  for (const auto& file : reader.texts("edit", R"(edit = ["naive.cu"])")) {
    program.edit.push_back(file.value);
    if (fs::path(file.value).has_parent_path() || !fs::path(file.value).has_extension())
      reader.error(file.where, fmt::format("'{}' must be a file's name without a folder: it lies beside the "
                                           "exercise's source",
                                           file.value));
  }
  program.given = read_files(reader, "given", folder, R"(given = ["main.cpp", "timer.h"])");
  program.include = read_files(reader, "include", folder, R"(include = ["common"])");
  program.define = values_of(reader.texts("define", R"(define = ["N=10"])"));
  program.forgive = read_forgiven(reader);
  program.data = read_files(reader, "data", folder, R"(data = ["numbers.txt"])");
  reader.finish();
  return program;
}

CaseGroup read_program_case(const toml::table& table, const std::string& what, const fs::path& folder,
                            Diagnostics& diagnostics) {
  TableReader reader(table, what, diagnostics);
  CaseGroup group;
  group.where = reader.where();
  group.run = read_run(reader, folder);
  group.sizes = {std::uint64_t(
      reader.number("n", Presence::optional, {1, 1e12}, "n = 1000, the number of elements").value_or(1))};
  group.timeout_s = read_timeout(reader);
  group.points = reader.number("points", Presence::optional, {0, 1e6, true}, "points = 2");
  reader.finish();
  return group;
}

}  // namespace warpgrade::spec
