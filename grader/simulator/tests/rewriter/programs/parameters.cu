// What may be passed to a kernel, and how it arrives.
#include "expect.cuh"

struct Large {
  int values[60];
};
struct alignas(32) Aligned {
  int a, b;
};
struct AddTo {
  int base;
  __device__ int operator()(int x) const { return base + x; }
};
enum class Color { red = 3 };

__global__ void take_large(Large large, int* out) {
  large.values[59] += threadIdx.x;  // its own copy
  out[threadIdx.x] = large.values[59];
}
__global__ void take_many(char c, double d, short s, Aligned a, bool b, Color color, float3 f, long long l,
                          int* out) {
  const bool aligned = reinterpret_cast<size_t>(&a) % 32 == 0;
  *out = c == 1 && d == 2.5 && s == 3 && a.a == 4 && a.b == 5 && b && color == Color::red && f.z == 6 &&
         l == -7 && aligned;
}
__global__ void change_parameter(int n, int* out) {
  n += threadIdx.x;
  out[threadIdx.x] = n;
}
__global__ void take_const(const int n, int* const out, const float) { *out = n; }
__global__ void take_array(int out[], int (*rows)[2]) {
  out[0] = 1;
  rows[0][1] = 2;
}
__global__ void take_null(const int* p, int n, int* out) { *out = p == nullptr ? n : -1; }
template <class Op>
__global__ void apply(Op op, int n, int* __restrict__ out) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = op(i);
}
template <class A, class B>
struct Two {
  A a;
  B b;
};
constexpr int sum_of(int a, int b) { return a + b; }
__device__ int one_more(int x) { return x + 1; }
__device__ int (*const one_more_pointer)(int) = one_more;
__global__ void get_function(int (**function)(int)) { *function = one_more_pointer; }
__global__ void take_types_with_commas(Two<char, Two<int, float>> two, int (*function)(int), int* out,
                                       int n = sum_of(1, 2)) {
  *out = function(two.a + two.b.a + n);
}
template <class T, class = T, int = 3>
__global__ void take_unnamed(int, T value, int* out) {
  *out = value;
}

int main() {
  int* out = device_ints(64);
  Large large{};
  large.values[59] = 100;
  take_large<<<1, 4>>>(large, out);
  EXPECT(value_of(out, 0) == 100 && value_of(out, 3) == 103);

  take_many<<<1, 1>>>(1, 2.5, 3, Aligned{4, 5}, true, Color::red, make_float3(0, 0, 6), -7, out);
  EXPECT(value_of(out) == 1);
  change_parameter<<<1, 3>>>(5, out);
  EXPECT(value_of(out, 0) == 5 && value_of(out, 2) == 7);
  take_const<<<1, 1>>>(6, out, 1.f);
  EXPECT(value_of(out) == 6);
  take_array<<<1, 1>>>(out, reinterpret_cast<int(*)[2]>(out));
  EXPECT(value_of(out, 0) == 1 && value_of(out, 1) == 2);

  // Converted to the parameter's type on the host, as in a call.
  take_null<<<1, 1>>>(0, 7.9, out);
  EXPECT(value_of(out) == 7);
  take_null<<<1, 1>>>(NULL, size_t(8), out);
  EXPECT(value_of(out) == 8);
  take_null<<<1, 1>>>(nullptr, 'a', out);
  EXPECT(value_of(out) == 'a');
  take_large<<<1, 1>>>({{1, 2, 3}}, out);
  EXPECT(value_of(out) == 0);

  apply<<<1, 4>>>(AddTo{10}, 8, out);
  EXPECT(value_of(out, 7) == 17);
  const int captured = 20;
  apply<<<1, 4>>>([captured] __device__(int i) { return captured + i; }, 8, out);
  EXPECT(value_of(out, 7) == 27);
  apply<<<1, 4>>>([=] __host__ __device__(auto i) { return captured * i; }, 8, out);
  EXPECT(value_of(out, 7) == 140);
  take_unnamed<<<1, 1>>>(1, 9, out);
  EXPECT(value_of(out) == 9);

  int (**function)(int) = nullptr;
  cudaMallocManaged(&function, sizeof *function);
  get_function<<<1, 1>>>(function);
  cudaDeviceSynchronize();
  take_types_with_commas<<<1, 1>>>({1, {2, 3}}, *function, out);
  EXPECT(value_of(out) == 1 + 2 + 3 + 1);

  // Arguments are read on the host, at the launch.
  std::vector<int> host = {5, 6};
  take_const<<<1, 1>>>(host[1], out, 0);
  host[1] = 0;
  EXPECT(value_of(out) == 6);
  return failures;
}
