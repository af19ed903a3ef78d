// Right in another style: in one block a tree over pairs in dynamic shared memory (Brent & Kung), two
// elements a thread; device-wide a fixed number of warps, each with a part of its own, which joins the
// results of all parts before by itself.
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

/// A run of neighbours; is_cut: a segment begins in it.
template <class T>
struct Run {
  T value;
  bool is_cut;
};

template <class T, class Op>
struct RunMonoid {
  T identity;
  Op op;

  __device__ Run<T> none() const { return {identity, false}; }
  __device__ Run<T> load(const T* in, const std::uint8_t* heads, std::size_t i, std::size_t end) const {
    return i < end ? Run<T>{in[i], heads[i] != 0} : none();
  }
  __device__ Run<T> join(const Run<T>& left, const Run<T>& right) const {
    return right.is_cut ? right : Run<T>{op(left.value, right.value), left.is_cut};
  }
  /// Lane 0 gets the runs of all 32 lanes joined: neighbours only, so left stays left.
  __device__ Run<T> reduce_warp(Run<T> run) const {
    for (unsigned delta = 1; delta < 32; delta *= 2) {
      const Run<T> right = warpgrade::shfl_down(run, delta);
      if (threadIdx.x % (2 * delta) == 0) run = join(run, right);
    }
    return run;
  }
  __device__ Run<T> scan_warp(Run<T> run) const {
    for (unsigned delta = 1; delta < 32; delta *= 2) {
      const Run<T> left = warpgrade::shfl_up(run, delta);
      if (threadIdx.x >= delta) run = join(left, run);
    }
    return run;
  }
};

template <class T, class Op>
__global__ void tree_kernel(const T* in, const std::uint8_t* heads, T* out, std::size_t n,
                            RunMonoid<T, Op> monoid) {
  extern __shared__ unsigned char memory[];
  Run<T>* runs = reinterpret_cast<Run<T>*>(memory);
  const unsigned t = threadIdx.x, size = 2 * blockDim.x;
  for (unsigned i = t; i < size; i += blockDim.x) runs[i] = monoid.load(in, heads, i, n);
  __syncthreads();
  for (unsigned stride = 1; stride < size; stride *= 2) {
    const unsigned i = (t + 1) * stride * 2 - 1;
    if (i < size) runs[i] = monoid.join(runs[i - stride], runs[i]);
    __syncthreads();
  }
  for (unsigned stride = size / 4; stride > 0; stride /= 2) {
    const unsigned i = (t + 1) * stride * 2 - 1;
    if (i + stride < size) runs[i + stride] = monoid.join(runs[i], runs[i + stride]);
    __syncthreads();
  }
  for (unsigned i = t; i < n; i += blockDim.x) out[i] = runs[i].value;
}

template <class T, class Op>
void block_inclusive(const T* in, const std::uint8_t* heads, T* out, int n, T identity, Op op,
                     cudaStream_t stream) {
  if (n == 0) return;
  unsigned size = 2;
  while (size < unsigned(n)) size *= 2;
  tree_kernel<<<1, size / 2, size * sizeof(Run<T>), stream>>>(in, heads, out, std::size_t(n),
                                                              RunMonoid<T, Op>{identity, op});
  WARPGRADE_CHECK_LAUNCH();
}

constexpr unsigned parts = 256;  // a block of one warp for each

template <class T, class Op>
__global__ void totals_kernel(const T* in, const std::uint8_t* heads, std::size_t n, std::size_t part,
                              RunMonoid<T, Op> monoid, Run<T>* totals) {
  const std::size_t begin = blockIdx.x * part, end = min(begin + part, n);
  Run<T> total = monoid.none();
  for (std::size_t i = begin; i < end; i += 32)
    total = monoid.join(total, monoid.reduce_warp(monoid.load(in, heads, i + threadIdx.x, end)));
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

template <bool Inclusive, class T, class Op>
__global__ void parts_kernel(const T* in, const std::uint8_t* heads, T* out, std::size_t n, std::size_t part,
                             RunMonoid<T, Op> monoid, const Run<T>* totals) {
  Run<T> before = monoid.none();
  for (unsigned p = 0; p < blockIdx.x; p += 32) {
    const Run<T> total = p + threadIdx.x < blockIdx.x ? totals[p + threadIdx.x] : monoid.none();
    before = monoid.join(before, monoid.reduce_warp(total));
  }
  before = warpgrade::shfl(before, 0);

  const std::size_t begin = blockIdx.x * part, end = min(begin + part, n);
  for (std::size_t round = begin; round < end; round += 32) {
    const std::size_t i = round + threadIdx.x;
    const Run<T> own = monoid.load(in, heads, i, end);
    const Run<T> run = monoid.join(before, monoid.scan_warp(own));
    Run<T> left = warpgrade::shfl_up(run, 1);
    if (threadIdx.x == 0) left = before;
    if (i < end) out[i] = Inclusive ? run.value : own.is_cut ? monoid.identity : left.value;
    before = warpgrade::shfl(run, 31);
  }
}

template <bool Inclusive, class T, class Op>
void scan_parts(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                cudaStream_t stream) {
  if (n == 0) return;
  const RunMonoid<T, Op> monoid{identity, op};
  const std::size_t part = (n + parts - 1) / parts;
  Run<T>* totals = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, parts * sizeof(Run<T>), stream));
  totals_kernel<<<parts, 32, 0, stream>>>(in, heads, n, part, monoid, totals);
  WARPGRADE_CHECK_LAUNCH();
  parts_kernel<Inclusive><<<parts, 32, 0, stream>>>(in, heads, out, n, part, monoid, totals);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  scan_parts<true>(in, heads, out, n, identity, op, stream);
}

template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  scan_parts<false>(in, heads, out, n, identity, op, stream);
}

}  // namespace segmented_scan
