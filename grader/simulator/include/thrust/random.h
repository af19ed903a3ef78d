// Thrust's random numbers: its engines minstd_rand (which is the default) and minstd_rand0.
#pragma once

#include <random>
#include <type_traits>

namespace thrust {

/// x → a·x modulo m, from a seed that is no multiple of m.
template <unsigned a, unsigned m>
class multiplicative_engine {
 public:
  using result_type = unsigned;
  static constexpr unsigned default_seed = 1;
  explicit multiplicative_engine(unsigned from = default_seed) { seed(from); }
  void seed(unsigned from = default_seed) { x_ = from % m == 0 ? 1 : from % m; }
  unsigned operator()() { return x_ = static_cast<unsigned>(a * static_cast<unsigned long long>(x_) % m); }
  /// In a number of steps that grows with the logarithm of n.
  void discard(unsigned long long n) {
    for (unsigned long long factor = a; n != 0; n >>= 1, factor = factor * factor % m)
      if (n & 1) x_ = static_cast<unsigned>(factor * x_ % m);
  }
  static constexpr unsigned min() { return 1; }
  static constexpr unsigned max() { return m - 1; }

 private:
  unsigned x_;
};
using minstd_rand = multiplicative_engine<48271, 2147483647>;
using minstd_rand0 = multiplicative_engine<16807, 2147483647>;
using default_random_engine = minstd_rand;

/// Values in [low, high).
template <class Real = double>
class uniform_real_distribution {
 public:
  explicit uniform_real_distribution(Real low = 0, Real high = 1) : low_(low), high_(high) {}
  template <class Engine>
  Real operator()(Engine& engine) const {
    const Real range = static_cast<Real>(Engine::max() - Engine::min()) + Real(1);
    return low_ + (high_ - low_) * (static_cast<Real>(engine() - Engine::min()) / range);
  }

 private:
  Real low_, high_;
};

/// Values in [low, high].
template <class Int = int>
class uniform_int_distribution {
 public:
  explicit uniform_int_distribution(Int low = 0, Int high = std::numeric_limits<Int>::max())
      : low_(low), high_(high) {}
  template <class Engine>
  Int operator()(Engine& engine) const {
    uniform_real_distribution<double> real(double(low_), double(high_) + 1.0);
    return static_cast<Int>(real(engine));
  }

 private:
  Int low_, high_;
};

template <class Real = double>
using normal_distribution = std::normal_distribution<Real>;

namespace random {
using thrust::default_random_engine;
using thrust::minstd_rand;
using thrust::minstd_rand0;
using thrust::normal_distribution;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
}  // namespace random

}  // namespace thrust
