// The right answers of radix_sort: the standard library's stable partition and stable sort.
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
