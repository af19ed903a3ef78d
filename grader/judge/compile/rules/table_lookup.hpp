// How the rules look into their tables, which are arrays of words.
#pragma once

#include <algorithm>
#include <string_view>

namespace warpgrade::judge {

template <class Table>
bool has(const Table& table, std::string_view word) {
  return std::ranges::find(table, word) != table.end();
}

template <class Table>
bool begins_like_one_of(const Table& table, std::string_view text) {
  return std::ranges::any_of(table, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

}  // namespace warpgrade::judge
