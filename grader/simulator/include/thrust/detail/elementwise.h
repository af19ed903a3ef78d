// Thrust's transformations, reductions and scans, over a policy that says where they run (system.h). Each is
// the plain loop of its definition. The functions that programs call, with and without a policy, are in
// ../algorithms.h.
#pragma once

#include <utility>

#include "../device_vector.h"
#include "../functional.h"

namespace thrust::detail::algorithms {

template <class Policy, class Body>
void for_n(const Policy& policy, const char* name, std::ptrdiff_t count, Body body) {
  run(policy, name, [=]() mutable {
    for (std::ptrdiff_t i = 0; i < count; ++i) body(i);
  });
}

// ---- Element by element -------------------------------------------------------------------------------
template <class Policy, class I, class F>
I for_each_n(const Policy& policy, I first, std::ptrdiff_t count, F f) {
  for_n(policy, "thrust::for_each", count, [=, at = raw(first)](auto i) mutable { f(at[i]); });
  return first + count;
}
template <class Policy, class I, class F>
I for_each(const Policy& policy, I first, I last, F f) {
  return algorithms::for_each_n(policy, first, last - first, f);
}
template <class Policy, class I, class O, class F>
O transform(const Policy& policy, I first, I last, O out, F f) {
  for_n(policy, "thrust::transform", last - first,
        [=, in = raw(first), to = raw(out)](auto i) mutable { to[i] = f(in[i]); });
  return out + (last - first);
}
template <class Policy, class I, class J, class O, class F>
O transform(const Policy& policy, I first, I last, J second, O out, F f) {
  for_n(policy, "thrust::transform", last - first,
        [=, a = raw(first), b = raw(second), to = raw(out)](auto i) mutable { to[i] = f(a[i], b[i]); });
  return out + (last - first);
}
template <class Policy, class I, class S, class O, class F, class Predicate>
O transform_if(const Policy& policy, I first, I last, S stencil, O out, F f, Predicate predicate) {
  for_n(policy, "thrust::transform_if", last - first,
        [=, in = raw(first), flag = raw(stencil), to = raw(out)](auto i) mutable {
          if (predicate(flag[i])) to[i] = f(in[i]);
        });
  return out + (last - first);
}
template <class Policy, class I, class O, class F, class Predicate>
O transform_if(const Policy& policy, I first, I last, O out, F f, Predicate predicate) {
  return algorithms::transform_if(policy, first, last, first, out, f, predicate);
}
template <class Policy, class I, class F>
void tabulate(const Policy& policy, I first, I last, F f) {
  for_n(policy, "thrust::tabulate", last - first, [=, to = raw(first)](auto i) mutable { to[i] = f(i); });
}
template <class Policy, class I, class T>
I fill_n(const Policy& policy, I first, std::ptrdiff_t count, const T& value) {
  for_n(policy, "thrust::fill", count, [=, to = raw(first)](auto i) mutable { to[i] = value; });
  return first + count;
}
template <class Policy, class I, class T>
void fill(const Policy& policy, I first, I last, const T& value) {
  algorithms::fill_n(policy, first, last - first, value);
}
template <class Policy, class I, class T = value_of<I>>
void sequence(const Policy& policy, I first, I last, T begin = T(0), T step = T(1)) {
  using V = value_of<I>;
  for_n(policy, "thrust::sequence", last - first,
        [=, to = raw(first)](auto i) mutable { to[i] = static_cast<V>(begin + static_cast<V>(i) * step); });
}
template <class Policy, class I, class F>
void generate(const Policy& policy, I first, I last, F f) {
  for_n(policy, "thrust::generate", last - first, [=, to = raw(first)](auto i) mutable { to[i] = f(); });
}
template <class Policy, class I, class O>
O copy(const Policy& policy, I first, I last, O out) {
  return copy_elements(policy, first, last - first, out);
}
template <class Policy, class I, class O>
O copy_n(const Policy& policy, I first, std::ptrdiff_t count, O out) {
  return copy_elements(policy, first, count, out);
}
template <class Policy, class M, class I, class O>
O gather(const Policy& policy, M first, M last, I input, O out) {
  for_n(policy, "thrust::gather", last - first,
        [=, map = raw(first), in = raw(input), to = raw(out)](auto i) mutable { to[i] = in[map[i]]; });
  return out + (last - first);
}
template <class Policy, class I, class M, class O>
void scatter(const Policy& policy, I first, I last, M indices, O out) {
  for_n(policy, "thrust::scatter", last - first,
        [=, in = raw(first), map = raw(indices), to = raw(out)](auto i) mutable { to[map[i]] = in[i]; });
}
template <class Policy, class I, class M, class S, class O>
void scatter_if(const Policy& policy, I first, I last, M indices, S stencil, O out) {
  for_n(policy, "thrust::scatter_if", last - first,
        [=, in = raw(first), map = raw(indices), flag = raw(stencil), to = raw(out)](auto i) mutable {
          if (flag[i]) to[map[i]] = in[i];
        });
}
template <class Policy, class I, class S, class Predicate, class T>
void replace_if(const Policy& policy, I first, I last, S stencil, Predicate predicate, const T& value) {
  for_n(policy, "thrust::replace_if", last - first,
        [=, to = raw(first), flag = raw(stencil)](auto i) mutable {
          if (predicate(flag[i])) to[i] = value;
        });
}
template <class Policy, class I, class Predicate, class T>
void replace_if(const Policy& policy, I first, I last, Predicate predicate, const T& value) {
  algorithms::replace_if(policy, first, last, first, predicate, value);
}
template <class Policy, class I, class T>
void replace(const Policy& policy, I first, I last, const T& old, const T& value) {
  algorithms::replace_if(
      policy, first, last, [=](const auto& is) { return is == old; }, value);
}
template <class Policy, class I, class J>
J swap_ranges(const Policy& policy, I first, I last, J second) {
  using V = value_of<I>;
  for_n(policy, "thrust::swap_ranges", last - first, [=, a = raw(first), b = raw(second)](auto i) mutable {
    const V kept = a[i];
    a[i] = static_cast<V>(b[i]);
    b[i] = kept;
  });
  return second + (last - first);
}
template <class Policy, class I>
void reverse(const Policy& policy, I first, I last) {
  algorithms::swap_ranges(policy, first, first + (last - first) / 2, reverse_iterator<I>(last));
}
template <class Policy, class I, class O, class F = minus<>>
O adjacent_difference(const Policy& policy, I first, I last, O out, F f = F()) {
  using V = value_of<I>;
  run(policy, "thrust::adjacent_difference",
      [=, count = last - first, in = raw(first), to = raw(out)]() mutable {
        if (count == 0) return;
        V before = in[0];
        to[0] = before;
        for (std::ptrdiff_t i = 1; i < count; ++i) {
          const V value = in[i];
          to[i] = f(value, before);
          before = value;
        }
      });
  return out + (last - first);
}

// ---- Reductions ---------------------------------------------------------------------------------------
template <class Policy, class I, class U, class T, class F>
T transform_reduce(const Policy& policy, I first, I last, U unary, T init, F f) {
  return run_for_result(policy, "thrust::reduce", [=, count = last - first, in = raw(first)]() mutable {
    T sum = init;
    for (std::ptrdiff_t i = 0; i < count; ++i) sum = f(sum, unary(in[i]));
    return sum;
  });
}
template <class Policy, class I, class T = value_of<I>, class F = plus<>>
T reduce(const Policy& policy, I first, I last, T init = T(), F f = F()) {
  return algorithms::transform_reduce(
      policy, first, last, [](const value_of<I>& value) { return value; }, init, f);
}
template <class Policy, class I, class J, class T, class F = plus<>, class G = multiplies<>>
T inner_product(const Policy& policy, I first, I last, J second, T init, F f = F(), G g = G()) {
  return run_for_result(policy, "thrust::inner_product",
                        [=, count = last - first, a = raw(first), b = raw(second)]() mutable {
                          T sum = init;
                          for (std::ptrdiff_t i = 0; i < count; ++i) sum = f(sum, g(a[i], b[i]));
                          return sum;
                        });
}
template <class Policy, class I, class Predicate>
std::ptrdiff_t count_if(const Policy& policy, I first, I last, Predicate predicate) {
  return algorithms::transform_reduce(
      policy, first, last,
      [=](const auto& value) mutable { return std::ptrdiff_t(predicate(value) ? 1 : 0); }, std::ptrdiff_t(0),
      plus<>());
}
template <class Policy, class I, class T>
std::ptrdiff_t count(const Policy& policy, I first, I last, const T& value) {
  return algorithms::count_if(policy, first, last, [=](const auto& is) { return is == value; });
}
template <class Policy, class I, class Predicate>
I find_if(const Policy& policy, I first, I last, Predicate predicate) {
  return first + run_for_result(policy, "thrust::find", [=, count = last - first, in = raw(first)]() mutable {
           std::ptrdiff_t i = 0;
           while (i < count && !predicate(in[i])) ++i;
           return i;
         });
}
template <class Policy, class I, class T>
I find(const Policy& policy, I first, I last, const T& value) {
  return algorithms::find_if(policy, first, last, [=](const auto& is) { return is == value; });
}
template <class Policy, class I, class Predicate>
bool any_of(const Policy& policy, I first, I last, Predicate predicate) {
  return algorithms::find_if(policy, first, last, predicate) != last;
}
template <class Policy, class I, class Predicate>
bool none_of(const Policy& policy, I first, I last, Predicate predicate) {
  return !algorithms::any_of(policy, first, last, predicate);
}
template <class Policy, class I, class Predicate>
bool all_of(const Policy& policy, I first, I last, Predicate predicate) {
  return algorithms::count_if(policy, first, last, predicate) == last - first;
}
template <class Policy, class I, class J, class F = equal_to<>>
bool equal(const Policy& policy, I first, I last, J second, F f = F()) {
  return algorithms::inner_product(policy, first, last, second, true, logical_and<>(), f);
}
template <class Policy, class I, class F = less<>>
bool is_sorted(const Policy& policy, I first, I last, F less_than = F()) {
  const std::ptrdiff_t pairs = last - first - 1;
  return pairs < 1 ||
         !algorithms::inner_product(policy, first + 1, last, first, false, logical_or<>(), less_than);
}
/// The first element before which no other must stand.
template <class Policy, class I, class F = less<>>
I min_element(const Policy& policy, I first, I last, F less_than = F()) {
  return first +
         run_for_result(policy, "thrust::min_element", [=, count = last - first, in = raw(first)]() mutable {
           std::ptrdiff_t best = 0;
           for (std::ptrdiff_t i = 1; i < count; ++i)
             if (less_than(in[i], in[best])) best = i;
           return best;
         });
}
template <class Policy, class I, class F = less<>>
I max_element(const Policy& policy, I first, I last, F less_than = F()) {
  return algorithms::min_element(policy, first, last,
                                 [=](const auto& a, const auto& b) mutable { return less_than(b, a); });
}
template <class Policy, class I, class F = less<>>
std::pair<I, I> minmax_element(const Policy& policy, I first, I last, F less_than = F()) {
  return {algorithms::min_element(policy, first, last, less_than),
          algorithms::max_element(policy, first, last, less_than)};
}

// ---- Scans --------------------------------------------------------------------------------------------
/// Of the values of a closure, which may read where the scan writes: the value is read first.
template <class T, class Policy, class Value, class Starts, class O, class F>
void exclusive(const Policy& policy, std::ptrdiff_t count, Value value, Starts starts, O out, T init, F f) {
  run(policy, "thrust::exclusive_scan", [=, to = raw(out)]() mutable {
    T sum = init;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      if (starts(i)) sum = init;
      const T next = f(sum, value(i));
      to[i] = sum;
      sum = next;
    }
  });
}
template <class T, class Policy, class Value, class Starts, class O, class F>
void inclusive(const Policy& policy, std::ptrdiff_t count, Value value, Starts starts, O out, F f) {
  run(policy, "thrust::inclusive_scan", [=, to = raw(out)]() mutable {
    if (count == 0) return;
    T sum = value(0);
    to[0] = sum;
    for (std::ptrdiff_t i = 1; i < count; ++i) {
      sum = starts(i) ? T(value(i)) : T(f(sum, value(i)));
      to[i] = sum;
    }
  });
}
inline constexpr auto never = [](std::ptrdiff_t) { return false; };

