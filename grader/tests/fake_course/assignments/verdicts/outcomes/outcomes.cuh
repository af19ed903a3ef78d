// One function for each outcome that a grading can have.
#pragma once

#include <cuda_runtime.h>

namespace outcomes {

// Each is asked to copy: out[i] = in[i] for i in [0, n), any n.
template <class T>
void pass(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void not_started(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void wrong_answer(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void never_written(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void out_of_bounds(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void uninitialized_read(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void race(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void order_dependence(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void other_bits(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void call_dependence(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void cause_first(const T* in, T* out, int n, cudaStream_t stream);
template <class T, class Op>
void too_much_work(const T* in, T* out, int n, Op op, cudaStream_t stream);
template <class T>
void barrier_divergence(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void host_device_mixup(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void launch_error(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void cuda_error(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void timeout(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void host_loop(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void crash(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void compile_error(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void early_exit(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void endless_output(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void frees_input(const T* in, T* out, int n, cudaStream_t stream);
template <class T>
void after_the_storm(const T* in, T* out, int n, cudaStream_t stream);

}  // namespace outcomes
