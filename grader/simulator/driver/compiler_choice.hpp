// Which C++ compiler of this machine compiles submissions, oracles and all else.
#pragma once

#include <string>

namespace wgsim::driver {

/// $WGSIM_CXX; else the compiler of this build, where it is there; else the first on the PATH that is new
/// enough, of c++, g++, clang++, and of these with a number; else c++.
std::string find_compiler(const std::string& of_build);

/// By the name of the program, or of the program that it is a link to: c++ may be g++ or clang++.
bool looks_like_clang(const std::string& compiler);

/// Its main version; 0 if it does not run.
int version_of(const std::string& compiler);

/// Why it can't compile submissions, and what to ask for. Empty: it can.
std::string why_not_compiler(const std::string& compiler);

}  // namespace wgsim::driver
