// All that the simulator knows while it runs, in one object, and what each thread of the host has to itself.
// These are the only variables of the library, apart from those that user code itself reads (threadIdx and
// the like, schedule/builtin_variables.hpp), and from values that never change.
//
// A part that belongs to one folder is defined there, and is here only by its name; the comments say where.
// What an access needs in nanoseconds lies in the object itself.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "state/accesses.hpp"
#include "state/listener.hpp"
#include "state/running.hpp"
#include "state/space.hpp"
#include "wgsim/abi.h"
#include "wgsim/simulator.hpp"

namespace wgsim {

namespace api {
struct DeviceSettings;
struct Graphs;
struct Handles;
struct KnownKernels;
struct PinnedAllocations;
struct SymbolAddresses;
}  // namespace api

namespace core {

struct Allocations;
struct AwaitedArrays;
struct AwaitedConversion;
struct DeviceHeap;
struct DivisionFault;
struct KnownToHost;
struct Children;
struct ConstData;
struct Context;
struct FindingList;
struct KernelErrors;
struct KnownLines;
struct LaunchSettings;
struct RaceHistory;
class RaceSites;
struct ReportedRaces;
class Scheduler;
struct SetsOfBlocks;
struct ShadowMappings;
struct SharedArenas;
class SharedLayout;
struct Streams;
struct Tape;
struct Totals;
struct VectorClocks;
struct VolatileData;
struct WarpLogs;

/// A part of the simulator's state. Only the folder that it belongs to knows its type; for all others it is a
/// name. It is made when it is first used: a program may call CUDA before main, so nobody knows when that is.
/// It is never destroyed: a destructor of the program's may call CUDA after main.
template <class T>
class Part {
 public:
  constexpr Part() = default;
  Part(const Part&) = delete;

  T& operator*() {
    if (part_ == nullptr) [[unlikely]]
      make();
    return *part_;
  }
  T* operator->() { return &**this; }

 private:
  [[gnu::noinline, gnu::cold]] void make() { part_ = new T(); }

  T* part_ = nullptr;
};

/// Whose code runs.
enum class Side : std::uint8_t {
  simulator,  ///< with kernels, and the program around it
  host,       ///< host code that is graded
};

struct Simulation {
  Space space;  ///< what each access needs

  // What all share
  Options options;
  Listeners listeners;
  const LaunchConfig* launch = nullptr;  ///< the one that runs; nullptr: host code runs
  std::uint64_t launch_number = 0;       ///< of it or the last one, in this process
  Site last_launch = {};
  Side side = Side::simulator;       ///< that runs; of a submission only (schedule/host_code.hpp)
  bool locks_device_memory = false;  ///< while host code runs
  /// The frames of who calls host code, while device memory is locked for that.
  std::uintptr_t callers_stack_begin = 0, callers_stack_end = 0;
  HostWork host_work;  ///< since the last take_host_work(); always kept, since it costs next to nothing

  std::vector<std::string> not_checked;  ///< what not_checked() was told

  // The program (program/)
  std::vector<std::uintptr_t> managed_variables;  ///< addresses, device_variables.cpp
  Part<KnownLines> known_lines;                   ///< symbols.cpp
  Part<ConstData> const_data;                     ///< const_data.cpp

  // Memory (memory/, check/)
  Part<Allocations> allocations;         ///< allocations.cpp
  Part<DeviceHeap> device_heap;          ///< device_heap.cpp
  Part<KnownToHost> known_to_host;       ///< managed.cpp
  Part<SharedLayout> shared_layout;      ///< shared_memory.hpp
  Part<SharedArenas> shared_arenas;      ///< shared_memory.cpp
  Part<ShadowMappings> shadow_mappings;  ///< shadow_memory.cpp
  ShadowMemory shadow_of_variables;      ///< of __device__ variables
  Part<AwaitedArrays> awaited_arrays;    ///< awaited.cpp

  // What went wrong (report/)
  Part<FindingList> findings;  ///< findings.cpp
  Part<KernelErrors> errors;   ///< errors.cpp

