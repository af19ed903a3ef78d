// g++ calls the same hook for a copy of a float4, which must lie at a multiple of 16 bytes, and of a struct
// of two doubles, which need not. So a text that names a type of the first kind says so to the library, which
// takes all such copies for the second kind otherwise (src/check/access.cpp).
#include <array>
#include <string_view>

#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

/// double2, float4, … and classes that are aligned by hand.
bool is_wide_type(const Translation& t, std::size_t i) {
  static constexpr std::array<std::string_view, 16> kNames = {
      "int4",    "uint4",           "float4",  "long2",     "long4",      "ulong2",
      "ulong4",  "longlong2",       "double2", "longlong4", "ulonglong2", "ulonglong4",
      "double4", "cuDoubleComplex", "alignas", "__align__"};
  for (const std::string_view name : kNames)
    if (t.is(i, name)) return true;
  return t.is(i, "aligned") || t.is(i, "__aligned__");
}

}  // namespace

void tell_of_wide_types(Translation& t, const Context& context) {
  if (context.device_code.empty()) return;
  for (std::size_t i = t.source_begins(); i < t.size(); ++i) {
    if (!t[i].is_identifier() || t.is_of_system(i) || !is_wide_type(t, i)) continue;
    t.after(t.size() - 1, " [[maybe_unused]] static const bool wgsim_wide = ::wgsim::names_wide_types();");
    return;
  }
}

}  // namespace wgsim::rewriter
