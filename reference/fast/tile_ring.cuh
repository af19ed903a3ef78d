// A ring of stages in shared memory that Hopper's copy engine fills and empties while threads compute: what
// the fast references need of it, in plain words. The engine copies runs of bytes on its own
// (cp.async.bulk); both addresses and the length must be multiples of 16. Threads wait for it, and for each
// other, at barriers in shared memory (mbarrier). PTX ISA, chapters on cp.async.bulk and mbarrier.
#pragma once

#include <cstdint>

#include <cuda/ptx>

namespace tile_ring {

namespace ptx = cuda::ptx;

/// A phase of it ends when all arrivals and all announced bytes are there; then the next one begins. Who
/// waits names the parity of the phase: 0 for the first, 1 for the second, 0 for the third, …
struct Barrier {
  std::uint64_t word;

  __device__ void init(unsigned arrivals) { ptx::mbarrier_init(&word, arrivals); }
  __device__ void arrive() { ptx::mbarrier_arrive(&word); }
  __device__ void arrive_and_announce(unsigned bytes) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &word, bytes);
  }
  __device__ void wait(unsigned parity) {
    while (!ptx::mbarrier_try_wait_parity(&word, parity)) {
    }
  }
};

/// After Barrier::init, before anybody uses them: the engine must see them initialized.
__device__ inline void publish_barriers() { ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); }

/// The engine copies into shared memory, and tells the barrier, to which the bytes have been announced.
__device__ inline void fetch(void* to, const void* from, unsigned bytes, Barrier& barrier) {
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to, from, bytes, &barrier.word);
}

/// What this thread wrote to shared memory becomes visible to the engine.
__device__ inline void show_to_engine() { ptx::fence_proxy_async(ptx::space_shared); }

/// The engine copies to global memory. On return it has read all: the shared memory may be used again.
__device__ inline void write_back(void* to, const void* from, unsigned bytes) {
  ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to, from, bytes);
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

/// Where someone is who goes around a ring of stages, each with its own barriers.
template <int stages>
struct Turn {
  int stage = 0;
  unsigned parity = 0;  // of the phase of this round

  __device__ void advance() {
    if (++stage < stages) return;
    stage = 0;
    parity ^= 1;
  }
};

}  // namespace tile_ring
