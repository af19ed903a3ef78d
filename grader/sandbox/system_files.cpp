#include "sandbox/system_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

namespace warpgrade::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSystemFiles[] = {
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc/alternatives",  // c++, for example
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/nvcc.profile",  // of a distribution's CUDA Toolkit
};

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [end, ignored] = std::ranges::mismatch(folder, path);
  return end == folder.end();
}

}  // namespace

bool is_system_file(const fs::path& path) {
  return std::ranges::any_of(kSystemFiles, [&](std::string_view folder) { return is_below(path, folder); });
}

std::vector<fs::path> system_files() {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const std::string_view path : kSystemFiles)
    if (fs::exists(fs::symlink_status(path, ignored))) found.emplace_back(path);
  return found;
}

std::vector<fs::path> gpu_devices() {
  std::vector<fs::path> devices;
  std::error_code none;
  for (fs::directory_iterator entry("/dev", none), end; !none && entry != end; entry.increment(none)) {
    const std::string name = entry->path().filename().string();
    // nvidia0, nvidiactl, nvidia-uvm, nvidia-caps/ (parts of a card); dxg is the GPU under Windows.
    if (name.starts_with("nvidia") || name == "dxg") devices.push_back(entry->path());
  }
  return devices;
}

std::vector<fs::path> gpu_libraries() {
  std::vector<fs::path> folders;
  const char* variable = std::getenv("LD_LIBRARY_PATH");
  std::istringstream list(variable ? variable : "");
  for (std::string folder; std::getline(list, folder, ':');)
    if (folder.starts_with('/') && fs::path(folder) != "/") folders.emplace_back(folder);
  return folders;
}

std::vector<fs::path> files_of_tool(const fs::path& program) {
  std::error_code ignored;
  const fs::path real = fs::weakly_canonical(program, ignored);
  if (!program.is_absolute() || is_system_file(real)) return {};
  const fs::path folder = real.parent_path();
  return {folder.filename() == "bin" ? folder.parent_path() : folder, program};
}

}  // namespace warpgrade::sandbox
