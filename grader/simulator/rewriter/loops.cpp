#include "loops.hpp"

#include <set>

namespace wgsim::rewriter {

std::vector<Loop> loops_in(const Translation& t, const DeviceCode& code) {
  std::vector<Loop> loops;
  std::set<std::size_t> ends_of_do;  // `while` tokens
  for (std::size_t i = code.open + 1; i < code.close; ++i) {
    if (t.is(i, "do")) {
      loops.push_back({i, i});
      if (t.is(i + 1, "{") && t.partner(i + 1) != none) ends_of_do.insert(t.partner(i + 1) + 1);
    } else if ((t.is(i, "for") || (t.is(i, "while") && !ends_of_do.contains(i))) &&
               t.partner(i + 1) != none) {
      loops.push_back({i, t.partner(i + 1)});
    }
  }
  return loops;
}

}  // namespace wgsim::rewriter
