// Volatile accesses that nothing orders. They are relaxed (PTX ISA, "Memory consistency model"): a volatile
// word is fine as a flag, which is a word that some thread waits for in a loop. Other volatile data needs an
// order as plain data does.
//
// Whether a word is a flag shows when a thread finds its old value: a thread that waits reads the word again
// at the same place, another goes on. So the detector lets a volatile read see the value that the word had
// before others wrote it, if nothing orders them: a GPU may do that too, and a right program expects it.
// Which reads wait is known when the launch ends, and until then races of volatile data are only suspected.
#pragma once

#include <cstddef>
#include <cstdint>

#include "race/detector.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

void forget_volatile_data();
/// The launch has ended: reports what was suspected and is no flag.
void settle_volatile_data();

// ---- For the hooks -----------------------------------------------------------------------------------

/// Before a volatile store. `is_first`: nobody has written the word before. A thread that reads the word
/// without an order may find that value, too, and no right program waits for such a word; but a value that
/// nobody wrote is never shown.
void remember_value_before(std::uintptr_t address, unsigned size, bool is_first);

/// Before the volatile read that simulation.suspected_read names: the word has its old value until
/// finish_stale_read. False if that is not known, or if the thread knows of a newer one.
bool make_stale(std::uintptr_t address, unsigned size);

/// In running.unfinished.
inline constexpr std::uint8_t kStaleRead = 2;
void restore_stale_value();
/// Before the thread does the next thing, and before another thread runs.
inline void finish_stale_read() {
  if ((running.unfinished & kStaleRead) != 0) [[unlikely]]
    restore_stale_value();
}

// ---- For the detector --------------------------------------------------------------------------------

/// Two volatile accesses of a word, at least one of them a write, that nothing orders. `has_read`: the thread
/// read the word before.
void suspect_volatile_data(const EarlierAccess& earlier, const RaceAccess& now, bool has_read);
/// The present read was suspected; `earlier` is another read of the word.
void compare_with_earlier_read(const EarlierAccess& earlier, const RaceAccess& now);
/// Did a thread read a word again at this site?
bool is_known_to_wait(unsigned site);
/// A word is accessed by atomics, too: somebody may wait for it by these.
void may_be_waited_for(std::uintptr_t address);

}  // namespace wgsim::core
