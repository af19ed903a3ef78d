// Says which problem a race is, and what is known of it.
#include "race/report.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <string>

#include "race/surroundings.hpp"
#include "report/describe.hpp"
#include "report/findings.hpp"
#include "schedule/scheduler.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

using Pair = std::pair<unsigned, unsigned>;
struct Reported {
  unsigned warp;       ///< in its block, of the thread that raced first
  RaceRemedy remedy;   ///< the strongest that one of its races needs
  unsigned races = 1;  ///< within that warp, while __syncwarp() is the remedy
};

/// A racing store, and the bytes that were there before it.
struct PendingStore {
  EarlierAccess earlier;
  RaceAccess now;
  unsigned char before[16];
};

/// The races of the launch.
struct ReportedRaces {
  std::map<Pair, Reported> reported;
  std::uint64_t found = 0;  ///< repetitions included
  PendingStore pending = {};
};

namespace {

// After this many races nothing new is found, and the kernel should come to its end.
constexpr std::uint64_t kMostRacesOfALaunch = std::uint64_t(1) << 22;

std::string text(const std::array<unsigned, 3>& d) {
  return "(" + std::to_string(d[0]) + "," + std::to_string(d[1]) + "," + std::to_string(d[2]) + ")";
}

std::array<unsigned, 3> array_of(uint3 d) { return {d.x, d.y, d.z}; }

bool is_atomic(AccessKind kind) { return kind == AccessKind::atomic || kind == AccessKind::block_atomic; }

Phrase does(AccessKind kind, bool write) {
  if (is_atomic(kind)) return write ? Phrase::updates_it : Phrase::reads_it_atomically;
  return write ? Phrase::writes_it : Phrase::reads_it;
}

Phrase did(AccessKind kind, bool write) {
  if (is_atomic(kind)) return write ? Phrase::updated_it : Phrase::read_it_atomically;
  return write ? Phrase::wrote_it : Phrase::read_it;
}

bool same_block(const EarlierAccess& e) { return e.block == running.thread->block->number; }
bool same_warp(const EarlierAccess& e) {
  return same_block(e) && e.stamp.warp() == running.thread->rank / 32;
}

/// Are both of them writes by the same statement? (Site 0 is an unknown place.)
bool is_one_statement(const EarlierAccess& e, const RaceAccess& now) {
  return e.write && now.writes && !is_atomic(now.stamp.kind()) && e.stamp.site() != 0 &&
         e.stamp.site() == now.stamp.site();
}

bool block_is_one_warp() {
  const dim3 extent = simulation.launch->block;
  return extent.x * extent.y * extent.z <= 32;
}

/// What would order these two. Other threads that race at the same places may need more: see report_once.
RaceRemedy remedy_for(const EarlierAccess& e, const RaceAccess& now) {
  if (is_one_statement(e, now)) return RaceRemedy::other_code;
  if (same_warp(e)) return RaceRemedy::syncwarp;
  return same_block(e) ? RaceRemedy::syncthreads : RaceRemedy::end_of_launch;
}

bool are_two_stores(const EarlierAccess& e, const RaceAccess& now) {
  return e.write && now.writes && !is_atomic(e.stamp.kind()) && !is_atomic(now.stamp.kind());
}

Problem problem_within_warp(RaceRemedy remedy, bool two_stores) {
  if (two_stores) return Problem::stores_in_warp;
  if (remedy != RaceRemedy::syncwarp) return Problem::race_in_several_warps;
  return block_is_one_warp() ? Problem::race_in_only_warp : Problem::race_in_warp;
}

Problem problem_between_blocks(const EarlierAccess& e, const RaceAccess& now) {
  if (now.stamp.kind() == AccessKind::block_atomic) return Problem::block_scope_here;
  if (e.stamp.kind() == AccessKind::block_atomic) return Problem::block_scope_there;
  const bool one_is_atomic = is_atomic(e.stamp.kind()) != is_atomic(now.stamp.kind());
  if (is_handed_over(e)) return Problem::race_of_blocks_with_flag;
  return one_is_atomic || now.writes == e.write ? Problem::shared_element_of_blocks : Problem::race_of_blocks;
}

Problem problem_of(const EarlierAccess& e, const RaceAccess& now, RaceRemedy remedy) {
  switch (remedy) {
    case RaceRemedy::syncwarp:
    case RaceRemedy::syncthreads_for_warps: return problem_within_warp(remedy, are_two_stores(e, now));
    case RaceRemedy::syncthreads:
      return are_two_stores(e, now) ? Problem::stores_in_block : Problem::race_in_block;
    case RaceRemedy::end_of_launch: return problem_between_blocks(e, now);
    case RaceRemedy::other_code: break;
  }
  if (!same_block(e)) return Problem::statement_in_blocks;
  return is_repeated(e, now) ? Problem::statement_in_a_loop : Problem::statement_in_block;
}

/// A flag orders the data that is handed over by it; volatile alone does not.
Problem problem_of_volatile(const EarlierAccess& e, RaceRemedy remedy) {
  if (remedy == RaceRemedy::other_code)
    return same_block(e) ? Problem::volatile_statement_in_block : Problem::volatile_statement_in_blocks;
  if (same_warp(e)) return Problem::volatile_in_warp;
  return same_block(e) ? Problem::volatile_in_block : Problem::volatile_in_blocks;
}

OtherParty other_party(const EarlierAccess& e) {
  OtherParty other{(*simulation.race_sites)[e.stamp.site()]};
  if (same_block(e)) other.last_barrier = running.thread->block->last_barrier;
  other.block = array_of(simulation.scheduler->block_at(e.block));
  const dim3 extent = simulation.launch->block;
  const unsigned thread = e.stamp.thread();
  other.thread_index = {thread % extent.x, thread / extent.x % extent.y, thread / extent.x / extent.y};
  return other;
}

Facts facts_of(const EarlierAccess& e, const RaceAccess& now, const OtherParty& other) {
  const AccessKind before = e.stamp.kind(), kind = now.stamp.kind();
  const bool flags = running.thread->clock != nullptr || running.thread->block->clock != nullptr ||
                     (!same_block(e) && is_handed_over(e));
  const Phrase thread = same_block(e) ? Phrase::thread_of_same_block : Phrase::thread_of_other_block;
  return {{"memory", describe_address(reinterpret_cast<const void*>(now.address))},
          {"does", words(does(kind, now.writes))},
          {"did", words(did(before, e.write))},
          {"thread", words(thread, {{"thread", text(*other.thread_index)}, {"block", text(*other.block)}})},
          {"only_one", is_atomic(before) != is_atomic(kind) ? words(Phrase::only_one_is_atomic) : ""},
          {"no_help", is_repeated(e, now) ? "" : words(Phrase::no_barrier_helps)},
          {"flags", flags ? words(Phrase::except_a_flag) : ""},
          {"fence", same_block(e) ? "__threadfence_block()" : "__threadfence()"}};
}

void report_now(const EarlierAccess& e, const RaceAccess& now, RaceRemedy remedy) {
  OtherParty other = other_party(e);
  other.remedy = remedy;
  report(problem_of(e, now, remedy), facts_of(e, now, other), (*simulation.race_sites)[now.stamp.site()],
         other);
}

/// Reports a pair of places once, and again when a later race of it needs a stronger remedy: a __syncwarp()
/// where the whole block needs a barrier would only lead to the next race. While all races of the pair are in
/// the same warp of a block, __syncwarp() is the remedy: in a branch like `if (threadIdx.x < 32)`, which
/// other warps do not enter, __syncthreads() would be an error.
void report_once(const EarlierAccess& e, const RaceAccess& now) {
  ReportedRaces& races = *simulation.reported_races;
  const unsigned warp = running.thread->rank / 32;
  RaceRemedy remedy = remedy_for(e, now);
  const Pair pair(e.stamp.site(), now.stamp.site());
  const auto known = races.reported.find(pair);
  const bool is_known = known != races.reported.end();
  if (is_known && std::max(remedy, RaceRemedy::syncthreads_for_warps) <= known->second.remedy) return;
  if (remedy == RaceRemedy::syncwarp) {
    const bool of_other_warp = is_known && warp != known->second.warp;
    // is_work_of_one_warp looks at all of the array: of many races it is asked at the 1st, 2nd, 4th, 8th …
    if (is_known && !of_other_warp && !std::has_single_bit(++known->second.races)) return;
    if (of_other_warp || (!block_is_one_warp() && !is_work_of_one_warp(e, now)))
      remedy = RaceRemedy::syncthreads_for_warps;
  }
  if (is_known) {
    if (remedy <= known->second.remedy) return;
    known->second.remedy = remedy;
  } else {
    if (races.reported.size() >= simulation.options.max_findings * 8) return;
    races.reported.emplace(pair, Reported{warp, remedy});
  }
  report_now(e, now, remedy);
}

}  // namespace

