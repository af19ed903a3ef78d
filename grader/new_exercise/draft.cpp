#include "new_exercise/draft.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "new_exercise/from_program.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"

namespace warpgrade::new_exercise {
namespace {

namespace fs = std::filesystem;

/// Names that are more than a namespace of the exercise's own.
constexpr std::string_view kReserved[] = {"cooperative_groups", "cub", "cuda", "std", "thrust", "warpgrade"};

fs::path units_of(const fs::path& course) { return course / "assignments"; }
fs::path unit_toml(const Request& request) { return fs::path("assignments") / request.unit / "unit.toml"; }

/// Names below the folder. None where it does not exist.
std::vector<fs::path> entries(const fs::path& folder) {
  std::error_code ignored;
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (!entry.path().filename().string().starts_with('.')) found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

bool is_course(const fs::path& folder) { return fs::is_directory(units_of(folder)); }

void require_name(const char* what, const std::string& name) {
  if (!spec::is_slug(name))
    throw Refused(fmt::format(
        "'{}' can't be the name of {}: it must be lower-case letters, digits and _, beginning with a "
        "letter, since it is also a C++ name.",
        name, what));
}

/// An exercise is told by its name alone, so no other unit may have it.
void require_unused(const fs::path& course, const std::string& unit, const std::string& exercise) {
  for (const fs::path& folder : entries(units_of(course))) {
    if (fs::exists(folder / exercise))
      throw Refused(fmt::format("{} exists already: names are unique in a course; choose another one.",
                                (folder / exercise).string()));
    if (folder.filename() == unit || !fs::exists(folder / "unit.toml")) continue;
    const spec::Unit other = spec::read_unit(folder / "unit.toml");
    if (const auto listed = std::ranges::find(other.exercises, exercise); listed != other.exercises.end())
      throw Refused(
          fmt::format("{}: '{}' is listed already: names are unique in a course; choose another one.",
                      other.exercise_where[std::size_t(listed - other.exercises.begin())].str(), exercise));
  }
}

void check(const Request& request) {
  auto known = kinds(request.templates);
  known.emplace_back(kProgram);
  if (std::ranges::find(known, request.kind) == known.end())
    throw Refused(fmt::format("there is no template '{}'. --like takes one of {}.", request.kind,
                              fmt::join(known, ", ")));
  if ((request.kind == kProgram) == request.from.empty())
    throw Refused("--like program takes the folder of a working program, --from DIR; nothing else does.");
  require_name("a unit", request.unit);
  require_name("an exercise", request.exercise);
  if (std::ranges::find(kReserved, request.exercise) != std::end(kReserved))
    throw Refused(fmt::format("'{}' can't be the name of an exercise: it is a namespace that others use.",
                              request.exercise));
  if (!is_course(request.course) && !entries(request.course).empty())
    throw Refused(fmt::format(
        "{} is neither a course nor empty. Name a course, or a new folder for one, with --course DIR. "
        "To begin a course among other files, make the folder {} first.",
        request.course.string(), units_of(request.course).string()));
  require_unused(request.course, request.unit, request.exercise);
}

/// What the words in a template stand for.
std::string filled_in(std::string text, const Request& request) {
  const std::pair<std::string_view, std::string> words[] = {{"UNIT", request.unit},
                                                            {"EXERCISE", request.exercise}};
  for (const auto& [word, meaning] : words)  // no meaning has a capital letter
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + meaning.size()))
      text.replace(at, word.size(), meaning);
  return text;
}

/// The regular files below a folder, relative to it.
std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path().lexically_relative(folder));
  std::ranges::sort(files);
  return files;
}

/// Of a template's files those that the course does not have.
void add_missing(const fs::path& from, const fs::path& to, const Request& request) {
  for (const fs::path& file : files_below(from))
    if (const fs::path name = filled_in(file.string(), request); !fs::exists(request.course / name))
      system::write_file_and_folders(to / name,
                                     filled_in(system::file_text(from / file).value_or(""), request));
}

void add_script(const fs::path& to, const Request& request) {
  constexpr const char* kScript = "grade";
  if (fs::exists(request.course / kScript)) return;
  fs::create_directories(to);
  fs::copy_file(request.script, to / kScript);
  fs::permissions(to / kScript, fs::perms(0755));
}

/// The stub of a template's reference: without what stands in its TODO blocks from the word AUTHOR on.
std::string stub_of(const std::string& reference) {
  std::string stub, line;
  std::istringstream lines(reference);
  for (bool is_solution = false; std::getline(lines, line);) {
    if (line.find("// AUTHOR: ") != std::string::npos) is_solution = true;
    if (line.find("// END TODO") != std::string::npos) is_solution = false;
    if (!is_solution) stub += line + '\n';
  }
  return stub;
}

