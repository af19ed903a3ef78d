#include "app/cccl.hpp"

#include <array>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "system/file_text.hpp"

namespace warpgrade::app {
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
