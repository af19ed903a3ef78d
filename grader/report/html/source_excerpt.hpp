// Lines of the submission, with their numbers.
#pragma once

#include <string>

#include "model/result.hpp"

namespace warpgrade::report::html {

/// Where the quoted files lie.
struct Sources {
  std::string submission, unit;
};

/// The line that `place` names with a few lines around it, itself marked. Empty if it can't be quoted.
std::string excerpt(const Sources& sources, const Place& place);

/// `hot_lines` as a table in the order of the source: beside each line a bar for what it moved, and in
/// another colour what it could have saved. Empty without any.
std::string heat(const Sources& sources, const std::string& task, const std::vector<HotLine>& hot_lines);

}  // namespace warpgrade::report::html
