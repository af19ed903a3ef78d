// Mistakes of typing after which all other messages would only confuse: a '{' without a '}', what Git leaves
// of a conflict, characters that look like those of C++.
#pragma once

#include <string>
#include <string_view>

namespace wgsim::rewriter {

class Translation;

/// Adds an error, or those of one kind, if there is such a mistake.
bool find_typing_mistake(Translation& t);

/// Of the first character in `text` that looks like one of C++ and is another one: what it is, and what to
/// write in its place. Empty: there is none.
std::string words_about_character(std::string_view text);

}  // namespace wgsim::rewriter
