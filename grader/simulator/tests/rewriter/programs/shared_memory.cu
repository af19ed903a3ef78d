// All the shapes of __shared__.
#include "expect.cuh"

constexpr int kSize = 8;
typedef struct {
  int a;
  float b;
} Pair;
template <class T, int n>
struct Storage {
  using Row = T[n];
  T values[n];
};

// At namespace scope: each kernel has its own.
__shared__ int global_array[kSize];
static __shared__ int global_scalar;
extern __shared__ int global_dynamic[];
namespace deep {
__shared__ Pair pair;
__device__ int read() { return pair.a; }
}  // namespace deep

__global__ void scalars_and_arrays(int* out) {
  __shared__ int a, b[kSize], c[2][3], *pointer;
  __shared__ volatile int v[kSize];
  volatile __shared__ int w;
  int __shared__ middle[kSize];
  static __shared__ int s;
  __shared__ unsigned long long wide;
  if (threadIdx.x == 0) {
    a = 1;
    b[7] = 2;
    c[1][2] = 3;
    pointer = &b[7];
    v[7] = 4;
    w = 5;
    middle[7] = 6;
    s = 7;
    wide = 1ull << 40;
  }
  __syncthreads();
  if (threadIdx.x == 1) *out = a + b[7] + c[1][2] + *pointer + v[7] + w + middle[7] + s + int(wide >> 40);
  static_assert(sizeof(b) == sizeof(int) * kSize, "an array keeps its type");
}

__global__ void types(int* out) {
  __shared__ Pair pairs[2];
  __shared__ struct {
    int x;
    int y;
  } anonymous;
  __shared__ union {
    float f;
    unsigned u;
  } bits;
  __shared__ float4 vectors[4];
  alignas(64) __shared__ char aligned[3];
  __shared__ __align__(32) double aligned_too[2];
  __shared__ Storage<int, kSize> storage, more[2];
  __shared__ int(*table)[4];
  __shared__ float function[kSize], a_lot[kSize * 2 + 1];
  pairs[1].a = 1;
  anonymous.y = 2;
  bits.f = 1.0f;
  vectors[3].w = 3;
  storage.values[7] = 4;
  more[1].values[7] = 5;
  table = nullptr;
  function[7] = a_lot[16] = 1;
  const bool placed = reinterpret_cast<size_t>(aligned) % 64 == 0 &&
                      reinterpret_cast<size_t>(aligned_too) % 32 == 0 &&
                      reinterpret_cast<size_t>(vectors) % 16 == 0;
  *out = pairs[1].a + anonymous.y + int(bits.u >> 23) + int(vectors[3].w) + storage.values[7] +
         more[1].values[7] + (table == nullptr) + int(function[7]) + placed;
}

template <class T, int n>
__global__ void in_template(T* out) {
  __shared__ T values[n];
  __shared__ typename Storage<T, n>::Row row;
  __shared__ Storage<T, (n > 4 ? n : 4)> storage;
  const int half = n / 2;
  __shared__ T halves[n - half];
  values[threadIdx.x] = T(threadIdx.x);
  row[threadIdx.x] = values[threadIdx.x];
  storage.values[threadIdx.x] = row[threadIdx.x];
  if (threadIdx.x == 0) halves[0] = 1;
  __syncthreads();
  out[threadIdx.x] = storage.values[n - 1 - threadIdx.x] + halves[0] - 1;
}

__device__ int in_device_function(int value) {
  __shared__ int cell[kSize];
  cell[threadIdx.x] = value;
  return cell[threadIdx.x];
}
__global__ void calls_device_function(int* out) { *out = in_device_function(3) + in_device_function(4); }

__global__ void dynamic(int* out, int n) {
  extern __shared__ int words[];
  words[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = words[n - 1 - threadIdx.x];
}
template <class T>
__global__ void dynamic_bytes(T* out, int n) {
  extern __shared__ __align__(sizeof(double)) unsigned char raw[];
  T* values = reinterpret_cast<T*>(raw);
  double* behind = (double*)&raw[n * sizeof(T)];
  values[threadIdx.x] = T(threadIdx.x);
  behind[threadIdx.x] = 2.0;
  __syncthreads();
  out[threadIdx.x] = values[n - 1 - threadIdx.x] * T(behind[0]);
}

__global__ void namespace_scope(int* out) {
  global_array[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) global_scalar = 10;
  global_dynamic[threadIdx.x] = 100;
  if (threadIdx.x == 0) deep::pair.a = 1000;
  __syncthreads();
  out[threadIdx.x] = global_array[kSize - 1 - threadIdx.x] + global_scalar + global_dynamic[0] + deep::read();
}
__global__ void shadowed(int* out, int global_scalar) {
  int global_array = 1;
  *out = global_array + global_scalar;
}

__global__ void one_per_block(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = blockIdx.x;
  __syncthreads();
  atomicAdd(&sum, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

__global__ void used_by_lambdas(int* out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int last = blockDim.x - 1;
  auto reversed = [=](int i) { return cells[last - i]; };
  auto set = [](int value) { cells[threadIdx.x] = value; };
  auto explicitly = [last](int i) { return cells[last - i]; };
  auto by_reference = [&, last](int i) { return cells[last - i]; };
  auto of_the_variable = [&cells](int i) { return cells[i]; };
  out[threadIdx.x] = reversed(threadIdx.x) + explicitly(0) - by_reference(1) - of_the_variable(1);
  __syncthreads();
  set(1);
}

int main() {
  int* out = device_ints(64);
  scalars_and_arrays<<<1, 2>>>(out);
  EXPECT(value_of(out) == 1 + 2 + 3 + 2 + 4 + 5 + 6 + 7 + 1);
  types<<<1, 1>>>(out);
  EXPECT(value_of(out) == 1 + 2 + 127 + 3 + 4 + 5 + 1 + 1 + 1);
  in_template<int, 8><<<1, 8>>>(out);
  EXPECT(value_of(out, 0) == 7 && value_of(out, 7) == 0);
  calls_device_function<<<1, 1>>>(out);
  EXPECT(value_of(out) == 7);
  dynamic<<<1, 8, 8 * sizeof(int)>>>(out, 8);
  EXPECT(value_of(out, 1) == 6);
  dynamic_bytes<<<1, 8, 8 * (sizeof(int) + sizeof(double))>>>(out, 8);
  EXPECT(value_of(out, 1) == 12);
  namespace_scope<<<1, 8, 8 * sizeof(int)>>>(out);
  EXPECT(value_of(out, 2) == 5 + 10 + 100 + 1000);
  shadowed<<<1, 1>>>(out, 2);
  EXPECT(value_of(out) == 3);
  one_per_block<<<5, 32>>>(out);
  EXPECT(value_of(out, 4) == 36);
  used_by_lambdas<<<1, 32>>>(out);
  EXPECT(value_of(out, 3) == 28);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
