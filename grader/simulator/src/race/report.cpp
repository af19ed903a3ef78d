// The words of a race. Lines are known only when findings are taken, so messages have places for them:
// {here}, {there}, {between} (report/findings.cpp fills them in).
#include "race/report.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>

#include "report/describe.hpp"
#include "report/findings.hpp"
#include "schedule/scheduler.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

using Pair = std::pair<unsigned, unsigned>;
struct Reported {
  unsigned warp;      ///< in its block, of the thread that raced first
  RaceRemedy remedy;  ///< the strongest that one of its races needs
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

std::string verb(AccessKind kind, bool write, bool past) {
  if (is_atomic(kind) && write) return past ? "updated it atomically" : "updates it atomically";
  if (is_atomic(kind)) return past ? "read it atomically" : "reads it atomically";
  if (write) return past ? "wrote it" : "writes it";
  return past ? "read it" : "reads it";
}

bool same_block(const EarlierAccess& e) { return e.block == running.thread->block->number; }
bool same_warp(const EarlierAccess& e) {
  return same_block(e) && e.stamp.warp() == running.thread->rank / 32;
}

std::string who(const EarlierAccess& e, const OtherParty& other) {
  const std::string thread = "thread " + text(*other.thread_index);
  return thread + (same_block(e) ? " of the same block" : " of block " + text(*other.block));
}

/// Are both of them writes by the same statement? (Site 0 is an unknown place.)
bool is_one_statement(const EarlierAccess& e, const RaceAccess& now) {
  return e.write && now.writes && !is_atomic(now.stamp.kind()) && e.stamp.site() != 0 &&
         e.stamp.site() == now.stamp.site();
}

/// What would order these two. Other threads that race at the same places may need more: see report_once.
RaceRemedy remedy_for(const EarlierAccess& e, const RaceAccess& now) {
  if (is_one_statement(e, now)) return RaceRemedy::other_code;
  if (same_warp(e)) return RaceRemedy::syncwarp;
  return same_block(e) ? RaceRemedy::syncthreads : RaceRemedy::end_of_launch;
}

struct Reason {
  std::string why, remedy;
};

/// The advice for two stores in different lines, each of which may be right.
constexpr const char* kStoresOfTwoLines =
    "A barrier between the two lines only decides which value stays. If each thread should have an element "
    "of its "
    "own, check the indices. If the second value is to replace the first, put __syncthreads() between the "
    "lines, "
    "where all threads of the block reach it.";

bool are_two_stores(const EarlierAccess& e, const RaceAccess& now) {
  return e.write && now.writes && !is_atomic(e.stamp.kind()) && !is_atomic(now.stamp.kind());
}

bool block_is_one_warp() {
  const dim3 extent = simulation.launch->block;
  return extent.x * extent.y * extent.z <= 32;
}

std::string remedy_within_warp(RaceRemedy remedy) {
  if (remedy != RaceRemedy::syncwarp)
    return "Put __syncthreads() between the two accesses, where all threads of the block reach it: several "
           "warps run these lines. (__syncwarp() is enough only where no warp touches the elements of "
           "another.)";
  // A block of one warp may only be a small case of a kernel for larger blocks. __syncthreads() is right in
  // both.
  if (block_is_one_warp())
    return "Put __syncthreads() between the two accesses, where all threads of the block reach it. (This "
           "block "
           "has one warp. Only if it never has more, __syncwarp() is enough.) Shuffles and votes do not "
           "order "
           "memory.";
  return "Put __syncwarp() between the two accesses, where all lanes of its mask reach it. If other warps of "
         "the block can come here too (with more elements), put __syncthreads() there. Shuffles and votes do "
         "not order memory.";
}

Reason reason_within_warp(RaceRemedy remedy, const std::string& only_one, bool two_stores) {
  if (two_stores)
    return {"Both threads are of one warp, and lanes of a warp do not run in lockstep.", kStoresOfTwoLines};
  return {
      "Both threads are of one warp, but no __syncwarp() lies {between}, and lanes of a warp do not run "
      "in lockstep." +
          only_one,
      remedy_within_warp(remedy)};
}

Reason reason_between_blocks(const EarlierAccess& e, const RaceAccess& now, const std::string& only_one) {
  if (e.stamp.kind() == AccessKind::block_atomic || now.stamp.kind() == AccessKind::block_atomic) {
    const bool here = now.stamp.kind() == AccessKind::block_atomic;
    return {std::string("The atomic at ") + (here ? "{here}" : "{there}") +
                " has the scope of the block: for threads of other blocks it is not atomic.",
            "On memory that several blocks use, take the atomic function without _block in its name, or "
            "cuda::thread_scope_device."};
  }
  if (now.stamp.kind() != AccessKind::plain && e.stamp.kind() != AccessKind::plain) return {"", ""};
  const bool flags = running.thread->clock != nullptr || running.thread->block->clock != nullptr;
  return {
      std::string("The threads are of different blocks, and nothing orders the blocks of one launch") +
          (flags ? ", except a flag with a __threadfence() before it is set and another after it is seen."
                 : ".") +
          only_one,
      !only_one.empty() || now.writes == e.write
          ? "Let only one block touch the element, make all accesses to it atomic, or split the work into "
            "two kernels."
          : "Split the work into two kernels: the end of a launch orders all its blocks."};
}

Reason reason(const EarlierAccess& e, const RaceAccess& now, RaceRemedy remedy) {
  const bool one_is_atomic = is_atomic(e.stamp.kind()) != is_atomic(now.stamp.kind());
  const std::string only_one = one_is_atomic ? " Only one of the two is atomic." : "";
  switch (remedy) {
    case RaceRemedy::syncwarp:
    case RaceRemedy::syncthreads_for_warps:
      return reason_within_warp(remedy, only_one, are_two_stores(e, now));
    case RaceRemedy::syncthreads:
      return {"No __syncthreads() lies {between}." + only_one,
              are_two_stores(e, now)
                  ? kStoresOfTwoLines
                  : "Put __syncthreads() between the two accesses, where all threads of the block reach it."};
    case RaceRemedy::end_of_launch: return reason_between_blocks(e, now, only_one);
    case RaceRemedy::other_code: break;
  }
  const char* const in_a_loop =
      same_block(e)
          ? " (Only if the threads write it in different turns of a loop, a barrier in that loop helps.)"
          : "";
  return {
      "Both write it in the same statement, so a barrier does not help.",
      std::string(
          "If each thread should have an element of its own, two of them have computed the same "
          "index: check what it is computed from (blockIdx, a scan, a destination). If they mean the same "
          "element, let only one thread write it, or update it with an atomic function.") +
          in_a_loop};
}

/// A flag orders the data that is handed over by it; volatile alone does not.
Reason reason_of_volatile(const EarlierAccess& e, const RaceAccess& now, RaceRemedy remedy) {
  Reason volatile_reason = reason(e, now, remedy);
  const std::string fence = same_block(e) ? "__threadfence_block()" : "__threadfence()";
  volatile_reason.why =
      "Both accesses are volatile, but volatile does not order accesses: it only keeps the "
      "compiler from leaving them out.";
  if (remedy == RaceRemedy::other_code) return volatile_reason;
  volatile_reason.remedy = "If a flag hands the data over: put " + fence +
                           " before the flag is set, and another after it is seen. Or put the value and the "
                           "flag into one word of 64 bits, and write both at once.";
  if (same_block(e))
    volatile_reason.remedy +=
        " Or put __syncthreads() between the two accesses, where all threads of the "
        "block reach it.";
  return volatile_reason;
}

Reason reason_of_missing_fence(const EarlierAccess& e) {
  const std::string fence = same_block(e) ? "__threadfence_block()" : "__threadfence()";
  return {
      "There is a fence before the flag is set, but none after the flag is seen, so the read may still "
      "come first. On today's GPUs a volatile read seldom does.",
      "Put " + fence + " between the flag and the read."};
}

OtherParty other_party(const EarlierAccess& e) {
  OtherParty other{(*simulation.race_sites)[e.stamp.site()]};
  other.block = array_of(simulation.scheduler->block_at(e.block));
  const dim3 extent = simulation.launch->block;
  const unsigned thread = e.stamp.thread();
  other.thread_index = {thread % extent.x, thread / extent.x % extent.y, thread / extent.x / extent.y};
  return other;
}

std::string both_accesses(const EarlierAccess& e, const RaceAccess& now, const OtherParty& other) {
  return describe_address(reinterpret_cast<const void*>(now.address)) + ": this thread " +
         verb(now.stamp.kind(), now.writes, false) + " at {here}; " + who(e, other) + " " +
         verb(e.stamp.kind(), e.write, true) + " at {there}. ";
}

void report_now(const EarlierAccess& e, const RaceAccess& now, RaceRemedy remedy) {
  OtherParty other = other_party(e);
  other.remedy = remedy;
  const Reason why = reason(e, now, remedy);
  report(FindingKind::race, "Race on " + both_accesses(e, now, other) + why.why, why.remedy,
         (*simulation.race_sites)[now.stamp.site()], other);
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
  if (known == races.reported.end()) {
    if (races.reported.size() >= simulation.options.max_findings * 8) return;
    races.reported.emplace(pair, Reported{warp, remedy});
  } else {
    if (remedy == RaceRemedy::syncwarp && warp != known->second.warp)
      remedy = RaceRemedy::syncthreads_for_warps;
    if (remedy <= known->second.remedy) return;
    known->second.remedy = remedy;
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
  const Reason why =
      only_reader_lacks_fence ? reason_of_missing_fence(e) : reason_of_volatile(e, now, other.remedy);
  suspect(only_reader_lacks_fence ? FindingKind::missing_fence : FindingKind::race,
          (only_reader_lacks_fence ? "A fence is missing for " : "Race on ") + both_accesses(e, now, other) +
              why.why,
          why.remedy, (*simulation.race_sites)[now.stamp.site()], other);
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
