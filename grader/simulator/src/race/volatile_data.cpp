#include "race/volatile_data.hpp"

#include <algorithm>
#include <bitset>
#include <cstring>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "memory/shared_memory.hpp"
#include "program/device_variables.hpp"
#include "race/report.hpp"
#include "report/findings.hpp"
#include "schedule/scheduler.hpp"
#include "state/simulation.hpp"
#include "state/space.hpp"

namespace wgsim::core {

/// The value of a word before its first volatile store since the last common barrier of the threads that know
/// it.
struct ValueBefore {
  std::optional<std::uint64_t> value;  ///< nothing: nobody wrote it
  unsigned size;
  std::vector<EarlierAccess> known_by;  ///< the store, and reads that saw a newer value
};
constexpr std::size_t kMostKnown = 64;  ///< then the old value is not shown any more

struct StaleValue {
  std::uintptr_t address;
  unsigned size;
  std::uint64_t shown, hidden;
};

using Sites = std::bitset<RaceSites::kSites>;
/// Two sites, whether they write, and whether only the reader's fence is missing.
struct SuspectedPair {
  unsigned there, here;
  bool wrote, writes, only_reader_lacks_fence;
  auto operator<=>(const SuspectedPair&) const = default;
};
struct Suspicion {
  std::size_t finding;
  std::unordered_set<std::uintptr_t> words;
};

/// What is known of the launch.
struct VolatileData {
  std::unordered_map<std::uintptr_t, ValueBefore> values_before;
  StaleValue stale;
  Sites waits;    ///< where a thread read a word again; 0 stands for atomics
  Sites saw_old;  ///< where a thread was shown an old value
  std::unordered_map<std::uintptr_t, std::vector<unsigned>> readers_of;  ///< a word: the sites of its reads
  std::unordered_set<std::uint64_t> was_at;  ///< threads with the sites of their reads
  std::map<SuspectedPair, Suspicion> suspicions;
};

namespace {

std::uint64_t load(std::uintptr_t address, unsigned size) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), size);
  return value;
}

void store(std::uintptr_t address, unsigned size, std::uint64_t value) {
  std::memcpy(reinterpret_cast<void*>(address), &value, size);
}

bool is_shared(std::uintptr_t address) { return address - running.shared_base < kArenaBytes; }

EarlierAccess present_access(std::uintptr_t address, bool write) {
  return earlier_access(running.stamp, write, is_shared(address));
}

/// The running thread at this site, as a number. (Threads have 10 bits.)
std::uint64_t me_at(unsigned site) {
  return (running.thread->block->number << 10 | running.thread->rank) << Stamp::kSiteBits | site;
}

void add_reader(std::uintptr_t word, unsigned site) {
  std::vector<unsigned>& sites = simulation.volatile_data->readers_of[word];
  if (std::find(sites.begin(), sites.end(), site) == sites.end()) sites.push_back(site);
}

bool is_flag(std::uintptr_t word) {
  VolatileData& data = *simulation.volatile_data;
  const auto found = data.readers_of.find(word);
  return found != data.readers_of.end() && std::any_of(found->second.begin(), found->second.end(),
                                                       [&](unsigned site) { return data.waits[site]; });
}

/// Is the suspected pair a race, by all that the launch has shown? For a read that never found an old value
/// it is not known whether it waits.
bool is_race(const SuspectedPair& pair, const Suspicion& suspicion) {
  VolatileData& data = *simulation.volatile_data;
  if (pair.there == 0 || pair.here == 0) return false;
  if (!pair.writes && (data.waits[pair.here] || (!data.saw_old[pair.here] && !pair.only_reader_lacks_fence)))
    return false;
  if (!pair.wrote && data.waits[pair.there]) return false;
  // If both are writes, it is not known how a thread that reads the word uses it.
  const bool two_writes = pair.wrote && pair.writes && !pair.only_reader_lacks_fence;
  return std::any_of(suspicion.words.begin(), suspicion.words.end(), [&](std::uintptr_t word) {
    return two_writes ? !data.readers_of.contains(word) : !is_flag(word);
  });
}

}  // namespace

void forget_volatile_data() {
  VolatileData& data = *simulation.volatile_data;
  finish_stale_read();
  data.values_before.clear();
  data.waits.reset();
  data.waits.set(0);
  data.saw_old.reset();
  data.readers_of.clear();
  data.was_at.clear();
  data.suspicions.clear();
}

