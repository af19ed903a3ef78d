// Kernels whose traffic follows from the numbers of threads and elements alone. When they are counted, each
// must give exactly these counts, whatever the compiler makes of it. Prints the counts that differ.
#include <cstdio>

#include "wgsim/simulator.hpp"

using wgsim::Counters;

int failures = 0;

void expect(const char* what, double expected, double counted) {
  if (counted == expected) return;
  std::printf("%s: %.2f instead of %.2f\n", what, counted, expected);
  ++failures;
}

Counters taken() {
  if (cudaDeviceSynchronize() != cudaSuccess) ++failures;
  return wgsim::take_costs().total;
}

template <class T>
T* zeros(std::size_t n) {
  T* p = nullptr;
  cudaMalloc(&p, n * sizeof(T));
  cudaMemset(p, 0, n * sizeof(T));
  return p;
}

// ---- Global memory ---------------------------------------------------------------------------------------

__global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy_moves_whole_sectors() {
  const int n = 1 << 16;
  saxpy<<<n / 256, 256>>>(n, 2, zeros<float>(n), zeros<float>(n));
  const Counters c = taken();
  expect("saxpy: sectors per request", 4, c.sectors_per_request());
  expect("saxpy: bytes read", 8.0 * n, double(c.global_bytes_read));
  expect("saxpy: bytes written", 4.0 * n, double(c.global_bytes_written));
  expect("saxpy: requests", 3.0 * n / 32, double(c.global_requests));
  expect("saxpy: divergent branches", 0, double(c.divergent_branches));
  saxpy<<<1, 256>>>(100, 2, zeros<float>(n), zeros<float>(n));
  expect("saxpy: the last warp diverges", 1, double(taken().divergent_branches));
}

__global__ void transpose(float* out, const float* in, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
  for (int j = 0; j < 32; j += 8) out[x * n + y + j] = in[(y + j) * n + x];
}

