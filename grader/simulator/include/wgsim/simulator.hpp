// The interface for a program that embeds the simulator (the grader's runner, warpgrade-sim run): options
// for the next launches, and the findings and costs of those that ran.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wgsim {

/// In debug information our headers lie here, whatever the folder that share/warpgrade is in: warpgrade-sim
/// tells the compiler so. So a program knows them, wherever it was compiled.
inline constexpr const char* kHeadersInDebugInformation = "/usr/share/warpgrade";

enum class FindingKind {
  out_of_bounds,  ///< outside an allocation, or after it was freed
  misaligned,     ///< a vector access at an address that is not a multiple of its size
  uninitialized_read,
  race,                ///< two accesses, at least one a write, that nothing orders
  barrier_divergence,  ///< threads of a block at different barriers, or a warp operation whose masks disagree
  deadlock,            ///< nothing can run any more
  livelock,            ///< all threads that can run spin
  host_device_mixup,
  launch_refused,
  assertion,       ///< assert() or __trap() in a kernel
  api_misuse,      ///< a runtime call that CUDA answers with an error: bad free, wrong copy direction, …
  missing_return,  ///< a function that is not void came to its end without a return
  unsupported,     ///< exists in CUDA, can't be simulated
  timeout,         ///< still running when the time was up
  // Warnings: the results are right all the same.
  barrier_after_exit,  ///< some threads of the block had ended before the others came to the barrier
  missing_fence,       ///< a volatile read after a flag that was set with a fence, but read without one
  conversion,          ///< of a floating-point number to an integer that can't hold it; done as a GPU does it
  leak,                ///< device memory that was not freed; only report_leaks() looks for it
};
inline bool is_warning(FindingKind kind) { return kind >= FindingKind::barrier_after_exit; }

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

/// When work in streams is done. CUDA allows all three. If nothing orders the work of two streams, and the
/// host waits for one of them, then `late` and `late_others_first` do this work in opposite orders.
enum class StreamOrder {
  at_once,            ///< when it is submitted
  late,               ///< when something waits for it
  late_others_first,  ///< … and work of other streams before all of the stream that is waited for
};

struct Options {
  bool check = true;             ///< memory checks; off: fast, but finds nothing
  Order order = Order::forward;  ///< of threads in a block and of blocks in a grid
  std::uint64_t order_seed = 0;
  int resident_blocks = 8;  ///< more blocks than this never run at the same time
  /// In a random order: of the resident blocks the one that started first runs only while the others wait. So
  /// a look-back over the blocks before (Merrill & Garland, Single-pass parallel prefix scan with decoupled
  /// look-back, 2016) goes as far as it can.
  bool oldest_block_is_slow = false;
  /// For what is measured: a thread does not draw from a counter twice in a row (an atomic update of one
  /// word) while others can run, and as many blocks are resident as the device holds. Always so with `count`.
  bool fair_turns = false;
  StreamOrder stream_order = StreamOrder::at_once;
  std::size_t device_memory_bytes = std::size_t(4) << 30;
  /// In a grid of many blocks races are looked for between some of them only (race/watched_blocks.hpp says
  /// which). Bounds and unwritten memory are checked in all.
  bool watch_some_blocks = false;
  bool allow_same_value_races = false;  ///< a racing store of the value that is there already is no finding
  bool strict_barriers = false;         ///< barrier_after_exit is barrier_divergence
  std::size_t max_findings = 16;  ///< per kind and launch; the first ones are enough to see what is wrong
  bool count = false;   ///< sum up what kernels cost, for take_costs(); their code is compiled with --count
  bool record = false;  ///< write down each event, for take_recording() of wgsim/recording.hpp; needs `count`
  /// Remember which bytes the host has copied to the device, for from_host(). Kernels read such bytes
  /// more slowly.
  bool watch_host = false;
  /// Folders of headers that a submission includes. A place never lies in one of them (or in the simulator's
  /// own headers): it is the line that called into the header. Absolute paths, with a slash at the end.
  std::vector<std::string> library_folders;
};

void set_options(const Options& options);
const Options& options();

/// The findings since the last call, in the order they occurred, with source places resolved.
std::vector<Finding> take_findings();

/// What kernels cost, as a GPU's profiler would count it: by warp instruction, without caches.
struct Counters {
#define X(name) std::uint64_t name = 0;
#include "wgsim/counters.def"
#undef X

  /// Warp instructions that access memory.
  std::uint64_t memory_instructions() const { return global_requests + shared_requests + atomic_requests; }
  double lanes_per_instruction() const {
    return memory_instructions() == 0 ? 0 : double(active_lanes) / double(memory_instructions());
  }
  std::uint64_t global_bytes_moved() const { return 32 * global_sectors; }
  /// The share of the moved sectors that would be enough if the same bytes lay side by side.
  double global_efficiency() const {
    return global_sectors == 0 ? 1 : double(global_ideal_sectors) / double(global_sectors);
  }
  double sectors_per_request() const {
    return global_requests == 0 ? 0 : double(global_sectors) / double(global_requests);
  }
  Counters& operator+=(const Counters& other);
  bool operator==(const Counters&) const = default;
};

