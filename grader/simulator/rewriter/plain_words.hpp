// The compilers' words in the words of one who writes CUDA.
#pragma once

#include <string>
#include <string_view>

namespace wgsim::rewriter {

/// `message` without what the rewriter and the simulator's headers have added to the program.
std::string in_plain_words(std::string message);

/// Adds what to do to a message that many students meet. `source`: the line that it is about.
void add_hint(std::string& message, std::string_view source);

/// Whether it still names the simulator's inside, and so helps nobody.
bool is_internal(std::string_view message);

}  // namespace wgsim::rewriter
