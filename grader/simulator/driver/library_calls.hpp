// No library code in kernels. Compiled code of the C and C++ libraries is not instrumented: what it reads and
// writes for a kernel would be unseen and uncounted, and no list of what is harmful there would be complete.
// So every function of a library that an object calls, or takes the address of, is reached by a trampoline,
// which goes on only in host code. Left out is what a GPU has too: mathematics and printf
// (kernel_functions.hpp), and what compilers need for plain code.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "host_compiler.hpp"

namespace wgsim::driver {

/// Those that an object calls, or takes the address of.
std::set<std::string> library_functions_of(const std::filesystem::path& object);

/// The objects to link in place of `object`, made in `folder`.
std::vector<std::filesystem::path> guard_library_calls(const HostCompiler& compiler,
                                                       const std::filesystem::path& object,
                                                       const std::filesystem::path& folder);

}  // namespace wgsim::driver
