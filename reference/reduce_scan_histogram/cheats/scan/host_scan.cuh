// Scans on the host that are as deep as a tree (Blelloch's recursion: neighbours in pairs, the scan of the
// pairs, and back), and scans by one thread: what cheats of this folder hide.
#pragma once

#include "on_the_host.cuh"
#include "scan.cuh"

namespace on_the_host {

template <class T, class Op>
std::vector<T> exclusive(const std::vector<T>& in, T identity, Op op) {
  std::vector<T> out(in.size(), identity);
  if (in.size() <= 1) return out;
  std::vector<T> pairs;
  for (std::size_t i = 0; i < in.size(); i += 2)
    pairs.push_back(i + 1 < in.size() ? op(in[i], in[i + 1]) : in[i]);
  const std::vector<T> before = exclusive(pairs, identity, op);
  for (std::size_t i = 0; i < in.size(); ++i)
    out[i] = i % 2 == 0 ? before[i / 2] : op(before[i / 2], in[i - 1]);
  return out;
}

template <class T, class Op>
std::vector<T> inclusive(const std::vector<T>& in, T identity, Op op) {
  std::vector<T> out = exclusive(in, identity, op);
  for (std::size_t i = 0; i < in.size(); ++i) out[i] = op(out[i], in[i]);
  return out;
}

}  // namespace on_the_host

namespace one_thread {

template <class T, class Combine>
__global__ void scan_kernel(const T* in, T* out, std::size_t n, T before, bool inclusive, Combine combine) {
  for (std::size_t i = 0; i < n; ++i) {
    const T next = combine(before, in[i]);
    out[i] = inclusive ? next : before;
    before = next;
  }
}

template <class T, class Combine>
void scan(const T* in, T* out, std::size_t n, T identity, bool inclusive, Combine combine,
          cudaStream_t stream) {
  scan_kernel<<<1, 1, 0, stream>>>(in, out, n, identity, inclusive, combine);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace one_thread
