// What other functions of the runtime API need of its copies.
#pragma once

#include <cstddef>

namespace wgsim::api {

/// Copies between any kinds of memory, together with the bits that say which bytes were written. Checks
/// nothing.
void copy_bytes(void* to, const void* from, std::size_t bytes);

}  // namespace wgsim::api
