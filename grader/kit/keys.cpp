#include "kit/keys.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <type_traits>

#include "kit/inputs.hpp"
#include "kit/oracle.hpp"

namespace warpgrade::kit {
namespace {

template <class T>
T random_key(Random& random) {
  if constexpr (std::is_floating_point_v<T>) {
    T key = std::bit_cast<T>(std::uint32_t(random.next()));
    while (key != key) key = std::bit_cast<T>(std::uint32_t(random.next()));  // a NaN: draw again
    return key;
  } else {
    return T(random.next());
  }
}

/// Key i of n in ascending order, spread over the range, so that all digits of a key take part.
template <class T>
T ascending_key(std::size_t i, std::size_t n) {
  if constexpr (std::is_floating_point_v<T>) {
    return T(double(i) - double(n / 2));
  } else {
    using Bits = std::make_unsigned_t<T>;
    return T(Bits(std::numeric_limits<T>::lowest()) + Bits(~Bits(0)) / Bits(n) * Bits(i));
  }
}

template <class T>
std::vector<T> extreme_keys() {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>)
    return {T(0),
            -T(0),
            Limits::infinity(),
            -Limits::infinity(),
            Limits::lowest(),
            Limits::max(),
            Limits::denorm_min(),
            -Limits::denorm_min(),
            T(1),
            T(-1),
            std::bit_cast<T>(0x7fc00000u),   // a NaN
            std::bit_cast<T>(0xffc00000u)};  // a negative one
  else
    return {Limits::lowest(),     Limits::max(),          T(0), T(1), T(-1),
            T(Limits::max() - 1), T(Limits::lowest() + 1)};
}

template <class T>
std::vector<T> drawn_from(const std::vector<T>& pool, std::size_t n, Random& random) {
  std::vector<T> keys(n);
  std::ranges::generate(keys, [&] { return pool[random.below(pool.size())]; });
  return keys;
}

/// Keeps some hexadecimal digits of the key, and makes the others 0.
template <class T>
T without_some_digits(T key, std::uint64_t which) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  Bits mask = 0;
  for (unsigned digit = 0; digit < 2 * sizeof(T); ++digit)
    if (which >> digit & 1) mask |= Bits(0xf) << 4 * digit;
  return std::bit_cast<T>(std::bit_cast<Bits>(key) & mask);
}

template <class T>
std::vector<T> generated(std::size_t n, Random& random) {
  std::vector<T> keys(n);
  std::ranges::generate(keys, [&] { return random_key<T>(random); });
  return keys;
}

}  // namespace

const std::vector<std::string>& key_input_names() {
  static const std::vector<std::string> names = {"random",     "few",      "ascending",
                                                 "descending", "constant", "extremes"};
  return names;
}

template <class T>
std::vector<T> make_keys(const std::string& input, std::size_t n, std::uint64_t seed) {
  Random random(seed);
  if (input == "random") return generated<T>(n, random);
  if (input == "few") {
    std::vector<T> seven = generated<T>(7, random);
    const std::uint64_t digits = random.next();
    for (T& key : seven) key = without_some_digits(key, digits);
    return drawn_from(seven, n, random);
  }
  if (input == "constant") return std::vector<T>(n, random_key<T>(random));
  if (input == "extremes") return drawn_from(extreme_keys<T>(), n, random);
  if (input != "ascending" && input != "descending") throw UnknownName("input", input, key_input_names());
  std::vector<T> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = ascending_key<T>(i, n);
  if (input == "descending") std::ranges::reverse(keys);
  return keys;
}

template std::vector<std::uint32_t> make_keys(const std::string&, std::size_t, std::uint64_t);
template std::vector<std::int32_t> make_keys(const std::string&, std::size_t, std::uint64_t);
template std::vector<std::uint64_t> make_keys(const std::string&, std::size_t, std::uint64_t);
template std::vector<float> make_keys(const std::string&, std::size_t, std::uint64_t);

}  // namespace warpgrade::kit
