// Addresses in words.
#pragma once

#include <string>

namespace wgsim::core {

/// "in[1024], outside in[0..1024)"; for memory without a name "byte 4096 of the 4096-byte allocation made at
/// kernel.cu:31, just past its end"
std::string describe_address(const void* pointer);

}  // namespace wgsim::core
