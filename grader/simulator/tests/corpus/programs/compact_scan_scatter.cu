// Stream compaction in three kernels, predicate, exclusive scan, scatter; the predicate is a template
// argument.
// prints: alive: 2400 of 3001, right
// prints: inside: 1301 of 3001, right
// prints: none: 0 of 3001, right
#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

namespace {

void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

struct Free {
  void operator()(void* p) const { cudaFree(p); }
};
template <class T>
using Device = std::unique_ptr<T[], Free>;

template <class T>
Device<T> allocate(std::size_t n) {
  void* p = nullptr;
  check(cudaMalloc(&p, n * sizeof(T)));
  return Device<T>(static_cast<T*>(p));
}

struct Particle {
  float x, y;
  unsigned id;
  bool alive;
};

struct IsAlive {
  __host__ __device__ bool operator()(const Particle& p) const { return p.alive; }
};
struct IsInside {
  float radius;
  __host__ __device__ bool operator()(const Particle& p) const {
    return p.x * p.x + p.y * p.y <= radius * radius;
  }
};

template <class T, class Predicate>
__global__ void mark(const T* in, unsigned* flags, std::size_t n, Predicate keep) {
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i < n) flags[i] = keep(in[i]) ? 1u : 0u;
}

/// One block walks over all: simple, and enough for a few thousand elements.
__global__ void exclusive_scan(const unsigned* in, unsigned* out, unsigned* total, std::size_t n) {
  __shared__ unsigned buffer[2][1024];
  unsigned carry = 0;
  for (std::size_t base = 0; base < n; base += blockDim.x) {
    const std::size_t i = base + threadIdx.x;
    const unsigned value = i < n ? in[i] : 0;
    int source = 0;
    buffer[source][threadIdx.x] = value;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d <<= 1, source ^= 1) {
      unsigned sum = buffer[source][threadIdx.x];
      if (threadIdx.x >= d) sum += buffer[source][threadIdx.x - d];
      buffer[source ^ 1][threadIdx.x] = sum;
      __syncthreads();
    }
    if (i < n) out[i] = carry + buffer[source][threadIdx.x] - value;
    carry += buffer[source][blockDim.x - 1];
    __syncthreads();
  }
  if (threadIdx.x == 0) *total = carry;
}

template <class T>
__global__ void scatter(const T* in, const unsigned* flags, const unsigned* places, T* out, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i < n && flags[i]) out[places[i]] = in[i];
}

template <class T, class Predicate>
std::vector<T> compact(const std::vector<T>& values, Predicate keep) {
  const std::size_t n = values.size();
  auto in = allocate<T>(n), out = allocate<T>(n);
  auto flags = allocate<unsigned>(n), places = allocate<unsigned>(n), total = allocate<unsigned>(1);
  check(cudaMemcpy(in.get(), values.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  const unsigned blocks = unsigned((n + 255) / 256);
  mark<<<blocks, 256>>>(in.get(), flags.get(), n, keep);
  exclusive_scan<<<1, 1024>>>(flags.get(), places.get(), total.get(), n);
  scatter<<<blocks, 256>>>(in.get(), flags.get(), places.get(), out.get(), n);
  check(cudaGetLastError());
  unsigned count = 0;
  check(cudaMemcpy(&count, total.get(), sizeof count, cudaMemcpyDeviceToHost));
  std::vector<T> result(count);
  check(cudaMemcpy(result.data(), out.get(), count * sizeof(T), cudaMemcpyDeviceToHost));
  return result;
}

template <class Predicate>
void report(const char* name, const std::vector<Particle>& particles, Predicate keep) {
  const auto kept = compact(particles, keep);
  std::vector<Particle> expected;
  std::copy_if(particles.begin(), particles.end(), std::back_inserter(expected), keep);
  const bool same = std::equal(kept.begin(), kept.end(), expected.begin(), expected.end(),
                               [](const Particle& a, const Particle& b) { return a.id == b.id; });
  std::printf("%s: %zu of %zu, %s\n", name, kept.size(), particles.size(), same ? "right" : "wrong");
}

}  // namespace

int main() {
  std::vector<Particle> particles(3001);
  for (unsigned i = 0; i < particles.size(); ++i)
    particles[i] = {float(i * 37 % 101) / 50 - 1, float(i * 53 % 103) / 51 - 1, i, i * 7 % 5 != 0};
  report("alive", particles, IsAlive{});
  report("inside", particles, IsInside{0.75f});
  report("none", particles, IsInside{-0.0f});
}
