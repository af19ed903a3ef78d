// Warns of an array of each thread's own that is used as if the block shared it.
#include <algorithm>
#include <set>
#include <string>

#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

bool mentions(const Translation& t, std::size_t first, std::size_t end,
              const std::set<std::string_view>& words) {
  for (std::size_t i = first; i < end; ++i)
    if (words.contains(t[i].text)) return true;
  return false;
}

/// threadIdx, and the variables of the function that are computed from it where they are declared. What is
/// read from memory with such an index is data, and no number of a thread.
std::set<std::string_view> words_for_thread(const Translation& t, const DeviceCode& code) {
  std::set<std::string_view> words = {"threadIdx"};
  for (std::size_t i = code.open + 1; i < code.close; ++i) {
    if (!t[i - 1].is_identifier() || !t.is(i, "=")) continue;
    std::size_t end = i;
    bool reads_memory = false;
    for (; end < code.close && !t.is(end, ";") && !t.is(end, ","); ++end) reads_memory |= t.is(end, "[");
    if (!reads_memory && mentions(t, i, end, words)) words.insert(t[i - 1].text);
  }
  return words;
}

/// `int tile[256];`, without a value, but not `__shared__ int tile[256];` and not `tile[256];`
bool declares_plain_array(const Translation& t, std::size_t name) {
  const std::size_t close = t.is(name + 1, "[") ? t.partner(name + 1) : none;
  if (close == none || !t.is(close + 1, ";")) return false;
  const std::size_t first = declaration_start(t, name);
  if (first == name || !t[first].is_identifier()) return false;
  if (!t[name - 1].is_identifier() && !t.is(name - 1, ">")) return false;  // tile[t] == in[i];
  for (std::size_t i = first; i < name; ++i)
    for (const char* other :
         {"__shared__", "extern", "static", "return", "new", "delete", "=", "(", ".", "->"})
      if (t.is(i, other)) return false;
  return true;
}

}  // namespace

void warn_of_unshared_arrays(Translation& t, const Context& context) {
  for (const DeviceCode& code : context.device_code) {
    if (code.kernel.empty()) continue;
    const std::set<std::string_view> thread = words_for_thread(t, code);
    for (std::size_t name = code.open + 1; name < code.close; ++name) {
      if (!t[name].is_identifier() || !declares_plain_array(t, name)) continue;
      for (std::size_t i = name + 1; i < code.close; ++i) {
        if (t[i].text != t[name].text || !t.is(i + 1, "[") || t.partner(i + 1) == none) continue;
        if (!mentions(t, i + 2, t.partner(i + 1), thread)) continue;
        t.warning(name, "each thread has an array '" + std::string(t[name].text) +
                            "' of its own here, and indexes it by its number: is __shared__ missing?");
        break;
      }
    }
  }
}

}  // namespace wgsim::rewriter
