#include "loops.hpp"

#include <algorithm>
#include <set>

namespace wgsim::rewriter {
namespace {

/// The `while` that ends the `do` at i; none if it is not found.
std::size_t end_of_do(const Translation& t, std::size_t i) {
  std::size_t last = i + 1;  // of the body
  if (!t.is(last, "{"))
    while (last < t.size() && !t.is(last, ";"))
      last = t.partner(last) != none && t.partner(last) > last ? t.partner(last) + 1 : last + 1;
  else
    last = t.partner(last);
  return last != none && t.is(last + 1, "while") ? last + 1 : none;
}

/// `if (int n = f())`, `if (init; condition)`: not an expression, or it can't be told.
bool declares_something(const Translation& t, std::size_t open) {
  for (std::size_t i = open + 1; i < t.partner(open); ++i) {
    if (t.is(i, ";") || t.is(i, "=")) return true;
    if (t.partner(i) != none && t.partner(i) > i) i = t.partner(i);
  }
  return false;
}

void mark(Translation& t, const Loop& loop) {
  t.before(loop.keyword, "if (::wgsim::Loop wgsim_loop; false) {} else ");
  t.after(loop.head_end, " if (wgsim_loop.next(); false) {} else ");
}

void mark_branch(Translation& t, std::size_t i) {
  const std::size_t open = i + 1, close = t.partner(open);
  if (!t.is(open, "(") || close == none || declares_something(t, open)) return;
  t.after(open, "::wgsim::branch((");
  t.before(close, ") ? true : false)");
}

}  // namespace

std::vector<Loop> loops_in(const Translation& t, const DeviceCode& code) {
  std::vector<Loop> loops;
  std::set<std::size_t> ends_of_do;  // `while` tokens
  for (std::size_t i = code.open + 1; i < code.close; ++i) {
    if (t.is(i, "do")) {
      loops.push_back({i, i});
      ends_of_do.insert(end_of_do(t, i));
    } else if ((t.is(i, "for") || (t.is(i, "while") && !ends_of_do.contains(i))) &&
               t.partner(i + 1) != none) {
      loops.push_back({i, t.partner(i + 1)});
    }
  }
  return loops;
}

void mark_loops_and_branches(Translation& t, const Context& context) {
  std::set<std::size_t> marked;  // a lambda's body is device code within device code
  for (const DeviceCode& code : context.device_code) {
    for (const Loop& loop : loops_in(t, code))
      if (marked.insert(loop.keyword).second) mark(t, loop);
    for (std::size_t i = code.open + 1; i < code.close; ++i)
      if (t.is(i, "if") && marked.insert(i).second) mark_branch(t, i);
  }
}

std::string without_unrolling(std::string_view preprocessed) {
  std::string text(preprocessed);
  for (const std::string_view pragma : {"#pragma unroll", "#pragma nounroll", "#pragma GCC unroll"}) {
    for (std::size_t at = 0; (at = text.find(pragma, at)) != std::string::npos; at += pragma.size()) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      if (at == 0 || text[at - 1] == '\n') text.replace(at, end - at, end - at, ' ');
    }
  }
  return text;
}

}  // namespace wgsim::rewriter
