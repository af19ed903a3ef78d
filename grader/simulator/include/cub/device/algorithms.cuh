// CUB's algorithms of the whole device, under CUB's names. They are the simulator's own, and run as Thrust's
// do (thrust/detail/system.h): in a kernel of one thread, with CUB's results; what they cost is not CUB's. As
// with CUB, a call with a null pointer for the temporary storage only tells its size.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "../../thrust/algorithms.h"
#include "../collectives.cuh"

namespace cub {
namespace details {

namespace algorithms = thrust::detail::algorithms;

/// Is this call only for the size? A few bytes are asked for, so that a program that allocates none is found
/// out.
inline bool asks_for_size(const void* storage, std::size_t& bytes) {
  if (storage == nullptr) bytes = 16;
  return storage == nullptr;
}
/// CUB refuses storage that is smaller than it asked for.
inline bool is_too_small(std::size_t bytes) { return bytes < 16; }

/// Runs call(policy) on the stream, unless this call only asks for a size.
template <class Call>
cudaError_t call_with_storage(void* storage, std::size_t& bytes, cudaStream_t stream, Call call) {
  if (asks_for_size(storage, bytes)) return cudaSuccess;
  if (is_too_small(bytes)) return cudaErrorInvalidValue;
  call(thrust::device.on(stream));
  return cudaPeekAtLastError();
}

/// *out = value, where the algorithm runs.
template <class Out, class T>
void put(const thrust::detail::device_policy& policy, Out out, const T& value) {
  algorithms::fill_n(policy, out, 1, value);
}

}  // namespace details

/// Two buffers between which a sort goes to and fro. Here the result is in the second, as after one pass.
template <class T>
struct DoubleBuffer {
  T* d_buffers[2] = {nullptr, nullptr};
  int selector = 0;
  DoubleBuffer() = default;
  DoubleBuffer(T* current, T* other) : d_buffers{current, other} {}
  T* Current() const { return d_buffers[selector]; }
  T* Alternate() const { return d_buffers[selector ^ 1]; }
};

struct DeviceReduce {
  template <class In, class Out, class Op, class T, class Count>
  static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, Count count, Op op, T init,
                            cudaStream_t stream = nullptr) {
    return details::call_with_storage(storage, bytes, stream, [=](const auto& policy) {
      using Sum = std::decay_t<decltype(op(init, thrust::detail::value_of<In>()))>;
      details::put(policy, out, details::algorithms::reduce(policy, in, in + count, Sum(init), op));
    });
  }
  template <class In, class Out, class Count>
  static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, Count count,
                         cudaStream_t stream = nullptr) {
    return Reduce(storage, bytes, in, out, count, cub::Sum(), thrust::detail::value_of<Out>(), stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, Count count,
                         cudaStream_t stream = nullptr) {
    using T = thrust::detail::value_of<In>;
    return Reduce(storage, bytes, in, out, count, cub::Min(), std::numeric_limits<T>::max(), stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, Count count,
                         cudaStream_t stream = nullptr) {
    using T = thrust::detail::value_of<In>;
    return Reduce(storage, bytes, in, out, count, cub::Max(), std::numeric_limits<T>::lowest(), stream);
  }
  template <class Keys, class UniqueKeys, class Values, class Sums, class Runs, class Op, class Count>
  static cudaError_t ReduceByKey(void* storage, std::size_t& bytes, Keys keys, UniqueKeys unique,
                                 Values values, Sums sums, Runs runs, Op op, Count count,
                                 cudaStream_t stream = nullptr) {
    return details::call_with_storage(storage, bytes, stream, [=](const auto& policy) {
      const auto ends = details::algorithms::reduce_by_key(policy, keys, keys + count, values, unique, sums,
                                                           thrust::equal_to<>(), op);
      details::put(policy, runs, ends.first - unique);
    });
  }
  /// The value and the place of the first smallest or largest; CUB's older form writes both as a
  /// KeyValuePair.
#define WGSIM_ARG(name, before)                                                                       \
  template <class In, class Value, class Place, class = std::enable_if_t<!std::is_integral_v<Place>>> \
  static cudaError_t name(void* storage, std::size_t& bytes, In in, Value value, Place place,         \
                          std::int64_t count, cudaStream_t stream = nullptr) {                        \
    return arg(storage, bytes, in, count, stream, before, [=](int at, const auto& of) mutable {       \
      *value = of;                                                                                    \
      *place = at;                                                                                    \
    });                                                                                               \
  }                                                                                                   \
  template <class In, class Out>                                                                      \
  static cudaError_t name(void* storage, std::size_t& bytes, In in, Out out, int count,               \
                          cudaStream_t stream = nullptr) {                                            \
    return arg(storage, bytes, in, count, stream, before, [=](int at, const auto& of) mutable {       \
      *out = KeyValuePair<int, thrust::detail::value_of<In>>{at, of};                                 \
    });                                                                                               \
  }
  WGSIM_ARG(ArgMin, thrust::less<>())
  WGSIM_ARG(ArgMax, thrust::greater<>())
#undef WGSIM_ARG

 private:
  template <class In, class Before, class Write>
  static cudaError_t arg(void* storage, std::size_t& bytes, In in, std::int64_t count, cudaStream_t stream,
                         Before before, Write write) {
    return details::call_with_storage(storage, bytes, stream, [=](const auto& policy) {
      const auto place =
          static_cast<int>(details::algorithms::min_element(policy, in, in + count, before) - in);
      thrust::detail::run(policy, "cub::DeviceReduce", [=]() mutable { write(place, in[place]); });
    });
  }
};

struct DeviceScan {
  template <class In, class Out, class Op, class T, class Count>
  static cudaError_t ExclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Op op, T init,
                                   Count count, cudaStream_t stream = nullptr) {
    return details::call_with_storage(storage, bytes, stream, [=](const auto& policy) {
      using Sum = std::decay_t<decltype(op(init, thrust::detail::value_of<In>()))>;
      details::algorithms::exclusive_scan(policy, in, in + count, out, Sum(init), op);
    });
  }
  template <class In, class Out, class Op, class Count>
  static cudaError_t InclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Op op, Count count,
                                   cudaStream_t stream = nullptr) {
    return details::call_with_storage(storage, bytes, stream, [=](const auto& policy) {
      using Value = thrust::detail::value_of<In>;
      using Sum = std::decay_t<decltype(op(Value(), Value()))>;
      const auto value = [from = thrust::detail::raw(in)](auto i) { return static_cast<Sum>(from[i]); };
      details::algorithms::inclusive<Sum>(policy, static_cast<std::ptrdiff_t>(count), value,
                                          details::algorithms::never, out, op);
    });
  }
  template <class In, class Out, class Count>
  static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, In in, Out out, Count count,
                                  cudaStream_t stream = nullptr) {
    return ExclusiveScan(storage, bytes, in, out, cub::Sum(), thrust::detail::value_of<In>(), count, stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, In in, Out out, Count count,
                                  cudaStream_t stream = nullptr) {
    return InclusiveScan(storage, bytes, in, out, cub::Sum(), count, stream);
  }
  template <class Data, class Count>
  static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, Data data, Count count,
                                  cudaStream_t stream = nullptr) {
    return ExclusiveSum(storage, bytes, data, data, count, stream);
  }
  template <class Data, class Count>
  static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, Data data, Count count,
                                  cudaStream_t stream = nullptr) {
    return InclusiveSum(storage, bytes, data, data, count, stream);
  }
};

