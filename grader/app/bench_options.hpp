// What ./grade bench takes: --sizes 16:28, and --cccl DIR, another release of CUB (of NVIDIA's CUDA Core
// Compute Libraries) than the toolkit's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpgrade::app {

/// "16:28": 2^16, 2^17, … 2^28; "16:28:4": every fourth of them; "20": 2^20 alone. Throws UsageError.
std::vector<std::uint64_t> parse_sizes(const std::string& text);

struct Cccl {
  std::string version;                                 ///< of CUB: "3.5.0"
  std::vector<std::filesystem::path> include_folders;  ///< absolute
};

/// `folder` is a checkout of github.com/NVIDIA/cccl, or the folder of a package that holds cub/ and thrust/.
/// Throws UsageError where there is no CUB in it.
Cccl find_cccl(const std::filesystem::path& folder);

}  // namespace warpgrade::app
