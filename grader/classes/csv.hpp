// Tables as comma-separated values (RFC 4180), as spreadsheets and learning platforms read them.
#pragma once

#include <string>
#include <vector>

namespace warpgrade::classes {

/// A row with its line end. Cells are quoted where needed; one that a spreadsheet would take for a formula
/// gets a ' before it, unless it is a number.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace warpgrade::classes
