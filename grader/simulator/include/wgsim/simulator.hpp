// The simulator for a program that embeds it (the grader's runner, warpgrade-sim run): options for the next
// launches, and the findings of those that ran.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wgsim {

enum class FindingKind {
  out_of_bounds,  ///< outside an allocation, or after it was freed
  misaligned,     ///< a vector access at an address that is not a multiple of its size
  uninitialized_read,
  race,                ///< reserved for the race detector
  barrier_divergence,  ///< threads of a block at different barriers, or a warp operation whose masks disagree
  deadlock,            ///< nothing can run any more
  livelock,            ///< all that runs spins
  host_device_mixup,
  launch_refused,
  assertion,    ///< assert() or __trap() in a kernel
  api_misuse,   ///< a runtime call that CUDA answers with an error: bad free, wrong copy direction, …
  unsupported,  ///< exists in CUDA, can't be simulated
  timeout,      ///< still running when the time was up
};

struct SourcePlace {
  std::string file;
  int line = 0;
  std::string kernel;  ///< empty: host code
  std::optional<std::array<unsigned, 3>> block, thread;
};

struct Finding {
  FindingKind kind;
  std::string message;  ///< one or two sentences
  std::string remedy;
  SourcePlace place;
  std::optional<SourcePlace> other;
};

enum class Order { forward, reverse, random };

struct Options {
  bool check = true;             ///< memory checks; off: run fast and blind
  Order order = Order::forward;  ///< of threads in a block and of blocks in a grid
  std::uint64_t order_seed = 0;
  int resident_blocks = 8;  ///< more blocks than this never run at the same time
  std::size_t device_memory_bytes = std::size_t(4) << 30;
  std::size_t max_findings = 16;  ///< per kind and launch; the first ones tell the story
};

void set_options(const Options& options);
const Options& options();

/// The findings since the last call, in the order they occurred, with source places resolved.
std::vector<Finding> take_findings();

/// Frees everything, clears the sticky error and device variables' initialisation state: as a fresh process.
void reset_device();

/// Tells the simulator where host code may not look: marks a device range as never written / as written.
/// (The runner poisons outputs with real bytes, yet reading them before writing is still a finding.)
void mark_uninitialized(const void* device_pointer, std::size_t bytes);

/// Names an allocation for messages: `in[1024] is outside in[0..1024)` instead of an address.
void name_allocation(const void* device_pointer, const char* name, std::size_t element_size);
/// Device code that writes to it is a finding (inputs are const).
void mark_read_only(const void* device_pointer);

/// From a signal handler when time is up: what is running now, as a finding. `signal_context`, the third
/// argument of an SA_SIGINFO handler, helps where the unwinder does not recognise the handler's frame.
/// Allocates and runs addr2line, so the process must not go on afterwards.
Finding where_is_it_now(const void* signal_context = nullptr);

}  // namespace wgsim