void settle_volatile_data() {
  VolatileData& data = *simulation.volatile_data;
  finish_stale_read();
  if (data.suspicions.empty()) return;
  std::vector<bool> is_true(data.suspicions.size());
  for (const auto& [pair, suspicion] : data.suspicions) is_true[suspicion.finding] = is_race(pair, suspicion);
  settle_suspicions(is_true);
  data.suspicions.clear();
}

// ---- Old values --------------------------------------------------------------------------------------

void remember_value_before(std::uintptr_t address, unsigned size, bool is_first) {
  if (!running.user || !running.check || simulation.options.count || size > sizeof(std::uint64_t)) return;
  const InLibrary in_library;
  const bool shared = is_shared(address);
  if (!shared && !space.contains(address) && !program_variables.contains(address))
    return;  // a local variable
  ValueBefore& before = simulation.volatile_data->values_before[address];
  if (before.size == size && before.known_by.front().stamp.epoch() >= RaceBounds(shared).ordered_before)
    return;
  before = {
      is_first ? std::nullopt : std::optional(load(address, size)), size, {present_access(address, true)}};
}

bool make_stale(std::uintptr_t address, unsigned size) {
  VolatileData& data = *simulation.volatile_data;
  if (simulation.suspected_read == 0) return false;
  const InLibrary in_library;
  data.was_at.insert(me_at(simulation.suspected_read));
  const auto found = data.values_before.find(address);
  if (found == data.values_before.end() || found->second.size != size) return false;
  ValueBefore& before = found->second;
  const auto knows_newer = [&] {
    return std::any_of(before.known_by.begin(), before.known_by.end(),
                       [&](const auto& e) { return happens_before(e, is_shared(address)); });
  };
  const std::uint64_t now = load(address, size);
  if (simulation.options.count || data.waits[simulation.suspected_read] || now == before.value ||
      before.known_by.size() >= kMostKnown || knows_newer()) {
    if (before.known_by.size() < kMostKnown) before.known_by.push_back(present_access(address, false));
    return false;
  }
  data.saw_old.set(simulation.suspected_read);
  if (!before.value) return false;
  data.stale = {address, size, *before.value, now};
  store(address, size, data.stale.shown);
  running.unfinished |= kStaleRead;
  return true;
}

void restore_stale_value() {
  const StaleValue& stale = simulation.volatile_data->stale;
  running.unfinished &= std::uint8_t(~kStaleRead);
  // The thread may have written a value of its own meanwhile.
  if (load(stale.address, stale.size) == stale.shown) store(stale.address, stale.size, stale.hidden);
}

// ---- Suspicions --------------------------------------------------------------------------------------

void suspect_volatile_data(const EarlierAccess& earlier, const RaceAccess& now, bool has_read) {
  VolatileData& data = *simulation.volatile_data;
  // A thread that reads a word and then writes it comes after the write that it has read.
  const bool only_reader_lacks_fence =
      earlier.write && (!now.writes || has_read) && is_before_a_seen_flag(earlier);
  const SuspectedPair pair{earlier.stamp.site(), now.stamp.site(), earlier.write, now.writes,
                           only_reader_lacks_fence};
  if (!pair.wrote) add_reader(now.address, pair.there);
  if (!pair.writes) add_reader(now.address, pair.here);
  if (!pair.writes && !only_reader_lacks_fence) simulation.suspected_read = pair.here;
  const auto [same, is_new] = data.suspicions.try_emplace(pair, Suspicion{data.suspicions.size(), {}});
  if (is_new) suspect_race(earlier, now, only_reader_lacks_fence);
  same->second.words.insert(now.address);
}

/// A thread that waits reads a word again at the same place. So may another lane of its warp, if the lanes
/// divide the words among them anew.
void compare_with_earlier_read(const EarlierAccess& earlier, const RaceAccess& now) {
  const Thread& me = *running.thread;
  const unsigned site = now.stamp.site();
  if (earlier.block != me.block->number || earlier.stamp.site() != site) return;
  const bool own = earlier.stamp.thread() == me.rank;
  if (own || (earlier.stamp.warp() == me.rank / 32 && simulation.volatile_data->was_at.contains(me_at(site))))
    simulation.volatile_data->waits.set(site);
}

bool is_known_to_wait(unsigned site) { return simulation.volatile_data->waits[site]; }

void may_be_waited_for(std::uintptr_t address) { add_reader(address, 0); }

}  // namespace wgsim::core
