#include "app/size_range.hpp"

#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "app/command_line.hpp"

namespace warpgrade::app {
namespace {

constexpr int kMostExponent = 34;  // 64 GiB of int

/// A whole number from `least` to kMostExponent.
std::optional<int> number_in(std::string_view text, int least) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > kMostExponent)
    return std::nullopt;
  return value;
}

std::vector<std::string_view> split_at_colons(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t colon; (colon = text.find(':')) != std::string_view::npos; text.remove_prefix(colon + 1))
    parts.push_back(text.substr(0, colon));
  parts.push_back(text);
  return parts;
}

}  // namespace

std::vector<std::uint64_t> parse_sizes(const std::string& text) {
  const std::vector<std::string_view> parts = split_at_colons(text);
  const std::optional<int> first = number_in(parts[0], 0);
  const std::optional<int> last = parts.size() > 1 ? number_in(parts[1], 0) : first;
  const std::optional<int> step = parts.size() > 2 ? number_in(parts[2], 1) : 1;
  if (parts.size() > 3 || !first || !last || !step || *first > *last)
    throw UsageError(
        fmt::format("--sizes {} is no range of sizes: write two exponents from 0 to {}, as in 16:28 for "
                    "2^16 to 2^28, or one; 16:28:4 is 2^16, 2^20, 2^24 and 2^28.",
                    text, kMostExponent));
  std::vector<std::uint64_t> sizes;
  for (int exponent = *first; exponent <= *last; exponent += *step)
    sizes.push_back(std::uint64_t(1) << exponent);
  return sizes;
}

}  // namespace warpgrade::app
