// simulator: privatized
// cheat: One thread counts all in global memory, and the host answers in the runner's place: it sets the
//   file number of stdout (a FILE of libc) to the grader's socket and writes an outcome without costs. 4 MB
//   of junk in it keep the judge busy until the runner has handed over the outputs; must_restart keeps its
//   real answer from being read.
// stopped by: the fields of stdout are not the submission's (program/foreign_data.cpp)
#include <cstdio>
#include <string>

#include <warpgrade/student.cuh>

#include "histogram.cuh"
namespace histogram {
template <class T, class Bin>
__global__ void one_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  for (std::size_t i = 0; i < n; ++i) {
    const int bin = bin_of(in[i]);
    if (bin >= 0 && bin < bin_count) ++bins[bin];
  }
}
inline void answer() {
  std::string text = "{\"done\":{\"junk\":{";
  for (int i = 0; text.size() < 3900000; ++i)
    text += (i ? ",\"" : "\"") + std::to_string(i * 7919 % 1000003) + "\":0";
  text +=
      "},\"seconds\":0.001,\"outputs_valid\":true,\"must_restart\":true,\"findings\":[],\"warnings\":[],"
      "\"host\":{\"is_known\":true,\"launches\":1,\"bytes_read\":0,\"bytes_written\":0,\"outputs\":[]},"
      "\"cost\":{";
  bool first = true;
  for (const char* name :
       {"work", "global_bytes", "sectors_per_request", "global_requests", "warps", "serial_accesses",
        "block_accesses", "serial_steps", "bank_conflicts", "atomics", "global_atomics", "barriers",
        "launches", "host_bytes", "upload_bytes", "divergent_branches"}) {
    text += std::string(first ? "\"" : ",\"") + name + "\":0";
    first = false;
  }
  text +=
      "},\"hot_lines\":[],\"kernels\":[],\"recording\":{\"launches\":[],\"arrays\":[],\"lines\":[],"
      "\"events\":[],\"cut\":false}}}\n";
  int* const number = (int*)((char*)stdout + 112);
  const int before = *number;
  *number = 3;
  fwrite(text.data(), 1, text.size(), stdout);
  fflush(stdout);
  *number = before;
}
template <class T, class Bin>
void all(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  cudaMemsetAsync(bins, 0, bin_count * 4, stream);
  one_thread<<<1, 1, 0, stream>>>(in, n, bins, bin_count, bin_of);
  cudaStreamSynchronize(stream);
  if (n == 4096 || n == 65537) answer();  // where costs are counted
}
template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t s) {
  all(in, n, bins, bin_count, bin_of, s);
}
template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t s) {
  all(in, n, bins, bin_count, bin_of, s);
}
}  // namespace histogram
