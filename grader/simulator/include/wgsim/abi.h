// The functions that simulated code calls at run time: the border between the simulator's CUDA headers and
// its library. All of them are plain functions, compiled once into the library without instrumentation. The
// templates in the headers only pack and unpack types.
//
// Read this file first. A submission is preprocessed, rewritten token by token (rewriter/), compiled by the
// host compiler with -fsanitize=thread (src/hooks.cpp defines the callbacks), and linked with this library.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vector_types.h"  // uint3, dim3, … ; the simulator's own

namespace wgsim {

/// Without functions, so that an argument of type Site makes none of the simulator's visible.
namespace types {

/// The place of a call in the user's source, taken by default arguments, so it costs no debug info.
struct Site {
  const char* file;
  int line;
  static constexpr Site here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

}  // namespace types
using types::Site;

// ---- Which thread am I ------------------------------------------------------------------------------
// (threadIdx and the like: builtin_variables.h.)
unsigned lane_id();
bool in_kernel();  ///< false in host code

// ---- Barriers and warps -----------------------------------------------------------------------------
void barrier(Site site);  ///< __syncthreads
enum class BarrierReduction { count, logical_and, logical_or };
int barrier_reduce(BarrierReduction kind, int predicate, Site site);
void grid_barrier(Site site);  ///< cooperative_groups::grid_group::sync; only in a cooperative launch
void warp_sync(unsigned mask, Site site);
unsigned active_mask(Site site = Site::here());
/// The same for coalesced_threads(): in a random order it may be only some of these lanes, as CUDA allows.
unsigned coalesced_lanes(Site site);

enum class Shuffle { index, up, down, exclusive_or };
/// Moves `size` bytes between lanes. `in` and `out` may be equal. width: 1, 2, 4, 8, 16, 32.
void shuffle(unsigned mask, const void* in, void* out, std::size_t size, Shuffle kind, int lane_or_delta,
             int width, Site site);
unsigned ballot(unsigned mask, bool predicate, Site site);
unsigned match_any(unsigned mask, const void* value, std::size_t size, Site site);
unsigned match_all(unsigned mask, const void* value, std::size_t size, int* all_equal, Site site);
enum class WarpReduction { add, min, max, bit_and, bit_or, bit_xor };
unsigned warp_reduce_u32(unsigned mask, unsigned value, WarpReduction kind, Site site);
int warp_reduce_i32(unsigned mask, int value, WarpReduction kind, Site site);

// ---- Memory -----------------------------------------------------------------------------------------
enum class Scope { block, device, system };
/// Checks an atomic access and tells the race detector of it. The header then does the plain operation: one
/// OS thread runs a grid, so nothing comes between the two. Ends the kernel with a finding if the address is
/// wrong. reads: false for atomicExch, which may be the first write of its word.
void atomic_access(void* address, std::size_t size, Scope scope, Site site, bool reads = true);
/// The same for an atomic load (cuda::atomic_ref), which another thread may change while this one spins.
void atomic_load_access(void* address, std::size_t size, Scope scope, Site site);
/// CUDA's __threadfence() is sequentially consistent, as is cuda::atomic_thread_fence unless it is told
/// another order.
enum class FenceOrder { release_acquire, sequential };
void fence(Scope scope, FenceOrder order = FenceOrder::sequential);

/// The calling thread has copied these pieces, each `stride` bytes after the one before, for an asynchronous
/// copy. Until it waits for the copy, nobody may read or write them.
void copy_under_way(void* to, const void* from, std::size_t bytes, std::size_t stride, std::size_t pieces,
                    Site site);
/// Ends the kernel if the copy need not be aligned as its caller promises (cuda::aligned_size_t).
void check_promise(const void* to, const void* from, std::size_t bytes, std::size_t alignment, Site site);
void commit_copies();                            ///< ends the thread's present batch of copies
void wait_for_copies(std::size_t batches_left);  ///< for all but the last batches that it has committed
/// The copies that the thread has not committed yet are finished with this barrier's phase, and not by
/// wait_for_copies.
void bind_copies(const void* barrier);
/// The phase is complete: the copies of all threads of the block that were bound to this barrier are
/// finished.
void finish_bound_copies(const void* barrier);

/// The block's copy of a static __shared__ variable. `key` is unique per variable and instantiation.
/// element_size (of the innermost array element) turns addresses into `name[index]`; 0: as the alignment.
void* shared_variable(const void* key, std::size_t bytes, std::size_t alignment, const char* name,
                      std::size_t element_size = 0);
/// The block's dynamic shared memory (extern __shared__).
void* dynamic_shared(std::size_t alignment, const char* name, std::size_t element_size = 0);

/// The program has types that must lie at a multiple of 16 bytes (rewriter/wide_types.cpp). Returns true.
bool names_wide_types();

/// Host code may use this variable of a kernel's, too: __managed__.
void register_managed_variable(const void* variable);
template <class T>
bool is_managed(const T& variable) {
  register_managed_variable(&variable);
  return true;
}

// ---- Counting by warp (only in code compiled with --count) --------------------------------------------
/// A loop while it runs. Only the library uses the members.
struct LoopScope;
void enter_loop(LoopScope& loop);
void count_condition(LoopScope& loop, bool goes_on);
void next_iteration(LoopScope& loop);
void leave_loop(LoopScope& loop);
void count_branch(bool taken);  ///< the condition of an `if`
void count_step();              ///< a call or a goto
/// A `switch` whose value is known, until the thread reaches one of its labels (way 0: none of them).
struct SwitchScope;
void enter_switch(SwitchScope& scope);
void choose_way(SwitchScope& scope, unsigned way);

struct LoopScope {
  const LoopScope* around;  ///< the loop that it is in
  std::uint64_t outside, iteration;
  const void* place;
  unsigned depth;
  bool counted;
  bool counted_condition;  ///< in this iteration
};

struct SwitchScope {
  const void* place;  ///< null: not counted, or the way is known already
};

// ---- Launches ---------------------------------------------------------------------------------------
struct LaunchConfig {
  dim3 grid, block;
  std::size_t dynamic_shared_bytes = 0;
  void* stream = nullptr;
  const char* kernel = "";         ///< name as written
  int max_threads = 1024;          ///< from __launch_bounds__, else 1024
  const void* function = nullptr;  ///< the kernel; cudaFuncSetAttribute may have allowed it more
  bool cooperative = false;
  Site site = {};
  std::size_t argument_bytes = 0;  ///< of `arguments`; 0: they can't be copied, and the grid runs now
  bool is_child = false;           ///< a kernel launches it
};
/// Submits the grid to its stream (schedule/streams.hpp). thread_main runs once for each thread, with the
/// bytes of `arguments` as they are now. Errors are kept for cudaGetLastError, as in CUDA. In a kernel the
/// grid becomes a child of the running one (schedule/children.hpp).
void launch(const LaunchConfig& config, void (*thread_main)(void* arguments), void* arguments);

/// A launch `k<<<…>>>(arguments)` comes in two halves: its configuration, and then, when its arguments are
/// known, what the stub of the kernel tells.
void configure_launch(const LaunchConfig& config);
struct KernelStub {
  const char* name;
  int max_threads;
  const void* function;
  std::size_t argument_bytes;
};
void launch_configured(const KernelStub& stub, void (*thread_main)(void* arguments), void* arguments);

// ---- Ends -------------------------------------------------------------------------------------------
[[noreturn]] void assertion_failed(const char* expression, const char* function, Site site);
[[noreturn]] void trap(Site site);
/// Ends the kernel, in which an index of a local array is outside of it. Nothing in host code.
void outside_local_array(const char* name, long long index, std::size_t elements, Site site);
/// For things that exist in CUDA and can't be simulated. Ends the kernel with a finding; in host code throws
/// std::runtime_error.
[[noreturn]] void unsupported(const char* what, const char* why, Site site);
/// For what the simulator does in another way than a GPU, and a program must not pass over in silence: the
/// line at its end names it.
void not_checked(const char* what);
/// The words of a generator of the xorshift kind, as XORWOW's, after many steps.
struct XorshiftState {
  unsigned v[5];
};
/// count * 2^power steps later. power: at most 127.
XorshiftState xorshift_skip(XorshiftState state, unsigned long long count, unsigned power);
void nanosleep_hint();  ///< __nanosleep and spin loops: let others run

}  // namespace wgsim
