// Translates messages of the compilers into words for someone who writes CUDA.
#pragma once

#include <string>
#include <string_view>

namespace wgsim::rewriter {

/// `message` without anything that the rewriter and the headers of the simulator have added to the program.
std::string in_plain_words(std::string message);

/// Whether the message still names internal things of the simulator, and so helps nobody.
bool is_internal(std::string_view message);

}  // namespace wgsim::rewriter
