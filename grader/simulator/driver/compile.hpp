// From a .cu file to an object: preprocess, rewrite, compile, redirect memory functions.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "host_compiler.hpp"

namespace wgsim::driver {

struct CompileRequest {
  std::filesystem::path source, object;
  std::vector<std::string> includes, quoted_includes;  ///< quoted: searched for `#include "…"` only
  std::vector<std::string> defines;
  std::string standard = "c++17";  ///< that of nvcc; an older one is taken for this one
  bool openmp = false;
  std::string keep;      ///< folder for preprocessed and rewritten text; empty: they are not kept
  bool verbose = false;  ///< print the time of each step
  Use use = Use::run;    ///< count: with the marks for counting by warp
  bool embeds = false;   ///< it is a submission: its names become local, and its steps must be countable
};

/// False if it failed; then the messages have been written to standard error.
bool compile(const HostCompiler& compiler, const CompileRequest& request);

}  // namespace wgsim::driver
