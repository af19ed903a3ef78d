#include "app/bench_options.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "system/file_text.hpp"

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

namespace {

namespace fs = std::filesystem;

/// Where CUB's headers lie below the folder: those of a package, and those of a checkout.
constexpr std::array<std::string_view, 2> kCubFolders{"", "cub"};
constexpr std::array<std::string_view, 3> kCheckoutFolders{"cub", "thrust", "libcudacxx/include"};

/// From `#define CUB_VERSION 300500`: "3.5.0". Empty: there is no such line.
std::string version_in(const std::string& text) {
  constexpr std::string_view begin = "#define CUB_VERSION ";
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return "";
  int number = 0;
  const char* const first = text.data() + at + begin.size();
  if (std::from_chars(first, text.data() + text.size(), number).ec != std::errc()) return "";
  return fmt::format("{}.{}.{}", number / 100'000, number / 100 % 1000, number % 100);
}

}  // namespace

Cccl find_cccl(const fs::path& folder) {
  for (const std::string_view cub : kCubFolders) {
    const auto header = system::file_text(folder / cub / "cub" / "version.cuh");
    const std::string version = header ? version_in(*header) : "";
    if (version.empty()) continue;
    Cccl found{version, {}};
    if (cub.empty())
      found.include_folders = {fs::absolute(folder)};
    else
      for (const std::string_view part : kCheckoutFolders)
        found.include_folders.push_back(fs::absolute(folder) / part);
    return found;
  }
  throw UsageError(
      fmt::format("--cccl {}: there is no cub/version.cuh in it. Name a checkout of github.com/NVIDIA/cccl, "
                  "or the folder of a package that holds cub/, thrust/ and cuda/.",
                  folder.string()));
}

}  // namespace warpgrade::app
