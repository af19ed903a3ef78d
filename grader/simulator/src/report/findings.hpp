// Records findings. What repeats at one place is counted and not recorded again.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "state/where.hpp"
#include "wgsim/abi.h"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

struct Thread;

/// True if this kind was already found at this place in this launch. The repetition is then counted.
bool already_found(FindingKind kind, const Where& where);

/// What would order two accesses that race, from the weakest to the strongest.
enum class RaceRemedy {
  syncwarp,
  syncthreads_for_warps,  ///< the two threads are of one warp, but several warps race at the same places
  syncthreads,
  end_of_launch,
  other_code,  ///< no barrier helps
};

struct OtherParty {
  Where where;
  const Thread* thread = nullptr;
  std::optional<std::array<unsigned, 3>> block = {}, thread_index = {};  ///< without `thread`
  RaceRemedy remedy = {};
};
/// Records a finding of the thread that runs now; of the host where none does. A race takes the place of one
/// of the same two places that this launch has reported before.
void report(FindingKind kind, std::string message, std::string remedy, const Where& where,
            const std::optional<OtherParty>& other = {});
/// The same, but the finding counts only if settle_suspicions says so.
void suspect(FindingKind kind, std::string message, std::string remedy, const Where& where,
             const OtherParty& other);
/// For each call of `suspect` since the last time, in their order.
void settle_suspicions(const std::vector<bool>& is_true);
/// Records a finding about host code (api_misuse, host_device_mixup, …).
void report_host(FindingKind kind, std::string message, std::string remedy, Site site);
/// Forgets all findings, as in a fresh process.
void forget_findings();
/// The place of a thread; of the host for nullptr.
SourcePlace place_of(const Where& where, const Thread* thread);

/// "kernel.cu:31": file without its folders, for use inside a message.
std::string short_place(Site site);
/// "1 thread", "31 threads"
std::string counted(std::size_t n, const char* noun);

}  // namespace wgsim::core