struct DeviceSelect {
  template <class Data, class Selected, class Count, class Select>
  static cudaError_t If(void* storage, std::size_t& bytes, Data data, Selected selected, Count count,
                        Select select, cudaStream_t stream = nullptr) {
    return If(storage, bytes, data, data, selected, count, select, stream);
  }
  template <class In, class Flags, class Out, class Selected, class Count>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out,
                             Selected selected, Count count, cudaStream_t stream = nullptr) {
    return details::call_with_storage(storage, bytes, stream, [=](const auto& policy) {
      const Out end = details::algorithms::copy_if(policy, in, in + count, flags, out,
                                                   [](const auto& flag) { return static_cast<bool>(flag); });
      details::put(policy, selected, end - out);
    });
  }
  template <class In, class Out, class Selected, class Count, class Select>
  static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, Selected selected, Count count,
                        Select select, cudaStream_t stream = nullptr) {
    return details::call_with_storage(storage, bytes, stream, [=](const auto& policy) {
      const Out end = details::algorithms::copy_if(policy, in, in + count, out, select);
      details::put(policy, selected, end - out);
    });
  }
  template <class In, class Out, class Selected, class Count>
  static cudaError_t Unique(void* storage, std::size_t& bytes, In in, Out out, Selected selected, Count count,
                            cudaStream_t stream = nullptr) {
    return details::call_with_storage(storage, bytes, stream, [=](const auto& policy) {
      details::put(policy, selected, details::algorithms::unique_copy(policy, in, in + count, out) - out);
    });
  }
};

struct DeviceRunLengthEncode {
  template <class In, class Unique, class Lengths, class Runs, class Count>
  static cudaError_t Encode(void* storage, std::size_t& bytes, In in, Unique unique, Lengths lengths,
                            Runs runs, Count count, cudaStream_t stream = nullptr) {
    return details::call_with_storage(storage, bytes, stream, [=](const auto& policy) {
      const auto ends = details::algorithms::reduce_by_key(
          policy, in, in + count, thrust::constant_iterator<int>(1), unique, lengths);
      details::put(policy, runs, ends.first - unique);
    });
  }
};

