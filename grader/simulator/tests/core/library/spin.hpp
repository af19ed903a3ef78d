// A header in a folder of its own, like that of an operator which a kernel calls.
#pragma once

namespace wgsim::test::library {

constexpr int kLineThatSpins = __LINE__ + 3;

inline void spin_forever() {
  for (;;) asm volatile("");  // touches no memory, where the simulator would see a livelock
}

}  // namespace wgsim::test::library
