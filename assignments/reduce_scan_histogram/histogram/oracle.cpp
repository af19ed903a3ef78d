// The truth of the histogram exercise: one loop over the input. Inputs are a real text, a phrase with its
// known answer, a real picture, and data with the shapes that matter to a histogram (skewed, runs, constant).
#include "kit/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "binning.cuh"
#include "kit/dataset.hpp"
#include "kit/inputs.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

constexpr std::string_view kPhrase = "programming massively parallel processors";
/// Counted by hand: a-d, e-h, i-l, m-p, q-t, u-x, y-z (Hwu, Kirk & El Hajj, 2022, chapter 9).
const std::vector<unsigned> kPhraseLetters = {5, 5, 6, 10, 10, 1, 1};

/// n bytes of a data set, from a place that depends on the seed, around its end if need be.
std::vector<std::uint8_t> excerpt(const std::vector<std::uint8_t>& bytes, std::uint64_t n, Random& random) {
  std::vector<std::uint8_t> values(n);
  std::uint64_t at = random.below(bytes.size());
  for (std::uint8_t& value : values) {
    value = bytes[at];
    at = at + 1 < bytes.size() ? at + 1 : 0;
  }
  return values;
}

/// One element that may fall into any bin, or into none.
template <class T>
T any_value(Random& random) {
  if constexpr (std::is_same_v<T, float>)
    return static_cast<float>(random.unit() * 1.25 - 0.125);
  else
    return static_cast<T>(random.below(256));
}

template <class T>
std::vector<T> generate(std::uint64_t n, const std::function<T()>& next) {
  std::vector<T> values(n);
  std::generate(values.begin(), values.end(), next);
  return values;
}

/// 95 % of the elements are the same one.
template <class T>
std::vector<T> skewed(std::uint64_t n, Random& random) {
  const T favourite = any_value<T>(random);
  return generate<T>(n, [&] { return random.below(100) < 95 ? favourite : any_value<T>(random); });
}

/// One that belongs to a bin, so that a constant input and most runs are counted.
template <class T>
T counted_value(Random& random, const std::function<bool(T)>& is_counted) {
  constexpr int kTries = 10'000;
  T value = any_value<T>(random);
  for (int i = 0; i < kTries && !is_counted(value); ++i) value = any_value<T>(random);
  return value;
}

/// Runs of equal elements, 1 to 600 long. One in eight may belong to no bin.
template <class T>
std::vector<T> runs(std::uint64_t n, Random& random, const std::function<bool(T)>& is_counted) {
  T current{};
  std::uint64_t left = 0;
  return generate<T>(n, [&] {
    if (left == 0) {
      current = random.below(8) == 0 ? any_value<T>(random) : counted_value(random, is_counted);
      left = 1 + random.below(600);
    }
    --left;
    return current;
  });
}

/// Two runs that meet somewhere in the middle half: threads with n / 4 elements between two of theirs see two
/// each.
template <class T>
std::vector<T> two_runs(std::uint64_t n, Random& random, const std::function<bool(T)>& is_counted) {
  const std::uint64_t first_length = n / 4 + random.below(n / 2 + 1);
  std::vector<T> values(n, counted_value(random, is_counted));
  const T second = counted_value(random, is_counted);
  std::fill(values.begin() + static_cast<std::ptrdiff_t>(first_length), values.end(), second);
  return values;
}

/// The edges of every range: zero, one, just below one, infinities, NaN; 0 and 255 for bytes.
template <class T>
std::vector<T> edges(std::uint64_t n, Random& random) {
  std::vector<T> pool;
  if constexpr (std::is_same_v<T, float>) {
    const float infinity = std::numeric_limits<float>::infinity();
    pool = {0.0f, -0.0f, 1.0f, std::nextafter(1.0f, 0.0f), -1.0f, infinity, -infinity, std::nanf(""), 0.5f};
  } else {
    pool = {0, 255, 'a', 'z', 'a' - 1, 'z' + 1, 'A', ' '};
  }
  return generate<T>(n, [&] { return pool[random.below(pool.size())]; });
}

template <class T>
std::vector<T> make_values(const CaseRequest& request, const std::function<bool(T)>& is_counted) {
  Random random(request.seed);
  const std::uint64_t n = request.n;
  std::map<std::string, std::function<std::vector<T>()>> kinds = {
      {"random", [&] { return generate<T>(n, [&] { return any_value<T>(random); }); }},
      {"skewed", [&] { return skewed<T>(n, random); }},
      {"runs", [&] { return runs<T>(n, random, is_counted); }},
      {"two_runs", [&] { return two_runs<T>(n, random, is_counted); }},
      {"edges", [&] { return edges<T>(n, random); }},
      {"constant", [&] { return std::vector<T>(n, counted_value(random, is_counted)); }},
  };
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    kinds["text"] = [&] { return excerpt(dataset("us_constitution").bytes, n, random); };
    kinds["picture"] = [&] { return excerpt(dataset("camera").bytes, n, random); };
    kinds["phrase"] = [&] {
      std::vector<T> values(n);
      for (std::uint64_t i = 0; i < n; ++i) values[i] = static_cast<T>(kPhrase[i % kPhrase.size()]);
      return values;
    };
  }
  const auto kind = kinds.find(request.input);
  if (kind != kinds.end()) return kind->second();
  std::vector<std::string> known;
  known.reserve(kinds.size());
  for (const auto& [name, make] : kinds) known.push_back(name);
  throw UnknownName("input", request.input, known);
}

template <class Bin>
std::vector<unsigned> count(const std::vector<typename Bin::value_type>& values, int bin_count, Bin bin_of) {
  std::vector<unsigned> bins(bin_count, 0);
  for (const auto& value : values) {
    const int bin = bin_of(value);
    if (bin >= 0 && bin < bin_count) ++bins[bin];
  }
  return bins;
}

/// The number of bins: the case's parameter, else the binning's own.
int bins_of(const CaseRequest& request) {
  constexpr int kMostBins = 1 << 20;
  const auto parameter = request.parameters.find("bins");
  if (parameter != request.parameters.end()) {
    if (parameter->second < 1 || parameter->second > kMostBins)
      throw std::runtime_error("bins = " + std::to_string(parameter->second) + ": use 1 to " +
                               std::to_string(kMostBins));
    return static_cast<int>(parameter->second);
  }
  int bins = 0;
  histogram::with_binning(request.op.c_str(), 0, [&](auto bin_of) { bins = bin_of.default_bins; });
  return bins;
}

CaseData make_case(const CaseRequest& request) {
  CaseData data;
  const int bin_count = bins_of(request);
  const bool known = histogram::with_binning(request.op.c_str(), bin_count, [&](auto bin_of) {
    using T = typename decltype(bin_of)::value_type;
    const std::vector<T> values = make_values<T>(request, [&](T value) {
      const int bin = bin_of(value);
      return bin >= 0 && bin < bin_count;
    });
    const bool has_known_answer =
        request.input == "phrase" && request.op == "letters_by_four" && request.n == kPhrase.size();
    const std::vector<unsigned> bins = has_known_answer ? kPhraseLetters : count(values, bin_count, bin_of);
    data.inputs.push_back(Array::of<T>("in", element_type_of<T>(), values));
    data.outputs.push_back({Array::of<unsigned>("bins", {Scalar::u32, 1}, bins), {}});
  });
  if (!known) throw UnknownName("operator", request.op, {"letters_by_four", "byte_value", "uniform_float"});
  data.parameters["bins"] = bin_count;
  return data;
}

const OracleRegistration registration("histogram", &make_case);

}  // namespace
