// Tables of names that a submission may not use, or not as a macro's, and of headers that it may not include.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace warpgrade::judge {

// ---- How tables, which are arrays of words, are looked into ------------------------------------------

template <class Table>
bool has(const Table& table, std::string_view word) {
  return std::ranges::find(table, word) != table.end();
}

template <class Table>
bool begins_like_one_of(const Table& table, std::string_view text) {
  return std::ranges::any_of(table, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

// ---- Names -------------------------------------------------------------------------------------------

bool is_assembly(std::string_view word);
/// What compilers and nvcc put into programs themselves, and functions of the compiler that the simulator
/// does not see.
bool is_of_the_compiler(std::string_view word);
/// Names of the simulator's own headers, some of which switch its checks off.
bool is_of_the_simulator(std::string_view word);
/// `name`: of an attribute, with or without underscores around it. Some keep code from being checked and
/// counted, others change when it runs, or what its names stand for.
bool hides_code(std::string_view name);
/// `text`: what follows #pragma, one blank between two words.
bool may_use_pragma(std::string_view text);
/// C++ leaves names such as __x and _X to compilers and libraries.
bool is_reserved(std::string_view word);
/// CUDA's words without underscores, which mean the same in every program.
bool is_word_of_cuda(std::string_view word);

// ---- Headers -----------------------------------------------------------------------------------------

/// Why a submission may not include this header, in a sentence; empty: it may. `name`: as written.
std::string why_not_included(std::string_view name);

/// Would a file of this name take the place of a header of the system's, wherever that is included?
bool is_name_of_system_header(std::string_view name);

}  // namespace warpgrade::judge
