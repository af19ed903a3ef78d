// Programs, and where the simulator's files lie: relative to this program, in the build folder as in an
// installation (grader/cmake/warpgrade_layout.cmake).
#pragma once

#include <filesystem>
#include <string>

namespace wgsim::driver {

std::filesystem::path this_program();

std::filesystem::path library_folder();  ///< lib/warpgrade
std::filesystem::path share_folder();    ///< share/warpgrade

/// In debug information, the name of share_folder(), wherever that is: so programs know the simulator's own
/// headers (src/program/symbols.cpp).
inline constexpr const char* kShareFolderInDebugInformation = "/usr/share/warpgrade";

/// The program itself if it can be started; else the first of its kind on the PATH (another C++ compiler for
/// a C++ compiler); else the name as it is.
std::string find_program(const std::string& program);

}  // namespace wgsim::driver
