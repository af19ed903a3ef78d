// Launches: `k<T><<<grid, block, bytes, stream>>>(a)` becomes `wgsim_configure(grid, block, bytes, stream),
// k<T>(a)`, where k is the stub of the kernel (kernels.cpp). Macros that hide the `<<<` have been expanded
// before. `cudaLaunchKernel((void*)k, …)` loses its cast, since the simulator needs the type of the kernel.
#include <algorithm>

#include "generated_names.hpp"
#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

/// The first token of the expression before `<<<`: k, ns::k<T>, (*pointer), table[i], object.kernel
std::size_t callee_start(const Translation& t, std::size_t end) {
  std::size_t i = end;
  while (i > 0) {
    if ((t.is(i - 1, ")") || t.is(i - 1, "]")) && t.partner(i - 1) != none) {
      const bool index = t.is(i - 1, "]");
      i = t.partner(i - 1);
      if (index) continue;
    } else {
      i = qualified_name_start(t, i);
    }
    if (i == 0 || !(t.is(i - 1, ".") || t.is(i - 1, "->"))) return i;
    --i;
  }
  return i;
}

struct Closing {
  std::size_t first = none, end = none;  ///< the tokens of `>>>`
  int surplus = 0;                       ///< how many '>' before it close template arguments
};

/// The `>>>` before a '(' that ends the configuration whose tokens begin at i.
Closing find_closing(const Translation& t, std::size_t i) {
  while (i < t.size() && !t.is(i, ";") && !t.is(i, "}")) {
    if (t.is(i, "(") || t.is(i, "[") || t.is(i, "{")) {
      if (t.partner(i) == none) break;
      i = t.partner(i) + 1;
      continue;
    }
    int count = 0;
    std::size_t end = i;
    for (; t.is(end, ">") || t.is(end, ">>"); ++end) count += static_cast<int>(t[end].text.size());
    if (count >= 3 && t.is(end, "(")) return {i, end, count - 3};
    i = std::max(end, i + 1);
  }
  return {};
}

}  // namespace

bool is_launch_by_address(const Translation& t, std::size_t i) {
  return (t.is(i, "cudaLaunchKernel") || t.is(i, "cudaLaunchCooperativeKernel")) && t.is(i + 1, "(");
}

void rewrite_launch_by_address(Translation& t, std::size_t i) {
  const std::size_t first = i + 2;
  const bool named = t.is(first, "reinterpret_cast");  // else (void*) or (const void*)
  std::size_t end = named ? first + 1 : first;
  if (!t.is(end++, named ? "<" : "(")) return;
  if (t.is(end, "const")) ++end;
  if (t.is(end, "void") && t.is(end + 1, "*") && t.is(end + 2, named ? ">" : ")")) t.drop(first, end + 3);
}

bool is_launch(const Translation& t, std::size_t i) { return t.is(i, "<<") && t.is(i + 1, "<"); }

void rewrite_launch(Translation& t, std::size_t i) {
  const std::size_t callee = callee_start(t, i);
  const std::string name = t.plain(callee, i);
  const Closing closing = find_closing(t, i + 2);
  if (closing.first == none) {
    t.error(i, "this launch of '" + name + "' has no end: write " + name + "<<<grid, block>>>(arguments)");
    return;
  }
  const auto configuration = parameters_between(t, i + 1, closing.first);
  if (configuration.size() < 2 || configuration.size() > 4) {
    t.error(callee,
            "the launch of '" + name + "' has " + std::to_string(configuration.size()) +
                (configuration.size() == 1 ? " value" : " values") +
                " between <<< and >>>; it takes 2 to 4: <<<grid, block, shared memory bytes, stream>>>");
  }
  // After ? and : the comma would end the operand.
  const bool in_conditional = callee > 0 && (t.is(callee - 1, "?") || t.is(callee - 1, ":"));
  t.before(callee, (in_conditional ? "(" : "") + std::string(kConfigure) + "(");
  t.drop(callee, i + 2);
  t.drop(closing.first, closing.end);
  t.before(closing.first, std::string(static_cast<std::size_t>(closing.surplus), '>') + "), " + name);
  const std::size_t close = t.partner(closing.end);
  if (in_conditional && close != none) t.after(close, ")");
}

}  // namespace wgsim::rewriter
