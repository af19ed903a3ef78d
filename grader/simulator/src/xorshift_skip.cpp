// A step of XORWOW's words is linear over GF(2): a matrix of 160 by 160 bits. Many steps are a power of it,
// built from its squares (L'Ecuyer, Random numbers for simulation, CACM 33(10), 1990).
#include <memory>

#include <wgsim/xorwow.h>

namespace wgsim {
namespace {

constexpr unsigned kBits = 160, kPowers = 128 + 64;

using Matrix = XorshiftState[kBits];  // column i: where bit i goes

XorshiftState product(const Matrix& matrix, const XorshiftState& state) {
  XorshiftState result = {};
  for (unsigned bit = 0; bit < kBits; ++bit) {
    const unsigned mask = 0u - (state.v[bit / 32] >> (bit % 32) & 1u);
    for (unsigned i = 0; i < 5; ++i) result.v[i] ^= matrix[bit].v[i] & mask;
  }
  return result;
}

/// powers[p]: of 2^p steps.
class Powers {
 public:
  Powers() : matrices_(std::make_unique<Matrix[]>(kPowers)) {
    for (unsigned bit = 0; bit < kBits; ++bit) {
      XorshiftState only = {};
      only.v[bit / 32] = 1u << (bit % 32);
      matrices_[0][bit] = random::step(only);
    }
    for (unsigned p = 1; p < kPowers; ++p)
      for (unsigned bit = 0; bit < kBits; ++bit)
        matrices_[p][bit] = product(matrices_[p - 1], matrices_[p - 1][bit]);
  }
  const Matrix& operator[](unsigned p) const { return matrices_[p]; }

 private:
  std::unique_ptr<Matrix[]> matrices_;
};

}  // namespace

XorshiftState xorshift_skip(XorshiftState state, unsigned long long count, unsigned power) {
  static const Powers powers;
  for (; count != 0; count >>= 1, ++power)
    if (count & 1) state = product(powers[power], state);
  return state;
}

}  // namespace wgsim
