// What is made of a row by a rule, and the rule of softmax.
#pragma once

#include <cmath>

#include "kept_rows.cuh"
#include "softmax.cuh"

namespace softmax {

struct MaxSum {
  float max, sum;
};

struct OnlineSoftmax {
  using Element = float;
  using Total = MaxSum;
  using Result = float;

  __device__ MaxSum identity() const { return {-INFINITY, 0}; }
  __device__ MaxSum lift(float x) const { return {x, x > -INFINITY ? 1.0F : 0.0F}; }
  __device__ MaxSum join(MaxSum a, MaxSum b) const {
    const float max = fmaxf(a.max, b.max);
    const float base = max > -INFINITY ? max : 0;  // then both exponentials are 0
    return {max, a.sum * __expf(a.max - base) + b.sum * __expf(b.max - base)};
  }
  /// The total of elements that are all known: one maximum first, then one exponential for each.
  template <int count>
  __device__ MaxSum of_all(const float (&x)[count]) const {
    float max = x[0];
#pragma unroll
    for (int i = 1; i < count; ++i) max = fmaxf(max, x[i]);
    const float base = max > -INFINITY ? max : 0;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < count; ++i) sum += __expf(x[i] - base);
    return {max, sum};
  }
  /// exp(x - max) / sum, with one exponential and no division: the division is a subtraction in the exponent,
  /// and its logarithm the same for the whole row.
  __device__ float finish(float x, MaxSum row) const {
    constexpr float log2_e = 1.44269504F;
    const float base = row.max > -INFINITY ? row.max : 0, log2_sum = row.sum > 0 ? __log2f(row.sum) : 0;
    return exp2f((x - base) * log2_e - log2_sum);
  }
};

template <class Rule>
struct RuleWork {
  using Element = typename Rule::Element;
  using Total = typename Rule::Total;
  using Result = typename Rule::Result;

  Rule rule;

  __device__ Total identity() const { return rule.identity(); }
  __device__ Total join(Total a, Total b) const { return rule.join(a, b); }
  template <int n>
  __device__ Total total(const Element (&x)[n]) const {
    if constexpr (requires { rule.of_all(x); }) {
      return rule.of_all(x);
    } else {
      Total total = rule.lift(x[0]);
#pragma unroll
      for (int i = 1; i < n; ++i) total = rule.join(total, rule.lift(x[i]));
      return total;
    }
  }
  template <int size>
  __device__ kept_rows::Pack<Result, size> finish(kept_rows::Pack<Element, size> x, int, Total row) const {
    kept_rows::Pack<Result, size> results;
#pragma unroll
    for (int i = 0; i < size; ++i) results.of[i] = rule.finish(x.of[i], row);
    return results;
  }
};

}  // namespace softmax
