// simulator: block_sort
// cheat: One thread sorts the tile: its local arrays do not escape (g++ instruments no access to them) and
//   its branches are computed gotos, which nobody counts.
// stopped by: device code has no computed goto (rewriter/refusals.cpp)
#include <type_traits>

#include <warpgrade/student.cuh>

#include "merge_sort.cuh"
namespace merge_sort {
#define IF(c, a, b) goto*((c) ? &&a : &&b)
template <class Key, class Less>
__device__ bool before(const Less& less, int form, Key x, Key y) {  // the branches of `less` are counted, too
  if constexpr (std::is_same_v<Key, int>) {
    const int mask = form == 2 ? 0xff : -1;
    const int a = x & mask, b = y & mask;
    return form == 1 ? b < a : a < b;
  } else
    return less(x, y);
}
template <class Key, class Less>
__global__ void one_thread(const Key* keys_in, const Value* values_in, int n, Key* keys, Value* values,
                           Less less) {
  Key k[2][1024];
  Value v[2][1024];
  int form = 0;
  if constexpr (std::is_same_v<Key, int>) form = less(256, 1) ? (less(1, 258) ? 2 : 1) : 0;
  int i = 0, from = 0, width = 1, run, a, end_a, b, end_b, o;
load:
  k[0][i] = keys_in[i];
  v[0][i] = values_in[i];
  ++i;
  IF(i < n, load, round);
round:
  IF(width < n, begin, finish);
begin:
  run = 0;
pair:
  a = run, end_a = run + width < n ? run + width : n, b = end_a,
  end_b = run + 2 * width < n ? run + 2 * width : n, o = run;
step : {
  const bool take_b = a >= end_a || (b < end_b && before(less, form, k[from][b], k[from][a]));
  const int s = take_b ? b : a;
  b += take_b;
  a += !take_b;
  k[1 - from][o] = k[from][s];
  v[1 - from][o] = v[from][s];
  ++o;
}
  IF(o < end_b, step, joined);
joined:
  run += 2 * width;
  IF(run < n, pair, next);
next:
  from = 1 - from;
  width *= 2;
  goto round;
finish:
  i = 0;
store:
  keys[i] = k[from][i];
  values[i] = v[from][i];
  ++i;
  IF(i < n, store, end);
end:;
}
template <class Key, class Less>
void block_sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (list.n) one_thread<<<1, 1, 0, stream>>>(list.keys, list.values, int(list.n), keys, values, less);
}
}  // namespace merge_sort
