// __device__ and __constant__ variables, and functions in all places.
#include "expect.cuh"

__device__ int counter;
__device__ int initialised = 5, second = 6;
__device__ float table[4] = {1, 2, 3, 4};
static __device__ unsigned long long wide;
__device__ const int lookup[3] = {10, 20, 30};
__device__ const char* text = "abc";
__constant__ float filter[3];
__constant__ int preset = 7;
__constant__ const int fixed = 8;
extern __device__ int declared_before;
__device__ int declared_before = 9;
constexpr __device__ int constant = 11;
__device__ int (*matrix)[2];
int __device__ keyword_in_the_middle = 12;
inline __device__ int inline_variable = 14;
template <class T>
__device__ const T of_template = T(15);
struct Members {
  static __device__ int member;
};
__device__ int Members::member = 16;
__constant__ struct { int a, b; } structured = {17, 18};
namespace scope {
__device__ int inside{13};
}

struct Point {
  int x, y;
  __host__ __device__ Point(int x, int y) : x{x}, y(y) {}
  __device__ int sum() const { return x + y; }
  __host__ __device__ friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  __device__ int operator()(int i) const { return i ? y : x; }
  __device__ int operator[](int i) const { return (*this)(i); }
  __device__ operator int() const { return sum(); }
};
template <class T>
struct Box {
  T value;
  __device__ __forceinline__ T get() const { return value; }
  __device__ __noinline__ static T twice(T x);
};
template <class T>
__device__ T Box<T>::twice(T x) {
  return x + x;
}
template <class T>
__host__ __device__ constexpr T square(T x) {
  return x * x;
}
__device__ auto trailing(int x) -> int { return x + 1; }
__device__ int use_recursion(int n) { return n <= 1 ? 1 : n * use_recursion(n - 1); }

__global__ void read_all(int* out) {
  atomicAdd(&counter, 1);
  wide = 1ull << 33;
  matrix = nullptr;
  int i = 0;
  out[i++] = initialised + second;
  out[i++] = int(table[3]);
  out[i++] = lookup[threadIdx.x + 2];
  out[i++] = text[1];
  out[i++] = int(filter[2]);
  out[i++] = preset + fixed + declared_before + constant;
  out[i++] = keyword_in_the_middle + scope::inside;
  out[i++] = inline_variable + of_template<int> + Members::member + structured.b;
}
__global__ void call_all(int* out) {
  const Point p = Point(1, 2) + Point(3, 4);
  int i = 0;
  out[i++] = p.sum() + p(1) + p[0] + int(p);
  out[i++] = Box<int>{5}.get() + Box<int>::twice(6);
  out[i++] = square(3) + trailing(4) + use_recursion(4);
}

int main() {
  int* out = device_ints(64);
  const float values[3] = {1, 2, 3};
  EXPECT(cudaMemcpyToSymbol(filter, values, sizeof values) == cudaSuccess);
  read_all<<<1, 1>>>(out);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  const int expected[] = {11, 4, 30, 'b', 3, 7 + 8 + 9 + 11, 25, 14 + 15 + 16 + 18};
  for (int i = 0; i < 8; ++i) EXPECT(value_of(out, i) == expected[i]);
  int count = 0;
  EXPECT(cudaMemcpyFromSymbol(&count, counter, sizeof count) == cudaSuccess);
  EXPECT(count == 1);
  call_all<<<1, 1>>>(out);
  EXPECT(value_of(out, 0) == 10 + 6 + 4 + 10);
  EXPECT(value_of(out, 1) == 17);
  EXPECT(value_of(out, 2) == 9 + 5 + 24);
  EXPECT(square(5) == 25);
  return failures;
}