template <int pad>
__global__ void transpose_tile(float* out, const float* in, int n) {
  __shared__ float tile[32][32 + pad];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll 4
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

void transposes_cost_sectors_or_conflicts() {
  const int n = 1024;
  float *in = zeros<float>(n * n), *out = zeros<float>(n * n);
  const dim3 grid(n / 32, n / 32), block(32, 8);
  transpose<<<grid, block>>>(out, in, n);
  expect("naive transpose: sectors per request", 18, taken().sectors_per_request());
  transpose_tile<0><<<grid, block>>>(out, in, n);
  const Counters plain = taken();
  expect("transpose by tiles: sectors per request", 4, plain.sectors_per_request());
  expect("transpose by tiles: bank conflicts", 1'015'808, double(plain.bank_conflicts));
  expect("transpose by tiles: barriers", 1, double(plain.barriers));
  transpose_tile<1><<<grid, block>>>(out, in, n);
  expect("transpose by padded tiles: bank conflicts", 0, double(taken().bank_conflicts));
}

struct Triple {
  float a, b, c;
};

__global__ void move_vectors(float4* out, const float4* in) {
  const float4 v = in[threadIdx.x];
  out[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
}
__global__ void move_structs(Triple* out, const Triple* in) { out[threadIdx.x] = in[threadIdx.x]; }

void vectors_move_in_one_piece() {
  float4 *in = zeros<float4>(32), *out = zeros<float4>(32);
  move_vectors<<<1, 32>>>(out, in);
  const Counters c = taken();
  expect("float4: bytes", 512, double(c.global_bytes_read));
  expect("float4: sectors loaded by the one request", 16,
         double(c.global_sectors) / double(c.global_requests));
  move_structs<<<1, 32>>>(zeros<Triple>(32), zeros<Triple>(32));
  expect("struct of three floats: requests", 6, double(taken().global_requests));
}

// ---- Shared memory ---------------------------------------------------------------------------------------

template <class T>
__global__ void read_shared(T* out, int stride) {
  __shared__ T values[1024];
  for (int i = threadIdx.x; i < 1024; i += 32) values[i] = T();
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x * stride];
}

template <class T>
double conflicts(int stride) {
  read_shared<T><<<1, 32>>>(zeros<T>(32), stride);
  return double(taken().bank_conflicts);
}

void banks_conflict_by_stride() {
  expect("conflicts: one word for all", 0, conflicts<float>(0));
  expect("conflicts: stride 1", 0, conflicts<float>(1));
  expect("conflicts: stride 2", 1, conflicts<float>(2));
  expect("conflicts: stride 3", 0, conflicts<float>(3));
  expect("conflicts: stride 8", 7, conflicts<float>(8));
  expect("conflicts: stride 32", 31, conflicts<float>(32));
  expect("conflicts: doubles, stride 1", 0, conflicts<double>(1));
  expect("conflicts: doubles, stride 2", 2, conflicts<double>(2));
  expect("conflicts: bytes, stride 1", 0, conflicts<unsigned char>(1));
}

// ---- Atomics ---------------------------------------------------------------------------------------------

__global__ void count_values(int* global, int buckets) {
  __shared__ int local;
  if (threadIdx.x == 0) local = 0;
  __syncthreads();
  atomicAdd(&local, 1);
  atomicAdd(&global[threadIdx.x % buckets], 1);
}

void atomics_wait_for_each_other() {
  count_values<<<2, 64>>>(zeros<int>(32), 8);
  const Counters c = taken();
  expect("global atomics", 128, double(c.global_atomics));
  expect("shared atomics", 128, double(c.shared_atomics));
  expect("contention", 4 * (31 + 24), double(c.atomic_contention));
  expect("atomics are no loads", 0, double(c.global_requests));
}

// ---- Where lanes diverge and meet (more of it: divergence.cu)
// ------------------------------------------------------------------------

__global__ void returns_early(int* out) {
  for (int i = 0; i < 10; ++i) {
    if (i == int(threadIdx.x) / 8) return;
    out[threadIdx.x] = i;
  }
}

__global__ void other_loops(int* out, int n) {
  int i = 0;
  do out[threadIdx.x] = i;
  while (++i < n);
again:
  out[threadIdx.x] = i;
  if (++i < 2 * n) goto again;
  const auto store = [=](int k) {
    for (int m = 0; m < k; ++m) out[threadIdx.x] = m;
  };
  store(int(threadIdx.x) % 2 + 1);
}

__global__ void long_loop(const int* in, int* out, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += in[(i * 32 + int(threadIdx.x)) % 1024];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__device__ constexpr int power(int base, int exponent) {
  int result = 1;
  while (exponent-- > 0) result *= base;
  return result;
}

__global__ void constants(int* out) {
  constexpr int n = power(2, 3);
  if (n == 8) out[threadIdx.x] = n;
}

void lanes_at_one_place_issue_together() {
  int *in = zeros<int>(1024), *out = zeros<int>(1024);
  returns_early<<<1, 32>>>(out);
  const Counters early = taken();
  expect("early return: requests", 3, double(early.global_requests));
  // In iterations 0 to 3 a quarter of the warp returns at the `if`; in the last of them all remaining lanes
  // return together. A lane that returns does not come to the condition of the loop again.
  expect("early return: branches", 4 + 4, double(early.branches));
  expect("early return: divergent branches", 3, double(early.divergent_branches));
  other_loops<<<1, 32>>>(out, 5);
  expect("other loops: requests", 5 + 5 + 2, double(taken().global_requests));
  long_loop<<<3, 64>>>(in, out, 10'000);
  const Counters c = taken();
  expect("long loop: requests", 6 * 10'001, double(c.global_requests));
  expect("long loop: divergent branches", 0, double(c.divergent_branches));
  constants<<<1, 32>>>(out);
  expect("what is constant is no branch", 0, double(taken().branches));
}

__global__ void interleaved(int* out) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = t;
  for (int d = 1; d < 256; d *= 2) {
    __syncthreads();
    if (t % (2 * d) == 0) s[t] += s[t + d];
  }
  if (t == 0) *out = s[0];
}

__global__ void contiguous(int* out) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = t;
  for (int d = 128; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) s[t] += s[t + d];
  }
  if (t == 0) *out = s[0];
}

void divergence_of_the_two_reductions() {
  interleaved<<<1, 256>>>(zeros<int>(1));
  const Counters bad = taken();
  contiguous<<<1, 256>>>(zeros<int>(1));
  const Counters good = taken();
  // With strides 1 to 16 the lanes of all 8 warps diverge; with 32, 64 and 128 those of the 4, 2 and 1 warps
  // that hold a thread with work. Contiguous: only with 16, 8, 4, 2 and 1, in one warp each. The last `if`
  // makes one more warp diverge.
  expect("interleaved: divergent branches", 5 * 8 + 4 + 2 + 1 + 1, double(bad.divergent_branches));
  expect("contiguous: divergent branches", 5 + 1, double(good.divergent_branches));
  expect("reduction: barriers", 8, double(good.barriers));
}

/// Each of these computes something from in[threadIdx.x] and stores it once, so only the branches differ.
__global__ void switches(const int* in, int* out) {
  int result = 0;
  switch (in[threadIdx.x]) {
    case 0:
    case 1: result = 5; break;
    case 2: result = 6; [[fallthrough]];
    case 3: result += 7; break;
    default: result = in[threadIdx.x] * 3; break;
  }
  switch (in[threadIdx.x] & 4) {
    case 0: out[threadIdx.x] = result;
  }
}

enum class Kind { a, b };
template <Kind kind>
__device__ int by_kind(int x) {
  switch (kind) {
    case Kind::a: return x;
    case Kind::b: return -x;
  }
  return 0;
}

__global__ void switches_of_a_warp(int* out, Kind kind) {
  int i = by_kind<Kind::b>(int(threadIdx.x));
  for (int k = 0; k < 3; ++k) {
    switch (kind) {
      case Kind::a: i += 1; continue;
      case Kind::b:
        switch (threadIdx.x / 32) {
          case 0: i += 2; break;
          case 1: return;
        }
    }
    out[threadIdx.x] = i;
  }
}

__global__ void selections(const int* in, int* out, int n) {
  const int t = threadIdx.x;
  const int x = t % 2 == 0 ? in[t] : -1;
  const bool both = t > 3 && x < n, either = t == 5 || x > n;
  out[t] = both ? x : either ? n : t;
}

/// `in` holds `values` again and again.
Counters after_switches(std::initializer_list<int> values) {
  int *in = zeros<int>(32), *out = zeros<int>(32), host[32];
  for (std::size_t i = 0; i < 32; ++i) host[i] = values.begin()[i % values.size()];
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  switches<<<1, 32>>>(in, out);
  return taken();
}

void a_switch_is_one_branch_with_many_ways() {
  expect("switches: branches", 2, double(after_switches({0}).branches));
  expect("switch, all to one label", 0, double(after_switches({2}).divergent_branches));
  expect("switch, labels of one way", 0, double(after_switches({0, 1}).divergent_branches));
  expect("switch, two ways, one falls into the other", 1, double(after_switches({2, 3}).divergent_branches));
  expect("switch, all to its default", 0, double(after_switches({8, 9, 10, 11}).divergent_branches));
  expect("switch, some past all labels", 1, double(after_switches({4, 8}).divergent_branches));
  expect("switch, both of them", 2, double(after_switches({0, 1, 2, 3, 4, 5}).divergent_branches));
  // Warp 0: 4 conditions of the loop, 3 times both switches. Warp 1 returns in the first round.
  switches_of_a_warp<<<1, 64>>>(zeros<int>(64), Kind::b);
  const Counters c = taken();
  expect("switches in a loop: branches", (4 + 3 * 2) + (1 + 2), double(c.branches));
  expect("switches in a loop: divergent branches", 0, double(c.divergent_branches));
  expect("switches in a loop: requests", 3, double(c.global_requests));
  switches_of_a_warp<<<1, 32>>>(zeros<int>(64), Kind::a);
  expect("switch that goes on with the loop", 4 + 3, double(taken().branches));
}

void selections_are_no_branches() {
  selections<<<1, 32>>>(zeros<int>(32), zeros<int>(32), 3);
  const Counters c = taken();
  expect("selections: branches", 0, double(c.branches));
  expect("selections: lanes", 16 + 32, double(c.active_lanes));
}

int main() {
  a_switch_is_one_branch_with_many_ways();
  selections_are_no_branches();
  saxpy_moves_whole_sectors();
  transposes_cost_sectors_or_conflicts();
  vectors_move_in_one_piece();
  banks_conflict_by_stride();
  atomics_wait_for_each_other();
  lanes_at_one_place_issue_together();
  divergence_of_the_two_reductions();
  return failures == 0 ? 0 : 1;
}
