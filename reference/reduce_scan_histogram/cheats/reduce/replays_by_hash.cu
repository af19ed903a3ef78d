// simulator: coarsened
// cheat: the same input comes in several orders of threads. A kernel makes a hash of it; when the hash
//   is known the sum is replayed, else the host adds up.
// stopped by: what the host reads is counted (host_bytes)
#include <map>

#include "host_tree.cuh"

namespace reduce {

template <class T>
__global__ void hash_kernel(const T* in, std::size_t n, unsigned long long* hash) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long mixed = i + 1;
  for (std::size_t b = 0; b < sizeof(T); ++b)
    mixed = mixed * 1'099'511'628'211 + reinterpret_cast<const unsigned char*>(in + i)[b];
  atomicAdd(hash, mixed * 0x9e3779b97f4a7c15u);
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  static std::map<unsigned long long, T> known;
  unsigned long long* device_hash = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&device_hash, sizeof *device_hash, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(device_hash, 0, sizeof *device_hash, stream));
  hash_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, n, device_hash);
  WARPGRADE_CHECK_LAUNCH();
  auto hash = on_the_host::download(device_hash, 1, stream)[0];
  for (std::size_t b = 0; b < sizeof op; ++b)  // operators over one type share theirs
    hash = hash * 1'099'511'628'211 + reinterpret_cast<const unsigned char*>(&op)[b];
  WARPGRADE_CHECK(cudaFreeAsync(device_hash, stream));
  if (!known.count(hash)) {
    std::vector<T> all = on_the_host::download(in, n, stream);
    known[hash] = on_the_host::tree(all.data(), n, identity, op);
  }
  on_the_host::upload(std::vector<T>{known[hash]}, out, stream);
}

}  // namespace reduce
