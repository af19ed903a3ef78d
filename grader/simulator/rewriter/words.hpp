// Messages of the compilers in words for someone who writes CUDA.
#pragma once

#include <string>
#include <string_view>

namespace wgsim::rewriter {

/// `message` without anything that the rewriter and the headers of the simulator have added to the program.
std::string in_plain_words(std::string message);

/// Whether the message still names internal things of the simulator, and so helps nobody.
bool is_internal(std::string_view message);

/// Of `if (w = warp)`, which the compiler or the rewriter finds.
inline constexpr const char* kAssigningCondition =
    "this assigns, and the condition is the value that was assigned; a comparison is written ==";

// ---- The errors that beginners meet most -----------------------------------------------------------------

/// What the compiler means by `message`; the message itself if it is none of the common ones. `source`: the
/// line that it is about.
std::string in_words_for_beginners(const std::string& message, std::string_view source);

}  // namespace wgsim::rewriter
