// simulator: coarsened
// cheat: the host's part is a function in the stream (cudaLaunchHostFunc), between two copies: nobody
//   waits for anything.
// stopped by: what the host reads is counted (host_bytes)
#include "host_tree.cuh"

namespace reduce {

template <class T, class Op>
struct Job {
  T* all;  // pinned, so that copies are made when their turn comes
  std::size_t n;
  T identity;
  Op op;
};

template <class T, class Op>
void add_up(void* data) {
  auto& job = *static_cast<Job<T, Op>*>(data);
  job.all[job.n] = on_the_host::tree(job.all, job.n, job.identity, job.op);
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  static Job<T, Op>* job = nullptr;
  if (job) WARPGRADE_CHECK(cudaFreeHost(job->all));  // of the call before, whose work is done
  delete job;
  job = new Job<T, Op>{nullptr, n, identity, op};
  WARPGRADE_CHECK(cudaMallocHost(reinterpret_cast<void**>(&job->all), (n + 1) * sizeof(T)));
  T* scratch = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, sizeof(T), stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(job->all, in, n * sizeof(T), cudaMemcpyDeviceToHost, stream));
  WARPGRADE_CHECK(cudaLaunchHostFunc(stream, add_up<T, Op>, job));
  WARPGRADE_CHECK(cudaMemcpyAsync(scratch, job->all + n, sizeof(T), cudaMemcpyHostToDevice, stream));
  on_the_host::copy(scratch, out, 1, stream);
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace reduce
