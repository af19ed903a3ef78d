// Marks loops, branches and calls, for counting by warp. At the marks the simulator learns in which iteration
// a thread is, which way it goes, and how many steps it takes. All code of the text is marked, whatever
// keywords it has: a kernel can call constexpr functions, too, and here also those that nvcc would refuse. On
// the host the marks do nothing.
//
//   while (more) body  if (::wgsim::Loop wgsim_loop; false) {} else while (wgsim_loop.goes_on((more) ? …))
//                        if (wgsim_loop.next(); false) {} else body
//   if (condition)     if (::wgsim::branch((condition) ? true : false))
//   switch (value) {   if (::wgsim::Switch wgsim_switch; false) {} else switch (wgsim_switch.on(value)) {
//     case 1: case 2:    case 1: case 2: wgsim_switch.to(1);
//   f() { body }       f() {::wgsim::step(); body }        also of a lambda
//   goto again;        if (::wgsim::step(); false) {} else goto again;
//
// `?:`, `&&` and `||` are not marked. A compiler for GPUs turns them into selections and predicates, which
// all lanes execute together; lanes take different ways only where an operand is long. Nor can they repeat
// anything without a loop, a goto or a call, each of which is a step.
//
// The marks before a loop and after its head are complete in themselves, so the end of the loop need not be
// found. The scope `wgsim_loop` ends with the loop, whether a condition, break or return ends it.
#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

#include "passes.hpp"
#include "words.hpp"

