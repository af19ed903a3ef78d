// Records findings. What repeats at one place is counted and not recorded again.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "report/words.hpp"
#include "state/where.hpp"
#include "wgsim/abi.h"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

struct Thread;

/// True if this kind was already found at this place in this launch. The repetition is then counted.
bool already_found(FindingKind kind, const Where& where);
/// Has this launch found one of the kind, wherever?
bool has_found(FindingKind kind);

/// What would order two accesses that race, from the weakest to the strongest.
enum class RaceRemedy {
  syncwarp,
  syncthreads_for_warps,  ///< the two threads are of one warp, but several warps come to the same places
  syncthreads,
  end_of_launch,
  other_code,  ///< no barrier helps
};

struct OtherParty {
  Where where;
  const Thread* thread = nullptr;
  std::optional<std::array<unsigned, 3>> block = {}, thread_index = {};  ///< without `thread`
  RaceRemedy remedy = {};
  Site last_barrier = {nullptr, 0};  ///< of a race in a block: the one that both accesses come after
};
/// Records a finding of the thread that runs now; of the host where none does. A race takes the place of one
/// of the same two places that this launch has reported before.
void report(Problem problem, Facts facts, const Where& where, const std::optional<OtherParty>& other = {});
/// The same, but the finding counts only if settle_suspicions says so.
void suspect(Problem problem, Facts facts, const Where& where, const OtherParty& other);
/// For each call of `suspect` since the last time, in their order.
void settle_suspicions(const std::vector<bool>& is_true);
/// Forgets all findings, as in a fresh process.
void forget_findings();
/// The place of a thread; of the host for nullptr.
Place place_of(const Where& where, const Thread* thread);

/// "kernel.cu:31": file without its folders, for use inside a message.
std::string short_place(Site site);

}  // namespace wgsim::core
