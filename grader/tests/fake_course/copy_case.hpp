// What both oracles of this unit give: the output is the input.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "kit/inputs.hpp"
#include "kit/operators.cuh"
#include "kit/oracle.hpp"
#include "kit/probes.cuh"

inline warpgrade::kit::CaseData make_copy_case(const warpgrade::kit::CaseRequest& request) {
  using namespace warpgrade;
  const kit::InputKind kind = kit::parse_input_kind(request.input);
  kit::CaseData data;
  const auto copy_of = [&](const auto& values, ElementType type) {
    using T = typename std::decay_t<decltype(values)>::value_type;
    data.inputs.push_back(kit::Array::of<T>("in", type, values));
    data.outputs.push_back({kit::Array::of<T>("out", type, values), {}});
    data.inputs.back().sealed = data.outputs.back().values.sealed = kit::kIsSealed<T>;
    return data;
  };
  if (request.op == "copy")
    return copy_of(kit::make_elements<std::int32_t>(kind, request.n, request.seed), {Scalar::i32, 1});
  if (request.op == "copy_f32") {
    copy_of(kit::make_elements<float>(kind, request.n, request.seed), {Scalar::f32, 1});
    data.outputs.back().magnitude.assign(request.n, 64);
    return data;
  }
  if (request.op == "traced")
    return copy_of(kit::make_elements<kit::Traced>(kind, request.n, request.seed), {Scalar::u32, 2});
  throw kit::UnknownName("operator", request.op, {"copy", "copy_f32"});
}
