// Thrust's compactions, sorts, merges and searches: algorithms that choose and move elements (elementwise.h
// has the others).
#pragma once

#include "elementwise.h"

namespace thrust::detail::algorithms {

// ---- Compactions --------------------------------------------------------------------------------------
/// Copies the elements for which keep(index) holds, in their order. Returns how many. Output may be input.
template <class Policy, class Keep, class I, class O>
std::ptrdiff_t compact(const Policy& policy, const char* name, std::ptrdiff_t count, Keep keep, I first,
                       O out) {
  return run_for_result(policy, name, [=, in = raw(first), to = raw(out)]() mutable {
    std::ptrdiff_t kept = 0;
    for (std::ptrdiff_t i = 0; i < count; ++i)
      if (keep(i)) to[kept++] = in[i];
    return kept;
  });
}
template <class Policy, class I, class S, class O, class Predicate>
O copy_if(const Policy& policy, I first, I last, S stencil, O out, Predicate predicate) {
  return out + compact(
                   policy, "thrust::copy_if", last - first,
                   [=, flag = raw(stencil)](auto i) mutable { return predicate(flag[i]); }, first, out);
}
template <class Policy, class I, class O, class Predicate>
O copy_if(const Policy& policy, I first, I last, O out, Predicate predicate) {
  return algorithms::copy_if(policy, first, last, first, out, predicate);
}
template <class Policy, class I, class O, class Predicate>
O remove_copy_if(const Policy& policy, I first, I last, O out, Predicate predicate) {
  return algorithms::copy_if(policy, first, last, out,
                             [=](const auto& value) mutable { return !predicate(value); });
}
template <class Policy, class I, class S, class Predicate>
I remove_if(const Policy& policy, I first, I last, S stencil, Predicate predicate) {
  return algorithms::copy_if(policy, first, last, stencil, first,
                             [=](const auto& value) mutable { return !predicate(value); });
}
template <class Policy, class I, class Predicate>
I remove_if(const Policy& policy, I first, I last, Predicate predicate) {
  return algorithms::remove_if(policy, first, last, first, predicate);
}
template <class Policy, class I, class T>
I remove(const Policy& policy, I first, I last, const T& value) {
  return algorithms::remove_if(policy, first, last, [=](const auto& is) { return is == value; });
}
template <class Policy, class I, class O, class F = equal_to<>>
O unique_copy(const Policy& policy, I first, I last, O out, F equal = F()) {
  return out + run_for_result(policy, "thrust::unique",
                              [=, count = last - first, in = raw(first), to = raw(out)]() mutable {
                                std::ptrdiff_t kept = 0, latest = 0;  // latest: where the last kept one lies
                                for (std::ptrdiff_t i = 0; i < count; ++i) {
                                  if (i > 0 && equal(in[latest], in[i])) continue;
                                  to[kept++] = in[i];
                                  latest = i;
                                }
                                return kept;
                              });
}
template <class Policy, class I, class F = equal_to<>>
I unique(const Policy& policy, I first, I last, F equal = F()) {
  return algorithms::unique_copy(policy, first, last, first, equal);
}
template <class Policy, class K, class V, class KO, class VO, class E = equal_to<>, class F = plus<>>
std::pair<KO, VO> reduce_by_key(const Policy& policy, K first, K last, V values, KO keys_out, VO values_out,
                                E equal = E(), F f = F()) {
  using Key = value_of<K>;
  using Value = value_of<V>;
  const std::ptrdiff_t runs = run_for_result(policy, "thrust::reduce_by_key",
                                             [=, count = last - first, keys = raw(first), in = raw(values),
                                              ko = raw(keys_out), vo = raw(values_out)]() mutable {
                                               std::ptrdiff_t done = 0;
                                               for (std::ptrdiff_t i = 0; i < count; ++done) {
                                                 const Key key = keys[i];
                                                 Value sum = in[i];
                                                 for (++i; i < count && equal(key, keys[i]); ++i)
                                                   sum = f(sum, in[i]);
                                                 ko[done] = key;
                                                 vo[done] = sum;
                                               }
                                               return done;
                                             });
  return {keys_out + runs, values_out + runs};
}
template <class Policy, class K, class V, class E = equal_to<>>
std::pair<K, V> unique_by_key(const Policy& policy, K first, K last, V values, E equal = E()) {
  return algorithms::reduce_by_key(policy, first, last, values, first, values, equal,
                                   [](const auto& a, const auto&) { return a; });
}

// ---- Orders -------------------------------------------------------------------------------------------
/// Merge sort, from runs of one element up. Stable.
template <class Policy, class K, class V, class F = less<>>
void stable_sort_by_key(const Policy& policy, K first, K last, V values, F less_than = F()) {
  using Key = value_of<K>;
  using Value = value_of<V>;
  const std::ptrdiff_t count = last - first;
  const scratch<Key, Policy> keys_place(policy, static_cast<std::size_t>(count));
  const scratch<Value, Policy> values_place(policy, static_cast<std::size_t>(count));
  run(policy, "thrust::sort",
      [=, key = raw(first), value = raw(values), keys = keys_place.get(),
       kept = values_place.get()]() mutable {
        for (std::ptrdiff_t width = 1; width < count; width *= 2)
          for (std::ptrdiff_t left = 0; left + width < count; left += 2 * width) {
            const std::ptrdiff_t end = left + 2 * width < count ? left + 2 * width : count;
            if (!less_than(key[left + width], key[left + width - 1])) continue;
            for (std::ptrdiff_t i = 0; i < width; ++i) {
              ::new (static_cast<void*>(keys + i)) Key(key[left + i]);
              ::new (static_cast<void*>(kept + i)) Value(value[left + i]);
            }
            std::ptrdiff_t a = 0, b = left + width;
            for (std::ptrdiff_t to = left; a < width; ++to) {
              const bool right = b < end && less_than(key[b], keys[a]);
              key[to] = right ? Key(key[b]) : keys[a];
              value[to] = right ? Value(value[b]) : kept[a];
              right ? ++b : ++a;
            }
          }
      });
}
template <class Policy, class K, class V, class F = less<>>
void sort_by_key(const Policy& policy, K first, K last, V values, F less_than = F()) {
  algorithms::stable_sort_by_key(policy, first, last, values, less_than);
}
template <class Policy, class I, class F = less<>>
void stable_sort(const Policy& policy, I first, I last, F less_than = F()) {
  algorithms::stable_sort_by_key(policy, first, last, discard_iterator<>(), less_than);
}
template <class Policy, class I, class F = less<>>
void sort(const Policy& policy, I first, I last, F less_than = F()) {
  algorithms::stable_sort(policy, first, last, less_than);
}
/// A random order (Fisher and Yates). The engine draws a number for each element.
template <class Policy, class I, class Engine>
void shuffle(const Policy& policy, I first, I last, Engine&& engine) {
  using V = value_of<I>;
  engine = run_for_result(
      policy, "thrust::shuffle",
      [count = last - first, at = raw(first), draw = std::decay_t<Engine>(engine)]() mutable {
        for (std::ptrdiff_t i = count - 1; i > 0; --i) {
          const auto other = static_cast<std::ptrdiff_t>(draw() % static_cast<std::size_t>(i + 1));
          const V kept = at[i];
          at[i] = static_cast<V>(at[other]);
          at[other] = kept;
        }
        return draw;
      });
}
template <class Policy, class I, class S, class Predicate>
I stable_partition(const Policy& policy, I first, I last, S stencil, Predicate predicate) {
  const std::ptrdiff_t count = last - first;
  const scratch<bool, Policy> place(policy, static_cast<std::size_t>(count));
  algorithms::transform(policy, stencil, stencil + count, place.get(),
                        [=](const auto& flag) mutable { return !predicate(flag); });
  algorithms::stable_sort_by_key(policy, place.get(), place.get() + count, first);
  return first + algorithms::count(policy, place.get(), place.get() + count, false);
}
template <class Policy, class I, class Predicate>
I stable_partition(const Policy& policy, I first, I last, Predicate predicate) {
  return algorithms::stable_partition(policy, first, last, first, predicate);
}
template <class Policy, class I, class... Rest>
I partition(const Policy& policy, I first, I last, Rest... rest) {
  return algorithms::stable_partition(policy, first, last, rest...);
}
template <class Policy, class I, class J, class O, class F = less<>>
O merge(const Policy& policy, I first, I last, J second, J second_last, O out, F less_than = F()) {
  const std::ptrdiff_t left = last - first, right = second_last - second;
  run(policy, "thrust::merge", [=, a = raw(first), b = raw(second), to = raw(out)]() mutable {
    std::ptrdiff_t i = 0, j = 0;
    while (i + j < left + right) {
      const std::ptrdiff_t at = i + j;
      if (j < right && (i == left || less_than(b[j], a[i])))
        to[at] = b[j++];
      else
        to[at] = a[i++];
    }
  });
  return out + left + right;
}

// ---- Binary searches: of one value, or of a range of values -------------------------------------------
/// How many elements at the front have before(element): they stand before all others.
template <class I, class Before>
std::ptrdiff_t count_before(I first, std::ptrdiff_t count, Before before) {
  std::ptrdiff_t low = 0;
  while (count > 0) {
    const std::ptrdiff_t half = count / 2;
    if (before(first[low + half])) {
      low += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return low;
}
template <class Policy, class I, class T, class F = less<>>
I lower_bound(const Policy& policy, I first, I last, const T& value, F less_than = F()) {
  return first +
         run_for_result(policy, "thrust::lower_bound", [=, count = last - first, in = raw(first)]() mutable {
           return count_before(in, count, [&](const auto& is) { return less_than(is, value); });
         });
}
template <class Policy, class I, class T, class F = less<>>
I upper_bound(const Policy& policy, I first, I last, const T& value, F less_than = F()) {
  return first +
         run_for_result(policy, "thrust::upper_bound", [=, count = last - first, in = raw(first)]() mutable {
           return count_before(in, count, [&](const auto& is) { return !less_than(value, is); });
         });
}
template <class Policy, class I, class V, class O, class F = less<>, class = if_iterator<V>>
O lower_bound(const Policy& policy, I first, I last, V values, V values_last, O out, F less_than = F()) {
  for_n(policy, "thrust::lower_bound", values_last - values,
        [=, count = last - first, in = raw(first), value = raw(values), to = raw(out)](auto i) mutable {
          to[i] = count_before(in, count, [&](const auto& is) { return less_than(is, value[i]); });
        });
  return out + (values_last - values);
}
template <class Policy, class I, class V, class O, class F = less<>, class = if_iterator<V>>
O upper_bound(const Policy& policy, I first, I last, V values, V values_last, O out, F less_than = F()) {
  for_n(policy, "thrust::upper_bound", values_last - values,
        [=, count = last - first, in = raw(first), value = raw(values), to = raw(out)](auto i) mutable {
          to[i] = count_before(in, count, [&](const auto& is) { return !less_than(value[i], is); });
        });
  return out + (values_last - values);
}
template <class Policy, class I, class V, class O, class F = less<>, class = if_iterator<V>>
O binary_search(const Policy& policy, I first, I last, V values, V values_last, O out, F less_than = F()) {
  for_n(policy, "thrust::binary_search", values_last - values,
        [=, count = last - first, in = raw(first), value = raw(values), to = raw(out)](auto i) mutable {
          const auto at = count_before(in, count, [&](const auto& is) { return less_than(is, value[i]); });
          to[i] = at < count && !less_than(value[i], in[at]);
        });
  return out + (values_last - values);
}
template <class Policy, class I, class T, class F = less<>>
bool binary_search(const Policy& policy, I first, I last, const T& value, F less_than = F()) {
  return algorithms::upper_bound(policy, first, last, value, less_than) !=
         algorithms::lower_bound(policy, first, last, value, less_than);
}

}  // namespace thrust::detail::algorithms
