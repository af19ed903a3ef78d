// A grid while it runs: blocks, warps and threads, and what each thread waits for. Threads are fibers of one
// OS thread; state/running.hpp says which one has the processor.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "grid/fiber.hpp"
#include "state/accesses.hpp"
#include "wgsim/abi.h"

namespace wgsim::core {

struct Block;
struct Warp;
struct WarpCall;
class SharedArena;
// Data that listeners keep with a thread, a warp or a block. The listeners own it.
class WarpLog;
struct ThreadClock;
struct VectorClock;
struct WarpEpochs;

enum class Wait : std::uint8_t { nothing, block_barrier, warp_operation, active_mask, grid_barrier, exited };

/// Recognises a thread that only spins: it reads the same few addresses and finds the same values there.
struct SpinWatch {
  struct Seen {
    std::uintptr_t address = 0;
    std::uint64_t value = 0;
    bool operator==(const Seen&) const = default;
  };
  Seen seen[4];
  std::uint16_t unchanged = 0;  ///< accesses in a row that found the same value as before
  std::uint16_t accesses = 0;   ///< volatile and atomic accesses since the last yield
};

/// A copy of one thread to shared memory (check/awaited.hpp). Each piece lies `stride` bytes after the
/// one before.
struct AsyncCopy {
  std::uintptr_t to, from;
  std::size_t bytes, stride, pieces;
  Site site;
  std::size_t batch;              ///< how many batches the thread had committed before
  const void* barrier = nullptr;  ///< a phase of it finishes the copy; nullptr: the thread's own wait does
};

/// What a switch of threads needs comes first, and fills one cache line.
struct alignas(64) Thread {
  Block* block = nullptr;
  Warp* warp = nullptr;
  Context context;           ///< where it waits; empty: not started, or running
  Site site = {nullptr, 0};  ///< where it waits
  uint3 index = {};
  unsigned rank = 0;  ///< in the block
  std::uint8_t lane = 0;
  Wait wait = Wait::nothing;
  bool spinning = false;  ///< gave up the processor because it spins

  Fiber* fiber = nullptr;    ///< runs it; nullptr: not started
  WarpCall* call = nullptr;  ///< the warp operation that it waits in; lies on its own stack
  unsigned active_mask = 0;  ///< result of __activemask
  bool may_split = false;    ///< it asks for coalesced_threads()
  std::uint64_t accesses = 0, global_accesses = 0;  ///< if they are tallied
  SpinWatch spin;
  ThreadClock* clock = nullptr;      ///< only if it takes part in fences and flags
  std::vector<AsyncCopy> copies;     ///< that it has not waited for
  std::size_t committed_copies = 0;  ///< batches
};
static_assert(offsetof(Thread, fiber) == 64);

/// 32 threads of consecutive rank; the last warp of a block may have fewer.
struct Warp {
  Thread* first = nullptr;
  unsigned live = 0;       ///< lanes that exist and have not exited
  unsigned waiting = 0;    ///< lanes in a warp operation
  unsigned asking = 0;     ///< lanes in __activemask
  WarpLog* log = nullptr;  ///< what its lanes did, while that is counted
  Epoch synced = 0;        ///< accesses of its lanes before this happen before all that they do now
  WarpEpochs* synced_in_parts = nullptr;
  Thread& lane(unsigned i) const { return first[i]; }
};

/// A first-in, first-out queue with room for all threads of a block.
class ThreadQueue {
 public:
  void reset(std::size_t threads) {
    if (ring_.size() < threads) ring_.resize(std::bit_ceil(threads));
    slots_ = ring_.data();
    mask_ = unsigned(ring_.size() - 1);
    head_ = count_ = 0;
  }
  bool empty() const { return count_ == 0; }
  unsigned size() const { return count_; }
  Thread*& operator[](unsigned i) { return slots_[(head_ + i) & mask_]; }
  void push(Thread* t) { (*this)[count_++] = t; }
  Thread* pop() {
    Thread* t = (*this)[0];
    ++head_;
    --count_;
    return t;
  }

 private:
  Thread** slots_ = nullptr;
  unsigned mask_ = 0, head_ = 0, count_ = 0;
  std::vector<Thread*> ring_;
};

struct Block {
  uint3 index = {};
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  std::vector<Thread*> order;  ///< the threads, in the order in which they start
  std::size_t next_unstarted = 0;
  unsigned live = 0;

  unsigned nap_in = 0;    ///< it falls asleep at so many more volatile or atomic reads; 0: it does not
  bool has_told = false;  ///< it has made a volatile or atomic store
  bool asleep = false;    ///< others go first until it is the oldest

  ThreadQueue ready;    ///< threads that waited and may go on
  ThreadQueue yielded;  ///< threads that let others go first

  // __syncthreads
  unsigned arrived = 0;
  const Thread* first_arrived = nullptr;
  Site barrier_site = {nullptr, 0};  ///< the call that its threads wait in
  Site last_barrier = {nullptr, 0};  ///< the last call that all came to
  BarrierReduction reduction = BarrierReduction::count;
  unsigned predicates_true = 0;
  int barrier_result = 0;
  std::uint64_t barriers = 0;         ///< completed so far
  std::uint64_t global_accesses = 0;  ///< of its threads that have ended, if they are counted

  SharedArena* arena = nullptr;
  std::size_t copies_under_way = 0;  ///< of all its threads

  // For the race detector
  bool watched = true;       ///< its accesses are compared with those of other watched blocks
  std::uint64_t number = 0;  ///< in the order in which blocks started
  Epoch epoch = 0;
  Epoch ordered_before = 0;        ///< accesses of the block before this epoch happen before all it does now
  bool has_thread_clocks = false;  ///< some thread of it has a ThreadClock
  const VectorClock* clock = nullptr;  ///< of all its threads, since the last barrier
  const VectorClock* seen = nullptr;   ///< by some thread before the last barrier: a fence acquires it
  const VectorClock *fences = nullptr,
                    *seen_fences = nullptr;  ///< as of a ThreadClock, before the last barrier
};

}  // namespace wgsim::core
