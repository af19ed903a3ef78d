// The files of the system that compilers and programs need, whatever they do: libraries, tools, and the parts
// of /etc that find them.
#pragma once

#include <filesystem>
#include <vector>

namespace warpgrade::sandbox {

/// Files, folders and symbolic links of this machine. Nothing in /home, /root, /var, /srv or /opt is among
/// them.
std::vector<std::filesystem::path> system_files();
/// Is it one of them, or does it lie in one of them?
bool is_system_file(const std::filesystem::path& path);

/// The driver's devices; none: no GPU.
std::vector<std::filesystem::path> gpu_devices();

/// Where a driver's libraries may lie besides.
std::vector<std::filesystem::path> gpu_libraries();

/// What a tool needs that is not among the system's files: the folder that it lies in, or what was installed
/// with it (of /opt/cuda/bin/nvcc: /opt/cuda).
std::vector<std::filesystem::path> files_of_tool(const std::filesystem::path& program);

}  // namespace warpgrade::sandbox
