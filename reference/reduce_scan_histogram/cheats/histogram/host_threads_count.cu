// simulator: per_thread
// cheat: threads of the host count a part each, and a kernel copies the sums.
// stopped by: std::thread is not among the functions that a submission may call
#include <thread>

#include "host_count.cuh"

namespace histogram {

template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  const std::vector<T> all = on_the_host::download(in, n, stream);
  std::vector<unsigned> counts[2];
  std::vector<std::thread> threads;
  for (int part = 0; part < 2; ++part)
    threads.emplace_back([&, part] {
      const auto begin = all.begin() + part * (n / 2), end = part == 0 ? all.begin() + n / 2 : all.end();
      counts[part] = on_the_host::count(std::vector<T>(begin, end), bin_count, bin_of);
    });
  for (std::thread& thread : threads) thread.join();
  for (int bin = 0; bin < bin_count; ++bin) counts[0][bin] += counts[1][bin];
  on_the_host::upload(counts[0], bins, stream);
}

}  // namespace histogram
