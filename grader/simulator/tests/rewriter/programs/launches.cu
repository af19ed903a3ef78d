// All the shapes of a launch.
#include "expect.cuh"

__global__ void set(int* p, int value) { p[threadIdx.x + blockIdx.x * blockDim.x] = value; }

template <class T, int scale = 1>
__global__ void set_scaled(T* p, T value) {
  p[threadIdx.x] = value * scale;
}
template <class T, class U>
__global__ void convert(T* p, U value) {
  *p = T(value);
}
template <class T>
constexpr int kOneFor = 1;
template <class... T>
__global__ void sum(int* p, T... values) {
  *p = (0 + ... + int(values));
}

// Overloaded, declared before they are defined, with default arguments.
__global__ void over(int* p);
__global__ void over(int* p, int value);
__global__ void with_default(int* p, int value = 41, int = 1);
__global__ void over(int* p) { *p = 1; }
__global__ void over(int* p, int value) { *p = value; }
__global__ void with_default(int* p, int value, int) { *p = value; }

// A specialisation and an instantiation.
template <class T>
__global__ void special(int* p, T) {
  *p = 1;
}
template <>
__global__ void special<float>(int* p, float) {
  *p = 2;
}
template __global__ void special<double>(int*, double);

namespace outer {
namespace inner {
__global__ void set_to_five(int* p) { *p = 5; }
template <class T>
struct Holder {
  static void launch(T* p) { set_to_five<<<1, 1>>>(p); }
};
}  // namespace inner
__global__ void declared_here(int* p);
}  // namespace outer
__global__ void outer::declared_here(int* p) { *p = 6; }

namespace {
__global__ void hidden(int* p) { *p = 7; }
}  // namespace
extern "C" __global__ void c_linkage(int* p) { *p = 8; }
static __global__ void internal(int* p) { *p = 9; }
__global__ static void __launch_bounds__(64, 2) bounded(int* p) {
  if (threadIdx.x == 0) *p = 10;
}
void __global__ __launch_bounds__(32) keyword_in_the_middle(int* p) {
  if (threadIdx.x == 0) *p = 11;
}
inline __global__ void with_body_on_lines(int* p) { *p = 12; }

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
#define ONE_BLOCK <<<1, 1>>>
#define CHECKED(launch) \
  do {                  \
    launch;             \
  } while (0)

struct Dispatcher {
  void (*kernel)(int*);
  void run(int* p) { this->kernel<<<1, 1>>>(p); }
};

template <class Kernel, class... A>
void launch_any(Kernel kernel, A... arguments) {
  kernel<<<1, 1>>>(arguments...);
}
template <void (*kernel)(int*)>
void launch_constant(int* p) {
  kernel<<<1, 1>>>(p);
}
template <int n>
void launch_dependent(int* p) {
  set_scaled<int, n><<<1, n>>>(p, n);
}