template <class Policy, class I, class O, class U, class T, class F>
O transform_exclusive_scan(const Policy& policy, I first, I last, O out, U unary, T init, F f) {
  exclusive<T>(
      policy, last - first, [=, in = raw(first)](auto i) mutable { return unary(in[i]); }, never, out, init,
      f);
  return out + (last - first);
}
template <class Policy, class I, class O, class U, class F>
O transform_inclusive_scan(const Policy& policy, I first, I last, O out, U unary, F f) {
  using T = std::decay_t<decltype(unary(*raw(first)))>;
  inclusive<T>(
      policy, last - first, [=, in = raw(first)](auto i) mutable { return unary(in[i]); }, never, out, f);
  return out + (last - first);
}
template <class Policy, class I, class O, class T = value_of<I>, class F = plus<>>
O exclusive_scan(const Policy& policy, I first, I last, O out, T init = T(), F f = F()) {
  exclusive<T>(
      policy, last - first, [in = raw(first)](auto i) -> value_of<I> { return in[i]; }, never, out, init, f);
  return out + (last - first);
}
template <class Policy, class I, class O, class F = plus<>>
O inclusive_scan(const Policy& policy, I first, I last, O out, F f = F()) {
  using T = value_of<I>;
  inclusive<T>(
      policy, last - first, [in = raw(first)](auto i) -> T { return in[i]; }, never, out, f);
  return out + (last - first);
}
template <class Policy, class K, class I, class O, class T = value_of<I>, class E = equal_to<>,
          class F = plus<>>
O exclusive_scan_by_key(const Policy& policy, K first, K last, I values, O out, T init = T(), E equal = E(),
                        F f = F()) {
  exclusive<T>(
      policy, last - first, [in = raw(values)](auto i) -> value_of<I> { return in[i]; },
      [=, keys = raw(first)](auto i) mutable { return i > 0 && !equal(keys[i - 1], keys[i]); }, out, init, f);
  return out + (last - first);
}
template <class Policy, class K, class I, class O, class E = equal_to<>, class F = plus<>>
O inclusive_scan_by_key(const Policy& policy, K first, K last, I values, O out, E equal = E(), F f = F()) {
  using T = value_of<I>;
  inclusive<T>(
      policy, last - first, [in = raw(values)](auto i) -> T { return in[i]; },
      [=, keys = raw(first)](auto i) mutable { return !equal(keys[i - 1], keys[i]); }, out, f);
  return out + (last - first);
}

}  // namespace thrust::detail::algorithms
