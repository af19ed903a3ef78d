#include "app/size_range.hpp"

#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "app/command_line.hpp"

namespace warpgrade::app {
namespace {

constexpr int kMost = 34;  // 64 GiB of int

std::optional<int> exponent_of(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > kMost)
    return std::nullopt;
  return value;
}

}  // namespace

std::vector<std::uint64_t> parse_sizes(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string_view view = text;
  const std::optional<int> first = exponent_of(view.substr(0, colon));
  const std::optional<int> last = colon == std::string::npos ? first : exponent_of(view.substr(colon + 1));
  if (!first || !last || *first > *last)
    throw UsageError(
        fmt::format("--sizes {} is no range of sizes: write two exponents from 0 to {}, as in 16:28 for "
                    "2^16 to 2^28, or one.",
                    text, kMost));
  std::vector<std::uint64_t> sizes;
  for (int exponent = *first; exponent <= *last; ++exponent) sizes.push_back(std::uint64_t(1) << exponent);
  return sizes;
}

}  // namespace warpgrade::app
