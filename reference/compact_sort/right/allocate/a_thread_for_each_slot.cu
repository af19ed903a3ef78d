// Right in another style: an array of addresses, scanned by blocks of doubling strides whose sums are scanned
// in the same way. Then there is a thread for each slot and not for each input: by binary search in the
// addresses it finds whose slot it has, so that an input that asks for a hundred keeps no warp waiting.
#include <warpgrade/student.cuh>

#include "allocate.cuh"

namespace allocate {

constexpr int kThreads = 512, kWritingBlocks = 48;
inline unsigned blocks_for(std::size_t n) { return unsigned((n + kThreads - 1) / kThreads); }

__device__ std::size_t global_thread() { return std::size_t(blockIdx.x) * kThreads + threadIdx.x; }

/// What the inputs of `expand` ask for.
template <class T, class Ask>
struct AskedSlots {
  const T* in;
  Ask ask;
  __device__ unsigned operator()(std::size_t i) const { return ask.slots(in[i]); }
};

/// What clipped triangles ask for.
struct ClippedSlots {
  const Triangle* in;
  Rectangle window;
  __device__ unsigned operator()(std::size_t i) const {
    return unsigned(triangle_count(clip(in[i], window)));
  }
};

struct ArrayElements {
  const unsigned* in;
  __device__ unsigned operator()(std::size_t i) const { return in[i]; }
};

/// ends[i] = what the inputs up to i in its block ask for.
template <class Slots>
__global__ void scan_kernel(Slots slots, unsigned* ends, std::size_t n, unsigned* block_sums) {
  __shared__ unsigned sums[2][kThreads];
  const std::size_t i = global_thread();
  int from = 0;
  sums[from][threadIdx.x] = i < n ? slots(i) : 0;
  for (unsigned stride = 1; stride < kThreads; stride *= 2) {
    __syncthreads();
    const unsigned left = threadIdx.x >= stride ? sums[from][threadIdx.x - stride] : 0;
    sums[1 - from][threadIdx.x] = left + sums[from][threadIdx.x];
    from = 1 - from;
  }
  if (i < n) ends[i] = sums[from][threadIdx.x];
  if (threadIdx.x == kThreads - 1) block_sums[blockIdx.x] = sums[from][threadIdx.x];
}

__global__ void add_kernel(unsigned* ends, std::size_t n, const unsigned* block_ends) {
  const std::size_t i = global_thread();
  if (i < n && blockIdx.x > 0) ends[i] += block_ends[blockIdx.x - 1];
}

template <class Slots>
void scan(Slots slots, unsigned* ends, std::size_t n, cudaStream_t stream) {
  const unsigned blocks = blocks_for(n);
  unsigned* sums = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sums, 2 * blocks * sizeof(unsigned), stream));
  scan_kernel<<<blocks, kThreads, 0, stream>>>(slots, ends, n, sums);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 1) {
    scan(ArrayElements{sums}, sums + blocks, blocks, stream);
    add_kernel<<<blocks, kThreads, 0, stream>>>(ends, n, sums + blocks);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

/// The input whose slots end behind this one.
__device__ std::size_t owner_of(unsigned slot, const unsigned* ends, std::size_t n) {
  std::size_t low = 0, high = n;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (ends[middle] <= slot)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// write(i, j, slot): the j-th slot of input i.
template <class Write>
__global__ void write_kernel(const unsigned* ends, std::size_t n, unsigned* total, Write write) {
  const unsigned all = ends[n - 1];
  if (global_thread() == 0) *total = all;
  for (std::size_t slot = global_thread(); slot < all; slot += std::size_t(gridDim.x) * kThreads) {
    const std::size_t i = owner_of(unsigned(slot), ends, n);
    write(i, unsigned(slot) - (i > 0 ? ends[i - 1] : 0), slot);
  }
}

template <class Slots, class Write>
void allocate_and_write(Slots slots, Write write, std::size_t n, unsigned* total, cudaStream_t stream) {
  if (n == 0) {
    WARPGRADE_CHECK(cudaMemsetAsync(total, 0, sizeof(unsigned), stream));
    return;
  }
  unsigned* ends = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&ends, n * sizeof(unsigned), stream));
  scan(slots, ends, n, stream);
  write_kernel<<<kWritingBlocks, kThreads, 0, stream>>>(ends, n, total, write);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(ends, stream));
}

template <class T, class U, class Ask>
struct WriteSlot {
  const T* in;
  U* out;
  Ask ask;
  __device__ void operator()(std::size_t i, unsigned j, std::size_t slot) const {
    out[slot] = ask.slot(in[i], j);
  }
};

struct WriteTriangle {
  const Triangle* in;
  Triangle* out;
  Rectangle window;
  __device__ void operator()(std::size_t i, unsigned j, std::size_t slot) const {
    out[slot] = fan_triangle(clip(in[i], window), int(j));
  }
};

template <class T, class U, class Ask>
void expand(const T* in, U* out, std::size_t n, unsigned* total, Ask ask, cudaStream_t stream) {
  allocate_and_write(AskedSlots<T, Ask>{in, ask}, WriteSlot<T, U, Ask>{in, out, ask}, n, total, stream);
}

void clip_triangles(const Triangle* in, Triangle* out, std::size_t n, unsigned* total, Rectangle window,
                    cudaStream_t stream) {
  allocate_and_write(ClippedSlots{in, window}, WriteTriangle{in, out, window}, n, total, stream);
}

}  // namespace allocate
