// Tables as comma-separated values (RFC 4180), as spreadsheets and learning platforms write and read them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::classes {

struct CsvRow {
  int line = 0;  ///< where it begins, from 1: cells in quotes may hold line ends
  std::vector<std::string> cells;
};

/// The text is no table.
class CsvError : public std::runtime_error {
 public:
  CsvError(int line, const std::string& what) : std::runtime_error(what), line_(line) {}
  int line() const { return line_; }

 private:
  int line_;
};

/// All rows but empty ones, the header among them. Cells are separated by what stands most often in the first
/// row: commas, semicolons or tabs. A byte order mark and any kind of line end are understood, and text that
/// is not UTF-8 is taken for Latin-1, as older spreadsheets write it. Throws CsvError.
std::vector<CsvRow> read_csv(std::string text);

enum class Quotes { where_needed, always };

/// A row with its line end. A cell that a spreadsheet would take for a formula gets a ' before it, unless it
/// is a number, or a lone - as for no grade.
std::string csv_line(const std::vector<std::string>& cells, Quotes quotes = Quotes::where_needed);

/// A number, also as a spreadsheet writes it where the comma is the point; else nothing.
std::optional<double> read_number(std::string text);

/// How a file is written that a person opens.
enum class CsvForm {
  comma,     ///< as RFC 4180
  semicolon  ///< as spreadsheets expect where the comma is the point of numbers: 2,5;7, with a byte order
             ///< mark
};

std::string csv_text(const std::vector<std::vector<std::string>>& rows, CsvForm form);

/// A CSV file whose columns are found by their names.
class Table {
 public:
  /// Throws PileError if the file can't be read, or is no table.
  explicit Table(const std::filesystem::path& file);

  /// Of all columns with one of these names, in the order of the file. Case, spaces and marks do not count:
  /// "E-mail" is "email".
  std::vector<std::size_t> columns(std::initializer_list<std::string_view> names) const;
  std::string header() const;  ///< for messages
  const std::vector<std::string>& titles() const { return header_; }
  const std::vector<CsvRow>& rows() const { return rows_; }

  /// Without spaces around it; empty where the row is short.
  static std::string cell(const CsvRow& row, std::size_t column);
  /// The first that is not empty.
  static std::string cell(const CsvRow& row, const std::vector<std::size_t>& columns);

  [[noreturn]] void fail(int line, const std::string& what) const;  ///< throws PileError: file:line: what

 private:
  std::filesystem::path file_;
  std::vector<std::string> header_;
  std::vector<CsvRow> rows_;
};

}  // namespace warpgrade::classes