void finish_pending_store() {
  ReportedRaces& races = *simulation.reported_races;
  running.unfinished &= std::uint8_t(~kRacingStore);
  const void* p = reinterpret_cast<const void*>(races.pending.now.address);
  if (std::memcmp(p, races.pending.before, races.pending.now.size) == 0) return;
  report_once(races.pending.earlier, races.pending.now);
}

void forget_reported_races() {
  ReportedRaces& races = *simulation.reported_races;
  races.reported.clear();
  races.found = 0;
}

void suspect_race(const EarlierAccess& e, const RaceAccess& now, bool only_reader_lacks_fence) {
  OtherParty other = other_party(e);
  other.remedy = remedy_for(e, now);
  suspect(only_reader_lacks_fence ? Problem::fence_missing : problem_of_volatile(e, other.remedy),
          facts_of(e, now, other), (*simulation.race_sites)[now.stamp.site()], other);
}

void report_race(const EarlierAccess& earlier, const RaceAccess& now) {
  ReportedRaces& races = *simulation.reported_races;
  if (++races.found == kMostRacesOfALaunch) race_give_up();
  if (simulation.options.allow_same_value_races && now.writes && now.stamp.kind() == AccessKind::plain &&
      now.size <= sizeof races.pending.before) {
    races.pending = {earlier, now, {}};
    running.unfinished |= kRacingStore;
    std::memcpy(races.pending.before, reinterpret_cast<const void*>(now.address), now.size);
    return;
  }
  report_once(earlier, now);
}

}  // namespace wgsim::core
