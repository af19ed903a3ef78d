// What an access of memory is, and what is remembered of it.
#pragma once

#include <cstddef>
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

// ---- Stamps ------------------------------------------------------------------------------------------
// A stamp says who accessed memory, when and where, in 8 bytes.
//
//   epoch 32 | 0 | kind 2 | unused 6 | thread 10 | site 13
//   epoch 32 | 1 | kind 2 | set 29                            several accesses (race/access_set.hpp)
//
// The epoch is a clock of the whole process that never goes back: a block takes a new epoch when it starts,
// and at each of its barriers, warp syncs and fences. So the epoch alone tells the block and the time, and
// "before the last barrier" or "before this launch" is one comparison. Stamps of earlier launches need no
// clearing.

using Epoch = std::uint32_t;

struct Stamp {
  static constexpr unsigned kSiteBits = 13, kThreadAt = 13, kKindAt = 29;
  static constexpr std::uint64_t kIsSet = std::uint64_t(1) << 31;
  static constexpr std::uint64_t kWho = kIsSet | 3u << kKindAt | 0x3ffu << kThreadAt;
  static constexpr std::uint64_t kWhoAndWhen = ~std::uint64_t(0) << 32 | kWho;

  std::uint64_t bits = 0;  ///< 0: never

  static constexpr Stamp of(Epoch epoch, unsigned thread) {
    return {std::uint64_t(epoch) << 32 | std::uint64_t(thread) << kThreadAt};
  }
  /// epoch: of the latest of its members; kind: the one that conflicts with most.
  static constexpr Stamp of_set(Epoch epoch, AccessKind kind, std::uint32_t set) {
    return {std::uint64_t(epoch) << 32 | kIsSet | std::uint64_t(kind) << kKindAt | set};
  }
  constexpr Epoch epoch() const { return Epoch(bits >> 32); }
  constexpr AccessKind kind() const { return AccessKind(bits >> kKindAt & 3); }
  constexpr bool is_set() const { return (bits & kIsSet) != 0; }
  constexpr std::uint32_t set() const { return std::uint32_t(bits & ((1u << kKindAt) - 1)); }
  // For a stamp of one access:
  constexpr unsigned thread() const { return bits >> kThreadAt & 0x3ff; }
  constexpr unsigned site() const { return unsigned(bits & ((1u << kSiteBits) - 1)); }
  constexpr unsigned warp() const { return thread() / 32; }

  constexpr Stamp with(AccessKind kind, unsigned site) const {
    return {bits | std::uint64_t(kind) << kKindAt | site};
  }
};

// ---- Shadow memory -----------------------------------------------------------------------------------
// Shadow memory: for each word of memory a cell that says who accessed it last. (The term is of Savage et
// al., Eraser: a dynamic data race detector for multithreaded programs, 1997, who keep such a word for each
// word of data.)

/// The stamps of a word; of a byte where memory is accessed by bytes.
struct ShadowCell {
  Stamp write, read;
};

/// The stamps of a stretch of memory: one cell for 1 << shift bytes. Pages of it that nobody uses take no
/// memory.
struct ShadowMemory {
  ShadowCell* cells = nullptr;  ///< nullptr: not watched
  unsigned shift = 2;
  std::uintptr_t start = 0;  ///< of the memory that is watched
  std::size_t bytes = 0;
};

}  // namespace wgsim::core
