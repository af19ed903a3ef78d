#include "new_exercise/from_program.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "course/source_blocks.hpp"
#include "judge/compile/build_program.hpp"
#include "judge/compile/rules/source_tokens.hpp"
#include "judge/compile/rules/tables.hpp"
#include "judge/program/compare_picture.hpp"
#include "judge/program/compare_text.hpp"
#include "new_exercise/draft.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"

namespace warpgrade::new_exercise {
namespace {

namespace fs = std::filesystem;
using judge::is_source;

constexpr std::array<std::string_view, 7> kHeaders = {".h", ".hpp", ".cuh", ".hh", ".inl", ".cu_inl", ".hxx"};
constexpr std::array<std::string_view, 6> kOfBuilds = {"Makefile", "makefile", "CMakeLists.txt",
                                                       ".o",       ".a",       ".d"};
/// What is replaced once the reference has run.
constexpr std::string_view kToBeSeen = "exit_code = 0";

bool has(const auto& list, const auto& word) { return std::ranges::find(list, word) != list.end(); }
bool is_header(const fs::path& file) { return has(kHeaders, file.extension().string()); }
bool is_of_build(const fs::path& file) {
  return has(kOfBuilds, file.filename().string()) || has(kOfBuilds, file.extension().string());
}

/// Relative to the folder. What begins with a dot is not looked at.
std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::recursive_directory_iterator();
       ++entry) {
    const bool hidden = entry->path().filename().string().starts_with('.');
    if (hidden && entry->is_directory()) entry.disable_recursion_pending();
    if (!hidden && entry->is_regular_file() && !is_of_build(entry->path()))
      files.push_back(entry->path().lexically_relative(folder));
  }
  std::ranges::sort(files);
  return files;
}

/// Those with TODO blocks, a .cu file first.
std::vector<fs::path> files_to_edit(const fs::path& folder, const std::vector<fs::path>& files) {
  std::vector<fs::path> marked;
  for (const fs::path& file : files) {
    if (!is_source(file) && !is_header(file)) continue;
    const SourceBlocks blocks = split_source(system::file_text(folder / file).value_or(""));
    if (blocks.unclosed)
      throw Refused(
          fmt::format("{}:{}: this TODO and its // END TODO don't fit together: each block begins with a "
                      "line // TODO: what to do, and ends with a line // END TODO.",
                      (folder / file).string(), *blocks.unclosed));
    if (!blocks.todo_blocks.empty()) marked.push_back(file);
  }
  if (marked.empty())
    throw Refused(
        fmt::format("no file in {} says what a student writes: put it, in the working program, between a "
                    "line // TODO: what to do and a line // END TODO.",
                    folder.string()));
  const auto is_kernel = [](const fs::path& file) { return file.extension() == ".cu"; };
  std::stable_partition(marked.begin(), marked.end(),
                        is_kernel);  // not of ranges: clang 14 has trouble with it
  if (!is_kernel(marked.front()))
    throw Refused(
        fmt::format("{} is no .cu file, and a student edits one: rename it.", marked.front().string()));
  for (const fs::path& file : marked)
    if (file.has_parent_path())
      throw Refused(fmt::format("what a student edits lies in {} itself: move {} there.", folder.string(),
                                file.string()));
  return marked;
}

/// Without the code in its TODO blocks. Their comments stay.
std::string without_solution(const std::string& reference) {
  std::set<int> left_out;
  for (const TodoBlock& block : split_source(reference).todo_blocks)
    for (int line = block.code.empty() ? block.last_line : block.code.front().number; line < block.last_line;
         ++line)
      left_out.insert(line);
  std::string stub, line;
  std::istringstream lines(reference);
  for (int number = 1; std::getline(lines, line); ++number)
    if (!left_out.contains(number)) stub += line + '\n';
  return stub;
}

/// As TOML. Quotes in a word are those of TOML's literal strings.
std::string quoted(const std::string& word) {
  const bool plain = word.find('"') == word.npos && word.find('\\') == word.npos;
  return plain ? '"' + word + '"' : '\'' + word + '\'';
}

