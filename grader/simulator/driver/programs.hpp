// Programs, and where the simulator's files lie: relative to this program, in the build folder as in an
// installation (grader/cmake/warpgrade_layout.cmake).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace wgsim::driver {

std::filesystem::path this_program();

std::filesystem::path library_folder();  ///< lib/warpgrade
std::filesystem::path share_folder();    ///< share/warpgrade

/// The folders of the PATH, in its order.
std::vector<std::filesystem::path> path_folders();
bool can_be_started(const std::filesystem::path& program);
bool is_on_path(const std::string& program);

/// The program itself if it can be started; else the one of its name on the PATH; else the name as it is.
std::string find_program(const std::string& program);

}  // namespace wgsim::driver
