// The errors that beginners meet most, in plain words.
#pragma once

#include <string>
#include <string_view>

namespace wgsim::rewriter {

/// What the compiler means by `message`; the message itself if it is none of the common ones. `source`: the
/// line that it is about.
std::string in_words_for_beginners(const std::string& message, std::string_view source);

}  // namespace wgsim::rewriter