/// All files of an exercise that is like a template, with their texts.
std::map<fs::path, std::string> files_like(const fs::path& from, const Request& request) {
  std::map<fs::path, std::string> files;
  for (const fs::path& file : files_below(from)) {
    const fs::path name = filled_in(file.string(), request);
    const std::string text = filled_in(system::file_text(from / file).value_or(""), request);
    if (!files.emplace(name, text).second)
      throw Refused(
          fmt::format("'{}' can't be the name of an exercise like {}: another file of it has the name {}.",
                      request.exercise, request.kind, name.filename().string()));
    const fs::path source = fs::path(request.unit) / (request.exercise + ".cu");
    if (name == "reference" / source) files.emplace("student" / source, stub_of(text));
  }
  return files;
}

/// None of the files may be there.
void add_all(const std::map<fs::path, std::string>& files, const fs::path& to, const Request& request) {
  std::vector<std::string> taken;
  for (const auto& [name, text] : files) {
    if (fs::exists(request.course / name)) taken.push_back((request.course / name).string());
    system::write_file_and_folders(to / name, text);
  }
  if (!taken.empty())
    throw Refused(
        fmt::format("these files exist already, and nothing was changed: remove them, or choose another "
                    "name.\n  {}",
                    fmt::join(taken, "\n  ")));
}

/// The offset where line `number` (from 1) begins.
std::size_t begin_of_line(const std::string& text, int number) {
  std::size_t begin = 0;
  for (int line = 1; line < number; ++line) begin = text.find('\n', begin) + 1;
  return begin;
}

/// The text of a unit.toml with the exercise at the end of its list, or as it is where it is listed already.
/// All else stays, comments too. Throws spec::SpecError with the mistakes of the file.
std::string with_exercise(const fs::path& unit_toml, const std::string& exercise) {
  const spec::Unit unit = spec::read_unit(unit_toml);  // so the list is not empty
  std::string text = system::file_text(unit_toml).value_or("");
  if (std::ranges::count(unit.exercises, exercise) > 0) return text;
  const std::size_t line = begin_of_line(text, unit.exercise_where.back().line);
  const std::size_t last = line + std::size_t(unit.exercise_where.back().column) - 1;
  const std::string before = text.substr(line, last - line);
  const bool has_own_line = before.find_first_not_of(" \t") == std::string::npos;
  const std::size_t quotes = 2;
  return text.insert(last + unit.exercises.back().size() + quotes,
                     (has_own_line ? ",\n" + before : ", ") + '"' + exercise + '"');
}

/// Renames the files of `from` into the course, in this order. If one can't be, those before are taken back.
void rename_all(const std::vector<fs::path>& files, const fs::path& from, const fs::path& course) {
  std::vector<fs::path> moved;
  try {
    for (const fs::path& file : files) {
      fs::create_directories((course / file).parent_path());
      fs::rename(from / file, course / file);
      moved.push_back(course / file);
    }
  } catch (const fs::filesystem_error&) {
    std::error_code ignored;
    for (const fs::path& file : moved) fs::remove(file, ignored);
    throw;
  }
}

}  // namespace

std::vector<std::string> kinds(const fs::path& templates) {
  std::vector<std::string> names;
  for (const fs::path& folder : entries(templates / "like")) names.push_back(folder.filename().string());
  if (names.empty())
    throw Refused(
        fmt::format("{} has no templates: `new` is for instructors, and a handout can't make exercises.",
                    templates.string()));
  return names;
}

Draft::Draft(const Request& request) : request_(request), folder_(temporary_.path() / "course") {
  check(request);
  add_script(folder_, request);
  if (!is_course(request.course)) add_missing(request.templates / "course", folder_, request);
  add_missing(request.templates / "unit", folder_, request);
  add_all(request.kind == kProgram ? files_from_program({request.from, request.unit, request.exercise,
                                                         request.arguments, request.input})
                                   : files_like(request.templates / "like" / request.kind, request),
          folder_, request);
  if (const fs::path list = request.course / unit_toml(request); fs::exists(list))
    system::write_file_and_folders(folder_ / unit_toml(request), with_exercise(list, request.exercise));
}

fs::path Draft::exercise_toml() const {
  return units_of(folder_) / request_.unit / request_.exercise / "exercise.toml";
}

std::vector<fs::path> Draft::move_into_place() const {
  std::vector<fs::path> files = files_below(folder_);
  std::stable_partition(files.begin(), files.end(),  // not of ranges: clang 14 has trouble with it
                        [&](const fs::path& file) { return file != unit_toml(request_); });
  const bool begins = !fs::exists(request_.course);
  try {
    // First onto the same disk, or nothing could be renamed.
    const system::TemporaryFolder beside(begins ? request_.course.parent_path() : request_.course);
    fs::copy(folder_, beside.path() / "course", fs::copy_options::recursive);
    if (begins)
      fs::rename(beside.path() / "course", request_.course);
    else
      rename_all(files, beside.path() / "course", request_.course);
  } catch (const std::system_error& error) {
    throw Refused(fmt::format("nothing was written: {}", error.what()));
  }
  return files;
}

}  // namespace warpgrade::new_exercise
