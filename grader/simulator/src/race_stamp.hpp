// What the race detector remembers of an access, in 8 bytes. Each word of memory has two stamps: of the last
// write and of the last read.
//
//   epoch 32 | 0 | kind 2 | unused 6 | thread 10 | site 13
//   epoch 32 | 1 | kind 2 | crowd 29                          several accesses (race_crowd.hpp)
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

using Epoch = std::uint32_t;

struct Stamp {
  static constexpr unsigned kSiteBits = 13, kThreadAt = 13, kKindAt = 29;
  static constexpr std::uint64_t kCrowd = std::uint64_t(1) << 31;
  static constexpr std::uint64_t kWho = kCrowd | 3u << kKindAt | 0x3ffu << kThreadAt;
  static constexpr std::uint64_t kWhoAndWhen = ~std::uint64_t(0) << 32 | kWho;

  std::uint64_t bits = 0;  ///< 0: never

  static constexpr Stamp of(Epoch epoch, unsigned thread) {
    return {std::uint64_t(epoch) << 32 | std::uint64_t(thread) << kThreadAt};
  }
  /// epoch: of the latest of its members; kind: the one that conflicts with most.
  static constexpr Stamp of_crowd(Epoch epoch, AccessKind kind, std::uint32_t crowd) {
    return {std::uint64_t(epoch) << 32 | kCrowd | std::uint64_t(kind) << kKindAt | crowd};
  }
  constexpr Epoch epoch() const { return Epoch(bits >> 32); }
  constexpr AccessKind kind() const { return AccessKind(bits >> kKindAt & 3); }
  constexpr bool is_crowd() const { return (bits & kCrowd) != 0; }
  constexpr std::uint32_t crowd() const { return std::uint32_t(bits & ((1u << kKindAt) - 1)); }
  // Of one access:
  constexpr unsigned thread() const { return bits >> kThreadAt & 0x3ff; }
  constexpr unsigned site() const { return unsigned(bits & ((1u << kSiteBits) - 1)); }
  constexpr unsigned warp() const { return thread() / 32; }

  constexpr Stamp with(AccessKind kind, unsigned site) const {
    return {bits | std::uint64_t(kind) << kKindAt | site};
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
