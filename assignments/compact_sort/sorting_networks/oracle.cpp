// The right answers of sorting networks: each row sorted serially. What is special are three kinds of
// elements. `zeros_and_ones` holds all 2^n inputs of zeros and ones, which proves the network for its n.
// `recorded` checks that all rows go through the same exchanges although their data differs, `counted` that
// they go through as many where a kernel could see that nothing moved.
#include "kit/oracle.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "elements.cuh"
#include "kit/inputs.hpp"

namespace {

using namespace sorting_networks;
using namespace warpgrade;
using namespace warpgrade::kit;

using Bytes = std::vector<std::byte>;

template <class T>
constexpr ElementType type_of() {
  if constexpr (std::is_same_v<T, Pair>)
    return {Scalar::u32, 2};
  else if constexpr (std::is_same_v<T, Recorded>)
    return {Scalar::u64, 2};
  else
    return element_type_of<T>();
}

template <class T>
T load(const Bytes& from, std::size_t i) {
  T element;
  std::memcpy(&element, &from[i * sizeof(T)], sizeof(T));
  return element;
}

// ---- Data --------------------------------------------------------------------------------------------

/// One row of n keys. Whole numbers, so that they are the same in every type.
std::vector<std::int32_t> make_row(const std::string& input, int n, Random& random) {
  constexpr std::int32_t kLargest = 1 << 24;  // a float still holds it exactly
  const std::array<std::int32_t, 6> extremes = {-kLargest, kLargest, 0, -1, kLargest - 1, 1 - kLargest};
  const std::map<std::string, std::function<std::int32_t(int)>> kinds = {
      {"random", [&](int) { return std::int32_t(random.below(2 * kLargest)) - kLargest; }},
      {"ascending", [](int i) { return 3 * i; }},
      {"descending", [n](int i) { return 3 * (n - i); }},
      {"constant", [](int) { return 7; }},
      {"few", [&](int) { return std::int32_t(random.below(4)) - 2; }},
      {"extremes", [&](int) { return extremes[random.below(extremes.size())]; }},
  };
  const auto kind = kinds.find(input);
  if (kind == kinds.end()) {
    std::vector<std::string> known;
    for (const auto& [name, make] : kinds) known.push_back(name);
    throw UnknownName("input", input, known);
  }
  std::vector<std::int32_t> row(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) row[static_cast<std::size_t>(i)] = kind->second(i);
  return row;
}

/// The row for `counted`: each row has another kind of data, and its number in each key.
std::vector<std::int32_t> make_counted_row(int row, int n, Random& random) {
  static constexpr std::array kinds = {"random", "ascending", "descending", "few"};
  std::vector<std::int32_t> keys = make_row(kinds[std::size_t(row) % kinds.size()], n, random);
  constexpr std::int32_t half = 1 << (CountedRow::shift - 1);  // no key is further from 0
  for (std::int32_t& key : keys) key = (row << CountedRow::shift) + half + key;
  return keys;
}

/// A random order of 1..n: keys that are all different.
std::vector<std::uint32_t> make_permutation(std::size_t n, Random& random) {
  std::vector<std::uint32_t> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = std::uint32_t(i + 1);
  for (std::size_t i = n; i > 1; --i) std::swap(keys[i - 1], keys[random.below(i)]);
  return keys;
}

/// Rows of n elements, one after the other.
template <class T>
std::vector<T> make_rows(const CaseRequest& request, int rows) {
  Random random(request.seed);
  std::vector<T> elements;
  for (int row = 0; row < rows; ++row) {
    if constexpr (std::is_same_v<T, Traced>) {
      for (const std::uint32_t key : make_permutation(request.n, random))
        elements.push_back(Traced::element(key));
    } else if constexpr (std::is_same_v<T, Recorded>) {
      std::uint64_t wire = 0;
      for (const std::uint32_t key : make_permutation(request.n, random)) elements.push_back({key, ++wire});
    } else {
      for (const std::int32_t key : is_counted(request.op.c_str())
                                        ? make_counted_row(row, int(request.n), random)
                                        : make_row(request.input, int(request.n), random)) {
        if constexpr (std::is_same_v<T, Pair>)
          elements.push_back({std::uint32_t(key) & 0x7fffffffu, std::uint32_t(elements.size())});
        else
          elements.push_back(T(key));
      }
    }
  }
  return elements;
}

// ---- What is right -----------------------------------------------------------------------------------

bool by_key_and_value(Pair a, Pair b) { return std::pair(a.key, a.value) < std::pair(b.key, b.value); }

/// A sorted row of ZeroOnes: element i has a one in each input that has at least n - i ones.
void sort_row(ZeroOnes* row, std::size_t n) {
  std::vector<ZeroOnes> sorted(n, ZeroOnes{});
  for (unsigned b = 0; b < ZeroOnes::width; ++b) {
    const auto ones = std::size_t(std::count_if(row, row + n, [b](const ZeroOnes& x) { return x.has(b); }));
    for (std::size_t i = n - ones; i < n; ++i) sorted[i].set(b);
  }
  std::copy(sorted.begin(), sorted.end(), row);
}

template <class T, class Exchange>
void sort_row(T* row, std::size_t n, Exchange exchange) {
  if constexpr (std::is_same_v<T, ZeroOnes>)
    sort_row(row, n);
  else if constexpr (std::is_same_v<T, Traced>)
    std::sort(row, row + n, [](Traced a, Traced b) { return a.sum < b.sum; });
  else if constexpr (std::is_same_v<T, Recorded>)
    std::sort(row, row + n, [](Recorded a, Recorded b) { return a.key < b.key; });
  else if constexpr (std::is_same_v<T, Pair>)
    std::sort(row, row + n, by_key_and_value);
  else
    std::sort(row, row + n, [exchange](T a, T b) { return exchange.descending ? b < a : a < b; });
}

/// Values of equal keys that follow each other come into their own order: as in what is right.
void put_equal_keys_in_order(Bytes& out, std::size_t n) {
  std::vector<Pair> row(n);
  for (std::size_t first = 0; first + n * sizeof(Pair) <= out.size() && n > 0; first += n * sizeof(Pair)) {
    std::memcpy(row.data(), &out[first], n * sizeof(Pair));
    for (auto run = row.begin(); run != row.end();) {
      const auto end = std::find_if(run, row.end(), [run](Pair other) { return other.key != run->key; });
      std::sort(run, end, by_key_and_value);
      run = end;
    }
    std::memcpy(&out[first], row.data(), n * sizeof(Pair));
  }
}

/// "1 0 1": one of the inputs that lie side by side in the bits of a row.
std::string as_text(const Bytes& rows, std::size_t first, std::size_t n, unsigned b) {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) text += load<ZeroOnes>(rows, first + i).has(b) ? " 1" : " 0";
  return text;
}

