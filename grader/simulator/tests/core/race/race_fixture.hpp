// What the tests of the race detector share: arrays that kernels race on.
#pragma once

#include <array>

#include "kernel_fixture.hpp"

namespace wgsim::test {

inline char key_s;
using Index = std::array<unsigned, 3>;

/// Kernels here use `s`, shared memory of 256 ints, `data` of 64 ints and `flag`, all zero at the start.
class Race : public KernelTest {
 protected:
  Race() : data(upload<int>(std::vector<int>(64))), flag(upload<int>({0})), out(allocate<int>(1024)) {
    name_allocation(data, "data", sizeof(int));
  }

  WGSIM_UNINSTRUMENTED static int* shared() {
    return static_cast<int*>(shared_variable(&key_s, 256 * sizeof(int), 4, "s", sizeof(int)));
  }

  /// The end of a reduction, which the first warp of each block does alone.
  static auto last_steps_of_one_warp() {
    return [] {
      int* s = shared();
      const unsigned t = threadIdx.x;
      s[t] = 1;
      barrier(here());
      if (t < 16) s[t] += s[t + 16];
      if (t < 8) s[t] += s[t + 8];
    };
  }

  /// Each thread reads what its neighbour in the warp wrote.
  static auto swap_with_neighbour(int* out) {
    return [out] {
      int* s = shared();
      s[threadIdx.x] = 1;
      out[threadIdx.x] = s[threadIdx.x ^ 1];
    };
  }
  WGSIM_UNINSTRUMENTED static unsigned char* shared_bytes() {
    return reinterpret_cast<unsigned char*>(shared());
  }

  static Finding only_race() {
    Finding f = only_finding();
    EXPECT_EQ(FindingKind::race, f.kind) << f.message;
    EXPECT_TRUE(f.other.has_value());
    return f;
  }
  static std::string race_problem() { return only_race().problem; }
  static void expect_clean() {
    for (const Finding& f : take_findings()) ADD_FAILURE() << f.message;
  }

  int *data, *flag, *out;
};

inline volatile int* as_volatile(int* p) { return p; }

}  // namespace wgsim::test
