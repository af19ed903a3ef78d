// What NVIDIA's library does with this exercise, to compare with: CUB's DeviceMerge and DeviceMergeSort. Of
// the forms of the sort the one that leaves the input as it is. CUB promises that another one is stable,
// which sorts in place; both are the same code, and every result is compared.
// tasks: merge_path sort
#include <cub/device/device_merge.cuh>
#include <cub/device/device_merge_sort.cuh>

#include "kit/cub_call.cuh"
#include "merge_sort.cuh"

namespace merge_sort {

using namespace warpgrade::cub_call;

template <class Key, class Less>
void merge_path(List<Key> a, List<Key> b, Key* keys, Value* values, Less less, cudaStream_t stream) {
  with_scratch(stream, [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceMerge::MergePairs(scratch, bytes, a.keys, a.values, std::int64_t(a.n), b.keys, b.values,
                                        std::int64_t(b.n), keys, values, less, stream);
  });
}

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
