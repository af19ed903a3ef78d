#include "classes/csv.hpp"

#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace warpgrade::classes {
namespace {

bool is_number(const std::string& cell) {
  if (cell.find_first_not_of("+-.0123456789eE") != cell.npos) return false;
  char* end = nullptr;
  std::strtod(cell.c_str(), &end);
  return end == cell.c_str() + cell.size();
}

bool looks_like_a_formula(const std::string& cell) {
  return !cell.empty() && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos &&
         !is_number(cell);
}

std::string written_cell(const std::string& cell) {
  const std::string text = looks_like_a_formula(cell) ? "'" + cell : cell;
  const bool has_space = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (text.find_first_of(",;\"\t\r\n") == text.npos && !has_space) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += ',';
    line += written_cell(cells[i]);
  }
  return line + '\n';
}

}  // namespace warpgrade::classes
