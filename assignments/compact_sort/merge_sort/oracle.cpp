// The right answers of merge sort: std::stable_sort and std::merge, with the order that the kernels get. A
// value says where its key stood, so that a sort which is not stable shows.
#include "kit/oracle.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "kit/inputs.hpp"
#include "orders.cuh"

namespace {

using namespace merge_sort;
using namespace warpgrade;
using namespace warpgrade::kit;

using Value = std::uint32_t;

constexpr Value kFirstValue = 100;  // not 0: an index in the place of a value must show

/// n numbers of that kind; keys of all types are made of them.
std::vector<std::int32_t> make_numbers(const CaseRequest& request, Random& random) {
  using Limits = std::numeric_limits<std::int32_t>;
  const std::array<std::int32_t, 6> extremes = {Limits::lowest(), Limits::max(), 0, -1, Limits::max() - 1, 1};
  const auto n = std::int32_t(request.n);
  const std::map<std::string, std::function<std::int32_t(std::int32_t)>> kinds = {
      {"random", [&](std::int32_t) { return std::int32_t(random.next()); }},
      {"ascending", [](std::int32_t i) { return 256 * i; }},
      {"descending", [n](std::int32_t i) { return 256 * (n - i); }},
      {"constant", [](std::int32_t) { return 1792; }},
      {"few", [&](std::int32_t) { return 256 * std::int32_t(random.below(4)) - 512; }},
      {"extremes", [&](std::int32_t) { return extremes[random.below(extremes.size())]; }},
  };
  const auto kind = kinds.find(request.input);
  if (kind == kinds.end()) {
    std::vector<std::string> known;
    for (const auto& [name, make] : kinds) known.push_back(name);
    throw UnknownName("input", request.input, known);
  }
  std::vector<std::int32_t> numbers(request.n);
  for (std::int32_t i = 0; i < n; ++i) numbers[std::size_t(i)] = kind->second(i);
  return numbers;
}

template <class Key>
Key make_key(std::int32_t number, Random& random) {
  if constexpr (std::is_same_v<Key, Fraction>) {
    const auto factor = std::int32_t(1 + random.below(5));  // equal fractions look different
    return {(number >> 8) * factor, 8 * factor};
  } else if constexpr (std::is_same_v<Key, Counted>) {
    return {std::uint32_t(number)};
  } else {
    return number;
  }
}

template <class Key>
constexpr ElementType type_of() {
  if constexpr (std::is_same_v<Key, Fraction>)
    return {Scalar::i32, 2};
  else
    return element_type_of<Key>();
}

/// The length of the first list: the case's parameter, at most n; else half.
std::uint64_t first_list(const CaseRequest& request) {
  const auto found = request.parameters.find("first");
  if (found == request.parameters.end()) return (request.n + 1) / 2;
  if (found->second < 0) throw std::runtime_error(fmt::format("first = {}: use 0 or more", found->second));
  return std::min(std::uint64_t(found->second), request.n);
}

/// The places of the keys [begin, end), in their sorted order.
template <class Key, class Less>
void sort_places(std::vector<std::size_t>& places, std::size_t begin, std::size_t end,
                 const std::vector<Key>& keys, Less less) {
  std::stable_sort(places.begin() + std::ptrdiff_t(begin), places.begin() + std::ptrdiff_t(end),
                   [&](std::size_t x, std::size_t y) { return less(keys[x], keys[y]); });
}

template <class Key>
std::vector<Key> pick(const std::vector<Key>& keys, const std::vector<std::size_t>& places) {
  std::vector<Key> picked;
  picked.reserve(places.size());
  for (const std::size_t place : places) picked.push_back(keys[place]);
  return picked;
}

template <class Key, class Less>
void fill(CaseData& data, const CaseRequest& request, bool merges, Less less) {
  Random random(request.seed);
  std::vector<Key> keys;
  for (const std::int32_t number : make_numbers(request, random))
    keys.push_back(make_key<Key>(number, random));
  std::vector<std::size_t> places(keys.size());
  std::iota(places.begin(), places.end(), 0);
  if (merges) {  // what goes in are two sorted lists
    const std::uint64_t first = first_list(request);
    sort_places(places, 0, first, keys, less);
    sort_places(places, first, places.size(), keys, less);
    keys = pick(keys, places);
    std::iota(places.begin(), places.end(), 0);
    data.parameters["first"] = double(first);
  }
  std::vector<Value> values(keys.size());
  std::iota(values.begin(), values.end(), kFirstValue);
  const auto add_list = [&](const std::string& prefix, std::size_t begin, std::size_t size) {
    data.inputs.push_back(
        Array::of<Key>(prefix + "keys", type_of<Key>(), std::span<const Key>(keys).subspan(begin, size)));
    data.inputs.push_back(Array::of<Value>(prefix + "values", {Scalar::u32, 1},
                                           std::span<const Value>(values).subspan(begin, size)));
  };
  if (merges) {  // arrays of their own: who reads past the end of one must not find the other
    add_list("a_", 0, first_list(request));
    add_list("b_", first_list(request), keys.size() - first_list(request));
  } else {
    add_list("", 0, keys.size());
  }

  // Equal keys of the first list come first: so a merge is the stable sort of both lists, one after the
  // other.
  sort_places(places, 0, places.size(), keys, less);
  data.outputs.push_back({Array::of<Key>("keys", type_of<Key>(), pick(keys, places)), {}});
  data.outputs.push_back({Array::of<Value>("values", {Scalar::u32, 1}, pick(values, places)), {}});
  data.note = fmt::format(
      "The value of the key at index i of the input is i + {}: equal keys keep their order, so "
      "their values ascend.",
      kFirstValue);
  if (merges)
    data.note +=
        fmt::format(" List a has {} elements, and list b goes on behind them: its values begin at {}.",
                    first_list(request), first_list(request) + kFirstValue);
  if constexpr (std::is_same_v<Key, Fraction>) data.note += " A key (p, q) is the fraction p / q.";
  if (request.op == "low_byte_i32") data.note += " Keys are compared by their lowest 8 bits only.";
}

CaseData make_case(const CaseRequest& request) {
  const bool merges = request.task == "merge_lists" || request.task == "merge_path";
  CaseData data;
  const bool known = with_order(
      request.op.c_str(), [&](auto less, auto key) { fill<decltype(key)>(data, request, merges, less); });
  if (!known)
    throw UnknownName("operator", request.op,
                      {"ascending_i32", "descending_i32", "low_byte_i32", "fractions"});
  return data;
}

const OracleRegistration registration("merge_sort", &make_case);

}  // namespace
