// A reduction on the host, as deep as a tree: what cheats of this folder hide behind a kernel.
#pragma once

#include "on_the_host.cuh"
#include "reduce.cuh"

namespace on_the_host {

template <class T, class Op>
T tree(T* all, std::size_t n, T identity, Op op) {
  if (n == 0) return identity;
  while (n > 1) {
    const std::size_t half = n - n / 2;
    for (std::size_t i = 0; i + half < n; ++i) all[i] = op(all[i], all[i + half]);
    n = half;
  }
  return all[0];
}

template <class T, class Op>
void reduce(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  std::vector<T> all = download(in, n, stream);
  upload(std::vector<T>{tree(all.data(), n, identity, op)}, out, stream);
}

}  // namespace on_the_host
