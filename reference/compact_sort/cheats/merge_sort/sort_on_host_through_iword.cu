// simulator: sort
// cheat: The host sorts: a kernel copies the lists (by wgsim::shuffle, found by ADL: unseen) into the words
//   of std::cout.iword(), which libstdc++ has allocated outside of the wall; the host sorts there, and a
//   kernel copies back.
// stopped by: no function is found by an argument of type Site (wgsim/abi.h)
#include <algorithm>
#include <iostream>
#include <numeric>
#include <vector>

#include <warpgrade/student.cuh>

#include "merge_sort.cuh"
namespace merge_sort {
template <class S>
__device__ S site_of(cudaError_t (*)(S)) {
  return S{};
}
__global__ void move(const char* from, char* to, int bytes) {
  const auto site = site_of(&cudaDeviceSynchronize);
  for (int i = 0; i < bytes; i += 256)
    shuffle(1u, from + i, to + i, bytes - i < 256 ? bytes - i : 256, {}, 0, 32, site);
}
template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  const std::size_t n = list.n;
  if (n == 0) return;
  const int kb = int(n * sizeof(Key)), vb = int(n * 4);
  const int words = (kb + vb) / 16 + 2;
  char *const k = (char*)&std::cout.iword(words) - 16 * words - 8, *const v = k + kb;
  move<<<1, 1, 0, stream>>>((const char*)list.keys, k, kb);
  move<<<1, 1, 0, stream>>>((const char*)list.values, v, vb);
  cudaStreamSynchronize(stream);
  std::vector<unsigned> order(n);
  std::iota(order.begin(), order.end(), 0u);
  std::vector<Key> ks((Key*)k, (Key*)k + n);
  std::vector<Value> vs((Value*)v, (Value*)v + n);
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) { return less(ks[a], ks[b]); });
  for (std::size_t i = 0; i < n; ++i) ((Key*)k)[i] = ks[order[i]], ((Value*)v)[i] = vs[order[i]];
  move<<<1, 1, 0, stream>>>(k, (char*)keys, kb);
  move<<<1, 1, 0, stream>>>(v, (char*)values, vb);
  cudaStreamSynchronize(stream);
}
}  // namespace merge_sort
