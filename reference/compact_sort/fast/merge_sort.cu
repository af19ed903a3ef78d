// Merge sort, fast: each round merges four runs into one (merge_rounds.cuh). Runs on every card.
// tasks: sort
//
// What is left to choose is how the list is cut. A large one takes many items a thread: fewer searches and
// fewer levels. A small one takes few, since otherwise some multiprocessors have no block, and in the others
// each thread takes its items one behind the other.
#include "merge_rounds.cuh"
#include "merge_sort.cuh"

namespace merge_sort {

template <class Key>
struct Tuning {
  // Threads, blocks of a multiprocessor, bytes of a thread
  using Small = Shape<BlockShape<Key, 512, 2, 9 * 8>, BlockShape<Key, 256, 4, 5 * 8>, false>;
  using Large = Shape<BlockShape<Key, 256, 4, 19 * 8>, BlockShape<Key, 256, 4, 19 * 8>, true>;
  static constexpr std::size_t small_bytes = std::size_t(8) << 20;
};

template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  if (list.n == 0) return;
  if (list.n * (sizeof(Key) + sizeof(Value)) <= Tuning<Key>::small_bytes)
    sort_in_rounds<InTurn, typename Tuning<Key>::Small>(list, keys, values, less, stream);
  else
    sort_in_rounds<InTurn, typename Tuning<Key>::Large>(list, keys, values, less, stream);
}

}  // namespace merge_sort
