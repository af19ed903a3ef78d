// Messages of the host compiler about rewritten code, in the form that the author of the source should read:
// with their file, line and column, with their names, and without anything internal to the simulator.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "source_map.hpp"

namespace wgsim::rewriter {

struct CompilerMessage {
  Place place;           ///< in the source
  std::string severity;  ///< "error", "note", "warning"
  std::string text;
  bool elsewhere = false;  ///< it is about a template of a library, which `place` uses
};

/// Understands g++ and clang, called with LC_ALL=C and without carets and colours. Errors, with their notes.
std::vector<CompilerMessage> read_compiler_messages(std::string_view output, const SourceMap& map);

/// Warnings about the user's files, one for each line.
std::vector<CompilerMessage> read_compiler_warnings(std::string_view output, const SourceMap& map);

/// All of them as text; each with its source line.
std::string format_messages(const std::vector<CompilerMessage>& messages);

}  // namespace wgsim::rewriter
