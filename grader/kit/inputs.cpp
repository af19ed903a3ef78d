// Input data: one small function per kind of element, each choosing a domain that suits the operator.
#include "kit/inputs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <stdexcept>

#include "kit/oracle.hpp"

namespace warpgrade::kit {

std::uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::uint64_t Random::below(std::uint64_t bound) {
  // Values under 2^64 mod bound would make the small remainders likelier: draw again.
  const std::uint64_t threshold = (0 - bound) % bound;
  std::uint64_t value = next();
  while (value < threshold) value = next();
  return value % bound;
}

double Random::unit() { return double(next() >> 11) * 0x1p-53; }

std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t value) {
  return Random(Random(seed).next() ^ value).next();
}

std::uint64_t mix_seed(std::uint64_t seed, std::string_view text) {
  seed = mix_seed(seed, std::uint64_t(text.size()));
  for (const char c : text) seed = mix_seed(seed, std::uint64_t(static_cast<unsigned char>(c)));
  return seed;
}

const std::vector<std::string>& input_kind_names() {
  static const std::vector<std::string> names = {"random", "ascending", "constant", "extremes"};
  return names;
}

InputKind parse_input_kind(const std::string& name) {
  const auto& names = input_kind_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw UnknownName("input", name, names);
  return InputKind(found - names.begin());
}

