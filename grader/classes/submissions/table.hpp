// A CSV file whose columns are found by their names.
#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "classes/csv.hpp"

namespace warpgrade::classes {

class Table {
 public:
  /// Throws PileError if the file can't be read, or is no table.
  explicit Table(const std::filesystem::path& file);

  /// Of all columns with one of these names, in the order of the file. Case, spaces and marks do not count:
  /// "E-mail" is "email".
  std::vector<std::size_t> columns(std::initializer_list<std::string_view> names) const;
  std::string header() const;  ///< for messages
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
  int header_line_ = 1;
};

}  // namespace warpgrade::classes
