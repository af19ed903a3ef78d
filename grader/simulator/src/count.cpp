// Positions of lanes, and who puts what into the log of its warp.
#include "count.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "count_log.hpp"
#include "scheduler.hpp"
#include "space.hpp"
#include "wgsim/abi.h"

namespace wgsim::core {

namespace {

/// Logs are reused: a warp has one from its first event to its end.
struct Logs {
  std::vector<std::unique_ptr<WarpLog>> all;
  std::vector<WarpLog*> free;
  std::vector<Warp*> users;
};
Logs& logs() {
  static Logs logs;
  return logs;
}

std::uint64_t mix(std::uint64_t position, std::uint64_t step) {
  const std::uint64_t x = (position ^ step) * 0x9e3779b97f4a7c15u;
  return x ^ x >> 29;
}
std::uint64_t number(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

std::uint64_t step_of(const Where& where) {
  return where.pc != nullptr ? number(where.pc) : number(where.site.file) * 31 + unsigned(where.site.line);
}

[[gnu::noinline]] WarpLog& give_log(Warp& warp) {
  if (logs().free.empty()) {
    logs().all.push_back(std::make_unique<WarpLog>());
    logs().free.push_back(logs().all.back().get());
  }
  warp.log = logs().free.back();
  logs().free.pop_back();
  logs().users.push_back(&warp);
  warp.log->restart();
  return *warp.log;
}

WarpLog& log_of(Warp& warp) { return warp.log != nullptr ? *warp.log : give_log(warp); }

void sum_up(WarpLog& log) {
  for (const Issue& issue : log) add_costs(issue);
  log.clear();
}

void take_log(Warp& warp) {
  if (warp.log == nullptr) return;
  logs().free.push_back(warp.log);
  std::erase(logs().users, &warp);
  warp.log = nullptr;
}

/// Lanes with a full log let the others of their warp catch up, so that what they do together is complete
/// when it is summed up.
void make_room(WarpLog& log) {
  const std::uint64_t before = log.times_cleared();
  scheduler.yield();
  if (log.times_cleared() == before) sum_up(log);
}

void record(std::uint64_t step, IssueKind kind, unsigned size, std::uintptr_t address, const Where& where) {
  const InLibrary in_library;
  Thread& self = *running.thread;
  WarpLog& log = log_of(*self.warp);
  const std::uint64_t position = mix(log.lane(self.lane).position, step);
  while (!log.add(self.lane, position, kind, size, address, where)) make_room(log);
}

/// A struct is not aligned to its size, so a GPU moves it in pieces. The width of its members is unknown;
/// that of a vector is 16 bytes.
unsigned piece_of_struct(std::uintptr_t address, std::size_t size) {
  if (size == 16 && address % 16 == 0) return 16;
  if (size > 16 && size % 8 == 0) return 8;
  return size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
}

}  // namespace

// ---- The log -----------------------------------------------------------------------------------------

void WarpLog::clear() {
  for (unsigned i = 0; i < count_; ++i) table_[issues_[i].entry] = kNone;
  count_ = 0;
  ++times_cleared_;
  for (Lane& lane : lanes_) lane.next = lane.last = 0;
}

void WarpLog::restart() {
  clear();
  for (Lane& lane : lanes_) {
    lane.position = 1;
    lane.calls = 0;
  }
}

unsigned WarpLog::find(unsigned lane, std::uint64_t position, IssueKind kind, unsigned size,
                       const Where& where) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = position & mask;
  for (; table_[at] != kNone; at = (at + 1) & mask) {
    const Issue& issue = issues_[table_[at]];
    // What a lane does twice at one position are two instructions: a loop that no keyword makes.
    if (issue.position == position && (issue.lanes >> lane & 1) == 0) return table_[at];
  }
  if (count_ == kCapacity) return kNone;
  const unsigned i = count_++;
  table_[at] = std::uint16_t(i);
  Issue& issue = issues_[i];
  issue.position = position;
  issue.where = where;
  issue.lanes = 0;
  issue.entry = std::uint16_t(at);
  issue.successor = std::uint16_t(i + 1);
  issue.size = std::uint8_t(size);
  issue.kind = kind;
  return i;
}

// ---- Events ------------------------------------------------------------------------------------------

void count_access(std::uintptr_t address, std::size_t size, Access access, const Where& where) {
  if (is_on_own_stack(address)) return;  // local variables are registers
  const bool atomic = access == Access::read_write || where.site.file != nullptr;
  const IssueKind kind = atomic                   ? IssueKind::atomic
                         : access == Access::read ? IssueKind::load
                                                  : IssueKind::store;
  record(step_of(where), kind, unsigned(size), address, where);
}

void count_copy(std::uintptr_t address, std::size_t size, Access access, const Where& where) {
  if (is_on_own_stack(address)) return;
  const unsigned piece = piece_of_struct(address, size);
  const IssueKind kind = access == Access::read ? IssueKind::load : IssueKind::store;
  const std::uint64_t step = step_of(where) + (access == Access::read ? 0 : std::uint64_t(1) << 62);
  for (std::size_t i = 0; i < size; i += piece) record(mix(step, i), kind, piece, address + i, where);
}

void count_call(const void* return_address) {
  if (!running.user) return;
  const InLibrary in_library;
  WarpLog::Lane& lane = log_of(*running.thread->warp).lane(running.thread->lane);
  if (lane.calls < lane.before_call.size()) lane.before_call[lane.calls] = lane.position;
  ++lane.calls;
  lane.position = mix(lane.position, number(return_address));
}

void count_return() {
  if (!running.user) return;
  const InLibrary in_library;
  WarpLog::Lane& lane = log_of(*running.thread->warp).lane(running.thread->lane);
  if (lane.calls == 0) return;
  if (--lane.calls < lane.before_call.size()) lane.position = lane.before_call[lane.calls];
}

// ---- The course of a grid ----------------------------------------------------------------------------

void count_barrier(Block& block) {
  for (Warp& warp : block.warps)
    if (warp.log != nullptr) sum_up(*warp.log);
}

void count_exit(Thread& thread) {
  Warp& warp = *thread.warp;
  if (warp.live == 0 && warp.log != nullptr) {
    sum_up(*warp.log);
    take_log(warp);
  }
  if (thread.block->live == 1) add_barriers_of_block(thread.block->barriers);
}

void count_end_of_grid() {
  while (!logs().users.empty()) take_log(*logs().users.back());
}

}  // namespace wgsim::core

