// The end of a text, looked for in memory that may be locked or end before it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wgsim::core {

/// Checks a read of the text and of its final zero, but of `most` bytes only. Returns its length, at most
/// `most`. return_address is that of the hook.
std::size_t check_text(const char* text, const void* return_address, std::size_t most = SIZE_MAX);

}  // namespace wgsim::core
