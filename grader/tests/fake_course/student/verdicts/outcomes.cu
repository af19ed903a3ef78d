// One function for each outcome; here all of them are still to do.
#include "outcomes.cuh"

namespace outcomes {

template <class T>
void pass(const T*, T*, int, cudaStream_t) {}

template <class T>
void not_started(const T*, T*, int, cudaStream_t) {}

template <class T>
void wrong_answer(const T*, T*, int, cudaStream_t) {}

template <class T>
void never_written(const T*, T*, int, cudaStream_t) {}

template <class T>
void out_of_bounds(const T*, T*, int, cudaStream_t) {}

template <class T>
void uninitialized_read(const T*, T*, int, cudaStream_t) {}

template <class T>
void race(const T*, T*, int, cudaStream_t) {}

template <class T>
void order_dependence(const T*, T*, int, cudaStream_t) {}

template <class T>
void other_bits(const T*, T*, int, cudaStream_t) {}

template <class T>
void call_dependence(const T*, T*, int, cudaStream_t) {}

template <class T>
void cause_first(const T*, T*, int, cudaStream_t) {}

template <class T, class Op>
void too_much_work(const T*, T*, int, Op, cudaStream_t) {}

template <class T>
void barrier_divergence(const T*, T*, int, cudaStream_t) {}

template <class T>
void host_device_mixup(const T*, T*, int, cudaStream_t) {}

template <class T>
void launch_error(const T*, T*, int, cudaStream_t) {}

template <class T>
void cuda_error(const T*, T*, int, cudaStream_t) {}

template <class T>
void timeout(const T*, T*, int, cudaStream_t) {}

template <class T>
void host_loop(const T*, T*, int, cudaStream_t) {}

template <class T>
void crash(const T*, T*, int, cudaStream_t) {}

template <class T>
void compile_error(const T*, T*, int, cudaStream_t) {}

template <class T>
void early_exit(const T*, T*, int, cudaStream_t) {}

template <class T>
void endless_output(const T*, T*, int, cudaStream_t) {}

template <class T>
void frees_input(const T*, T*, int, cudaStream_t) {}

template <class T>
void after_the_storm(const T*, T*, int, cudaStream_t) {}

}  // namespace outcomes