  // The scheduler (grid/, schedule/)
  Part<Scheduler> scheduler;             ///< scheduler.hpp
  Part<LaunchSettings> launch_settings;  ///< launch.cpp
  Part<Streams> streams;                 ///< streams.cpp
  Part<Children> children;               ///< children.cpp
  Part<DivisionFault> division_fault;    ///< division.cpp
  /// Some text of the program names types that must lie at a multiple of 16 bytes (rewriter/wide_types.cpp).
  bool wide_types_are_named = false;

  // Threads of the host (schedule/host_code.hpp)
  std::atomic<const void*> host_thread;  ///< the only one that may use the device
  std::mutex device_lock;                ///< has whoever uses the device
  std::uint64_t host_threads = 0, last_host_thread = 0;
  Running left_running;             ///< by the last one
  Context* left_context = nullptr;  ///< for Boost's switch of stacks, context.hpp
  void (*starting_context)() = nullptr;

  // The race detector (race/)
  Part<RaceHistory> race_history;    ///< happens_before.cpp
  Part<VectorClocks> vector_clocks;  ///< vector_clock.cpp
  Part<SetsOfBlocks> access_sets;    ///< access_set.cpp
  Part<VolatileData> volatile_data;  ///< volatile_data.cpp
  Part<RaceSites> race_sites;        ///< sites.hpp
  /// Where the volatile read is that was checked last, if nothing orders it and a volatile write of another
  /// thread; 0: no such read.
  unsigned suspected_read = 0;
  Part<ReportedRaces> reported_races;  ///< report.cpp

  // The counters and the recorder (count/, record/)
  Part<WarpLogs> warp_logs;  ///< count.cpp
  Part<Totals> totals;       ///< totals.cpp
  Part<Tape> tape;           ///< recorder.cpp
  std::size_t recorded_events = 0;

  // The runtime API (api/), and what a GPU does that C++ leaves undefined
  Part<api::Handles> handles;                       ///< of streams and events, stream.cpp
  Part<api::Graphs> graphs;                         ///< graph.cpp
  Part<api::KnownKernels> known_kernels;            ///< kernel.cpp
  Part<api::PinnedAllocations> pinned_allocations;  ///< memory.cpp
  Part<api::SymbolAddresses> symbol_addresses;      ///< symbol.cpp
  Part<api::DeviceSettings> device_settings;        ///< device.cpp
  Part<AwaitedConversion> awaited_conversion;       ///< convert_as_gpu.cpp
};
/// Never destroyed, since a program's findings are reported when its own variables are gone.
union SimulationForever {
  Simulation value;
  constexpr SimulationForever() : value() {}
  ~SimulationForever() {}
};
/// Hidden: so that an access needs no indirection.
[[gnu::visibility("hidden")]] extern constinit SimulationForever simulation_forever;
inline constexpr Simulation& simulation = simulation_forever.value;

/// Of each thread of the host: only in the one that runs a kernel does it tell of one. (The model keeps its
/// address out of registers, where it would outlive a launch by another thread.)
[[gnu::visibility("hidden"), gnu::tls_model("local-exec")]] extern constinit thread_local Running running;

/// What else each thread of the host has to itself.
struct HostThread {
  std::optional<LaunchConfig> launch;  ///< by <<<…>>>, until the kernel's stub is called
  int last_error = 0;                  ///< what cudaGetLastError returns
  unsigned locks = 0;                  ///< how many DeviceLocks it holds
  std::uint64_t number = 0;            ///< 0: it has not used the device
};
[[gnu::visibility("hidden"),
  gnu::tls_model("local-exec")]] extern constinit thread_local HostThread this_host_thread;

/// A short name for the member that is used most. It is no variable, and costs nothing.
inline constexpr Space& space = simulation_forever.value.space;

inline const ListenerList& listeners_of(Event event) { return simulation.listeners.of(event); }

/// Make one at the top of each library function that user code calls.
class InLibrary {
 public:
  InLibrary() {
    if (running.user) running.user = false;
  }
  ~InLibrary() {
    if (running.thread != nullptr) running.user = true;
  }
  InLibrary(const InLibrary&) = delete;
};

}  // namespace core

}  // namespace wgsim
