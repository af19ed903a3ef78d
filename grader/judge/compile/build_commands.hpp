// Runs the commands of a build: fills in their words, and says what it means if one fails.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "judge/compile/build.hpp"
#include "sandbox/sandbox.hpp"

namespace warpgrade::judge {

/// What the words in braces of a command line stand for (toolchain.hpp).
struct Paths {
  std::vector<std::filesystem::path> include_folders = {};
  std::filesystem::path source = {}, object = {}, output = {};
  std::vector<std::string> objects = {};
  std::vector<std::string> libraries = {};
  std::vector<std::string> defines = {};
};

std::vector<std::string> fill_in(const std::vector<std::string>& command, const Paths& paths);

struct Steps {
  sandbox::Sandbox sandbox;
  sandbox::Permissions permissions;
  BuildLimits limits;
  bool trusted;  ///< a compiler that crashes is the machine's fault, and not that of what it compiles
  BuildResult& result;

  bool run(const std::vector<std::string>& command) const;  ///< false: the result says why
};

}  // namespace warpgrade::judge
