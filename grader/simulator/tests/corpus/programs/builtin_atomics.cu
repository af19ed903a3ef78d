// nvcc's built-in atomic functions, with their orders and scopes: sums, a flag that hands over a value, and
// exchanges.
// prints: sum 2016, arrived 64, largest 63, smallest 0, total 32
// prints: handed over to 64 threads, swapped by 1
#include <cstdio>

struct Results {
  int sum, largest, smallest, flag, value, got, owner, swaps;
  unsigned arrived, bits;
  float total;
};

__global__ void gather(Results* r) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  __nv_atomic_add(&r->sum, t, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_max(&r->largest, t, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_min(&r->smallest, t, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_add(&r->total, 0.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_or(&r->bits, 1u << t % 32, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);

  // The first one hands a plain value over to all.
  if (__nv_atomic_fetch_add(&r->arrived, 1u, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE) == 0) {
    r->value = 42;
    __nv_atomic_store_n(&r->flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  }
  while (__nv_atomic_load_n(&r->flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
  }
  __nv_atomic_add(&r->got, r->value == 42, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);

  int free = -1;
  if (__nv_atomic_compare_exchange_n(&r->owner, &free, t, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED,
                                     __NV_THREAD_SCOPE_DEVICE)) {
    int one = 1, old = 0;
    __nv_atomic_exchange(&r->swaps, &one, &old, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_sub(&r->swaps, old, __NV_ATOMIC_RELAXED);
  }
}

int main() {
  Results* r;
  cudaMallocManaged(&r, sizeof *r);
  *r = {};
  r->owner = -1;
  gather<<<2, 32>>>(r);
  cudaDeviceSynchronize();
  std::printf("sum %d, arrived %u, largest %d, smallest %d, total %g\n", r->sum, r->arrived, r->largest,
              r->smallest, r->total);
  std::printf("handed over to %d threads, swapped by %d\n", r->got, r->bits == ~0u ? r->swaps : -1);
}
