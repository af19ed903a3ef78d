// What a thread of a fast scan loads and stores at once.
#pragma once

namespace scan {

template <class T>
struct alignas(16) Vector {
  static_assert(16 % sizeof(T) == 0, "elements must fill 16 bytes");
  static constexpr int size = 16 / sizeof(T);
  T items[size];
};

}  // namespace scan
