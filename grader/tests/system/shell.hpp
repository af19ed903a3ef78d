// A command of the shell, for tests that need a child process.
#pragma once

#include <string>
#include <vector>

namespace warpgrade::system {

inline std::vector<std::string> shell(const std::string& commands) { return {"/bin/sh", "-c", commands}; }

}  // namespace warpgrade::system
