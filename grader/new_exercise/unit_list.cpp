#include "new_exercise/unit_list.hpp"

#include <algorithm>

#include "spec/spec.hpp"
#include "system/file_text.hpp"

namespace warpgrade::new_exercise {
namespace {

/// The offset where line `number` (from 1) begins.
std::size_t begin_of_line(const std::string& text, int number) {
  std::size_t begin = 0;
  for (int line = 1; line < number; ++line) begin = text.find('\n', begin) + 1;
  return begin;
}

}  // namespace

std::string with_exercise(const std::filesystem::path& unit_toml, const std::string& exercise) {
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

}  // namespace warpgrade::new_exercise
