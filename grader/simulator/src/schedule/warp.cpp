// Warp-wide operations: __syncwarp, shuffles, votes, matches, reductions.
//
// A lane that calls one waits until every lane that its mask names (and that has not exited) is in the same
// operation with the same mask. The last lane to come computes the results of all. Several groups with
// disjoint masks may wait in one warp at the same time. Two lanes whose masks name each other but differ, or
// that call different operations, can never meet: that is a finding at once.
//
// __activemask does not wait for other lanes in CUDA: it tells which lanes happen to be converged. Here its
// result is: all lanes of the warp that reach the same call before they block, spin or exit elsewhere. So no
// lane waits for one that can't come. CUDA promises no more than that these lanes are together, so in a
// random order the lanes of a branch are sometimes two groups; those of coalesced_threads() everywhere.

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/scheduler.hpp"
#include "state/simulation.hpp"
#include "wgsim/abi.h"

namespace wgsim {

namespace core {

enum class WarpOperation : std::uint8_t { sync, shuffle, ballot, match_any, match_all, reduce };

/// One lane's part in an operation. It lies on the lane's stack while the lane waits.
struct WarpCall {
  WarpOperation operation;
  int variant;  ///< Shuffle or WarpReduction
  unsigned mask;
  Site site;
  const void* in = nullptr;
  std::size_t size = 0;
  void* out = nullptr;  ///< shuffle
  int lane_or_delta = 0, width = 32;
  std::uint32_t value = 0;   ///< ballot: 0 or 1; reduce: the value
  bool is_signed = false;    ///< reduce
  std::uint32_t result = 0;  ///< shuffle: the lane that was read
  unsigned group = 0;        ///< the lanes that took part
};

}  // namespace core

using namespace core;

namespace {

constexpr std::size_t kMaxShuffleBytes = 256;

template <class F>
void for_each_lane(unsigned mask, F f) {
  for (; mask != 0; mask &= mask - 1) f(unsigned(std::countr_zero(mask)));
}

std::string hex(unsigned mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

std::string name_of(const WarpCall& call) {
  static constexpr const char* shuffles[] = {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync",
                                             "__shfl_xor_sync"};
  switch (call.operation) {
    case WarpOperation::sync: return "__syncwarp";
    case WarpOperation::shuffle: return shuffles[call.variant];
    case WarpOperation::ballot: return words(Phrase::a_vote);
    case WarpOperation::match_any: return "__match_any_sync";
    case WarpOperation::match_all: return "__match_all_sync";
    case WarpOperation::reduce: return "__reduce_sync";
  }
  return {};
}

WarpWork work_of(WarpOperation operation) {
  switch (operation) {
    case WarpOperation::sync: return WarpWork::wait;
    case WarpOperation::shuffle:
    case WarpOperation::reduce: return WarpWork::take_values;
    case WarpOperation::ballot:
    case WarpOperation::match_any:
    case WarpOperation::match_all: return WarpWork::vote;
  }
  return {};
}

// ---- Results -----------------------------------------------------------------------------------------

/// The lane that a shuffle reads. It is the lane itself where CUDA leaves the value unchanged.
unsigned source_lane(const WarpCall& call, unsigned lane) {
  const int width = call.width, in_segment = int(lane) & (width - 1), segment = int(lane) - in_segment;
  switch (Shuffle(call.variant)) {
    case Shuffle::index: return unsigned(segment + (call.lane_or_delta & (width - 1)));
    case Shuffle::up:
      return std::uint32_t(call.lane_or_delta) > unsigned(in_segment) ? lane
                                                                      : lane - unsigned(call.lane_or_delta);
    case Shuffle::down:
      return std::uint32_t(call.lane_or_delta) >= unsigned(width - in_segment)
                 ? lane
                 : lane + unsigned(call.lane_or_delta);
    case Shuffle::exclusive_or: {
      const unsigned source = lane ^ unsigned(call.lane_or_delta);
      return source >= unsigned(segment + width) || source >= 32 ? lane : source;
    }
  }
  return lane;
}

void complete_shuffle(Warp& warp, unsigned group) {
  // All values first: in and out may be the same variable.
  std::byte values[32 * kMaxShuffleBytes];
  const std::size_t size = warp.lane(unsigned(std::countr_zero(group))).call->size;
  for_each_lane(group, [&](unsigned i) { std::memcpy(values + i * size, warp.lane(i).call->in, size); });
  for_each_lane(group, [&](unsigned i) {
    WarpCall& call = *warp.lane(i).call;
    const unsigned source = source_lane(call, i);
    call.result = source;
    // A GPU gives an undefined value for a lane that does not take part. Here it is a pattern that can't be
    // right.
    if ((group >> source & 1) != 0)
      std::memcpy(call.out, values + source * size, size);
    else
      std::memset(call.out, 0xff, size);
    for (Listener* const listener : listeners_of(Event::shuffled))
      listener->shuffled({warp.lane(i), warp.lane(source), call.out, size, call.site});
  });
}

void complete_match(Warp& warp, unsigned group) {
  for_each_lane(group, [&](unsigned i) {
    WarpCall& call = *warp.lane(i).call;
    unsigned equal = 0;
    for_each_lane(group, [&](unsigned j) {
      const bool same = std::memcmp(call.in, warp.lane(j).call->in, call.size) == 0;
      equal |= unsigned(same) << j;
    });
    call.result = call.operation == WarpOperation::match_any ? equal : (equal == group ? call.mask : 0);
  });
}

template <class T>
T combine(WarpReduction kind, T a, T b) {
  switch (kind) {
    case WarpReduction::add: return T(std::uint32_t(a) + std::uint32_t(b));
    case WarpReduction::min: return std::min(a, b);
    case WarpReduction::max: return std::max(a, b);
    case WarpReduction::bit_and: return a & b;
    case WarpReduction::bit_or: return a | b;
    case WarpReduction::bit_xor: return a ^ b;
  }
  return a;
}

template <class T>
void complete_reduce(Warp& warp, unsigned group) {
  const auto first = unsigned(std::countr_zero(group));
  T total = T(warp.lane(first).call->value);
  for_each_lane(group & (group - 1), [&](unsigned i) {
    total = combine(WarpReduction(warp.lane(i).call->variant), total, T(warp.lane(i).call->value));
  });
  for_each_lane(group, [&](unsigned i) { warp.lane(i).call->result = std::uint32_t(total); });
}

void complete(Warp& warp, unsigned group) {
  const WarpCall& call = *warp.lane(unsigned(std::countr_zero(group))).call;
  switch (call.operation) {
    case WarpOperation::sync:
      for (Listener* const listener : listeners_of(Event::warp_synced))
        listener->warp_synced(warp, call.mask, group, call.site);
      break;
    case WarpOperation::shuffle: complete_shuffle(warp, group); break;
    case WarpOperation::ballot: {
      unsigned votes = 0;
      for_each_lane(group, [&](unsigned i) { votes |= unsigned(warp.lane(i).call->value) << i; });
      for_each_lane(group, [&](unsigned i) { warp.lane(i).call->result = votes; });
      break;
    }
    case WarpOperation::match_any:
    case WarpOperation::match_all: complete_match(warp, group); break;
    case WarpOperation::reduce:
      if (call.is_signed)
        complete_reduce<std::int32_t>(warp, group);
      else
        complete_reduce<std::uint32_t>(warp, group);
      break;
  }
  for_each_lane(group, [&](unsigned i) { warp.lane(i).call->group = group; });
  warp.waiting &= ~group;
  simulation.scheduler->progress();
}

void wake(Warp& warp, unsigned lanes) {
  if (simulation.options.order != Order::reverse) {
    for_each_lane(lanes, [&](unsigned i) { simulation.scheduler->make_ready(warp.lane(i)); });
    return;
  }
  for (unsigned i = 32; i-- > 0;)
    if ((lanes >> i & 1) != 0) simulation.scheduler->make_ready(warp.lane(i));
}

// ---- Meeting -----------------------------------------------------------------------------------------

bool same_operation(const WarpCall& a, const WarpCall& b) {
  return a.operation == b.operation && a.variant == b.variant && a.size == b.size;
}

[[noreturn]] void end_conflict(Warp& warp, unsigned a, unsigned b) {
  const WarpCall &x = *warp.lane(a).call, &y = *warp.lane(b).call;
  const bool masks = x.mask != y.mask;
  running.thread = &warp.lane(a);
  end_kernel(masks ? Problem::different_masks : Problem::different_operations,
             {{"lane", a},
              {"call", name_of(x)},
              {"mask", hex(x.mask)},
              {"place", short_place(x.site)},
              {"other_lane", b},
              {"other_call", name_of(y)},
              {"other_mask", hex(y.mask)},
              {"other_place", short_place(y.site)}},
             x.site, cudaErrorLaunchFailure, OtherParty{y.site, &warp.lane(b)});
}

/// The group that this lane completes; 0 while a lane of it is missing.
unsigned complete_group(Warp& warp, unsigned lane) {
  const WarpCall& call = *warp.lane(lane).call;
  const unsigned group = call.mask & warp.live;
  if ((warp.waiting & group) != group) return 0;
  bool all_agree = true;
  for_each_lane(group, [&](unsigned i) {
    const WarpCall& other = *warp.lane(i).call;
    if (other.mask == call.mask && same_operation(other, call)) return;
    if (other.mask == call.mask || (other.mask >> lane & 1) != 0) end_conflict(warp, lane, i);
    all_agree = false;  // it has another group to finish first
  });
  return all_agree ? group : 0;
}

void meet(WarpCall& call) {
  const InLibrary in_library;
  Thread& self = *running.thread;
  Warp& warp = *self.warp;
  self.call = &call;
  self.site = call.site;
  if ((call.mask >> self.lane & 1) == 0)
    end_kernel(Problem::own_lane_not_in_mask,
               {{"lane", self.lane}, {"call", name_of(call)}, {"mask", hex(call.mask)}}, call.site,
               cudaErrorLaunchFailure);
  for (Listener* const listener : listeners_of(Event::warp_called))
    listener->warp_called(work_of(call.operation), call.size);
  warp.waiting |= 1u << self.lane;
  if (const unsigned group = complete_group(warp, self.lane); group != 0) {
    complete(warp, group);
    wake(warp, group & ~(1u << self.lane));
    return;
  }
  self.wait = Wait::warp_operation;
  simulation.scheduler->wait();
}

// ---- __activemask ------------------------------------------------------------------------------------

bool may_still_come(const Thread& t) { return t.wait == Wait::nothing && !t.spinning; }

}  // namespace

void core::settle_active_mask(Warp& warp) {
  bool wait_on = false;
  for_each_lane(warp.live, [&](unsigned i) { wait_on = wait_on || may_still_come(warp.lane(i)); });
  if (wait_on) return;
  const unsigned asking = std::exchange(warp.asking, 0u);
  for (unsigned left = asking; left != 0;) {
    const Thread& first = warp.lane(unsigned(std::countr_zero(left)));
    unsigned together = 0;
    for_each_lane(left, [&](unsigned i) {
      const Thread& t = warp.lane(i);
      const bool same = t.site.line == first.site.line && t.site.file == first.site.file;
      together |= unsigned(same) << i;
    });
    const bool may_split = first.may_split || together != warp.live;
    const unsigned part = may_split ? simulation.scheduler->all_or_some(together) : together;
    for_each_lane(together, [&](unsigned i) {
      warp.lane(i).active_mask = (part >> i & 1) != 0 ? part : together & ~part;
    });
    left &= ~together;
  }
  wake(warp, asking);
  simulation.scheduler->progress();
}

void core::end_if_lanes_disagree(Warp& warp) {
  for_each_lane(warp.waiting, [&](unsigned i) {
    for_each_lane(warp.waiting & warp.lane(i).call->mask, [&](unsigned j) {
      const WarpCall &a = *warp.lane(i).call, &b = *warp.lane(j).call;
      if ((b.mask >> i & 1) != 0 && (a.mask != b.mask || !same_operation(a, b))) end_conflict(warp, i, j);
    });
  });
}

void core::settle_warp(Warp& warp) {
  for (unsigned left = warp.waiting; left != 0;) {
    const auto lane = unsigned(std::countr_zero(left));
    left &= left - 1;
    const unsigned group = complete_group(warp, lane);
    if (group == 0) continue;
    complete(warp, group);
    wake(warp, group);
    left &= ~group;
  }
}

// ---- The operations ----------------------------------------------------------------------------------

void warp_sync(unsigned mask, Site site) {
  WarpCall call{WarpOperation::sync, 0, mask, site};
  meet(call);
}

namespace {

unsigned lanes_here(Site site, bool may_split) {
  const InLibrary in_library;
  Thread& self = *running.thread;
  self.site = site;
  self.may_split = may_split;
  self.wait = Wait::active_mask;
  self.warp->asking |= 1u << self.lane;
  simulation.scheduler->wait();
  return self.active_mask;
}

}  // namespace

unsigned active_mask(Site site) { return lanes_here(site, false); }
unsigned coalesced_lanes(Site site) { return lanes_here(site, true); }

void shuffle(unsigned mask, const void* in, void* out, std::size_t size, Shuffle kind, int lane_or_delta,
             int width, Site site) {
  if (size > kMaxShuffleBytes) end_kernel(Problem::huge_shuffle, {}, site, cudaErrorNotSupported);
  WarpCall call{WarpOperation::shuffle, int(kind), mask, site, in, size, out, lane_or_delta, width};
  meet(call);
  const InLibrary in_library;
  const unsigned source = call.result;
  const Thread& self = *running.thread;
  const Warp& warp = *self.warp;
  const bool defined = (call.group >> source & 1) != 0;
  if (defined || already_found(FindingKind::barrier_divergence, site)) return;
  const unsigned lanes =
      unsigned(std::min<std::size_t>(32, self.block->threads.size() - (self.rank - self.lane)));
  const Problem problem = source >= lanes                  ? Problem::no_such_lane
                          : (mask >> source & 1) == 0      ? Problem::lane_not_in_mask
                          : (warp.live >> source & 1) == 0 ? Problem::lane_exited
                                                           : Problem::lane_elsewhere;
  report(problem, {{"lane", self.lane}, {"source", source}, {"call", name_of(call)}, {"mask", hex(mask)}},
         site);
}

unsigned ballot(unsigned mask, bool predicate, Site site) {
  WarpCall call{WarpOperation::ballot, 0, mask, site};
  call.value = predicate ? 1 : 0;
  meet(call);
  return call.result;
}

unsigned match_any(unsigned mask, const void* value, std::size_t size, Site site) {
  WarpCall call{WarpOperation::match_any, 0, mask, site, value, size};
  meet(call);
  return call.result;
}

unsigned match_all(unsigned mask, const void* value, std::size_t size, int* all_equal, Site site) {
  WarpCall call{WarpOperation::match_all, 0, mask, site, value, size};
  meet(call);
  if (all_equal != nullptr) *all_equal = call.result != 0;
  return call.result;
}

unsigned warp_reduce_u32(unsigned mask, unsigned value, WarpReduction kind, Site site) {
  WarpCall call{WarpOperation::reduce, int(kind), mask, site};
  call.value = value;
  meet(call);
  return call.result;
}

int warp_reduce_i32(unsigned mask, int value, WarpReduction kind, Site site) {
  WarpCall call{WarpOperation::reduce, int(kind), mask, site};
  call.is_signed = true;
  call.value = std::uint32_t(value);
  meet(call);
  return int(call.result);
}

}  // namespace wgsim
