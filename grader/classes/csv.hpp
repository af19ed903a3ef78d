// Tables as comma-separated values (RFC 4180), as spreadsheets and learning platforms write and read them.
#pragma once

#include <stdexcept>
#include <string>
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

}  // namespace warpgrade::classes
