// The interface for a program that embeds the simulator (the grader's runner, warpgrade-sim run): options
// for the next launches, and the findings and costs of those that ran.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "costs.hpp"
#include "finding.hpp"
#include "order.hpp"

namespace wgsim {

/// In debug information our headers lie here, whatever the folder that share/warpgrade is in: warpgrade-sim
/// tells the compiler so. So a program knows them, wherever it was compiled.
inline constexpr const char* kHeadersInDebugInformation = "/usr/share/warpgrade";

/// When work in streams is done. CUDA allows all three. If nothing orders the work of two streams, and the
/// host waits for that which was made first, then `late` and `late_others_first` do it in opposite orders.
enum class StreamOrder {
  at_once,            ///< when it is submitted
  late,               ///< when something waits for it
  late_others_first,  ///< … and first what the stream that is waited for waits for, and streams made later
};

/// In a random order streams are late, too. The seed decides in which of the two ways, since no single order
/// shows every missing event.
inline StreamOrder stream_order_of(Order order, std::uint64_t seed) {
  if (order != Order::random) return StreamOrder::at_once;
  return seed % 2 == 0 ? StreamOrder::late : StreamOrder::late_others_first;
}

/// Few: each resident thread needs a stack, and a grid of "as many blocks as fit" comes to its second round
/// at sizes that can be simulated.
inline constexpr int kMultiprocessors = 8;

struct Options {
  bool check = true;             ///< memory checks; off: fast, but finds nothing
  Order order = Order::forward;  ///< of threads in a block and of blocks in a grid
  std::uint64_t order_seed = 0;
  int resident_blocks = 8;                 ///< more blocks than this never run at the same time
  int multiprocessors = kMultiprocessors;  ///< of the device, at most this default
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
  bool several_host_threads = false;    ///< may use the device; otherwise a second one ends the program
  bool strict_barriers = false;         ///< barrier_after_exit is barrier_divergence
  std::size_t max_findings = 16;  ///< per kind and launch; the first ones are enough to see what is wrong
  bool count = false;   ///< sum up what kernels cost, for take_costs(); their code is compiled with --count
  bool tally = false;   ///< instead: only the accesses of the busiest thread and block; costs little
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

/// What kernels cost since the last call, if Options::count was set.
Costs take_costs();

/// Always counted.
HostWork take_host_work();                 ///< since the last call
void put_host_work(const HostWork& work);  ///< in place of what was counted since

/// The bytes of a range that the host has copied there, and where nothing on the device has written since.
/// Needs Options::watch_host.
struct FromHost {
  std::size_t bytes = 0;
  std::size_t first = 0;  ///< offset of the first of them
};
FromHost from_host(const void* device_pointer, std::size_t bytes);

/// From here on device memory is locked while host code runs (src/schedule/host_code.hpp). An access in code
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

/// Has the process made a stream, and is work of streams done at once? Then a wait that is missing is not
/// found.
bool ran_streams_at_once();

/// What not_checked (abi.h) was told, each once.
const std::vector<std::string>& told_as_not_checked();

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
/// Allocates memory, so not while interrupted_in_c_library() holds, and runs addr2line: the process must not
/// go on afterwards.
Finding where_is_it_now(const void* signal_context = nullptr);
/// The same for a program that dies of a signal.
Finding where_it_crashed(int signal, const void* signal_context);

}  // namespace wgsim
