// What happens while a grid runs, for those who watch it: the race detector, the counters, the recorder. The
// scheduler and the check of accesses tell these events, and know none of the listeners by name.
//
// When a launch begins, each listener says which events of it it wants. So an event that nobody wants costs
// one comparison.
#pragma once

#include <cstddef>
#include <cstdint>

#include "grid/where.hpp"
#include "memory/access_kind.hpp"
#include "wgsim/abi.h"

namespace wgsim::core {

struct Block;
struct Thread;
struct Warp;

/// One access of user code.
struct MemoryAccess {
  std::uintptr_t address;
  std::size_t size;
  Access access;
  AccessKind kind;
  bool whole;  ///< one access of the hardware; false: a copy, which may take several
  const Where& where;
};

/// Lanes read each other's values: `reader` gets `value`, of `size` bytes, from `source`.
struct Shuffled {
  const Thread &reader, &source;
  const void* value;
  std::size_t size;
  Site site;
};

enum class Event : std::uint8_t {
  launch_ended,
  block_started,
  thread_ended,
  before_switch,
  barrier_completed,
  grid_barrier_completed,
  warp_synced,
  shuffled,
  called,
  access_begun,
  access_checked,
};
inline constexpr unsigned kEvents = unsigned(Event::access_checked) + 1;

/// A set of them.
struct Events {
  std::uint32_t bits = 0;
  constexpr Events() = default;
  template <class... E>
  explicit constexpr Events(E... events) : bits(((1u << unsigned(events)) | ... | 0u)) {}
  constexpr bool contain(Event event) const { return (bits >> unsigned(event) & 1) != 0; }
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
  /// __syncwarp by the lanes of `group`; `mask` may name others, which have exited before.
  virtual void warp_synced(Warp&, unsigned /*mask*/, unsigned /*group*/, Site) {}
  virtual void shuffled(const Shuffled&) {}
  /// The running thread calls a function; nullptr: it returns from one.
  virtual void called(const void* /*return_address*/) {}
  /// The running thread comes to an access. It was not checked, and other threads may run before it.
  virtual void access_begun(const MemoryAccess&) {}
  /// The access was found right, and happens next.
  virtual void access_checked(const MemoryAccess&) {}

 protected:
  ~Listener() = default;
};

/// Who listens to an event. (std::span would do, but see InLibrary about inline functions of std.)
struct ListenerList {
  static constexpr unsigned kMost = 3;
  Listener* listeners[kMost] = {};
  unsigned count = 0;

  bool empty() const { return count == 0; }
  Listener* const* begin() const { return listeners; }
  Listener* const* end() const { return listeners + count; }
};

/// All of them, in the order in which they are told. Defined by who puts the simulator together
/// (src/simulator.cpp).
ListenerList all_listeners();

/// Who listens to which event of the launch that runs.
class Listeners {
 public:
  void start_launch(const LaunchConfig& config);
  const ListenerList& of(Event event) const { return lists_[unsigned(event)]; }

 private:
  ListenerList lists_[kEvents];
};

}  // namespace wgsim::core
