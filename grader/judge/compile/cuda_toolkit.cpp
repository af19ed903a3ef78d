#include "judge/compile/cuda_toolkit.hpp"

#include <cstdlib>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "simulator/driver/programs.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

fs::path find_nvcc() {
  std::vector<fs::path> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* root = std::getenv(variable); root != nullptr && *root != '\0')
      folders.push_back(fs::path(root) / "bin");
  for (fs::path& folder : wgsim::driver::path_folders()) folders.push_back(std::move(folder));
  folders.emplace_back("/usr/local/cuda/bin");
  for (const fs::path& folder : folders)
    if (wgsim::driver::can_be_started(folder / "nvcc")) return folder / "nvcc";
  return {};
}

constexpr const char* kHeader = "cuda_runtime_api.h";
constexpr const char* kLibrary = "libcudart_static.a";

/// The folder of a file of the toolkit. NVIDIA's own packages have them beside bin/, the packages of
/// distributions in /usr.
fs::path find_folder(const fs::path& nvcc, const char* file, const std::vector<const char*>& folders) {
  std::error_code error;
  const fs::path real = fs::canonical(nvcc, error);
  for (const fs::path& start : {nvcc, error ? nvcc : real})
    for (const char* folder : folders)
      if (const fs::path found = start.parent_path().parent_path() / folder;
          fs::is_regular_file(found / file, error))
        return found;
  return {};
}

CudaToolkit toolkit_of(const fs::path& nvcc) {
  return {
      nvcc,
      find_folder(nvcc, kHeader, {"include", "targets/x86_64-linux/include", "targets/sbsa-linux/include"}),
      find_folder(nvcc, kLibrary,
                  {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib",
                   "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"})};
}

}  // namespace

std::optional<CudaToolkit> find_cuda_toolkit() {
  const fs::path nvcc = find_nvcc();
  if (nvcc.empty()) return std::nullopt;
  CudaToolkit toolkit = toolkit_of(nvcc);
  if (toolkit.headers.empty() || toolkit.libraries.empty()) return std::nullopt;
  return toolkit;
}

std::string why_no_cuda_toolkit() {
  const fs::path nvcc = find_nvcc();
  if (nvcc.empty())
    return "there is no nvcc in $CUDA_HOME/bin, on the PATH, or in /usr/local/cuda/bin: install NVIDIA's "
           "CUDA Toolkit, or set CUDA_HOME to its folder";
  return fmt::format("{} has no {} beside it: this CUDA Toolkit is not whole", nvcc.string(),
                     toolkit_of(nvcc).headers.empty() ? kHeader : kLibrary);
}

}  // namespace warpgrade::judge
