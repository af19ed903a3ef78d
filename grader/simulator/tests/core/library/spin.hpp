// A header in a folder of its own, as that of an operator which a kernel calls.
#pragma once

namespace wgsim::test::library {

constexpr int kLineThatSpins = __LINE__ + 3;

inline void spin_forever() {
  for (volatile bool spin = true; spin;) continue;
}

}  // namespace wgsim::test::library
