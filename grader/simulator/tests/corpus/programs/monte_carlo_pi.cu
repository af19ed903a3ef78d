// Pi by Monte Carlo with a random number generator of its own, one stream per thread; 64-bit atomics.
// prints: 161214 of 204800: pi is about 3.149
#include <stdint.h>
#include <stdio.h>

class Random {
 public:
  __device__ explicit Random(uint64_t stream)
      : state_(0x853c49e6748fea9bull ^ (stream * 0x9e3779b97f4a7c15ull)) {
    for (int i = 0; i < 4; ++i) next();
  }
  __device__ uint32_t next() {
    state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
    const uint32_t x = (uint32_t)(((state_ >> 18) ^ state_) >> 27);
    return __funnelshift_r(x, x, (unsigned)(state_ >> 59));
  }

 private:
  uint64_t state_;
};

__device__ unsigned long long inside;

__global__ void throw_darts(int darts) {
  Random random(blockIdx.x * blockDim.x + threadIdx.x);
  unsigned hits = 0;
  for (int i = 0; i < darts; i++) {
    uint64_t x = random.next() >> 8, y = random.next() >> 8;
    hits += x * x + y * y <= 0xffffffull * 0xffffffull;
  }
  hits = __reduce_add_sync(0xffffffffu, hits);
  if ((threadIdx.x & 31) == 0) atomicAdd(&inside, (unsigned long long)hits);
}

int main() {
  const int blocks = 8, threads = 128, darts = 200;
  unsigned long long hits = 0;
  cudaMemcpyToSymbol(inside, &hits, sizeof hits);
  throw_darts<<<blocks, threads>>>(darts);
  cudaMemcpyFromSymbol(&hits, inside, sizeof hits);
  printf("%llu of %d: pi is about %.3f\n", hits, blocks * threads * darts,
         4.0 * hits / (blocks * threads * darts));
}