namespace {

template <class T, std::size_t N>
T pick(Random& random, const std::array<T, N>& values) {
  return values[random.below(N)];
}

/// All bits that decide an OR lie in single elements, the first and the last among them, so that a lost
/// element shows. (Random words would be all ones after a few.)
template <class T>
std::vector<T> sparse_bits(std::size_t n, Random& random) {
  std::vector<T> elements(n, T(0));
  if (n == 0) return elements;
  for (unsigned bit = 0; bit < sizeof(T) * 8; ++bit) {
    if (random.below(4) == 0) continue;  // some bits stay 0 in the result
    const std::uint64_t where = bit == 0 ? 0 : bit == 1 ? n - 1 : random.below(n);
    elements[where] = T(elements[where] | T(T(1) << bit));
  }
  elements.front() = T(elements.front() | T(1));
  elements.back() = T(elements.back() | T(2));
  return elements;
}

template <class T>
T integer_element(InputKind kind, std::size_t i, std::size_t n, Random& random, OperatorKind op) {
  using Limits = std::numeric_limits<T>;
  const std::array<T, 6> extremes = {Limits::lowest(),     Limits::max(),          T(0), T(-1),
                                     T(Limits::max() - 1), T(Limits::lowest() + 1)};
  const bool below_zero = op == OperatorKind::max && std::is_signed_v<T>;
  switch (kind) {
    case InputKind::constant: return op == OperatorKind::product ? T(3) : below_zero ? T(-7) : T(1);
    case InputKind::ascending:
      if (op == OperatorKind::product) return T(2 * i + 1);
      if (below_zero) return T(std::int64_t(i) - std::int64_t(n));
      return T(op == OperatorKind::min ? std::min<std::uint64_t>(i + 1, Limits::max()) : i + 1);
    case InputKind::extremes: {
      const T value = pick(random, extremes);
      return op == OperatorKind::product ? T(value | T(1)) : value;
    }
    case InputKind::random: break;
  }
  const T any = T(random.next());
  if (op == OperatorKind::product) return T(any | T(1));
  // A hard-coded identity of 0 must show: a maximum of negatives, a minimum of positives.
  if (below_zero && any >= 0) return T(~any);
  if (op == OperatorKind::min && any <= 0) return any == Limits::lowest() ? T(1) : any == 0 ? T(1) : T(-any);
  return any;
}

/// A minimum or maximum only shows the winning element. In half of the inputs that is the last element, so
/// that a kernel which forgets its tail is caught.
template <class T>
void winner_to_the_end(std::vector<T>& elements, Random& random, OperatorKind op) {
  if (elements.empty() || !random.coin()) return;
  const auto winner = op == OperatorKind::min ? std::min_element(elements.begin(), elements.end())
                                              : std::max_element(elements.begin(), elements.end());
  std::iter_swap(winner, elements.end() - 1);
}

template <class T>
std::vector<T> integers(InputKind kind, std::size_t n, Random& random, OperatorKind op) {
  const bool bits = op == OperatorKind::bit_or || op == OperatorKind::bit_and;
  std::vector<T> elements;
  if (bits && kind == InputKind::random) {
    elements = sparse_bits<T>(n, random);
  } else {
    elements.resize(n);
    for (std::size_t i = 0; i < n; ++i) elements[i] = integer_element<T>(kind, i, n, random, op);
  }
  if (op == OperatorKind::bit_and && kind != InputKind::extremes)
    for (T& x : elements) x = T(~x);
  if (kind == InputKind::random && (op == OperatorKind::min || op == OperatorKind::max))
    winner_to_the_end(elements, random, op);
  return elements;
}

/// Signed powers of two. At most 96 of them are not ±1 (four with larger exponents for extremes), so the
/// product of any subset in any order is exact and stays within the range of a float.
template <class T>
std::vector<T> factors(InputKind kind, std::size_t n, Random& random) {
  std::vector<T> elements(n);
  const std::size_t stride = n / 96 + 1;
  for (std::size_t i = 0; i < n; ++i) {
    const bool grows = i % stride == stride / 2;
    switch (kind) {
      case InputKind::constant: elements[i] = T(-1); break;
      case InputKind::ascending: elements[i] = T(!grows ? -1 : 2 * i < n ? -2 : -0.5); break;
      case InputKind::extremes: elements[i] = T(random.coin() ? 1 : -1); break;
      case InputKind::random:
        elements[i] = T((random.coin() ? 1 : -1) * (!grows ? 1.0 : random.coin() ? 2.0 : 0.5));
        break;
    }
  }
  if (kind == InputKind::extremes && n > 0)
    for (const double factor : {0x1p60, 0x1p-60, -0x1p30, -0x1p-30}) elements[random.below(n)] = T(factor);
  return elements;
}

template <class T>
T floating_element(InputKind kind, std::size_t i, std::size_t n, Random& random, OperatorKind op) {
  using Limits = std::numeric_limits<T>;
  const T infinity = Limits::infinity();
  const bool is_max = op == OperatorKind::max, is_order = is_max || op == OperatorKind::min;
  switch (kind) {
    case InputKind::constant: return is_max ? T(-7) : T(1);
    case InputKind::ascending: return is_max ? T(double(i) - double(n)) : T(i + 1);
    case InputKind::extremes:
      if (is_order)
        return pick(random, std::array<T, 8>{Limits::lowest(), Limits::max(), infinity, -infinity, T(0),
                                             -T(0), Limits::denorm_min(), T(-1)});
      if (op == OperatorKind::log_sum)  // a power of 1000 is above the largest number, one of -1000 is 0
        return pick(random, std::array<T, 6>{T(1000), T(-1000), -infinity, T(0), -T(0), T(1)});
      // Infinities and the largest values would make a sum depend on its order.
      return pick(random, std::array<T, 8>{T(0x1p20), T(-0x1p20), T(0), -T(0), Limits::denorm_min(),
                                           -Limits::denorm_min(), T(1), T(-0x1p-20)});
    case InputKind::random: break;
  }
  const T unit = T(random.unit());
  if (is_order) return is_max ? T(-1) - T(1000) * unit : T(1) + T(1000) * unit;
  return T(2) * unit - T(1);
}

template <class T>
std::vector<T> floats(InputKind kind, std::size_t n, Random& random, OperatorKind op) {
  if (op == OperatorKind::product) return factors<T>(kind, n, random);
  std::vector<T> elements(n);
  for (std::size_t i = 0; i < n; ++i) elements[i] = floating_element<T>(kind, i, n, random, op);
  if (kind == InputKind::random && op != OperatorKind::sum) winner_to_the_end(elements, random, op);
  return elements;
}

Affine affine_element(InputKind kind, std::size_t i, Random& random) {
  const auto word = [&] { return std::uint32_t(random.next()); };
  switch (kind) {
    case InputKind::constant: return {3, 1};
    case InputKind::ascending: return {std::uint32_t(2 * i + 1), std::uint32_t(i + 1)};
    case InputKind::extremes:  // the identity, a constant map (forgets all before it), the ends of the range
      return pick(random, std::array<Affine, 4>{Affine{1, 0}, Affine{0, word()}, Affine{~0u, ~0u},
                                                Affine{0x80000001u, 0x80000000u}});
    case InputKind::random: break;
  }
  const std::uint32_t scale = word() | 1u;  // an odd scale can be undone: no element's part is lost
  return {scale, word()};
}

/// Few enough at a time that millions of elements can be counted.
Brackets brackets_element(InputKind kind, std::size_t i, Random& random) {
  constexpr Brackets open{0, 1}, closed{1, 0};
  switch (kind) {
    case InputKind::constant: return open;
    case InputKind::ascending: return i % 3 == 2 ? closed : open;  // "(()(()": more and more stay open
    case InputKind::extremes:
      return pick(random, std::array<Brackets, 4>{Brackets{0, 0}, {0, 7}, {5, 0}, {2, 3}});
    case InputKind::random: break;
  }
  return random.next() % 2 == 0 ? open : closed;
}

}  // namespace

