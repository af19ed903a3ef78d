// CUB's collectives of a block and of a warp, under CUB's names: BlockReduce, BlockScan, BlockLoad,
// BlockStore, BlockRadixSort, WarpReduce, WarpScan. They are the simulator's own: results, and which thread
// has them, are as CUB documents; what they cost is not. As with CUB, temporary storage is used again only
// after a barrier of the caller, or there is a race.
#pragma once

#include <type_traits>

#include "../cuda_runtime.h"

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

struct Sum {
  template <class T, class U>
  auto operator()(const T& a, const U& b) const {
    return a + b;
  }
};
struct Max {
  template <class T, class U>
  std::common_type_t<T, U> operator()(const T& a, const U& b) const {
    return b > a ? b : a;
  }
};
struct Min {
  template <class T, class U>
  std::common_type_t<T, U> operator()(const T& a, const U& b) const {
    return b < a ? b : a;
  }
};

template <class Key, class Value>
struct KeyValuePair {
  Key key;
  Value value;
};
/// Of two equal values the one with the smaller key.
struct ArgMax {
  template <class Pair>
  Pair operator()(const Pair& a, const Pair& b) const {
    return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class Pair>
  Pair operator()(const Pair& a, const Pair& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

namespace details {

inline int linear_thread() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

/// Threads 0, 1, … `threads` − 1 that work together, and the barrier between them.
struct BlockGroup {
  int rank = linear_thread();
  void sync() const { __syncthreads(); }
};
template <int threads>
struct WarpGroup {
  int rank = linear_thread() % threads;
  unsigned lanes = (threads == 32 ? ~0u : (1u << threads) - 1) << (linear_thread() % 32 / threads * threads);
  void sync() const { __syncwarp(lanes); }
};

template <class T, int threads>
struct Values {
  T value[threads];
};

/// In rank 0: what the first `count` ranks bring, in their order.
template <class T, int threads, class Group, class Op>
T reduce(const Group& group, Values<T, threads>& shared, T value, int count, Op op) {
  shared.value[group.rank] = value;
  for (int distance = 1; distance < threads; distance *= 2) {
    group.sync();
    if (group.rank % (2 * distance) == 0 && group.rank + distance < count)
      shared.value[group.rank] = op(shared.value[group.rank], shared.value[group.rank + distance]);
  }  // no barrier follows, as in CUB: whoever uses the storage again needs one
  return group.rank == 0 ? shared.value[0] : value;
}

/// In each rank: what all up to it bring (Hillis & Steele, 1986).
template <class T, int threads, class Group, class Op>
T scan(const Group& group, Values<T, threads>& shared, T value, Op op) {
  shared.value[group.rank] = value;
  group.sync();
  for (int distance = 1; distance < threads; distance *= 2) {
    const bool has_left = group.rank >= distance;
    T left = value;
    if (has_left) left = shared.value[group.rank - distance];
    group.sync();
    if (has_left) shared.value[group.rank] = value = op(left, value);
    group.sync();
  }
  return value;
}

/// Scans and reductions of a group, in the forms that CUB has for one value of each thread. `aggregate`:
/// none, or one T, the result of all threads' values alone.
template <class T, int threads, class Group>
class Collective {
 public:
  using TempStorage = Values<T, threads>;
  explicit Collective(TempStorage& storage) : storage_(storage) {}

  template <class Op>
  T Reduce(T value, Op op) {
    return reduce(group_, storage_, value, threads, op);
  }
  template <class Op>
  T Reduce(T value, Op op, int count) {
    return reduce(group_, storage_, value, count, op);
  }
  T Sum(T value) { return Reduce(value, cub::Sum()); }
  T Sum(T value, int count) { return Reduce(value, cub::Sum(), count); }

  template <class Op, class... Aggregate>
  void InclusiveScan(T in, T& out, Op op, Aggregate&... aggregate) {
    out = scan(group_, storage_, in, op);
    give(aggregate...);
  }
  /// Without a first value thread 0 has none, and `out` stays as it was.
  template <class Op>
  void ExclusiveScan(T in, T& out, Op op) {
    scan(group_, storage_, in, op);
    if (group_.rank > 0) out = storage_.value[group_.rank - 1];
  }
  template <class Op, class... Aggregate>
  void ExclusiveScan(T in, T& out, T initial, Op op, Aggregate&... aggregate) {
    scan(group_, storage_, in, op);
    out = group_.rank > 0 ? T(op(initial, storage_.value[group_.rank - 1])) : initial;
    give(aggregate...);
  }
  template <class... Aggregate>
  void InclusiveSum(T in, T& out, Aggregate&... aggregate) {
    InclusiveScan(in, out, cub::Sum(), aggregate...);
  }
  template <class... Aggregate>
  void ExclusiveSum(T in, T& out, Aggregate&... aggregate) {
    ExclusiveScan(in, out, T(), cub::Sum(), aggregate...);
  }

 protected:
  void give() const {}
  void give(T& aggregate) const { aggregate = storage_.value[threads - 1]; }

  TempStorage& storage_;
  Group group_;
};

template <class T, int n, class Op>
T fold(const T (&items)[n], Op op) {
  T sum = items[0];
  for (int i = 1; i < n; ++i) sum = op(sum, items[i]);
  return sum;
}

/// And for several values of each thread, one after the other.
template <class T, int threads>
class BlockCollective : public Collective<T, threads, BlockGroup> {
 public:
  using Base = Collective<T, threads, BlockGroup>;
  using typename Base::TempStorage;
  BlockCollective() : Base(private_storage()) {}
  explicit BlockCollective(TempStorage& storage) : Base(storage) {}

  using Base::ExclusiveScan, Base::ExclusiveSum, Base::InclusiveScan, Base::InclusiveSum, Base::Reduce,
      Base::Sum;
  template <int n, class Op>
  T Reduce(T (&items)[n], Op op) {
    return Base::Reduce(fold(items, op), op);
  }
  template <int n>
  T Sum(T (&items)[n]) {
    return Reduce(items, cub::Sum());
  }
  template <int n, class Op, class... Aggregate>
  void InclusiveScan(T (&in)[n], T (&out)[n], Op op, Aggregate&... aggregate) {
    T before = T();
    Base::ExclusiveScan(fold(in, op), before, op);
    for (int i = 0; i < n; ++i)
      out[i] = before = i == 0 && this->group_.rank == 0 ? in[0] : T(op(before, in[i]));
    this->give(aggregate...);
  }
  template <int n, class Op, class... Aggregate>
  void ExclusiveScan(T (&in)[n], T (&out)[n], T initial, Op op, Aggregate&... aggregate) {
    T before = initial;
    Base::ExclusiveScan(fold(in, op), before, initial, op);
    for (int i = 0; i < n; ++i) {
      const T next = op(before, in[i]);  // out may be in
      out[i] = before;
      before = next;
    }
    this->give(aggregate...);
  }
  template <int n, class... Aggregate>
  void InclusiveSum(T (&in)[n], T (&out)[n], Aggregate&... aggregate) {
    InclusiveScan(in, out, cub::Sum(), aggregate...);
  }
  template <int n, class... Aggregate>
  void ExclusiveSum(T (&in)[n], T (&out)[n], Aggregate&... aggregate) {
    ExclusiveScan(in, out, T(), cub::Sum(), aggregate...);
  }

 private:
  static TempStorage& private_storage() { return wgsim::shared<TempStorage, 0, TempStorage>("storage"); }
};

}  // namespace details

template <class T, int x, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1, int z = 1, int = 0>
class BlockReduce : public details::BlockCollective<T, x * y * z> {
  using details::BlockCollective<T, x * y * z>::BlockCollective;
};

template <class T, int x, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int y = 1, int z = 1, int = 0>
class BlockScan : public details::BlockCollective<T, x * y * z> {
  using details::BlockCollective<T, x * y * z>::BlockCollective;
};

template <class T, int threads = 32, int = 0>
class WarpReduce : public details::Collective<T, threads, details::WarpGroup<threads>> {
  using details::Collective<T, threads, details::WarpGroup<threads>>::Collective;
};

template <class T, int threads = 32, int = 0>
class WarpScan : public details::Collective<T, threads, details::WarpGroup<threads>> {
  using details::Collective<T, threads, details::WarpGroup<threads>>::Collective;

 public:
  T Broadcast(T value, unsigned lane) {
    if (this->group_.rank == int(lane)) this->storage_.value[0] = value;
    this->group_.sync();
    return this->storage_.value[0];
  }
};

/// Each thread has neighbouring elements, or of `striped` algorithms every x-th.
template <class T, int x, int n, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT, int y = 1, int z = 1,
          int = 0>
class BlockLoad {
 public:
  struct TempStorage {};
  BlockLoad() {}
  explicit BlockLoad(TempStorage&) {}
  template <class In>
  void Load(In in, T (&items)[n]) {
    for (int i = 0; i < n; ++i) items[i] = in[place(i)];
  }
  template <class In>
  void Load(In in, T (&items)[n], int count) {
    for (int i = 0; i < n; ++i)
      if (place(i) < count) items[i] = in[place(i)];
  }
  template <class In, class Default>
  void Load(In in, T (&items)[n], int count, Default otherwise) {
    for (int i = 0; i < n; ++i) items[i] = place(i) < count ? T(in[place(i)]) : T(otherwise);
  }

 private:
  static int place(int i) {
    const int rank = details::linear_thread();
    return algorithm == BLOCK_LOAD_STRIPED ? rank + i * x * y * z : rank * n + i;
  }
};

template <class T, int x, int n, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT, int y = 1, int z = 1,
          int = 0>
class BlockStore {
 public:
  struct TempStorage {};
  BlockStore() {}
  explicit BlockStore(TempStorage&) {}
  template <class Out>
  void Store(Out out, T (&items)[n]) {
    Store(out, items, x * y * z * n);
  }
  template <class Out>
  void Store(Out out, T (&items)[n], int count) {
    const int rank = details::linear_thread();
    for (int i = 0; i < n; ++i) {
      const int place = algorithm == BLOCK_STORE_STRIPED ? rank + i * x * y * z : rank * n + i;
      if (place < count) out[place] = items[i];
    }
  }
};

struct NullType {};

/// Stable. Each key finds its place by counting those before it.
template <class Key, int x, int n, class Value = NullType>
class BlockRadixSort {
 public:
  struct TempStorage {
    Key key[x * n];
    Value value[x * n];
  };
  explicit BlockRadixSort(TempStorage& storage) : storage_(storage) {}

  void Sort(Key (&keys)[n], Value* values = nullptr) {
    sort(keys, values, details::linear_thread() * n, 1, false);
  }
  void SortDescending(Key (&keys)[n], Value* values = nullptr) {
    sort(keys, values, details::linear_thread() * n, 1, true);
  }
  void SortBlockedToStriped(Key (&keys)[n], Value* values = nullptr) {
    sort(keys, values, details::linear_thread(), x, false);
  }

 private:
  /// Thread t gets the places first, first + stride, ….
  void sort(Key (&keys)[n], Value* values, int first, int stride, bool descending) {
    const int own = details::linear_thread() * n;
    for (int i = 0; i < n; ++i) storage_.key[own + i] = keys[i];
    __syncthreads();
    int place[n];
    for (int i = 0; i < n; ++i) {
      place[i] = 0;
      for (int other = 0; other < x * n; ++other) {
        const Key key = storage_.key[other];
        const bool before = descending ? keys[i] < key : key < keys[i];
        const bool equal = !(key < keys[i]) && !(keys[i] < key);
        place[i] += before || (equal && other < own + i);
      }
    }
    __syncthreads();
    for (int i = 0; i < n; ++i) {
      storage_.key[place[i]] = keys[i];
      if (values != nullptr) storage_.value[place[i]] = values[i];
    }
    __syncthreads();
    for (int i = 0; i < n; ++i) {
      keys[i] = storage_.key[first + i * stride];
      if (values != nullptr) values[i] = storage_.value[first + i * stride];
    }
  }

  TempStorage& storage_;
};

}  // namespace cub
