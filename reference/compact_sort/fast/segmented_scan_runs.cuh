// What fast segmented scans work on: vectors of elements and their heads, and runs.
#pragma once

#include <cstdint>

namespace segmented_scan {

/// What a thread loads and stores at once, and the heads that belong to it.
template <class T>
struct alignas(16) Vector {
  static_assert(16 % sizeof(T) == 0, "elements must fill 16 bytes");
  static constexpr int size = 16 / sizeof(T);
  T items[size];
};
template <class T>
struct alignas(Vector<T>::size) Heads {
  std::uint8_t flags[Vector<T>::size];
};
/// Neighbouring elements: what they make from the last head on, and whether there is one.
template <class T>
struct Run {
  T value;
  unsigned has_head;
};

/// A head in the right run cuts the left one off.
template <class T, class Op>
__device__ Run<T> join(const Run<T>& left, const Run<T>& right, Op op) {
  return {right.has_head ? right.value : op(left.value, right.value), left.has_head | right.has_head};
}

}  // namespace segmented_scan
