// Thrust's vectors, iterators and algorithms, with policies and without.
// prints: d: 0 14 28 42 10 24 38 6 20 34 2 16 30 44 12 26 40 8 22 36
// prints: d: 0 2 6 8 10 12 14 16 20 22 24 26 28 30 34 36 38 40 42 44
// prints: d: 44 42 40 38 36 34 30 28 26 24 22 20 16 14 12 10 8 6 2 0
// prints: sum 452, max 44, min at 19
// prints: of 5: 1, odd: 10
// prints: s: 0 44 86 126 164 200 234 264 292 318 342 364 384 400 414 426 436 444 450 452
// prints: d: 44 44 44 44 44 44 44 44 44 44 44 44 44 44 44 44 44 44 44 44
// prints: y: 3 5 7 9 11 13 15 17 19 21
// prints: z: 3 6 9 12 15 18 21 24 27 30
// prints: norm 16.8819
// prints: dot 705
// prints: z: 1 3 5 7 9 11 13 15 17 19
// prints: x[3] 99, back 9
// prints: k: 0 1 1 1 2 3 3
// prints: v: 6 1 4 5 3 0 2
// prints: ko: 0 1 2 3
// prints: vo: 6 10 3 2
// prints: k: 0 1 2 3
// prints: o: 1 3 5 7 9 11 13 15 17 19
// prints: o: 1 3 5 7 9
// prints: g: 5 1 3
// prints: permuted sum 9
// prints: squares 30
// prints: bounds: 2 3 3 4
// prints: lower bound of 7: 4
// prints: mid 5
// prints: sorted: 0 4 8 12 16 2 6 10 14 18
// prints: 7 1 7
// prints: 10 17 24 25 32
// prints: 32 10
// prints: 59566414 1997250508
// prints: 0 18
// prints: sorted: 0 4 4 4 4 -14 4 4 4 4
// prints: rows: 0 5 7 14 21 3 10 12 17 19 1 6 8 15 22 4 11 13 18 20
#include <cstdio>
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

struct saxpy {
  float a;
  __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};