/// The first input of zeros and ones that is not sorted, and what became of it.
std::string find_unsorted(const Bytes& in, const Bytes& out, std::size_t n) {
  for (std::size_t first = 0; first + n <= out.size() / sizeof(ZeroOnes) && n > 1; first += n)
    for (unsigned b = 0; b < ZeroOnes::width; ++b)
      for (std::size_t i = 1; i < n; ++i)
        if (load<ZeroOnes>(out, first + i - 1).has(b) && !load<ZeroOnes>(out, first + i).has(b))
          return fmt::format("The input{} comes out as{}.", as_text(in, first, n, b),
                             as_text(out, first, n, b));
  return "";
}

/// Do all rows go through the same exchanges? What they went through is no part of the answer.
std::string find_other_exchanges(const std::vector<Recorded>& expected, Bytes& out, std::size_t n) {
  std::string wrong;
  std::vector<std::uint64_t> of_first_row;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    Recorded got = load<Recorded>(out, i);
    if (got.key != expected[i].key) continue;
    if (i < n) of_first_row.push_back(got.exchanges);
    if (wrong.empty() && of_first_row.size() == n && got.exchanges != of_first_row[i % n])
      wrong = fmt::format(
          "Row {} went through other exchanges than row 0 on the way to [{}]. Which elements are exchanged "
          "may depend "
          "on their places only, never on what they are.",
          i / n, i % n);
    got.exchanges = expected[i].exchanges;
    std::memcpy(&out[i * sizeof got], &got, sizeof got);
  }
  return wrong;
}

/// Were there as many exchanges in each row? How many is no part of the answer. Nothing is said where a row
/// is not sorted: that comes first.
std::string find_other_counts(const Bytes& sorted, std::vector<Bytes>& out) {
  const std::size_t rows = out[1].size() / sizeof(std::uint32_t);
  std::string wrong;
  for (std::size_t row = 1; row < rows && wrong.empty() && out[0] == sorted; ++row)
    if (const auto first = load<std::uint32_t>(out[1], 0), here = load<std::uint32_t>(out[1], row);
        here != first)
      wrong = fmt::format(
          "All rows are sorted, but row {} took {} exchanges and row 0 took {}. In a network all inputs of a "
          "size go "
          "through the same exchanges. Here what the elements are decides whether a loop ends or a pair is "
          "left out.",
          row, here, first);
  std::ranges::fill(out[1], std::byte(0));
  return wrong;
}

