// Thrust's random numbers: the engines are those of the standard library, as Thrust documents them.
#pragma once

#include <random>
#include <type_traits>

namespace thrust {

using std::linear_congruential_engine;
using std::minstd_rand;
using std::minstd_rand0;
using default_random_engine = std::minstd_rand;

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
