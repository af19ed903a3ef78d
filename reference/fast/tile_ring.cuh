// A ring of stages in shared memory that Hopper's copy engine fills and empties while threads compute: what
// the fast references need of it, in plain words. The engine copies runs of bytes on its own
// (cp.async.bulk); both addresses and the length must be multiples of 16. Threads wait for it, and for each
// other, at barriers in shared memory (mbarrier). PTX ISA, chapters on cp.async.bulk and mbarrier. In PTX,
// since the words for it in <cuda/ptx> are not all there before CUDA 12.6.
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgrade/student.cuh>

namespace tile_ring {

/// Has a block of this card as much shared memory? Hopper's and the larger Blackwells' have 227 KB, those of
/// compute capability 12 have 99 KB.
inline bool fits(int shared_bytes) {
  int device, most;
  WARPGRADE_CHECK(cudaGetDevice(&device));
  WARPGRADE_CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  return shared_bytes <= most;
}

__device__ inline unsigned in_shared(const void* place) { return unsigned(__cvta_generic_to_shared(place)); }
__device__ inline std::size_t in_global(const void* place) { return __cvta_generic_to_global(place); }

/// A phase of it ends when all arrivals and all announced bytes are there; then the next one begins. Who
/// waits names the parity of the phase: 0 for the first, 1 for the second, 0 for the third, …
struct Barrier {
  std::uint64_t word;

  __device__ void init(unsigned arrivals) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(in_shared(this)), "r"(arrivals) : "memory");
  }
  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(in_shared(this)) : "memory");
  }
  __device__ void arrive_and_announce(unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(in_shared(this)), "r"(bytes)
                 : "memory");
  }
  /// What the engine and the blocks of the cluster have written is visible behind it.
  __device__ void wait(unsigned parity) {
    unsigned done;
    do {
      asm volatile(
          "{ .reg .pred done; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%1], %2; "
          "selp.b32 %0, 1, 0, "
          "done; }"
          : "=r"(done)
          : "r"(in_shared(this)), "r"(parity)
          : "memory");
    } while (!done);
  }
};

/// After Barrier::init, before anybody uses them: the engine must see them initialized.
__device__ inline void publish_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/// The engine copies into shared memory, and tells the barrier, to which the bytes have been announced.
__device__ inline void fetch(void* to, const void* from, unsigned bytes, Barrier& barrier) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
          in_shared(to)),
      "l"(in_global(from)), "r"(bytes), "r"(in_shared(&barrier))
      : "memory");
}

/// What this thread wrote to shared memory becomes visible to the engine.
__device__ inline void show_to_engine() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

/// The engine copies to global memory. On return it has read all: the shared memory may be used again.
__device__ inline void write_back(void* to, const void* from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(in_global(to)),
               "r"(in_shared(from)), "r"(bytes)
               : "memory");
  asm volatile("cp.async.bulk.commit_group;");
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

/// Writes a word to shared memory of a block of this cluster, and tells that block's barrier: 4 bytes. `to`
/// and `barrier` are places in this block; those at the same place in the other one are meant. No fence is
/// needed, which would wait for all that the thread has written before.
__device__ inline void send(unsigned block, void* to, unsigned word, Barrier& barrier) {
  asm volatile(
      "{ .reg .b32 to, bar; mapa.shared::cluster.u32 to, %0, %3; mapa.shared::cluster.u32 bar, %1, %3; "
      "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [to], %2, [bar]; }" ::"r"(in_shared(to)),
      "r"(in_shared(&barrier)), "r"(word), "r"(block)
      : "memory");
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
