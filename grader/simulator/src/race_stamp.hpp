// What the race detector remembers of an access, in 8 bytes. Each word of memory has two stamps: of the last
// write and of the last read.
//
//   epoch 32 | thread 10 | other 5 | spread 2 | kind 2 | site 13
//
// The epoch is a clock of the whole process that never goes back: a block takes a new one when it starts and
// at each of its barriers, warp syncs and fences. So an epoch tells block and time in one number, and "before
// the last barrier", "before this launch" are one comparison. Stamps of earlier launches need no clearing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wgsim::core {

/// How an access takes part in the memory model.
enum class AccessKind : std::uint8_t {
  plain,
  volatile_access,
  atomic,
  block_atomic,  ///< atomic for the threads of its block only (atomicAdd_block)
};

/// Several accesses that nothing orders against each other (reads, atomics) share one stamp: that of the
/// latest, and who else they were by.
enum class Spread : std::uint8_t {
  one,
  warp,   ///< lanes of one warp: the first is `thread`, the last lane is `other`
  block,  ///< threads of one block, in several warps; `other`: one of these warps
  grid,   ///< threads of several blocks
};

using Epoch = std::uint32_t;

struct Stamp {
  static constexpr unsigned kSiteBits = 13, kKindAt = 13, kSpreadAt = 15, kOtherAt = 17, kThreadAt = 22;
  static constexpr std::uint64_t kWho = 0x3ffu << kThreadAt | 3u << kSpreadAt | 3u << kKindAt;
  static constexpr std::uint64_t kWhoAndWhen = ~std::uint64_t(0) << 32 | kWho;

  std::uint64_t bits = 0;  ///< 0: never

  static constexpr Stamp of(Epoch epoch, unsigned thread) {
    return {std::uint64_t(epoch) << 32 | std::uint64_t(thread) << kThreadAt};
  }
  constexpr Epoch epoch() const { return Epoch(bits >> 32); }
  constexpr unsigned thread() const { return bits >> kThreadAt & 0x3ff; }
  constexpr unsigned other() const { return bits >> kOtherAt & 0x1f; }
  constexpr Spread spread() const { return Spread(bits >> kSpreadAt & 3); }
  constexpr AccessKind kind() const { return AccessKind(bits >> kKindAt & 3); }
  constexpr unsigned site() const { return unsigned(bits & ((1u << kSiteBits) - 1)); }
  constexpr unsigned warp() const { return thread() / 32; }

  constexpr Stamp with(AccessKind kind, unsigned site) const {
    return {bits | std::uint64_t(kind) << kKindAt | site};
  }
  constexpr Stamp spread_over(Spread spread, unsigned thread, unsigned other) const {
    const std::uint64_t changed = std::uint64_t(0x7fff) << kOtherAt | std::uint64_t(3) << kSpreadAt;
    return {(bits & ~changed) | std::uint64_t(thread) << kThreadAt | std::uint64_t(other) << kOtherAt |
            std::uint64_t(spread) << kSpreadAt};
  }
};

/// The stamps of a word; of a byte where memory is accessed by bytes.
struct RaceCell {
  Stamp write, read;
};

/// The stamps of a stretch of memory: one cell for 1 << shift bytes. Pages of it that nobody uses take no
/// memory.
struct RaceShadow {
  RaceCell* cells = nullptr;  ///< nullptr: not watched
  unsigned shift = 2;
  std::uintptr_t start = 0;  ///< of the memory that is watched
  std::size_t bytes = 0;
};

}  // namespace wgsim::core