template <class T>
void describe(CaseData& data, std::size_t n, const std::vector<T>& expected) {
  if constexpr (std::is_same_v<T, ZeroOnes>) {
    data.note = fmt::format("Each element holds {} inputs of zeros and ones side by side, one in each bit.",
                            ZeroOnes::width);
    data.proves = "sorts every input";
    const Bytes in = data.inputs[0].bytes;
    data.examine = [in, n](std::vector<Bytes>& out) { return find_unsorted(in, out[0], n); };
  } else if constexpr (std::is_same_v<T, Recorded>) {
    data.note = "An element is a key and the record of all exchanges that led to its place.";
    data.examine = [expected, n](std::vector<Bytes>& out) {
      return find_other_exchanges(expected, out[0], n);
    };
  } else if constexpr (std::is_same_v<T, Pair>) {
    data.note =
        "An element is a key and its value. Only the keys are compared; of equal keys each value must be "
        "there.";
    data.examine = [n](std::vector<Bytes>& out) {
      put_equal_keys_in_order(out[0], n);
      return std::string();
    };
  } else if constexpr (std::is_same_v<T, Traced>) {
    data.note = "An element is a key and the number of exchanges before it; only the key has to be right.";
  }
}

int parameter(const CaseRequest& request, const char* name, int standard, int least, int most) {
  const auto found = request.parameters.find(name);
  if (found == request.parameters.end()) return standard;
  if (found->second < least || found->second > most)
    throw std::runtime_error(fmt::format("{} = {}: use {} to {}", name, found->second, least, most));
  return int(found->second);
}

CaseData make_case(const CaseRequest& request) {
  const bool is_device = request.task == "bitonic_device";
  CaseData data;
  const bool known = with_exchange(request.op.c_str(), [&](auto exchange, auto highest) {
    using T = decltype(highest);
    constexpr bool is_traced = std::is_same_v<T, Traced>;  // its costs are those of one row
    const bool compares_rows = std::is_same_v<T, Recorded> || is_counted(request.op.c_str());
    const int several = is_traced || (is_device && !compares_rows) ? 1 : 3;
    int rows = parameter(request, "rows", several, 1, 1 << 16);
    std::vector<T> elements;
    if constexpr (std::is_same_v<T, ZeroOnes>) {
      constexpr std::uint64_t kMost = 16;
      if (request.n > kMost) throw std::runtime_error("zeros_and_ones has all 2^n inputs: use n up to 16");
      elements = zero_one_inputs(unsigned(request.n));
      rows = request.n == 0 ? 1 : int(elements.size() / request.n);
    } else {
      elements = make_rows<T>(request, rows);
    }
    data.inputs.push_back(Array::of<T>("in", type_of<T>(), elements));
    for (std::size_t first = 0; first + request.n <= elements.size() && request.n > 0; first += request.n)
      sort_row(&elements[first], request.n, exchange);
    data.outputs.push_back({Array::of<T>("out", type_of<T>(), elements), {}});
    data.parameters["rows"] = rows;
    if (is_device) data.calls = std::uint64_t(rows);  // one for each row
    describe(data, request.n, elements);
    if (is_counted(request.op.c_str())) {
      if (rows >= CountedRow::most) throw std::runtime_error(fmt::format("rows = {}: use fewer", rows));
      data.outputs.push_back({Array::of<std::uint32_t>("exchanges", element_type_of<std::uint32_t>(),
                                                       std::vector<std::uint32_t>(std::size_t(rows))),
                              {}});
      data.note = "Row 0 is in random order, row 1 ascends, row 2 descends.";
      data.examine = [sorted = data.outputs[0].values.bytes](std::vector<Bytes>& out) {
        return find_other_counts(sorted, out);
      };
    }
  });
  if (!known)
    throw UnknownName("operator", request.op,
                      {"ascending_i32", "descending_i32", "ascending_f32", "descending_f32", "pairs",
                       "zeros_and_ones", "recorded", "counted"});
  if (is_device) data.parameters["block_threads"] = parameter(request, "block_threads", 128, 1, 1024);
  return data;
}

const OracleRegistration registration("sorting_networks", &make_case);

}  // namespace
