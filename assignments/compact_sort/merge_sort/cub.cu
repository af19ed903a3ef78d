// What NVIDIA's library does with this exercise, to compare with: CUB's DeviceMergeSort. Of its
// forms the one that leaves the input as it is. CUB promises that another one is stable,
// which sorts in place; both are the same code, and every result is compared.
// tasks: sort
#include <cub/device/device_merge_sort.cuh>

#include "kit/cub_call.cuh"
#include "merge_sort.cuh"

namespace merge_sort {

using namespace warpgrade::cub_call;

template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  with_narrow_size(list.n, [&](auto count) {
    with_scratch(stream, [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceMergeSort::SortPairsCopy(scratch, bytes, list.keys, list.values, keys, values, count,
                                                 less, stream);
    });
  });
}

}  // namespace merge_sort
