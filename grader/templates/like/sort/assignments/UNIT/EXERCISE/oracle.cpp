// The right answers of EXERCISE: std::sort.
#include "kit/oracle.hpp"

#include <algorithm>

#include "kit/inputs.hpp"
#include "kit/keys.hpp"
#include "types.cuh"

namespace {

using namespace warpgrade::kit;

template <class Key>
CaseData sort_case(const CaseRequest& request) {
  const auto keys = make_keys<Key>(request.input, request.n, request.seed);
  auto right = keys;
  std::ranges::sort(right);  // AUTHOR: what the task does
  CaseData data;
  data.inputs.push_back(Array::of<Key>("in", element_type_of<Key>(), keys));
  data.outputs.push_back({Array::of<Key>("out", element_type_of<Key>(), right), {}});
  return data;
}

CaseData make_case(const CaseRequest& request) {
  CaseData data;
  const bool known = EXERCISE_types::with_key(request.op.c_str(),
                                              [&](auto key) { data = sort_case<decltype(key)>(request); });
  if (!known) throw UnknownName("operator", request.op, {"i32", "u64"});
  return data;
}

const OracleRegistration registration("EXERCISE", &make_case);

}  // namespace
