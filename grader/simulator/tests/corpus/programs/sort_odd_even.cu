// Odd-even transposition sort in one block; __syncthreads_or says when nothing was swapped any more.
// prints: 1 elements, 2 phases, 0 bad
// prints: 2 elements, 2 phases, 0 bad
// prints: 100 elements, 95 phases, 0 bad
// prints: 257 elements, 195 phases, 0 bad
#include <cstdio>

template <typename T, int N>
struct Array {
  T data[N];
  __host__ __device__ T& operator[](int i) { return data[i]; }
  __host__ __device__ const T& operator[](int i) const { return data[i]; }
};

template <int N>
__global__ void odd_even_sort(Array<short, N>* array, int* rounds) {
  __shared__ Array<short, N> s;
  for (int i = threadIdx.x; i < N; i += blockDim.x) s[i] = (*array)[i];
  __syncthreads();
  int phase = 0, swapped = 1, idle = 0;
  while (idle < 2) {
    const int left = 2 * int(threadIdx.x) + phase % 2;
    bool swap = left + 1 < N && s[left] > s[left + 1];
    if (swap) {
      const short t = s[left];
      s[left] = s[left + 1];
      s[left + 1] = t;
    }
    swapped = __syncthreads_or(swap);
    idle = swapped ? 0 : idle + 1;
    ++phase;
  }
  for (int i = threadIdx.x; i < N; i += blockDim.x) (*array)[i] = s[i];
  if (threadIdx.x == 0) *rounds = phase;
}

template <int N>
int sort_and_check() {
  static Array<short, N> host;
  for (int i = 0; i < N; ++i) host[i] = short((i * 193) % N);
  Array<short, N>* device;
  int* rounds;
  cudaMalloc(&device, sizeof host);
  cudaMalloc(&rounds, sizeof(int));
  cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice);
  odd_even_sort<N><<<1, (N + 1) / 2>>>(device, rounds);
  int phases = 0, bad = 0;
  cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(&phases, rounds, sizeof phases, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) bad += host[i] != i;
  std::printf("%d elements, %d phases, %d bad\n", N, phases, bad);
  cudaFree(device);
  cudaFree(rounds);
  return bad;
}

int main() {
  return sort_and_check<1>() + sort_and_check<2>() + sort_and_check<100>() + sort_and_check<257>();
}
