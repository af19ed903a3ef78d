#include "classes/submissions/csv.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "classes/submissions/names.hpp"
#include "classes/submissions/pile.hpp"
#include "system/file_text.hpp"

namespace warpgrade::classes {
namespace {

std::string from_latin_1(const std::string& text) {
  std::string result;
  for (const char c : text) append_utf8(result, static_cast<unsigned char>(c));
  return result;
}

std::string without_byte_order_mark(std::string text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw CsvError(1, "this is UTF-16; save it as CSV in UTF-8");
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

char separator_of(std::string_view text) {
  std::size_t commas = 0, semicolons = 0, tabs = 0;
  bool in_quotes = false;
  for (const char c : text) {
    if (c == '"') in_quotes = !in_quotes;
    if (in_quotes) continue;
    if (c == '\n' || c == '\r') break;
    commas += c == ',';
    semicolons += c == ';';
    tabs += c == '\t';
  }
  if (tabs > std::max(commas, semicolons)) return '\t';
  return semicolons > commas ? ';' : ',';
}

class RowReader {
 public:
  explicit RowReader(std::string_view text) : text_(text), separator_(separator_of(text)) {
    constexpr std::string_view said = "sep=";  // Excel's own first line
    if (!text.starts_with(said) || text.find_first_of("\r\n") != said.size() + 1) return;
    separator_ = text[said.size()];
    at_ = text.find('\n') + 1;
    line_ = 2;
  }

  std::vector<CsvRow> rows() {
    std::vector<CsvRow> result;
    while (at_ < text_.size()) {
      CsvRow row = next_row();
      if (std::ranges::any_of(row.cells, [](const std::string& cell) { return !cell.empty(); }))
        result.push_back(std::move(row));
    }
    return result;
  }

 private:
  CsvRow next_row() {
    CsvRow row{line_, {}};
    do {
      row.cells.push_back(peek() == '"' ? quoted_cell() : plain_cell());
    } while (skip(separator_));
    const bool carriage = skip('\r');
    if (!skip('\n') && !carriage && at_ < text_.size())
      throw CsvError(line_, "text follows a cell in quotes; a quote within one is written twice: \"\"");
    ++line_;
    return row;
  }

  std::string plain_cell() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\r' && text_[at_] != '\n') ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string quoted_cell() {
    const int begin = line_;
    std::string cell;
    for (++at_;; ++at_) {
      if (at_ >= text_.size()) throw CsvError(begin, "a cell begins with a quote that nothing closes");
      if (text_[at_] == '"') {
        ++at_;
        if (peek() != '"') return cell;
      }
      line_ += text_[at_] == '\n';
      cell += text_[at_];
    }
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool skip(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
  int line_ = 1;
};

bool is_number(const std::string& cell) {
  if (cell.find_first_not_of("+-.0123456789eE") != cell.npos) return false;
  char* end = nullptr;
  std::strtod(cell.c_str(), &end);
  return end == cell.c_str() + cell.size();
}

bool looks_like_a_formula(const std::string& cell) {
  return !cell.empty() && cell != "-" &&
         std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos && !is_number(cell);
}

std::string written_cell(const std::string& cell, Quotes quotes) {
  std::string text = looks_like_a_formula(cell) ? "'" + cell : cell;
  const bool has_space = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (quotes == Quotes::where_needed && text.find_first_of(",;\"\t\r\n") == text.npos && !has_space)
    return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string line_of(const std::vector<std::string>& cells, char separator, Quotes quotes) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += separator;
    line += written_cell(cells[i], quotes);
  }
  return line + '\n';
}

}  // namespace

std::vector<CsvRow> read_csv(std::string text) {
  text = without_byte_order_mark(std::move(text));
  if (!is_utf8(text)) text = from_latin_1(text);
  return RowReader(text).rows();
}

std::optional<double> read_number(std::string text) {
  std::ranges::replace(text, ',', '.');
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size() && std::isfinite(number);
  return is_number ? std::optional(number) : std::nullopt;
}

std::string csv_line(const std::vector<std::string>& cells, Quotes quotes) {
  return line_of(cells, ',', quotes);
}

std::string csv_text(const std::vector<std::vector<std::string>>& rows, CsvForm form) {
  std::string text = form == CsvForm::semicolon ? "\xEF\xBB\xBF" : "";
  for (std::vector<std::string> row : rows) {
    if (form == CsvForm::semicolon)
      for (std::string& cell : row)
        if (is_number(cell)) std::ranges::replace(cell, '.', ',');
    text += line_of(row, form == CsvForm::semicolon ? ';' : ',', Quotes::where_needed);
  }
  return text;
}

Table::Table(const std::filesystem::path& file) : file_(file) {
  if (!std::filesystem::is_regular_file(file))
    throw PileError(fmt::format("{}: there is no such file", file.string()));
  auto text = system::file_text(file);
  if (!text) throw PileError(fmt::format("{}: it can't be read", file.string()));
  try {
    rows_ = read_csv(std::move(*text));
  } catch (const CsvError& error) {
    fail(error.line(), error.what());
  }
  if (rows_.empty()) fail(1, "the table is empty: its first line names the columns");
  header_ = std::move(rows_.front().cells);
  rows_.erase(rows_.begin());
  for (const CsvRow& row : rows_)
    for (std::size_t i = header_.size(); i < row.cells.size(); ++i)
      if (!row.cells[i].empty())
        fail(row.line,
             fmt::format("there are {} cells, but only {} columns", row.cells.size(), header_.size()));
}

std::vector<std::size_t> Table::columns(std::initializer_list<std::string_view> names) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < header_.size(); ++i)
    if (std::ranges::count(names, squashed(header_[i])) > 0) found.push_back(i);
  return found;
}

std::string Table::header() const { return printable(fmt::format("{}", fmt::join(header_, ", "))); }

std::string Table::cell(const CsvRow& row, std::size_t column) {
  if (column >= row.cells.size()) return "";
  const std::string text = printable(row.cells[column]);
  const std::size_t begin = text.find_first_not_of(' '), end = text.find_last_not_of(' ');
  return begin == text.npos ? "" : text.substr(begin, end + 1 - begin);
}

std::string Table::cell(const CsvRow& row, const std::vector<std::size_t>& columns) {
  for (const std::size_t column : columns)
    if (std::string text = cell(row, column); !text.empty()) return text;
  return "";
}

void Table::fail(int line, const std::string& what) const {
  throw PileError(fmt::format("{}:{}: {}", file_.string(), line, what));
}

}  // namespace warpgrade::classes
