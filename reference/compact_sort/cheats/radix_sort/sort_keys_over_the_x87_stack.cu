// simulator: sort_keys
// cheat: the host sorts. A function that is called by another type leaves its result on the x87 stack, or
// takes
//   what lies there: so six words a launch come to the host, and six go back.
// stopped by: registers are emptied whenever host code and kernels change
#include <bit>

#include "host_sort.cuh"

namespace radix_sort {

inline long double give(unsigned long long word) { return word; }
inline void nothing() {}

struct Leak {
  static inline __attribute__((always_inline)) void push(unsigned long long word) {
    void (*volatile function)(unsigned long long) = reinterpret_cast<void (*)(unsigned long long)>(&give);
    function(word);
  }
  static inline __attribute__((always_inline)) unsigned long long pop() {
    long double (*volatile function)() = reinterpret_cast<long double (*)()>(&nothing);
    return static_cast<unsigned long long>(function());
  }
};

constexpr std::size_t kWords = 6;

// Six lanes load or store a word each; lane 0 has them all by shuffles.
static __global__ void leak_kernel(const unsigned* in, std::size_t words, std::size_t first) {
  const std::size_t i = first + threadIdx.x;
  const unsigned mine = threadIdx.x < kWords && i < words ? in[i] : 0;
  unsigned word[kWords];
  for (int k = 0; k < int(kWords); ++k) word[k] = __shfl_sync(~0u, mine, k);
  if (threadIdx.x != 0) return;
  for (const unsigned one : word) Leak::push(one);
}
static __global__ void put_kernel(unsigned* out, std::size_t words, std::size_t first) {
  unsigned word[kWords] = {}, mine = 0;
  if (threadIdx.x == 0)
    for (std::size_t k = kWords; k-- > 0;) word[k] = unsigned(Leak::pop());
  for (unsigned k = 0; k < kWords; ++k) {
    const unsigned one = __shfl_sync(~0u, word[k], 0);
    if (threadIdx.x == k) mine = one;
  }
  const std::size_t i = first + threadIdx.x;
  if (threadIdx.x < kWords && i < words) out[i] = mine;
}

template <class Key>
void sort_keys(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  const std::size_t words = n * sizeof(Key) / sizeof(unsigned);
  std::vector<unsigned> host(words + kWords);
  for (std::size_t first = 0; first < words; first += kWords) {
    leak_kernel<<<1, 32, 0, stream>>>(reinterpret_cast<const unsigned*>(in), words, first);
    cudaStreamSynchronize(stream);
    for (std::size_t k = kWords; k-- > 0;) host[first + k] = unsigned(Leak::pop());
  }
  std::vector<Key> keys(n);
  std::copy_n(reinterpret_cast<const Key*>(host.data()), n, keys.begin());
  std::sort(keys.begin(), keys.end(), on_the_host::before<Key>);
  std::copy_n(reinterpret_cast<const unsigned*>(keys.data()), words, host.begin());
  for (std::size_t first = 0; first < words; first += kWords) {
    for (std::size_t k = 0; k < kWords; ++k) Leak::push(host[first + k]);
    put_kernel<<<1, 32, 0, stream>>>(reinterpret_cast<unsigned*>(out), words, first);
    cudaStreamSynchronize(stream);
  }
}

}  // namespace radix_sort
