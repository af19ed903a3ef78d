// Tables of names: which reserved names, attributes and pragmas a submission may use, and which words it may
// not redefine.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace warpgrade::judge {

/// C++ leaves names such as __x and _X to compilers and libraries.
bool is_reserved(std::string_view word);
/// May a submission use this reserved name? It may if CUDA or a compiler documents it for programs.
bool may_use_reserved(std::string_view word);
/// `name`: from __attribute__((NAME)) or [[gnu::NAME]], with or without underscores around it.
bool may_use_attribute(std::string_view name);
/// `name`: from [[NAME]].
bool may_use_standard_attribute(std::string_view name);
/// `text`: what follows #pragma, one blank between two words.
bool may_use_pragma(std::string_view text);
/// The language's keywords and the words that CUDA adds to them.
bool is_word_of_language(std::string_view word);

bool is_assembly(std::string_view word);

/// Names of the simulator's own headers, some of which switch its checks off, begin so.
inline constexpr std::array<std::string_view, 2> kBeginningsOfTheSimulator = {"WGSIM_", "wgsim"};
bool is_of_the_simulator(std::string_view word);

/// All tables as one text: a runner that was built under other rules is built again.
std::string word_rules();

}  // namespace warpgrade::judge
