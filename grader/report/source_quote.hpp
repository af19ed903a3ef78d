// Lines of a student's source, to be quoted beside a finding.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/finding.hpp"

namespace warpgrade::report {

struct SourceQuote {
  std::string line;
  std::optional<std::size_t> caret = {};  ///< how many characters stand before the column of the place
};

/// The text of the line that `place` names, if it lies in a file inside the submission's folder. The place
/// comes from a process that holds a student's code: it must not make a report quote other files, neither by
/// '..' nor by a symbolic link. `unit` helps to find a file that is named without its folder.
std::optional<SourceQuote> quote_source(const std::filesystem::path& submission, const std::string& unit,
                                        const Place& place);

/// The lines `first` to `last` of a file that a place names, as many of them as there are. Empty if the file
/// does not lie inside the submission's folder.
std::vector<std::string> quote_lines(const std::filesystem::path& submission, const std::string& unit,
                                     const std::string& name, int first, int last);

}  // namespace warpgrade::report