struct LaunchCosts {
  std::array<unsigned, 3> grid, block;
  Counters counters;
};

struct KernelCosts {
  static constexpr std::size_t kMostLaunches = 8;

  std::string kernel;
  Counters counters;                  ///< of all launches
  bool one_block = true;              ///< each of them had a grid of one block
  bool overlaps = false;              ///< one of them may run beside the launch before it
  std::vector<LaunchCosts> launches;  ///< the first kMostLaunches
};

enum class Traffic {
  global_load,
  global_store,
  shared_load,
  shared_store,
  global_atomic,
  shared_atomic,
  divergent_branch,  ///< one whose warp goes several ways, one after the other
};

/// The traffic of one kind that a line of source causes.
struct LineCosts {
  std::string file;
  int line = 0;  ///< 0: unknown
  std::string kernel;
  Traffic kind = Traffic::global_load;
  std::uint64_t requests = 0;
  /// Sectors; for shared memory passes over the banks; for atomics turns; for branches ways.
  std::uint64_t transactions = 0;
  std::uint64_t ideal_transactions = 0;  ///< the fewest that could do the same
};

struct Costs {
  Counters total;
  std::vector<KernelCosts> kernels;  ///< in the order of their first launch
  std::vector<LineCosts> lines;      ///< most transactions first
};

/// What kernels cost since the last call, if Options::count was set.
Costs take_costs();

/// What host code does that may be work of the task. Always counted.
struct HostWork {
  std::uint64_t launches = 0;
  std::uint64_t bytes_read =
      0;  ///< copied from the device to the host, or pages of managed memory that it read
  /// Copied from the host to the device, or pages of managed memory that it wrote, or arguments of kernels
  /// beyond 128 bytes a launch: an array in a struct.
  std::uint64_t bytes_written = 0;
  std::uint64_t device_copies = 0;  ///< rows of copies within the device, and of fills of it (cudaMemset)
};
HostWork take_host_work();                 ///< since the last call
void put_host_work(const HostWork& work);  ///< in place of what was counted since

/// The bytes of a range that the host has copied there, and where nothing on the device has written since.
/// Needs Options::watch_host.
struct FromHost {
  std::size_t bytes = 0;
  std::size_t first = 0;  ///< offset of the first of them
};
FromHost from_host(const void* device_pointer, std::size_t bytes);

/// From here on device memory is locked while host code runs (src/schedule/host_turn.hpp). An access in code
/// that is not instrumented ends the program. One in instrumented code is a finding, as always, and opens the
/// memory. `callers_stack`: from this address on the stack holds the frames of who calls host code. Where
/// host code leaves an array of its own by so much, it is ended with a message before it spoils them.
void lock_device_memory(const void* callers_stack = nullptr);
void unlock_device_memory();
/// For the handlers of signals that end the program: opens the page of managed memory that host code touches,
/// so that it goes on. False, and all memory is open: there is no such page.
bool open_managed_page(const void* address, bool writes);

/// Frees everything and clears the sticky error and the state of device variables, as in a fresh process.
void reset_device();

/// Marks a device range as never written, or as written. (The runner poisons outputs with real bytes, yet
/// reading them before writing is still a finding.)
void mark_uninitialized(const void* device_pointer, std::size_t bytes);

/// Tells that earlier work of `stream` fills this array, or still reads what was in it. So in a late
/// StreamOrder the array counts as never written until that work is done.
void fill_by_stream(void* stream, const void* device_pointer);

/// The end of a function that works in this stream: finishes what was submitted to it. Work of other streams
/// that nothing orders before this is a finding, and is dropped.
void finish_only(void* stream);

/// A finding for each allocation that has no name and that was not freed, once for each allocation.
void report_leaks();

/// Names an allocation for messages: `in[1024] is outside in[0..1024)` instead of an address.
void name_allocation(const void* device_pointer, const char* name, std::size_t element_size);
/// Makes an allocation an array of no elements, which has an address as any other: each access is a finding.
void mark_empty(const void* device_pointer);
/// Device code that writes to it is a finding (inputs are const).
void mark_read_only(const void* device_pointer);

/// For a signal handler when the time is up: what runs now, as a finding. `signal_context`, the third
/// argument of an SA_SIGINFO handler, helps where the unwinder does not recognise the frame of the handler.
/// Allocates memory and runs addr2line, so the process must not go on afterwards.
Finding where_is_it_now(const void* signal_context = nullptr);

}  // namespace wgsim