struct square {
  __host__ __device__ float operator()(float x) const { return x * x; }
};
struct add_pair {
  template <class T>
  __device__ void operator()(T t) const {
    thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t);
  }
};
struct is_odd {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 1; }
};
__global__ void twice(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}
__global__ void sort_rows(int* rows, int width) {
  int* const row = rows + threadIdx.x * width;
  thrust::sort(thrust::seq, row, row + width);
}
template <class V>
void show(const char* what, const V& v) {
  printf("%s:", what);
  for (auto x : v) printf(" %g", (double)x);
  printf("\n");
}
#define SHOW(v) show(#v, thrust::host_vector<typename decltype(v)::value_type>(v))
int main() {
  const int n = 20;
  thrust::host_vector<int> h(n);
  for (int i = 0; i < n; ++i) h[i] = (i * 7919) % 23;
  thrust::device_vector<int> d = h;
  twice<<<1, 32>>>(thrust::raw_pointer_cast(d.data()), n);
  SHOW(d);
  thrust::sort(d.begin(), d.end());
  SHOW(d);
  thrust::sort(thrust::device, d.begin(), d.end(), thrust::greater<int>());
  SHOW(d);
  printf("sum %d, max %d, min at %d\n", thrust::reduce(d.begin(), d.end()),
         int(*thrust::max_element(d.begin(), d.end())),
         int(thrust::min_element(d.begin(), d.end()) - d.begin()));
  printf("of 5: %d, odd: %d\n", int(thrust::count(d.begin(), d.end(), 6)),
         int(thrust::count_if(h.begin(), h.end(), is_odd())));
  thrust::device_vector<int> s(n);
  thrust::exclusive_scan(d.begin(), d.end(), s.begin());
  SHOW(s);
  thrust::inclusive_scan(d.begin(), d.end(), d.begin(), thrust::maximum<int>());
  SHOW(d);
  thrust::device_vector<float> x(10), y(10, 3.0f), z(10);
  thrust::sequence(x.begin(), x.end());
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy{2.0f});
  SHOW(y);
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), z.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end(), z.end())), add_pair());
  SHOW(z);
  printf("norm %g\n",
         sqrt(thrust::transform_reduce(x.begin(), x.end(), square(), 0.0f, thrust::plus<float>())));
  printf("dot %g\n", thrust::inner_product(x.begin(), x.end(), y.begin(), 0.0f));
  using namespace thrust::placeholders;
  thrust::transform(x.begin(), x.end(), z.begin(), 2.0f * _1 + 1.0f);
  SHOW(z);
  x[3] = 99;
  printf("x[3] %g, back %g\n", float(x[3]), float(x.back()));
  int keys[] = {3, 1, 3, 2, 1, 1, 0};
  float values[] = {0, 1, 2, 3, 4, 5, 6};
  thrust::device_vector<int> k(keys, keys + 7);
  thrust::device_vector<float> v(values, values + 7);
  thrust::sort_by_key(k.begin(), k.end(), v.begin());
  SHOW(k);
  SHOW(v);
  thrust::device_vector<int> ko(7);
  thrust::device_vector<float> vo(7);
  auto ends = thrust::reduce_by_key(k.begin(), k.end(), v.begin(), ko.begin(), vo.begin());
  ko.resize(ends.first - ko.begin());
  vo.resize(ends.second - vo.begin());
  SHOW(ko);
  SHOW(vo);
  k.erase(thrust::unique(k.begin(), k.end()), k.end());
  SHOW(k);
  thrust::device_vector<int> o(n);
  auto end = thrust::copy_if(thrust::make_counting_iterator(0), thrust::make_counting_iterator(n), o.begin(),
                             is_odd());
  o.resize(end - o.begin());
  SHOW(o);
  o.erase(thrust::remove_if(o.begin(), o.end(), _1 > 9), o.end());
  SHOW(o);
  thrust::device_vector<int> idx(3);
  idx[0] = 2;
  idx[1] = 0;
  idx[2] = 1;
  thrust::device_vector<int> g(3);
  thrust::gather(idx.begin(), idx.end(), o.begin(), g.begin());
  SHOW(g);
  printf("permuted sum %d\n", thrust::reduce(thrust::make_permutation_iterator(o.begin(), idx.begin()),
                                             thrust::make_permutation_iterator(o.begin(), idx.end())));
  printf("squares %g\n",
         thrust::reduce(thrust::make_transform_iterator(thrust::counting_iterator<float>(0), square()),
                        thrust::make_transform_iterator(thrust::counting_iterator<float>(5), square())));
  thrust::device_vector<int> bounds(4);
  thrust::device_vector<int> sorted(10);
  thrust::sequence(sorted.begin(), sorted.end(), 0, 2);
  thrust::upper_bound(sorted.begin(), sorted.end(), thrust::make_counting_iterator(3),
                      thrust::make_counting_iterator(7), bounds.begin());
  SHOW(bounds);
  printf("lower bound of 7: %d\n",
         int(thrust::lower_bound(sorted.begin(), sorted.end(), 7) - sorted.begin()));
  auto mid = thrust::stable_partition(sorted.begin(), sorted.end(), _1 % 4 == 0);
  printf("mid %d\n", int(mid - sorted.begin()));
  SHOW(sorted);
  int* raw;
  cudaMalloc(&raw, 5 * sizeof(int));
  thrust::device_ptr<int> p(raw);
  thrust::fill(p, p + 5, 7);
  p[2] = 1;
  int host[5];
  thrust::copy(p, p + 5, host);
  printf("%d %d %d\n", host[0], host[2], host[4]);
  thrust::exclusive_scan(thrust::device, raw, raw + 5, raw, 10);
  thrust::copy(p, p + 5, host);
  printf("%d %d %d %d %d\n", host[0], host[1], host[2], host[3], host[4]);
  thrust::sort(host, host + 5, thrust::greater<int>());
  printf("%d %d\n", host[0], host[4]);
  thrust::default_random_engine rng(1234);
  const unsigned first = rng(), second = rng();
  printf("%u %u\n", first, second);
  auto mm = thrust::minmax_element(sorted.begin(), sorted.end());
  printf("%d %d\n", int(*mm.first), int(*mm.second));
  thrust::adjacent_difference(sorted.begin(), sorted.end(), sorted.begin());
  SHOW(sorted);
  cudaFree(raw);
  thrust::device_vector<int> rows = h;
  sort_rows<<<1, 4>>>(thrust::raw_pointer_cast(rows.data()), 5);
  SHOW(rows);
}
