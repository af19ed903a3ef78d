// What NVIDIA's library does with this exercise, to compare with: CUB's DeviceRadixSort. Of its two forms the
// one that leaves the input as it is, as the exercise asks for; the other one may overwrite it.
// tasks: sort_keys sort_pairs
#include <cub/device/device_radix_sort.cuh>

#include "kit/cub_call.cuh"
#include "radix_sort.cuh"

namespace radix_sort {

using namespace warpgrade::cub_call;

template <class Key>
void sort_keys(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  constexpr int all_bits = sizeof(Key) * 8;
  with_narrow_size(n, [&](auto count) {
    with_scratch(stream, [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceRadixSort::SortKeys(scratch, bytes, in, out, count, 0, all_bits, stream);
    });
  });
}

template <class Key, class Value>
void sort_pairs(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
                cudaStream_t stream) {
  constexpr int all_bits = sizeof(Key) * 8;
  with_narrow_size(n, [&](auto count) {
    with_scratch(stream, [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys_in, keys_out, values_in, values_out, count,
                                             0, all_bits, stream);
    });
  });
}

}  // namespace radix_sort
