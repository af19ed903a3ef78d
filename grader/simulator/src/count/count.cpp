// Positions of lanes, and what is written into the log of a warp.
#include "count/count.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "count/totals.hpp"
#include "count/warp_log.hpp"
#include "schedule/scheduler.hpp"
#include "schedule/spin.hpp"
#include "state/simulation.hpp"
#include "state/space.hpp"
#include "wgsim/abi.h"

namespace wgsim::core {

/// Logs are reused. A warp has one from its first event to its end.
struct WarpLogs {
  std::vector<std::unique_ptr<WarpLog>> all;
  std::vector<WarpLog*> free;
  std::vector<Warp*> users;
};

namespace {

std::uint64_t mix(std::uint64_t position, std::uint64_t step) {
  const std::uint64_t x = (position ^ step) * 0x9e3779b97f4a7c15u;
  return x ^ x >> 29;
}
std::uint64_t number(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

std::uint64_t step_of(const Where& where) {
  return where.pc != nullptr ? number(where.pc) : number(where.site.file) * 31 + unsigned(where.site.line);
}

[[gnu::noinline]] WarpLog& give_log(Warp& warp) {
  WarpLogs& logs = *simulation.warp_logs;
  if (logs.free.empty()) {
    logs.all.push_back(std::make_unique<WarpLog>());
    logs.free.push_back(logs.all.back().get());
  }
  warp.log = logs.free.back();
  logs.free.pop_back();
  logs.users.push_back(&warp);
  warp.log->restart();
  return *warp.log;
}

WarpLog& log_of(Warp& warp) { return warp.log != nullptr ? *warp.log : give_log(warp); }
WarpLog::Lane& lane_of(Thread& thread) { return log_of(*thread.warp).lane(thread.lane); }

void sum_up(WarpLog& log) {
  for (const Issue& issue : log) add_costs(issue);
  log.clear();
}

void take_log(Warp& warp) {
  if (warp.log == nullptr) return;
  simulation.warp_logs->free.push_back(warp.log);
  std::erase(simulation.warp_logs->users, &warp);
  warp.log = nullptr;
}

// ---- Waiting for each other --------------------------------------------------------------------------
// A log can't hold everything that a warp does in a long loop. But an instruction must not be summed up
// before each lane has come to it: the lanes that come later would count it again. So lanes wait at the
// beginning of an iteration for the lanes that are behind, until all are at the same place. Then no lane
// will come back to what the log holds.

enum class Relation { behind, same, ahead, apart };

/// Where a lane in loop `a` is, seen from a lane in loop `b`, by the iterations of the loops that both are
/// in.
Relation relation(const LoopScope* a, const LoopScope* b) {
  Relation result = Relation::same;
  for (; a != nullptr && (b == nullptr || a->depth > b->depth); a = a->around) result = Relation::ahead;
  for (; b != nullptr && (a == nullptr || b->depth > a->depth); b = b->around) result = Relation::behind;
  for (; a != nullptr; a = a->around, b = b->around) {  // the outermost difference decides
    if (a->outside != b->outside || a->place != b->place)
      result = Relation::apart;
    else if (a->iteration != b->iteration)
      result = a->iteration < b->iteration ? Relation::behind : Relation::ahead;
  }
  return result;
}

struct Others {
  bool behind = false;         ///< some lanes are behind, and can run
  bool ahead_waiting = false;  ///< some lanes are ahead and wait for this one
  bool all_here = true;        ///< all wait at the beginning of this iteration
  std::uint32_t here = 0;      ///< the lanes that wait here
};

Others others_of(const Thread& self, WarpLog& log) {
  Others others;
  for (unsigned left = self.warp->live & ~(1u << self.lane); left != 0; left &= left - 1) {
    const auto i = unsigned(std::countr_zero(left));
    const WarpLog::Lane& other = log.lane(i);
    const Relation is = relation(other.innermost, log.lane(self.lane).innermost);
    const bool here = is == Relation::same && other.gathering;
    others.behind |= is == Relation::behind && self.warp->lane(i).wait == Wait::nothing;
    others.ahead_waiting |= is == Relation::ahead && other.gathering;
    others.all_here &= here || is == Relation::ahead;
    others.here |= unsigned(here) << i;
  }
  return others;
}

/// Called at the beginning of an iteration. Waits until no lane is behind; the lane that is behind all
/// others goes on at once. A lane behind may itself spin until this lane does something, so waiting ends
/// when waits_left is used up.
void gather(Thread& self, WarpLog& log) {
  WarpLog::Lane& lane = log.lane(self.lane);
  Others others = others_of(self, log);
  if (!others.ahead_waiting) log.gathers_at = lane.position;
  lane.gathering = true;
  while (log.gathers_at != 0 && others.behind) {
    if (log.waits_left == 0) break;
    --log.waits_left;
    simulation.scheduler->yield();
    others = others_of(self, log);
  }
  // All lanes that wait here have done the same instructions.
  if (!others.behind && (others.all_here || log.half_full()))
    log.take_those_of(others.here | 1u << self.lane, add_costs);
  lane.gathering = false;
  lane.led = 0;
}

/// Lets the other lanes of the warp catch up. Then no lane will come back to the instructions that the last
/// lane has done.
void make_room(Thread& self, WarpLog& log) {
  simulation.scheduler->yield();
  if (!log.full()) return;
  if (!others_of(self, log).behind) log.take_those_of(1u << self.lane, add_costs);
  if (log.full()) sum_up(log);
}

/// A thread that does no more steps than this between two reads of a word is waiting for it: that is enough
/// for the conditions of a loop that waits for several words. A thread that does more is working.
constexpr std::uint64_t kStepsOfAWait = 16;

/// Updates that find the same value again and again may be work, for example atomicMax; after so many of them
/// the thread waits, for example for a lock.
constexpr unsigned kUpdatesInVain = 16;

/// A thread of a GPU has 255 registers. What it keeps beyond these lies in local memory, which is global
/// memory.
constexpr std::uintptr_t kRegisterBytes = 255 * 4;

/// The compiler does not show accesses to variables that only it knows, whatever form their declarations
/// have. But they must lie somewhere: in the frames of the functions that run when the thread does anything.
void look_at_frames(WarpLog::Lane& lane) {
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  lane.deepest_frame = std::min(lane.deepest_frame, frame);
}

std::uint64_t local_words(const Thread& thread, const WarpLog::Lane& lane) {
  const std::uintptr_t top = thread.fiber->stack_top;
  const std::uintptr_t bytes = lane.deepest_frame < top ? top - lane.deepest_frame : 0;
  return bytes > kRegisterBytes ? (bytes - kRegisterBytes) / 4 : 0;
}

/// Local variables are registers on a GPU, so this is no instruction of the warp; but a thread that works
/// through an array of its own takes its time.
void count_own(std::uint64_t accesses) {
  const InLibrary in_library;
  WarpLog::Lane& lane = lane_of(*running.thread);
  lane.steps += accesses;
  lane.accesses += accesses;
}

void record(std::uint64_t step, IssueKind kind, unsigned size, std::uintptr_t address, const Where& where) {
  const InLibrary in_library;
  Thread& self = *running.thread;
  WarpLog& log = log_of(*self.warp);
  // A wide access is one instruction, but it gives the thread as much data as several.
  const unsigned words = kind == IssueKind::branch ? 1 : std::max(1u, size / 4);
  look_at_frames(log.lane(self.lane));
  log.lane(self.lane).steps += words;
  if (kind != IssueKind::branch) {
    ++log.lane(self.lane).accesses;
    log.lane(self.lane).is_idle = false;
  }
  if (kind != IssueKind::branch && is_constant(address)) log.lane(self.lane).global_accesses += words;
  if (kind != IssueKind::branch && is_global(address)) log.lane(self.lane).global_accesses += words;
  const std::uint64_t position = mix(log.lane(self.lane).position, step);
  while (!log.add(self.lane, position, kind, size, address, where)) make_room(self, log);
}

/// Does the thread wait? It does if it has done no work since it last read this word, and the word has not
/// changed.
bool waits(std::uintptr_t address, std::size_t size, Access access) {
  const InLibrary in_library;
  const Thread& self = *running.thread;
  WarpLog::Lane& lane = lane_of(*running.thread);
  const bool again = reads(access) && lane.accesses == lane.accesses_at_look &&
                     lane.steps - lane.steps_at_look <= kStepsOfAWait && finds_the_same(self, address, size);
  lane.looks_again = again ? lane.looks_again + 1 : 0;
  if (!again || (access == Access::read_write && lane.looks_again <= kUpdatesInVain)) return false;
  lane.steps = lane.steps_at_look;
  return true;
}

/// A struct is not aligned to its size, so a GPU moves it in pieces. The width of its members is not known
/// here; the members of a vector are moved in pieces of 16 bytes.
unsigned piece_of_struct(std::uintptr_t address, std::size_t size) {
  if (size == 16 && address % 16 == 0) return 16;
  if (size > 16 && size % 8 == 0) return 8;
  return size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
}

void count_access(std::uintptr_t address, std::size_t size, Access access, const Where& where) {
  if (is_on_own_stack(address)) return count_own(1);
  const bool atomic = access != Access::read && (access == Access::read_write || where.site.file != nullptr);
  const IssueKind kind = atomic                   ? IssueKind::atomic
                         : access == Access::read ? IssueKind::load
                                                  : IssueKind::store;
  record(step_of(where), kind, unsigned(size), address, where);
}

/// A volatile or atomic access. A thread that waits reads one word again and again, how often depends on the
/// order of threads. Only the first of these reads is counted, and no iterations between them.
void count_unless_it_waits(std::uintptr_t address, std::size_t size, Access access, const Where& where) {
  if (waits(address, size, access)) return;
  count_access(address, size, access, where);
  if (!reads(access)) return;
  WarpLog::Lane& lane = lane_of(*running.thread);
  lane.accesses_at_look = lane.accesses;
  lane.steps_at_look = lane.steps;
}

void count_copy(std::uintptr_t address, std::size_t size, Access access, const Where& where) {
  const unsigned piece = piece_of_struct(address, size);
  if (is_on_own_stack(address)) return count_own(size / piece);
  const IssueKind kind = access == Access::read ? IssueKind::load : IssueKind::store;
  const std::uint64_t step = step_of(where) + (access == Access::read ? 0 : std::uint64_t(1) << 62);
  for (std::size_t i = 0; i < size; i += piece) record(mix(step, i), kind, piece, address + i, where);
}

// ---- Events ------------------------------------------------------------------------------------------

void count_call(const void* return_address) {
  if (!running.user) return;
  const InLibrary in_library;
  WarpLog::Lane& lane = lane_of(*running.thread);
  look_at_frames(lane);
  ++lane.steps;
  lane.call_is_counted = true;
  if (lane.calls < lane.before_call.size()) lane.before_call[lane.calls] = lane.position;
  ++lane.calls;
  lane.position = mix(lane.position, number(return_address));
}

void count_return() {
  if (!running.user) return;
  const InLibrary in_library;
  WarpLog::Lane& lane = lane_of(*running.thread);
  if (lane.calls == 0) return;
  if (--lane.calls < lane.before_call.size()) lane.position = lane.before_call[lane.calls];
}

class CountListener final : public Listener {
 public:
  Events launch_started(const LaunchConfig& config) override {
    if (!simulation.options.count) return {};
    count_launch(config);
    return Events(Event::launch_ended, Event::thread_ended, Event::barrier_completed, Event::warp_called);
  }
  void launch_ended() override {
    while (!simulation.warp_logs->users.empty()) take_log(*simulation.warp_logs->users.back());
    add_launch();
  }
  void barrier_completed(Block& block) override {
    for (Warp& warp : block.warps) {
      if (warp.log == nullptr) continue;
      sum_up(*warp.log);
      for (unsigned lane = 0; lane < 32; ++lane) ++warp.log->lane(lane).steps;
    }
  }
  /// A lane that gets its data from other lanes, one after the other, takes its time as well.
  void warp_called(WarpWork work, std::size_t bytes) override {
    lane_of(*running.thread).steps += std::max<std::size_t>(1, bytes / 4);
    Counters& all = counters_of_launch();
    all.shuffles += work == WarpWork::take_values;
    all.votes += work == WarpWork::vote;
  }
  void thread_ended(Thread& thread) override;
  FrequentEvents frequent_events() override {
    return {.access = &count_access,
            .copy = &count_copy,
            .synchronizing_access = &count_unless_it_waits,
            .called = &count_call,
            .returned = &count_return};
  }
};

void CountListener::thread_ended(Thread& thread) {
  Warp& warp = *thread.warp;
  if (warp.log != nullptr) {
    const WarpLog::Lane& lane = warp.log->lane(thread.lane);
    add_thread({.is_idle = lane.is_idle, .accesses = lane.global_accesses, .steps = lane.steps},
               *thread.block);
    Counters& most = counters_of_launch();
    most.local_words = std::max(most.local_words, local_words(thread, lane));
  }
  if (warp.live == 0 && warp.log != nullptr) {
    sum_up(*warp.log);
    take_log(warp);
  }
  if (thread.block->live != 1) return;
  std::uint64_t& barriers = counters_of_launch().barriers;
  barriers = std::max<std::uint64_t>(barriers, thread.block->barriers);
}

}  // namespace

Listener& counters() {
  static CountListener listener;
  return listener;
}

std::uint64_t position_of(const Thread& thread, const Where& where) {
  return mix(log_of(*thread.warp).lane(thread.lane).position, step_of(where));
}

}  // namespace wgsim::core

namespace wgsim {

using namespace core;

void enter_loop(LoopScope& loop) {
  loop.counted = simulation.options.count && running.user;
  if (!loop.counted) return;
  const InLibrary in_library;
  WarpLog::Lane& lane = lane_of(*running.thread);
  loop.around = lane.innermost;
  loop.depth = loop.around == nullptr ? 1 : loop.around->depth + 1;
  loop.outside = lane.position;
  loop.place = __builtin_return_address(0);
  loop.iteration = 0;
  loop.counted_condition = false;
  lane.innermost = &loop;
}

void count_condition(LoopScope& loop, bool goes_on) {
  if (!loop.counted) return;
  record(number(loop.place), IssueKind::branch, 0, goes_on ? 1 : 0, Where(loop.place));
  loop.counted_condition = true;
}

void next_iteration(LoopScope& loop) {
  if (!loop.counted) return;
  const InLibrary in_library;
  Thread& self = *running.thread;
  WarpLog& log = log_of(*self.warp);
  WarpLog::Lane& lane = log.lane(self.lane);
  lane.position = mix(loop.outside, ++loop.iteration);
  // `for (;;)`, `for (x : range)` and `while (T x = f())` have no condition that is marked.
  if (!std::exchange(loop.counted_condition, false)) ++lane.steps;
  if (lane.led >= WarpLog::kGather || lane.position == log.gathers_at) gather(self, log);
}

void leave_loop(LoopScope& loop) {
  if (!loop.counted) return;
  const InLibrary in_library;
  WarpLog::Lane& lane = lane_of(*running.thread);
  lane.position = loop.outside;
  lane.innermost = loop.around;
}

void enter_switch(SwitchScope& scope) {
  scope.place = simulation.options.count && running.user ? __builtin_return_address(0) : nullptr;
}

void choose_way(SwitchScope& scope, unsigned way) {
  record(number(scope.place), IssueKind::branch, 0, way, Where(scope.place));
  scope.place = nullptr;
}

void count_branch(bool taken) {
  if (simulation.options.count && running.user)
    record(number(__builtin_return_address(0)), IssueKind::branch, 0, taken ? 1 : 0,
           Where(__builtin_return_address(0)));
}

void count_step() {
  if (!simulation.options.count || !running.user) return;
  const InLibrary in_library;
  WarpLog::Lane& lane = lane_of(*running.thread);
  if (!std::exchange(lane.call_is_counted, false)) ++lane.steps;
}

}  // namespace wgsim
