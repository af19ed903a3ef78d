// Lines of the submission, with their numbers.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace warpgrade::report::html {

/// Where the quoted files lie.
struct Sources {
  std::string submission, unit;
};

/// A line that an excerpt marks. The label stands behind it; may be empty.
struct MarkedLine {
  int line = 0;
  std::string label;
};

/// Quotes lines for one part of the page.
class Excerpts {
 public:
  explicit Excerpts(Sources sources) : sources_(std::move(sources)) {}
  /// The marked lines of a file with a few lines around them; what lies far from all of them is left out.
  /// Empty if they can't be quoted, or stand in the page already.
  std::string quote(const std::string& file, const std::vector<MarkedLine>& marked);

 private:
  Sources sources_;
  std::set<std::string> shown_;
};

}  // namespace warpgrade::report::html
