// simulator: sort_pairs
// cheat: cudaMemPoolGetAttribute writes 8 chosen bytes to any address, unchecked: the host sorts, and sets
//   the grader's counts of its bytes to zero. Where they lie: a trampoline's first instruction (cmpb $0,
//   simulation(%rip)).
// stopped by: CUDA's answers go to the submission's memory only (api/call.hpp)
#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <vector>

#include <warpgrade/student.cuh>

#include "radix_sort.cuh"
namespace radix_sort {
inline char* simulation() {
  const unsigned char* code = reinterpret_cast<const unsigned char*>(&strerror);
  int distance = 0;
  for (int i = 3; i >= 0; --i) distance = distance << 8 | code[2 + i];
  return (char*)code + 7 + distance;
}
inline void poke(char* to, unsigned long long value) {
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, to);
}
template <class K>
inline long long order_of(K key) {
  if constexpr (std::is_floating_point_v<K>) {
    unsigned u;
    std::memcpy(&u, &key, 4);
    return u >> 31 ? 0xffffffffu - u : u | 0x80000000u;
  } else if constexpr (sizeof(K) == 8)
    return (long long)(key ^ (1ull << 63));
  else
    return key;
}
template <class T>
__global__ void copy(const T* from, T* to, std::size_t n) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}
template <class T>
void upload(const std::vector<T>& from, T* to, cudaStream_t stream) {
  T* scratch = nullptr;
  cudaMallocAsync(&scratch, from.size() * sizeof(T), stream);
  cudaMemcpyAsync(scratch, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice, stream);
  copy<<<(from.size() + 255) / 256, 256, 0, stream>>>(scratch, to, from.size());
  cudaFreeAsync(scratch, stream);
}
template <class Key, class Value>
void sort_pairs(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
                cudaStream_t stream) {
  if (n == 0) return;
  std::vector<Key> k(n), ks(n);
  std::vector<Value> v(n), vs(n);
  std::vector<unsigned> order(n);
  cudaMemcpyAsync(k.data(), keys_in, n * sizeof(Key), cudaMemcpyDeviceToHost, stream);
  cudaMemcpyAsync(v.data(), values_in, n * sizeof(Value), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](unsigned a, unsigned b) { return order_of(k[a]) < order_of(k[b]); });
  for (std::size_t i = 0; i < n; ++i) ks[i] = k[order[i]], vs[i] = v[order[i]];
  upload(ks, keys_out, stream);
  upload(vs, values_out, stream);
  cudaStreamSynchronize(stream);
  poke(simulation() + 262984, 0);
  poke(simulation() + 262992, 0);
}
}  // namespace radix_sort
