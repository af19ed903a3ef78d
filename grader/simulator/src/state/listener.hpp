// The events of a running grid, for those that watch it: the race detector, the counters, the recorder. The
// scheduler and the check of accesses report these events; they know none of the listeners by name.
//
// When a launch begins, each listener says which events of it it wants. So an event that nobody wants costs
// one comparison.
#pragma once

#include <cstddef>
#include <cstdint>

#include "state/accesses.hpp"
#include "state/where.hpp"
#include "wgsim/abi.h"

namespace wgsim::core {

struct Block;
struct Thread;
struct Warp;

/// Lanes read each other's values: `reader` gets `value`, of `size` bytes, from `source`.
struct Shuffled {
  const Thread &reader, &source;
  const void* value;
  std::size_t size;
  Site site;
};

/// What lanes of a warp do together.
enum class WarpWork : std::uint8_t { wait, take_values, vote };

enum class Event : std::uint8_t {
  launch_ended,
  block_started,
  thread_ended,
  before_switch,
  barrier_completed,
  grid_barrier_completed,
  warp_called,
  warp_synced,
  fenced,
  shuffled,
};
inline constexpr unsigned kEvents = unsigned(Event::shuffled) + 1;

/// A set of them.
struct Events {
  std::uint32_t bits = 0;
  constexpr Events() = default;
  template <class... E>
  explicit constexpr Events(E... events) : bits(((1u << unsigned(events)) | ... | 0u)) {}
  constexpr bool contain(Event event) const { return (bits >> unsigned(event) & 1) != 0; }
};

/// The events of which there are most, as plain functions: a virtual call for each access would be felt.
/// nullptr: the event is not wanted.
struct FrequentEvents {
  using OnAccess = void (*)(std::uintptr_t address, std::size_t size, Access access, const Where& where);
  // The running thread comes to an access. It was not checked, and other threads may run before it.
  OnAccess access = nullptr;
  OnAccess copy = nullptr;                  ///< of a struct or a range: it may take several accesses
  OnAccess synchronizing_access = nullptr;  ///< volatile or atomic
  /// An access of any kind has passed the checks, and happens next.
  OnAccess access_checked = nullptr;
  /// A volatile or atomic read has passed the checks: it may be the read of a flag.
  using OnFlagRead = void (*)(std::uintptr_t address, AccessKind kind);
  OnFlagRead flag_read = nullptr;
  /// The same for a write. `keeps_history`: it is a read-modify-write.
  using OnFlagWritten = void (*)(std::uintptr_t address, bool keeps_history);
  OnFlagWritten flag_written = nullptr;
  void (*called)(const void* return_address) = nullptr;  ///< a function, by the running thread
  void (*returned)() = nullptr;
};

/// Each function stands for the event of its name.
class Listener {
 public:
  /// A launch begins; none of its blocks has started. Returns the events that are wanted of it.
  virtual Events launch_started(const LaunchConfig& config) = 0;
  /// All of its threads have ended, or an error has ended the kernel.
  virtual void launch_ended() {}
  virtual void block_started(Block&) {}
  /// It has made all of its accesses.
  virtual void thread_ended(Thread&) {}
  /// The running thread waits or ends, and running.unfinished is set.
  virtual void before_switch() {}
  /// All threads of the block have come to it, and none has gone on.
  virtual void barrier_completed(Block&) {}
  virtual void grid_barrier_completed() {}
  /// The running thread calls an operation of its warp: a shuffle, a vote, __syncwarp. It has not waited yet.
  /// bytes: what it gives; 0 for a vote.
  virtual void warp_called(WarpWork, std::size_t /*bytes*/) {}
  /// __syncwarp by the lanes of `group`; `mask` may name others, which have exited before.
  virtual void warp_synced(Warp&, unsigned /*mask*/, unsigned /*group*/, Site) {}
  /// The running thread executes a fence.
  virtual void fenced(Scope, FenceOrder) {}
  virtual void shuffled(const Shuffled&) {}
  /// While this launch runs.
  virtual FrequentEvents frequent_events() { return {}; }

 protected:
  ~Listener() = default;
};

/// Who listens to an event. (std::span would do, but see InLibrary about inline functions of std.)
struct ListenerList {
  static constexpr unsigned kMost = 4;
  Listener* listeners[kMost] = {};
  unsigned count = 0;

  bool empty() const { return count == 0; }
  Listener* const* begin() const { return listeners; }
  Listener* const* end() const { return listeners + count; }
};

/// All of them, in the order in which they are told. Defined by who puts the simulator together
/// (src/simulator.cpp).
ListenerList all_listeners();

/// The same for a frequent event, ended by nullptr.
template <class F>
struct FunctionList {
  F functions[ListenerList::kMost + 1] = {};

  void add(F function) {
    F* end = functions;
    while (*end != nullptr) ++end;
    *end = function;
  }
  template <class... A>
  [[gnu::always_inline]] void tell(const A&... arguments) const {
    for (const F* f = functions; *f != nullptr; ++f) (*f)(arguments...);
  }
};

/// Who listens to which event of the launch that runs.
class Listeners {
 public:
  FunctionList<FrequentEvents::OnAccess> access, copy, synchronizing_access, access_checked;
  FunctionList<FrequentEvents::OnFlagRead> flag_read;
  FunctionList<FrequentEvents::OnFlagWritten> flag_written;
  FunctionList<void (*)(const void*)> called;
  FunctionList<void (*)()> returned;

  void start_launch(const LaunchConfig& config);
  const ListenerList& of(Event event) const { return lists_[unsigned(event)]; }
  bool want_each_access() const { return access.functions[0] != nullptr; }

 private:
  void add(const FrequentEvents& events);
  ListenerList lists_[kEvents];
};

}  // namespace wgsim::core
