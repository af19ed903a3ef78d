// Each task fails in the way that it is named after.
#include <cassert>
#include <cstdio>
#include <cstdlib>

#include "outcomes.cuh"

namespace outcomes {

constexpr int kBlock = 64;  // all cases fit one block

template <class T>
__global__ void copy(const T* in, T* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = in[i];
}

template <class T>
void pass(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, kBlock, 0, stream>>>(in, out, n);
}

template <class T>
void not_started(const T*, T*, int, cudaStream_t) {}

template <class T>
__global__ void add_one_from_20(const T* in, T* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = in[i] + (i < 20 ? 0 : 1);
}

template <class T>
void wrong_answer(const T* in, T* out, int n, cudaStream_t stream) {
  add_one_from_20<<<1, kBlock, 0, stream>>>(in, out, n);
}

template <class T>
void never_written(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 32, 0, stream>>>(in, out, n);
}

template <class T>
__global__ void copy_without_guard(const T* in, T* out, int n) {
  const int i = threadIdx.x;
  out[i] = in[i < n ? i : 0];
}

template <class T>
void out_of_bounds(const T* in, T* out, int n, cudaStream_t stream) {
  copy_without_guard<<<1, 2 * kBlock, 0, stream>>>(in, out, n);
}

template <class T>
__global__ void copy_through_empty_tile(const T* in, T* out, int n) {
  __shared__ T tile[kBlock];
  const int i = threadIdx.x;
  if (i < n) out[i] = tile[i] + in[i];
}

template <class T>
void uninitialized_read(const T* in, T* out, int n, cudaStream_t stream) {
  copy_through_empty_tile<<<1, kBlock, 0, stream>>>(in, out, n);
}

template <class T>
__global__ void copy_through_tile(const T* in, T* out, int n) {
  __shared__ T tile[kBlock];
  const int i = threadIdx.x, other = (i + kBlock / 2) % kBlock;
  tile[i] = i < n ? in[i] : T();
  if (other < n) out[other] = tile[other];
}

template <class T>
void race(const T* in, T* out, int n, cudaStream_t stream) {
  copy_through_tile<<<1, kBlock, 0, stream>>>(in, out, n);
}

template <class T>
__global__ void copy_by_ticket(const T* in, T* out, int n, int* next) {
  const int ticket = atomicAdd(next, 1);
  const int i = threadIdx.x;
  if (i < n && ticket < n) out[i] = in[ticket];
}

template <class T>
void order_dependence(const T* in, T* out, int n, cudaStream_t stream) {
  int* next = nullptr;
  cudaMallocAsync(&next, sizeof(int), stream);
  cudaMemsetAsync(next, 0, sizeof(int), stream);
  copy_by_ticket<<<1, kBlock, 0, stream>>>(in, out, n, next);
  cudaFreeAsync(next, stream);
}

__device__ unsigned arrived = 0;  // by all calls so far: nobody sets it to 0 again

template <class T>
__global__ void copy_by_last_thread(const T* in, T* out, int n) {
  if (atomicAdd(&arrived, 1) != kBlock - 1) return;
  for (int i = 0; i < n; ++i) out[i] = in[i];
}

template <class T>
void call_dependence(const T* in, T* out, int n, cudaStream_t stream) {
  copy_by_last_thread<<<1, kBlock, 0, stream>>>(in, out, n);
}

template <class T>
__global__ void copy_through_index(const T* in, T* out, int n) {
  __shared__ int from[kBlock];
  const int i = threadIdx.x;
  if (i < n) out[i] = in[from[i]];
}

template <class T>
void cause_first(const T* in, T* out, int n, cudaStream_t stream) {
  copy_through_index<<<1, kBlock, 0, stream>>>(in, out, n);
}

template <class T, class Op>
__global__ void copy_and_combine(const T* in, T* out, int n, Op op) {
  const int i = threadIdx.x;
  if (i >= n) return;
  [[maybe_unused]] const T unused = op(in[i], in[i]);
  out[i] = in[i];
}

template <class T, class Op>
void too_much_work(const T* in, T* out, int n, Op op, cudaStream_t stream) {
  copy_and_combine<<<1, kBlock, 0, stream>>>(in, out, n, op);
}

template <class T>
__global__ void two_barriers(const T* in, T* out, int n) {
  const int i = threadIdx.x;
  if (i < 16) {
    __syncthreads();
  } else {
    __syncthreads();
  }
  if (i < n) out[i] = in[i];
}

template <class T>
void barrier_divergence(const T* in, T* out, int n, cudaStream_t stream) {
  two_barriers<<<1, kBlock, 0, stream>>>(in, out, n);
}

template <class T>
void host_device_mixup(const T*, T* out, int n, cudaStream_t stream) {
  static T on_the_host[kBlock];
  copy<<<1, kBlock, 0, stream>>>(on_the_host, out, n);
}

template <class T>
void launch_error(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 2048, 0, stream>>>(in, out, n);
}

template <class T>
__global__ void copy_and_assert(const T* in, T* out, int n) {
  const int i = threadIdx.x;
  assert(n == 0);
  if (i < n) out[i] = in[i];
}

template <class T>
void cuda_error(const T* in, T* out, int n, cudaStream_t stream) {
  copy_and_assert<<<1, kBlock, 0, stream>>>(in, out, n);
}

template <class T>
__global__ void wait_for_ever(const T* in, T* out, int n) {
  const volatile T* first = in;
  while (first[0] == in[0]) {
  }
  if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x];
}

template <class T>
void timeout(const T* in, T* out, int n, cudaStream_t stream) {
  wait_for_ever<<<1, kBlock, 0, stream>>>(in, out, n);
}

template <class T>
void host_loop(const T*, T*, int, cudaStream_t) {
  for (volatile int i = 0;; i = i + 1) {
  }
}

template <class T>
void crash(const T*, T*, int n, cudaStream_t) {
  static int* volatile nowhere = nullptr;  // volatile: the compiler must not see through it
  *nowhere = n;
}

template <class T>
void compile_error(const T*, T* out, int n, cudaStream_t) {
  out->push_back(n);  // an error where T is known: nvcc compiles the other tasks
}

template <class T>
void early_exit(const T*, T*, int, cudaStream_t) {
  std::exit(0);
}

template <class T>
void endless_output(const T*, T*, int, cudaStream_t) {
  for (;;) std::puts("all work and no play makes a dull kernel");
}

template <class T>
void frees_input(const T* in, T* out, int n, cudaStream_t stream) {
  cudaFree(const_cast<T*>(in));
  copy<<<1, kBlock, 0, stream>>>(in, out, n);
}

template <class T>
__global__ void round_by_ticket(const T* in, T* out, int n, int* next) {
  const T ticket = T(atomicAdd(next, 1));
  const int i = threadIdx.x;
  if (i < n) out[i] = (in[i] + ticket) - ticket;
}

template <class T>
void other_bits(const T* in, T* out, int n, cudaStream_t stream) {
  int* next = nullptr;
  cudaMallocAsync(&next, sizeof(int), stream);
  cudaMemsetAsync(next, 0, sizeof(int), stream);
  round_by_ticket<<<1, kBlock, 0, stream>>>(in, out, n, next);
  cudaFreeAsync(next, stream);
}

template <class T>
void after_the_storm(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, kBlock, 0, stream>>>(in, out, n);
}

}  // namespace outcomes