int main() {
  int* p = device_ints(64);
  const auto becomes = [&](int expected) { return value_of(p) == expected; };

  set<<<2, 4>>>(p, 3);
  EXPECT(value_of(p, 7) == 3 && value_of(p, 8) == 0);
  set<<<dim3(1, 1), dim3{4}, 0, nullptr>>>(p, 4);
  EXPECT(becomes(4));
  set<<<{1, 1, 1}, 1>>>(p, 5);
  EXPECT(becomes(5));
  // clang-format off
  set<<<(3 > 2), 8 >> 1, sizeof(std::vector<std::vector<int>>)>>>(p, 6);
  EXPECT(becomes(6));
  set<<<1, kOneFor<std::vector<int>>>>>(p, 26);
  EXPECT(becomes(26));
  set
      <<<
          1,
          1>>>(
              p,
              7);
  // clang-format on
  EXPECT(becomes(7));

  set_scaled<int><<<1, 1>>>(p, 8);
  EXPECT(becomes(8));
  set_scaled<int, 3><<<1, 1>>>(p, 3);
  EXPECT(becomes(9));
  set_scaled<<<1, 1>>>(p, 10);
  EXPECT(becomes(10));
  convert<int><<<1, 1>>>(p, 11.5);
  EXPECT(becomes(11));
  sum<<<1, 1>>>(p, 1, 2.0f, 'c' - 'a', 7u);
  EXPECT(becomes(12));
  sum<<<1, 1>>>(p);
  EXPECT(becomes(0));

  over<<<1, 1>>>(p);
  EXPECT(becomes(1));
  over<<<1, 1>>>(p, 2);
  EXPECT(becomes(2));
  with_default<<<1, 1>>>(p);
  EXPECT(becomes(41));
  special<<<1, 1>>>(p, 1);
  EXPECT(becomes(1));
  special<<<1, 1>>>(p, 1.f);
  EXPECT(becomes(2));

  outer::inner::set_to_five<<<1, 1>>>(p);
  EXPECT(becomes(5));
  ::outer::declared_here<<<1, 1>>>(p);
  EXPECT(becomes(6));
  outer::inner::Holder<int>::launch(p);
  EXPECT(becomes(5));
  hidden<<<1, 1>>>(p);
  EXPECT(becomes(7));
  c_linkage<<<1, 1>>>(p);
  EXPECT(becomes(8));
  internal<<<1, 1>>>(p);
  EXPECT(becomes(9));
  bounded<<<1, 64>>>(p);
  EXPECT(becomes(10));
  keyword_in_the_middle<<<1, 32>>>(p);
  EXPECT(becomes(11));
  with_body_on_lines<<<1, 1>>>(p);
  EXPECT(becomes(12));

  LAUNCH(set, p, 13);
  EXPECT(becomes(13));
  set ONE_BLOCK(p, 14);
  EXPECT(becomes(14));
  CHECKED((set<<<1, 1>>>(p, 15)));
  EXPECT(becomes(15));

  void (*pointer)(int*, int) = set;
  pointer<<<1, 1>>>(p, 16);
  EXPECT(becomes(16));
  (*pointer)<<<1, 1>>>(p, 17);
  EXPECT(becomes(17));
  void (*table[])(int*) = {hidden, internal};
  table[1]<<<1, 1>>>(p);
  EXPECT(becomes(9));
  Dispatcher dispatcher{hidden};
  dispatcher.run(p);
  EXPECT(becomes(7));
  dispatcher.kernel<<<1, 1>>>(p);
  EXPECT(becomes(7));
  launch_any(set, p, 18);
  EXPECT(becomes(18));
  launch_constant<c_linkage>(p);
  EXPECT(becomes(8));
  launch_dependent<5>(p);
  EXPECT(becomes(25));

  int value = 27;
  void* arguments[] = {&p, &value};
  EXPECT(cudaLaunchKernel((void*)set, 1, 1, arguments) == cudaSuccess);
  EXPECT(becomes(27));
  value = 28;
  EXPECT(cudaLaunchKernel(reinterpret_cast<const void*>(&set), 1, 1, arguments) == cudaSuccess);
  EXPECT(becomes(28));
  EXPECT(cudaLaunchCooperativeKernel((const void*)set_scaled<int, 2>, 1, 1, arguments) == cudaSuccess);
  EXPECT(becomes(56));

  const bool yes = failures >= 0;
  yes ? set<<<1, 1>>>(p, 19) : over<<<1, 1>>>(p);
  EXPECT(becomes(19));
  yes ? over<<<1, 1>>>(p) : set<<<1, 1>>>(p, 0);
  EXPECT(becomes(1));
  for (int i = 0; i < 3; set<<<1, 1>>>(p, i), ++i) continue;
  EXPECT(becomes(2));
  if (yes)
    set<<<1, 1>>>(p, 20);
  else
    set<<<1, 1>>>(p, 21);
  EXPECT(becomes(20));
  [&] { set<<<1, 1>>>(p, 22); }();
  EXPECT(becomes(22));
  switch (1) {
    case 1: set<<<1, 1>>>(p, 23); break;
    default: break;
  }
  EXPECT(becomes(23));

  return failures;
}