template <class T>
std::vector<T> make_elements(InputKind kind, std::size_t n, std::uint64_t seed, OperatorKind op) {
  Random random(seed);
  const auto each = [n](auto make) {
    std::vector<T> elements(n);
    for (std::size_t i = 0; i < n; ++i) elements[i] = make(i);
    return elements;
  };
  if constexpr (std::is_same_v<T, Interval>) {
    return each([](std::size_t i) { return Interval{std::int32_t(i), std::int32_t(i + 1)}; });
  } else if constexpr (std::is_same_v<T, Traced>) {
    return each([&](std::size_t) { return Traced::element(std::uint32_t(random.next())); });
  } else if constexpr (std::is_same_v<T, Affine>) {
    return each([&](std::size_t i) { return affine_element(kind, i, random); });
  } else if constexpr (std::is_same_v<T, Brackets>) {
    return each([&](std::size_t i) { return brackets_element(kind, i, random); });
  } else if constexpr (std::is_floating_point_v<T>) {
    return floats<T>(kind, n, random, op);
  } else {
    return integers<T>(kind, n, random, op);
  }
}

#define INSTANTIATE(T) \
  template std::vector<T> make_elements<T>(InputKind, std::size_t, std::uint64_t, OperatorKind);
INSTANTIATE(std::uint8_t)
INSTANTIATE(std::int32_t)
INSTANTIATE(std::uint32_t)
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Affine)
INSTANTIATE(Brackets)
INSTANTIATE(Interval)
INSTANTIATE(Traced)
#undef INSTANTIATE

std::vector<ZeroOnes> zero_one_inputs(unsigned n) {
  if (n > 20) throw std::invalid_argument("2^n inputs of more than 20 elements are too many");
  const std::uint32_t all = 1u << n, rows = (all + ZeroOnes::width - 1) / ZeroOnes::width;
  std::vector<ZeroOnes> inputs(std::size_t(n) * rows, ZeroOnes{});
  for (std::uint32_t row = 0; row < rows; ++row)
    for (unsigned b = 0; b < ZeroOnes::width; ++b)
      for (unsigned i = 0; i < n; ++i)
        if (((row * ZeroOnes::width + b) % all >> i & 1) != 0) inputs[row * std::size_t(n) + i].set(b);
  return inputs;
}

}  // namespace warpgrade::kit
