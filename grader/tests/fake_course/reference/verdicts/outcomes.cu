// One function for each outcome; here all of them copy.
#include "outcomes.cuh"

namespace outcomes {

template <class T>
__global__ void copy(const T* in, T* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x];
}

template <class T>
void pass(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void not_started(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void wrong_answer(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void never_written(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void out_of_bounds(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void uninitialized_read(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void race(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void order_dependence(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void other_bits(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void call_dependence(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void cause_first(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T, class Op>
void too_much_work(const T* in, T* out, int n, Op, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void barrier_divergence(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void host_device_mixup(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void launch_error(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void cuda_error(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void timeout(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void host_loop(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void crash(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void compile_error(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void early_exit(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void endless_output(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void frees_input(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

template <class T>
void after_the_storm(const T* in, T* out, int n, cudaStream_t stream) {
  copy<<<1, 64, 0, stream>>>(in, out, n);
}

}  // namespace outcomes
