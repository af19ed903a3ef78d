// Thrust with lists, output iterators, counting iterators alone, and functors without const.
// prints: 1 2 3 1
// prints: 3
// prints: 11 10
// prints: 4 4
// prints: 2
// prints: 1
#include <iostream>
#include <iterator>
#include <list>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reverse.h>
#include <thrust/sort.h>
int count(const thrust::device_vector<float>& v) { return int(v.size()); }
struct halve {
  __host__ __device__ float operator()(float x) { return x / 2; }
};
int main() {
  std::list<int> l = {3, 1, 2};
  thrust::device_vector<int> d(l.begin(), l.end());
  thrust::sort(d.begin(), d.end());
  thrust::copy(d.begin(), d.end(), std::ostream_iterator<int>(std::cout, " "));
  std::cout << d[0] << "\n";
  thrust::host_vector<int> h = d;
  thrust::reverse(h.begin(), h.end());
  std::cout << h[0] << "\n";
  int* x = thrust::raw_pointer_cast(d.data());
  thrust::for_each(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(3),
                   [=] __device__(int i) { x[i] = 10 * i; });
  d[1]++;
  d[2] /= 2;
  std::cout << d[1] << " " << d[2] << "\n";
  thrust::device_vector<float> f(4, 1.0f);
  std::cout << count(f) << " " << thrust::count(f.begin(), f.end(), 1) << "\n";
  auto t = thrust::make_transform_iterator(f.begin(), halve());
  std::cout << thrust::reduce(t, t + 4) << "\n";
  using namespace thrust::placeholders;
  std::cout << thrust::count_if(d.begin(), d.end(), (_1 & 1) == 1) << "\n";
}
