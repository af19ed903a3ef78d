// --cccl DIR: another release of CUB (of NVIDIA's CUDA Core Compute Libraries) than the toolkit's.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpgrade::app {

struct Cccl {
  std::string version;                                 ///< of CUB: "3.5.0"
  std::vector<std::filesystem::path> include_folders;  ///< absolute
};

/// `folder` is a checkout of github.com/NVIDIA/cccl, or the folder of a package that holds cub/ and thrust/.
/// Throws UsageError where there is no CUB in it.
Cccl find_cccl(const std::filesystem::path& folder);

}  // namespace warpgrade::app
