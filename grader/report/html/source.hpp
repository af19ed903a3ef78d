// Lines of the submission as markup, with their numbers and colours. The style sheet knows the classes k
// (keywords), g (names of CUDA), n (numbers), s (texts) and c (comments).
#pragma once

#include <set>
#include <string>
#include <vector>

namespace warpgrade::report::html {

/// Where the quoted files lie: the submission's folder, and the name of the exercise's unit.
struct Sources {
  std::string submission, unit;
};

/// The lines of one piece of a file as markup.
std::vector<std::string> highlighted(const std::vector<std::string>& lines);

/// Lines of a file that stand one below the other.
struct Piece {
  int first = 0, last_wanted = 0;  ///< numbers of lines
  /// From `first` on, as markup; fewer where the file ends, or can't be quoted.
  std::vector<std::string> lines;
};

/// The wanted lines of a file, each with as many lines `around` it. Two that lie at most `bridged` lines
/// apart stand in one piece.
std::vector<Piece> pieces_of(const Sources& sources, const std::string& file, const std::set<int>& wanted,
                             int around, int bridged);

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
