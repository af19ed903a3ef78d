// The networks of the exercise on the host: what cheats of this folder hide behind a kernel.
#pragma once

#include "on_the_host.cuh"
#include "sorting_networks.cuh"

namespace on_the_host {

template <class T, class Exchange>
void brick(T* row, int n, Exchange exchange) {
  for (int step = 0; step < n; ++step)
    for (int i = step % 2; i + 1 < n; i += 2) exchange(row[i], row[i + 1]);
}

/// Bitonic merges, the first step of each folds its second half back: all exchanges go up, so what is behind
/// n needs no element.
template <class T, class Exchange>
void bitonic(T* row, int n, Exchange exchange) {
  for (int size = 2; size < 2 * n; size *= 2)
    for (int stride = size; stride > 1; stride /= 2)
      for (int begin = 0; begin < n; begin += stride)
        for (int i = 0; i < stride / 2; ++i) {
          const int low = begin + i, high = stride == size ? begin + size - 1 - i : low + stride / 2;
          if (high < n) exchange(row[low], row[high]);
        }
}

}  // namespace on_the_host
