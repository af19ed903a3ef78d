// The elements first, first + stride, … before `last`, combined by one thread in the order of a tree: no
// result is deep. A member function without __device__, whose calls and iterations are no steps.
#pragma once

namespace reduce {

struct UnseenTree {
  template <class T, class Op>
  static T combine(const T* in, long first, long last, long stride, Op op) {
    if (last - first <= stride) {
      const T x = in[first];
      return x;
    }
    const long count = (last - first + stride - 1) / stride;
    const long half = first + (count + 1) / 2 * stride;
    const T a = combine(in, first, half, stride, op), b = combine(in, half, last, stride, op);
    const T c = op(a, b);
    return c;
  }
};

}  // namespace reduce
