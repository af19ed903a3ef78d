// What an access of memory does, and how it takes part in the memory model.
#pragma once

#include <cstdint>

namespace wgsim::core {

enum class Access : std::uint8_t { read, write, read_write /* atomics */ };

constexpr bool reads(Access a) { return a != Access::write; }
constexpr bool writes(Access a) { return a != Access::read; }

/// How an access takes part in the memory model.
enum class AccessKind : std::uint8_t {
  plain,
  volatile_access,
  atomic,
  block_atomic,  ///< atomic for the threads of its block only (atomicAdd_block)
};

}  // namespace wgsim::core
