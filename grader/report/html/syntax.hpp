// Colours for source lines: the style sheet knows the classes k (keywords), g (names of CUDA), n (numbers),
// s (texts) and c (comments).
#pragma once

#include <string>
#include <string_view>

namespace warpgrade::report::html {

/// Turns the lines of one piece of a file into markup, in their order: a comment may go on in the next one.
class Highlighter {
 public:
  std::string operator()(std::string_view line);

 private:
  bool in_comment_ = false;
};

}  // namespace warpgrade::report::html
