// The right answers of radix_sort: the standard library's stable partition and stable sort. Of top_k: the
// first k places of a stable sort that has the greatest keys first, brought back into their order.
#include "kit/oracle.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <string>

#include "kit/inputs.hpp"
#include "kit/keys.hpp"
#include "types.cuh"

namespace {

using namespace warpgrade::kit;

/// The order of the keys: that of numbers, for floats IEEE 754's totalOrder.
template <class Key>
bool comes_before(Key a, Key b) {
  if constexpr (std::is_floating_point_v<Key>) {
    const auto rank = [](Key key) {  // as integers, negative floats run backwards
      const auto bits = std::bit_cast<std::int32_t>(key);
      return bits < 0 ? std::int64_t(-1) - (bits & 0x7fffffff) : std::int64_t(bits);
    };
    return rank(a) < rank(b);
  } else {
    return a < b;
  }
}

CaseData split_case(const CaseRequest& request) {
  const auto bit = request.parameters.contains("bit") ? request.parameters.at("bit") : 0;
  if (bit < 0 || bit > 31) throw std::runtime_error("bit = " + std::to_string(bit) + ": use 0 to 31");
  CaseData data;
  const auto keys = make_keys<std::uint32_t>(request.input, request.n, request.seed);
  auto right = keys;
  std::stable_partition(right.begin(), right.end(), [&](std::uint32_t key) { return (key >> bit & 1) == 0; });
  data.inputs.push_back(Array::of<std::uint32_t>("in", element_type_of<std::uint32_t>(), keys));
  data.outputs.push_back({Array::of<std::uint32_t>("out", element_type_of<std::uint32_t>(), right), {}});
  data.parameters["bit"] = double(bit);
  return data;
}

template <class Key>
CaseData keys_case(const CaseRequest& request) {
  CaseData data;
  const auto keys = make_keys<Key>(request.input, request.n, request.seed);
  auto right = keys;
  std::ranges::stable_sort(right, comes_before<Key>);
  data.inputs.push_back(Array::of<Key>("in", element_type_of<Key>(), keys));
  data.outputs.push_back({Array::of<Key>("out", element_type_of<Key>(), right), {}});
  data.outputs.back().every_bit = true;
  return data;
}

/// The value of pair i grows with i and uses all bits of its type, so that an unstable order shows, and half
/// a value.
template <class Value>
Value value_of(std::size_t i) {
  return sizeof(Value) == 8 ? Value(i * 1'000'000'007) : Value(i);
}

template <class Key, class Value>
CaseData pairs_case(const CaseRequest& request) {
  const auto keys = make_keys<Key>(request.input, request.n, request.seed);
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::ranges::stable_sort(order, comes_before<Key>, [&](std::size_t i) { return keys[i]; });
  std::vector<Key> right_keys(keys.size());
  std::vector<Value> values(keys.size()), right_values(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    values[i] = value_of<Value>(i);
    right_keys[i] = keys[order[i]];
    right_values[i] = value_of<Value>(order[i]);
  }
  CaseData data;
  data.inputs.push_back(Array::of<Key>("keys_in", element_type_of<Key>(), keys));
  data.inputs.push_back(Array::of<Value>("values_in", element_type_of<Value>(), values));
  data.outputs.push_back({Array::of<Key>("keys_out", element_type_of<Key>(), right_keys), {}});
  data.outputs.back().every_bit = true;
  data.outputs.push_back({Array::of<Value>("values_out", element_type_of<Value>(), right_values), {}});
  data.note = "In the input the values ascend, so those of equal keys must come out in ascending order.";
  return data;
}

template <class Key>
CaseData top_k_case(const CaseRequest& request) {
  const auto asked = request.parameters.contains("k") ? request.parameters.at("k") : 10;
  if (asked < 0) throw std::runtime_error("k = " + std::to_string(asked) + ": use 0 or more; n is the most");
  const auto k = std::size_t(std::min<std::uint64_t>(std::uint64_t(asked), request.n));
  const bool then_none = request.parameters.contains("then_none") && request.parameters.at("then_none") != 0;
  Mistakes mistakes(request);
  const bool takes_least = mistakes.make("the k least keys are taken, not the k greatest");
  const bool takes_last_equals =
      mistakes.make("the last of the keys that equal the k-th greatest are taken, not the first");
  const bool stays_sorted =
      request.input != "ascending" &&  // there it may as well be the order backwards
      mistakes.make("the keys are sorted, the greatest first, and not in the order of `in`");
  const bool compares_bits = mistakes.make("keys are compared by their bits, without regard to their sign");

  const auto keys = make_keys<Key>(request.input, request.n, request.seed);
  const auto less = [&](std::size_t a, std::size_t b) {
    if (!compares_bits) return comes_before(keys[a], keys[b]);
    using Bits = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;
    return std::bit_cast<Bits>(keys[a]) < std::bit_cast<Bits>(keys[b]);
  };
  std::vector<std::size_t> places(keys.size());
  std::iota(places.begin(), places.end(), std::size_t(0));
  if (takes_last_equals) std::ranges::reverse(places);
  std::ranges::stable_sort(
      places, [&](std::size_t a, std::size_t b) { return takes_least ? less(a, b) : less(b, a); });
  places.resize(k);
  if (!stays_sorted) std::ranges::sort(places);
  std::vector<Key> right;
  for (const std::size_t i : places) right.push_back(keys[i]);

  CaseData data;
  data.inputs.push_back(Array::of<Key>("in", element_type_of<Key>(), keys));
  data.outputs.push_back({Array::of<Key>("out", element_type_of<Key>(), right), {}});
  data.outputs.back().every_bit = true;
  data.parameters["k"] = double(k);
  data.parameters["then_none"] = then_none ? 1 : 0;
  data.calls = then_none ? 2 : 1;
  data.note = "k = " + std::to_string(k) + ".";
  constexpr std::size_t fewest = 8;  // of less almost any mistake gives the same
  if (k >= fewest && request.input != "constant") data.mistakes = mistakes.take_offered();
  return data;
}

CaseData make_case(const CaseRequest& request) {
  CaseData data;
  bool known = false;
  if (request.task == "split" || request.task == "block_digits") {
    known = request.op == "u32";
    data = request.task == "split" ? split_case(request) : keys_case<std::uint32_t>(request);
    if (!known) throw UnknownName("operator", request.op, {"u32"});
  } else if (request.task == "sort_keys") {
    known = radix_sort_types::with_key(request.op.c_str(),
                                       [&](auto key) { data = keys_case<decltype(key)>(request); });
    if (!known) throw UnknownName("operator", request.op, {"u32", "i32", "f32", "u64"});
  } else if (request.task == "top_k") {
    known = radix_sort_types::with_key(request.op.c_str(),
                                       [&](auto key) { data = top_k_case<decltype(key)>(request); });
    if (!known) throw UnknownName("operator", request.op, {"u32", "i32", "f32", "u64"});
  } else {
    known = radix_sort_types::with_pair(request.op.c_str(), [&](auto key, auto value) {
      data = pairs_case<decltype(key), decltype(value)>(request);
    });
    if (!known) throw UnknownName("operator", request.op, {"u32_u32", "f32_u64"});
  }
  return data;
}

const OracleRegistration registration("radix_sort", &make_case);

}  // namespace
