// Finds the place in the source, as its author knows it, for a place in preprocessed or rewritten text.
//
// Files and lines are right already, since line markers carry them. A column is found by its token: the
// third `n` of a rewritten line is the third `n` of that line in the source.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lexer.hpp"

namespace wgsim::rewriter {

/// The lines of preprocessed text, by the places that they come from. The text must outlive the object.
class SourceMap {
 public:
  explicit SourceMap(std::string_view preprocessed);

  /// For messages of the preprocessor itself. Its columns are right, and there are no markers yet that say
  /// which headers are those of the system.
  static SourceMap before_preprocessing(std::vector<std::string> system_folders);

  bool is_before_preprocessing() const { return !system_folders_.empty(); }
  /// Whether the file is one of the user's: not a system header, not one of the simulator.
  bool is_user_file(const std::string& file) const;

  /// `place` with the column in the source.
  Place in_source(const Place& place) const;

  /// A line of the source, without its end; empty if it can't be read. A file whose first line is
  /// `#line 1 "NAME"` is a copy of NAME: it is read in its place.
  std::string line(const std::string& file, int line) const;

 private:
  std::map<std::string, std::string, std::less<>> copies_;  ///< by the name of their original
  std::map<std::pair<std::string, int>, std::vector<std::string_view>> lines_;
  std::set<std::string> user_files_;
  std::vector<std::string> system_folders_;  ///< used instead of user_files_ if not empty
};

/// A line of a file, without its end; empty if there is none.
std::string line_of_file(const std::string& file, int line);

/// The column in `source` of the token at `column` in `processed`. If the source has no such token, the
/// column of the first token of the line.
int matching_column(std::string_view source, std::string_view processed, int column);

/// `kernel.cu:12:7: error: message`, then the source line and a caret under the column.
std::string format_message(const Place& place, std::string_view severity, std::string_view message);

}  // namespace wgsim::rewriter