/// As TOML: ["a", "b"]
std::string list_of(const std::vector<std::string>& words) {
  std::vector<std::string> all;
  for (const std::string& word : words) all.push_back(quoted(word));
  return fmt::format("[{}]", fmt::join(all, ", "));
}

/// Sums of floats differ in their last digits between right programs.
bool has_fractions(const std::string& text) {
  for (std::size_t dot = text.find('.'); dot != text.npos; dot = text.find('.', dot + 1))
    if (dot > 0 && dot + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[dot - 1])) != 0 &&
        std::isdigit(static_cast<unsigned char>(text[dot + 1])) != 0)
      return true;
  return false;
}

/// A line without its numbers.
std::string words_of(std::string line) {
  std::erase_if(line, [](unsigned char c) { return std::isdigit(c) != 0 || c == '.'; });
  return line;
}

/// The lines of the first run's output that are in all of them. Lines with the same words as one that differs
/// are left out, too: a time may be the same twice by chance.
std::vector<std::string> lines_of_all(const std::vector<ProgramOutput>& runs) {
  std::vector<std::vector<std::string>> lines;
  for (const ProgramOutput& run : runs) lines.push_back(judge::lines_of(run.printed));
  const auto is_in_all = [&](const std::string& line) {
    return std::ranges::all_of(lines, [&](const auto& of_run) { return has(of_run, line); });
  };
  std::set<std::string> differing;
  for (const auto& of_run : lines)
    for (const std::string& line : of_run)
      if (!is_in_all(line)) differing.insert(words_of(line));
  std::vector<std::string> same;
  for (const std::string& line : lines.front())
    if (!line.empty() && !differing.contains(words_of(line))) same.push_back(line);
  return same;
}

/// Headers that the working program includes, and that submissions may not include unless the exercise says
/// so.
std::vector<std::string> headers_to_allow(const std::string& source) {
  std::vector<std::string> headers;
  for (const judge::Include& include : judge::read_source(source).includes)
    if (!judge::why_not_included(include.path).empty()) headers.push_back('<' + include.path + '>');
  return headers;
}

/// One line of the table [program], or nothing.
std::string line_of(std::string_view key, const std::vector<std::string>& values) {
  return values.empty() ? "" : fmt::format("{:<7} = {}\n", key, list_of(values));
}

std::string spec_of(const ProgramFolder& from, const std::vector<fs::path>& edited,
                    const std::vector<fs::path>& files) {
  std::vector<std::string> given, data;
  std::set<std::string> include;
  for (const fs::path& file : files) {
    if (has(edited, file) || file.stem() == "README") continue;
    if (is_header(file) && file.has_parent_path())
      include.insert(file.parent_path().string());
    else if (is_source(file) || is_header(file))
      given.push_back(file.string());
    else if (file != from.input && !has(data, file.begin()->string()))
      data.push_back(file.begin()->string());
  }
  std::vector<std::string> allow, more;
  for (const fs::path& file : edited) {
    if (file != edited.front()) more.push_back(file.string());
    for (const std::string& header : headers_to_allow(system::require_file_text(from.folder / file)))
      if (!has(allow, header)) allow.push_back(header);
  }
  return fmt::format(
      "format = 1\ntitle  = \"{0}\"                # AUTHOR: the title\nsource = "
      "\"{1}\"\n{2}\n[program]\n{3}{4}{5}{6}\n"
      "[[task]]\nname   = \"{0}\"\ntitle  = \"{0}\"                # AUTHOR: what the student writes\npoints "
      "= 4\n\n"
      "# AUTHOR: more cases: other arguments, other inputs, and in reference/{7}/{0}.hidden.toml some that "
      "students do not get\n"
      "[[task.cases]]\nname      = \"first\"\n{8}{9}{10}\n",
      from.exercise, edited.front().string(), allow.empty() ? "" : "allow  = " + list_of(allow) + "\n",
      line_of("edit", more), line_of("given", given), line_of("include", {include.begin(), include.end()}),
      line_of("data", data), from.unit,
      from.arguments.empty() ? "" : fmt::format("arguments = {}\n", list_of(from.arguments)),
      from.input.empty() ? "" : fmt::format("input     = {}\n", quoted(from.input)), kToBeSeen);
}

}  // namespace

