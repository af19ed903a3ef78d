// Merge sort, fast: each round merges four runs into one (merge_rounds.cuh). Runs on every card.
// tasks: sort
//
// What is left to choose is how the list is cut. In a large one a thread takes many items: fewer searches and
// fewer levels. In a small one it takes few, since otherwise some multiprocessors have no block, and in the
// others each thread takes its items one behind the other.
#include <cstddef>

#include "merge_rounds.cuh"
#include "merge_sort.cuh"

namespace merge_sort {

template <class Key>
struct Tuning {
  // Threads, blocks of a multiprocessor, bytes of a thread
  using SmallTiles = Block<Key, 256, 4, 5 * 8>;
  using MiddleTiles = Block<Key, 512, 2, 5 * 8>;
  using LargeTiles = Block<Key, 512, 2, 9 * 8>;
  using HugeTiles = Block<Key, 256, 4, 17 * 8>;

  using SmallMerge = Block<Key, 256, 4, 5 * 8>;
  using LargeMerge = Block<Key, 256, 4, 11 * 8>;
  using HugeMerge = Block<Key, 256, 4, 19 * 8>;
  // How many lanes search for a tile's splits: many find them sooner, few leave more for other tiles
  static constexpr int split_lanes = 32, split_lanes_of_many = 16;

  // Bytes of a list, keys and values
  static constexpr std::size_t small = std::size_t(1) << 20, large = std::size_t(8) << 20,
                               huge = std::size_t(32) << 20;
};

template <class Key, class Less>
void sort(List<Key> list, Key* keys, Value* values, Less less, cudaStream_t stream) {
  using Tuning = merge_sort::Tuning<Key>;
  const std::size_t n = list.n, bytes = n * (sizeof(Key) + sizeof(Value));
  if (n == 0) return;
  if (bytes > Tuning::large) {
    const TileSort<Key, Less> tiles = tile_sort<typename Tuning::HugeTiles, Key, Less>();
    if (bytes > Tuning::huge)
      sort_in_rounds<typename Tuning::HugeMerge, Tuning::split_lanes_of_many>(tiles, list, keys, values, less,
                                                                              stream);
    else
      sort_in_rounds<typename Tuning::HugeMerge, Tuning::split_lanes>(tiles, list, keys, values, less,
                                                                      stream);
    return;
  }
  // A round takes longer than the sort of a tile. So of all tiles that need the fewest rounds take the least
  const TileSort<Key, Less> largest = tile_sort<typename Tuning::LargeTiles, Key, Less>();
  TileSort<Key, Less> tiles = tile_sort<typename Tuning::SmallTiles, Key, Less>();
  if (rounds(n, tiles.tile) > rounds(n, largest.tile))
    tiles = tile_sort<typename Tuning::MiddleTiles, Key, Less>();
  if (rounds(n, tiles.tile) > rounds(n, largest.tile)) tiles = largest;
  if (bytes <= Tuning::small)
    sort_in_rounds<typename Tuning::SmallMerge, 0>(tiles, list, keys, values, less, stream);
  else
    sort_in_rounds<typename Tuning::LargeMerge, 0>(tiles, list, keys, values, less, stream);
}

}  // namespace merge_sort
