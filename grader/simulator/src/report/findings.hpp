// Records findings. A place is either a Site (known from a default argument) or a program counter, for which
// file and line are looked up only when the findings are taken. What repeats at one place is counted and not
// recorded again.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "driver_types.h"
#include "wgsim/abi.h"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

struct Thread;

struct Where {
  const void* pc = nullptr;  ///< inside the instruction, i.e. the return address of its hook minus 1
  Site site = {nullptr, 0};
  Where() = default;
  Where(Site site) : site(site) {}
  explicit Where(const void* return_address) : pc(static_cast<const char*>(return_address) - 1) {}
  bool operator==(const Where& other) const {
    return pc == other.pc && site.file == other.site.file && site.line == other.site.line;
  }
};

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
/// The same, but it counts only if settle_suspicions says so.
void suspect(FindingKind kind, std::string message, std::string remedy, const Where& where,
             const OtherParty& other);
/// For each call of `suspect` since the last time, in their order.
void settle_suspicions(const std::vector<bool>& is_true);
/// The same as report, then ends the kernel with a sticky error. Its threads are abandoned: never resumed,
/// not unwound.
[[noreturn]] void end_kernel(FindingKind kind, std::string message, std::string remedy, const Where& where,
                             cudaError_t error, const std::optional<OtherParty>& other = {});
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