std::map<fs::path, std::string> files_from_program(const ProgramFolder& from) {
  if (!fs::is_directory(from.folder))
    throw Refused(
        fmt::format("{} is no folder: name the one with the working program.", from.folder.string()));
  if (!from.input.empty() && !fs::is_regular_file(from.folder / from.input))
    throw Refused(fmt::format("there is no file {} in {}: --input names a file of the folder.", from.input,
                              from.folder.string()));
  const std::vector<fs::path> all = files_of(from.folder);
  const std::vector<fs::path> edited = files_to_edit(from.folder, all);
  const fs::path unit = from.unit, exercise = "assignments" / unit / from.exercise;
  std::map<fs::path, std::string> files = {
      {"reference" / unit / "wrong" / (from.exercise + ".toml"),
       "# AUTHOR: five wrong kernels, or more: the mistakes that students make\nformat = 1\n"},
      {exercise / "exercise.toml", spec_of(from, edited, all)},
      {exercise / "README.md",
       fmt::format("# {}\n\n<!-- AUTHOR: what the program does, and what of it the student writes. -->\n\n"
                   "Edit `student/{}/{}`; the other files are given.\n",
                   from.exercise, from.unit, edited.front().string())}};
  for (const fs::path& file : all) {
    const std::string text = system::require_file_text(from.folder / file);
    if (!has(edited, file)) {
      files[exercise / file] = text;
      continue;
    }
    files["reference" / unit / file] = text;
    files["student" / unit / file] = without_solution(text);
  }
  return files;
}

std::map<std::string, std::string> written_in(const fs::path& folder, const std::vector<std::string>& data) {
  std::map<std::string, std::string> written;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool given =
        std::ranges::any_of(data, [&](const std::string& file) { return fs::path(file).filename() == name; });
    if (!given && entry.is_regular_file()) written[name] = system::require_file_text(entry.path());
  }
  return written;
}

void write_what_is_right(const fs::path& exercise_toml, const std::vector<ProgramOutput>& runs) {
  const auto put = [&](const std::string& name, const std::string& text) {
    system::write_file_and_folders(exercise_toml.parent_path() / name, text);
    return quoted(name);
  };
  const ProgramOutput& first = runs.front();
  std::string right, compared;
  if (std::ranges::all_of(runs, [&](const ProgramOutput& run) { return run.printed == first.printed; })) {
    right = "output    = " + put("first.txt", first.printed);
    compared = first.printed;
  } else {
    compared = list_of(lines_of_all(runs));
    right = fmt::format(
        "prints    = {}        # AUTHOR: these lines were the same in two runs; which of them count?",
        compared);
  }
  std::vector<std::string> files;
  for (const auto& [name, text] : first.files) {
    const bool same = std::ranges::all_of(runs, [&, &file = name, &content = text](const ProgramOutput& run) {
      const auto found = run.files.find(file);
      return found != run.files.end() && found->second == content;
    });
    if (!same) continue;
    files.push_back(quoted(name) + " = " + put("first_" + name, text));
    if (!judge::is_picture(name)) compared += text;
  }
  if (!files.empty()) right += fmt::format("\nfiles     = {{ {} }}", fmt::join(files, ", "));
  if (has_fractions(compared)) right += "\ntolerance = 1e-5        # AUTHOR: how exact must numbers be?";
  std::string text = system::require_file_text(exercise_toml);
  system::write_file_and_folders(exercise_toml, text.replace(text.find(kToBeSeen), kToBeSeen.size(), right));
}

}  // namespace warpgrade::new_exercise