namespace wgsim {

using namespace core;

void enter_loop(LoopScope& loop) {
  loop.counted = running.count && running.user;
  if (!loop.counted) return;
  const InLibrary in_library;
  loop.outside = log_of(*running.thread->warp).lane(running.thread->lane).position;
  loop.place = __builtin_return_address(0);
  loop.iteration = 0;
}

void next_iteration(LoopScope& loop) {
  if (!loop.counted) return;
  WarpLog::Lane& lane = log_of(*running.thread->warp).lane(running.thread->lane);
  lane.position = mix(loop.outside, loop.iteration);
  record(number(loop.place), IssueKind::branch, 0, 1, Where(loop.place));
  lane.position = mix(loop.outside, ++loop.iteration);
}

void leave_loop(LoopScope& loop) {
  if (!loop.counted) return;
  WarpLog::Lane& lane = log_of(*running.thread->warp).lane(running.thread->lane);
  lane.position = mix(loop.outside, loop.iteration);
  record(number(loop.place), IssueKind::branch, 0, 0, Where(loop.place));
  lane.position = loop.outside;
}

void count_branch(bool taken) {
  if (running.count && running.user)
    record(number(__builtin_return_address(0)), IssueKind::branch, 0, taken ? 1 : 0,
           Where(__builtin_return_address(0)));
}

}  // namespace wgsim
