// What other functions of the runtime API need of its copies.
#pragma once

#include <cstddef>

namespace wgsim::api {

/// Copies between any memories, along with which bytes were written. No checks.
void copy_bytes(void* to, const void* from, std::size_t bytes);

}  // namespace wgsim::api
