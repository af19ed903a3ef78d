// What all .cu files begin with once they are rewritten: the text of cuda_runtime.h. g++ reads it once, when
// the simulator is built, into a precompiled header (GCC manual, "Using Precompiled Headers"), and a file
// that begins with the same bytes is compiled without them: a fifth faster.
#pragma once

#include <optional>
#include <string>

#include "host_compiler.hpp"

namespace wgsim::driver {

/// Makes the precompiled header, for files compiled for counting. False if it failed; the compiler has
/// printed why.
bool precompile_beginning(const HostCompiler& compiler);

/// The text with a pragma in the place of its beginning. Nothing if there is no such header, or the text
/// begins in another way (another standard or macro, another version of the headers).
std::optional<std::string> without_beginning(const HostCompiler& compiler, const std::string& rewritten);

}  // namespace wgsim::driver
