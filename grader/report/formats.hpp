// The reports that are written to a file: one table. Each format is an option of ./grade.
#pragma once

#include <iosfwd>
#include <span>

#include "model/result.hpp"

namespace warpgrade::report {

struct Format {
  const char* option;  ///< "--json"
  const char* help;
  /// `costs`: also which lines move the memory, of right tasks too.
  void (*write)(std::ostream& out, const Result& result, bool costs);
  bool has_pictures = false;    ///< it shows the pictures of cases, and drawings of what went wrong
  bool gives_commands = false;  ///< its lines are to be obeyed by who reads the log
};

std::span<const Format> formats();

}  // namespace warpgrade::report