namespace wgsim::rewriter {
namespace {

struct Loop {
  std::size_t keyword = none;    ///< for, while or do; a mark before it runs once
  std::size_t head_end = none;   ///< the ')' or the `do`; a mark after it runs in each iteration
  std::size_t condition = none;  ///< the '(' around the condition
};

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

std::vector<Loop> loops_in(const Translation& t, const DeviceCode& code) {
  std::vector<Loop> loops;
  std::set<std::size_t> ends_of_do;  // `while` tokens
  for (std::size_t i = code.open + 1; i < code.close; ++i) {
    if (t.is(i, "do")) {
      const std::size_t end = end_of_do(t, i);
      loops.push_back({i, i, end == none ? none : end + 1});
      ends_of_do.insert(end);
    } else if ((t.is(i, "for") || (t.is(i, "while") && !ends_of_do.contains(i))) &&
               t.partner(i + 1) != none) {
      loops.push_back({i, t.partner(i + 1), i + 1});
    }
  }
  return loops;
}

/// The condition between these two tokens. There is none if `before` is none.
struct Condition {
  std::size_t before = none, end = none;
};

/// Whether the `=` at i gives a new variable its value, in a condition that begins behind token `before`;
/// else it is an assignment, like `n = f()` and `n -= 2`.
bool initialises(const Translation& t, std::size_t before, std::size_t i) {
  if (t[i - 1].kind != TokenKind::identifier || i - 2 == before) return false;
  return t[i - 2].kind == TokenKind::identifier || t.is(i - 2, "*") || t.is(i - 2, "&") || t.is(i - 2, ">");
}

/// The condition in the parentheses at `open`: all of it, the last part of `if (init; condition)`, or the
/// middle of `for (init; condition; step)`. It must be an expression, not `int n = f()`.
Condition condition_in(const Translation& t, std::size_t open, bool of_for) {
  if (!t.is(open, "(") || t.partner(open) == none) return {};
  std::vector<std::size_t> ends = {open};
  for (std::size_t i = open + 1; i < t.partner(open); ++i) {
    if (t.is(i, ";")) ends.push_back(i);
    if (t.partner(i) != none && t.partner(i) > i) i = t.partner(i);
  }
  ends.push_back(t.partner(open));
  if (of_for && ends.size() != 4) return {};  // for (value : range)
  const std::size_t part = of_for ? 1 : ends.size() - 2;
  const Condition found{ends[part], ends[part + 1]};
  if (found.before + 1 == found.end) return {};
  for (std::size_t i = found.before + 1; i < found.end; ++i) {
    if (t.is(i, "=") && initialises(t, found.before, i)) return {};
    if (t.partner(i) != none && t.partner(i) > i) i = t.partner(i);
  }
  return found;
}

/// `if (w = warp)`. The compiler would warn, too, were it not for the brackets that are put around it here.
void warn_of_assignment(Translation& t, const Condition& condition) {
  for (std::size_t i = condition.before + 1; i < condition.end; ++i) {
    const auto follows = [&](std::string_view shift) { return t.is(i - 1, shift); };
    // Of >>= and <<= the lexer makes several tokens.
    if (t.is(i, "=") && !follows(">") && !follows(">>") && !follows("<") && !follows("<<"))
      t.warning(i, kAssigningCondition);
    if (t.partner(i) != none && t.partner(i) > i) i = t.partner(i);
  }
}

/// `while (true)`: all threads go the same way.
bool is_always_true(const Translation& t, const Condition& condition) {
  const std::size_t first = condition.before + 1;
  return first + 1 == condition.end && (t.is(first, "true") || t.is(first, "1"));
}

/// The ':' of the label at i, `case a ? b : c:` or `default:`; none if it is no label.
std::size_t end_of_label(const Translation& t, std::size_t i) {
  if (t.is(i, "default")) return t.is(i + 1, ":") ? i + 1 : none;
  int open_questions = 0;
  for (++i; i < t.size() && !t.is(i, ";"); ++i) {
    if (t.is(i, "?")) ++open_questions;
    if (t.is(i, ":") && open_questions-- == 0) return i;
    if (t.partner(i) != none && t.partner(i) > i) i = t.partner(i);
  }
  return none;
}

bool is_label(const Translation& t, std::size_t i) { return t.is(i, "case") || t.is(i, "default"); }

void mark(Translation& t, const Loop& loop) {
  t.before(loop.keyword, "if (::wgsim::Loop wgsim_loop; false) {} else ");
  const Condition condition = condition_in(t, loop.condition, t.is(loop.keyword, "for"));
  if (condition.before != none && !is_always_true(t, condition)) {
    warn_of_assignment(t, condition);
    t.after(condition.before, "wgsim_loop.goes_on((");
    t.before(condition.end, ") ? true : false)");
  }
  t.after(loop.head_end, " if (wgsim_loop.next(); false) {} else ");
}

void mark_branch(Translation& t, std::size_t i) {
  const Condition condition = condition_in(t, i + 1, false);
  if (condition.before == none) return;
  warn_of_assignment(t, condition);
  t.after(condition.before, "::wgsim::branch((");
  t.before(condition.end, ") ? true : false)");
}

/// Labels that stand together are one way.
void mark_switch(Translation& t, std::size_t i) {
  const Condition value = condition_in(t, i + 1, false);
  if (value.before == none) return;
  const std::size_t body = value.end + 1;
  if (!t.is(body, "{") || t.partner(body) == none) return;
  t.before(i, "if (::wgsim::Switch wgsim_switch; false) {} else ");
  t.after(value.before, "wgsim_switch.on(");
  t.before(value.end, ")");
  int ways = 0;
  for (std::size_t at = body + 1; at < t.partner(body); ++at) {
    if (t.is(at, "switch") && t.is(at + 1, "(") && t.partner(at + 1) != none) {
      const std::size_t inner = t.partner(at + 1) + 1;  // its labels are its own
      if (t.is(inner, "{") && t.partner(inner) != none) at = t.partner(inner);
    } else if (is_label(t, at)) {
      const std::size_t colon = end_of_label(t, at);
      if (colon == none) continue;
      if (!is_label(t, colon + 1)) t.after(colon, " wgsim_switch.to(" + std::to_string(++ways) + ");");
      at = colon;
    }
  }
}

bool ends_a_head(const Translation& t, std::size_t i) {
  static constexpr std::string_view ends[] = {")",        "}",        ">",     "const", "volatile",
                                              "noexcept", "override", "final", "&",     "&&"};
  return std::any_of(std::begin(ends), std::end(ends), [&](std::string_view end) { return t.is(i, end); });
}

/// The '{' of the function whose parameters begin at i; none if none does. Braces may also hold the value of
/// a variable, or a class.
std::size_t body_of_function(const Translation& t, std::size_t i) {
  if (!t.is(i, "(") || t.partner(i) == none) return none;
  if (!at_namespace_scope(t, i) && !opens_class(t, t.enclosing_brace(i))) return none;
  const std::size_t open = function_end(t, t.partner(i)).open;
  if (open == none || opens_class(t, open)) return none;
  for (std::size_t k = i; k > 0 && !t.is(k - 1, ";") && !t.is(k - 1, "{") && !t.is(k - 1, "}"); --k)
    if (t.is(k - 1, "enum")) return none;
  bool has_type_behind = false;
  for (std::size_t k = t.partner(i); k < open; ++k)
    has_type_behind = has_type_behind || t.is(k, "->") || t.is(k, "requires");
  return has_type_behind || ends_a_head(t, open - 1) ? open : none;
}

void mark_call(Translation& t, std::size_t body) { t.after(body, "::wgsim::step();"); }
void mark_goto(Translation& t, std::size_t i) { t.before(i, "if (::wgsim::step(); false) {} else "); }

/// What is not marked yet.
void mark_within(Translation& t, const DeviceCode& code, bool system_too, std::set<std::size_t>& marked) {
  const auto is_new = [&](std::size_t i) {
    return (system_too || !t.is_of_system(i)) && marked.insert(i).second;
  };
  for (const Loop& loop : loops_in(t, code))
    if (is_new(loop.keyword)) mark(t, loop);
  std::size_t end_of_list = 0;  // of the outermost parentheses: no function is defined within them
  for (std::size_t i = code.open + 1; i < code.close; ++i) {
    const bool may_define = i >= end_of_list;
    if (may_define && t.is(i, "(") && t.partner(i) != none) end_of_list = t.partner(i);
    if (t.is(i, "if") && is_new(i)) mark_branch(t, i);
    if (t.is(i, "switch") && is_new(i)) mark_switch(t, i);
    if (t.is(i, "goto") && is_new(i)) mark_goto(t, i);
    for (const std::size_t body : {body_of_lambda(t, i), may_define ? body_of_function(t, i) : none})
      if (body != none && is_new(body)) mark_call(t, body);
  }
}

}  // namespace

void mark_steps(Translation& t, const Context& context, std::set<std::size_t> marked) {
  // Device code is part of the source, too, and a lambda of what is around it.
  for (const DeviceCode& code : context.device_code) {
    if (marked.insert(code.open).second) mark_call(t, code.open);
    mark_within(t, code, /*system_too=*/true, marked);
  }
  mark_within(t, {t.source_begins() - 1, t.size(), none, true, {}}, /*system_too=*/false, marked);
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