struct DeviceHistogram {
  /// levels: one more than there are bins, which are of equal width from `lower` to below `upper`.
  template <class In, class Counter, class Level, class Count>
  static cudaError_t HistogramEven(void* storage, std::size_t& bytes, In in, Counter* histogram, int levels,
                                   Level lower, Level upper, Count count, cudaStream_t stream = nullptr) {
    return details::call_with_storage(storage, bytes, stream, [=](const auto& policy) {
      thrust::detail::run(policy, "cub::DeviceHistogram", [=] {
        const int bins = levels - 1;
        for (int bin = 0; bin < bins; ++bin) histogram[bin] = 0;
        for (Count i = 0; i < count; ++i) {
          const auto value = static_cast<std::common_type_t<Level, thrust::detail::value_of<In>>>(in[i]);
          if (value >= lower && value < upper)
            ++histogram[static_cast<int>((static_cast<double>(value) - lower) * bins /
                                         (static_cast<double>(upper) - lower))];
        }
      });
    });
  }
};

namespace details {

/// The bits begin … end − 1 of a key, as a number in the order of the keys. Of keys that are no integers: all
/// bits.
template <class Key>
struct Digits {
  int begin, end;
  auto operator()(const Key& key) const {
    if constexpr (std::is_integral_v<Key> && !std::is_same_v<Key, bool>) {
      using Bits = std::make_unsigned_t<Key>;
      constexpr int count = sizeof(Key) * 8;
      const Bits bits = static_cast<Bits>(key) ^ (std::is_signed_v<Key> ? Bits(1) << (count - 1) : Bits(0));
      return static_cast<Bits>(static_cast<Bits>(bits << (count - end)) >> (count - end + begin));
    } else {
      return key;
    }
  }
};

}  // namespace details

struct DeviceRadixSort {
#define WGSIM_SORTS(suffix, before)                                                                         \
  template <class Key, class Count>                                                                         \
  static cudaError_t SortKeys##suffix(void* storage, std::size_t& bytes, const Key* in, Key* out,           \
                                      Count count, int begin = 0, int end = sizeof(Key) * 8,                \
                                      cudaStream_t stream = nullptr) {                                      \
    return sort(storage, bytes, in, out, thrust::discard_iterator<>(), thrust::discard_iterator<>(), count, \
                begin, end, stream, before);                                                                \
  }                                                                                                         \
  template <class Key, class Value, class Count>                                                            \
  static cudaError_t SortPairs##suffix(void* storage, std::size_t& bytes, const Key* in, Key* out,          \
                                       const Value* values, Value* values_out, Count count, int begin = 0,  \
                                       int end = sizeof(Key) * 8, cudaStream_t stream = nullptr) {          \
    return sort(storage, bytes, in, out, values, values_out, count, begin, end, stream, before);            \
  }                                                                                                         \
  template <class Key, class Count>                                                                         \
  static cudaError_t SortKeys##suffix(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,           \
                                      Count count, int begin = 0, int end = sizeof(Key) * 8,                \
                                      cudaStream_t stream = nullptr) {                                      \
    const cudaError_t error =                                                                               \
        SortKeys##suffix(storage, bytes, keys.Current(), keys.Alternate(), count, begin, end, stream);      \
    if (storage != nullptr) keys.selector ^= 1;                                                             \
    return error;                                                                                           \
  }                                                                                                         \
  template <class Key, class Value, class Count>                                                            \
  static cudaError_t SortPairs##suffix(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,          \
                                       DoubleBuffer<Value>& values, Count count, int begin = 0,             \
                                       int end = sizeof(Key) * 8, cudaStream_t stream = nullptr) {          \
    const cudaError_t error =                                                                               \
        SortPairs##suffix(storage, bytes, keys.Current(), keys.Alternate(), values.Current(),               \
                          values.Alternate(), count, begin, end, stream);                                   \
    if (storage != nullptr) keys.selector ^= 1, values.selector ^= 1;                                       \
    return error;                                                                                           \
  }
  WGSIM_SORTS(, thrust::less<>())
  WGSIM_SORTS(Descending, thrust::greater<>())
#undef WGSIM_SORTS

 private:
  template <class Key, class Values, class ValuesOut, class Count, class Before>
  static cudaError_t sort(void* storage, std::size_t& bytes, const Key* in, Key* out, Values values,
                          ValuesOut values_out, Count count, int begin, int end, cudaStream_t stream,
                          Before before) {
    if (begin < 0 || end > static_cast<int>(sizeof(Key) * 8) || begin >= end) return cudaErrorInvalidValue;
    if (!std::is_integral_v<Key> && (begin != 0 || end != static_cast<int>(sizeof(Key) * 8)))
      wgsim::unsupported("cub::DeviceRadixSort by some bits of floats", "sort by all of them",
                         wgsim::Site::here());
    return details::call_with_storage(storage, bytes, stream, [=](const auto& policy) {
      thrust::detail::copy_within(policy, in, count, out);
      if constexpr (!std::is_same_v<Values, thrust::discard_iterator<>>)
        thrust::detail::copy_within(policy, values, count, values_out);
      const details::Digits<Key> digits{begin, end};
      details::algorithms::stable_sort_by_key(
          policy, out, out + count, values_out,
          [=](const Key& a, const Key& b) { return before(digits(a), digits(b)); });
    });
  }
};

}  // namespace cub
