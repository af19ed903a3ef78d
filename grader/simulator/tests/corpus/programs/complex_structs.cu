// Mandelbrot in fixed point: structs with constructors, operators and methods, inheritance, a functor chosen
// by template, 2D blocks, a kernel in a namespace that is called with its qualified name.
// prints:                                                             |
// prints:                               ......++......                |
// prints:                           ..........+++++......             |
// prints:                        ...........++++#+++.......           |
// prints:                     ............++++####+++.......          |
// prints:                   .........++#+++#########+++++++..         |
// prints:               ............++++#################++...        |
// prints:          .....++++++++++++++###################+++...       |
// prints:     ..........++++++#+++++######################++....      |
// prints:  ...........+++++########+######################++....      |
// prints:  ....++.+++++##+###############################++.....      |
// prints:  ....++.+++++##+###############################++.....      |
// prints:  ...........+++++########+######################++....      |
// prints:     ..........++++++#+++++######################++....      |
// prints:          .....++++++++++++++###################+++...       |
// prints:               ............++++#################++...        |
// prints:                   .........++#+++#########+++++++..         |
// prints:                     ............++++####+++.......          |
// prints:                        ...........++++#+++.......           |
// prints:                           ..........+++++......             |
// prints:                               ......++......                |
#include <cstdio>
#include <string>

namespace fixed {

class Number {
 public:
  static constexpr int kFraction = 24;
  Number() = default;
  __host__ __device__ constexpr Number(double value)
      : raw_(static_cast<long long>(value * (1 << kFraction))) {}
  __host__ __device__ friend Number operator+(Number a, Number b) { return from_raw(a.raw_ + b.raw_); }
  __host__ __device__ friend Number operator-(Number a, Number b) { return from_raw(a.raw_ - b.raw_); }
  __host__ __device__ friend Number operator*(Number a, Number b) {
    return from_raw((a.raw_ * b.raw_) >> kFraction);
  }
  __host__ __device__ friend bool operator>(Number a, Number b) { return a.raw_ > b.raw_; }

 private:
  __host__ __device__ static Number from_raw(long long raw) {
    Number result;
    result.raw_ = raw;
    return result;
  }
  long long raw_;
};

struct Complex {
  Number re, im;
  __host__ __device__ Complex operator+(const Complex& o) const { return {re + o.re, im + o.im}; }
  __host__ __device__ Complex operator*(const Complex& o) const {
    return {re * o.re - im * o.im, re * o.im + im * o.re};
  }
  __host__ __device__ Number norm() const { return re * re + im * im; }
};

}  // namespace fixed

struct Limits {
  int iterations = 40;
};
struct Mandelbrot : Limits {
  __host__ __device__ int operator()(fixed::Complex c) const {
    fixed::Complex z{0.0, 0.0};
    int i = 0;
    for (; i < iterations && !(z.norm() > 4.0); ++i) z = z * z + c;
    return i;
  }
};

namespace picture {

template <class Function>
__global__ void paint(char* image, uint2 size, Function function) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= size.x || y >= size.y) return;
  const fixed::Complex c{fixed::Number(-2.0) + fixed::Number(x) * fixed::Number(3.0 / size.x),
                         fixed::Number(-1.2) + fixed::Number(y) * fixed::Number(2.4 / size.y)};
  const int count = function(c);
  image[y * size.x + x] = count >= 40 ? '#' : count > 6 ? '+' : count > 3 ? '.' : ' ';
}

}  // namespace picture

int main() {
  const uint2 size = make_uint2(60, 21);
  std::string image(size.x * size.y, '?');
  char* device;
  cudaMalloc(&device, image.size());
  const dim3 block(16, 4), grid((size.x + block.x - 1) / block.x, (size.y + block.y - 1) / block.y);
  picture::paint<<<grid, block>>>(device, size, Mandelbrot{});
  cudaMemcpy(&image[0], device, image.size(), cudaMemcpyDeviceToHost);
  for (unsigned y = 0; y < size.y; ++y) std::printf("%s|\n", image.substr(y * size.x, size.x).c_str());
  cudaFree(device);
}
