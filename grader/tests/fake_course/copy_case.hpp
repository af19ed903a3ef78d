// What both oracles of this unit give: the output is the input.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "judge/inputs.hpp"
#include "judge/oracle.hpp"
#include "runner/traced.cuh"

inline warpgrade::judge::CaseData make_copy_case(const warpgrade::judge::CaseRequest& request) {
  using namespace warpgrade;
  const judge::InputKind kind = judge::parse_input_kind(request.input);
  judge::CaseData data;
  const auto copy_of = [&](const auto& values, ElementType type) {
    using T = typename std::decay_t<decltype(values)>::value_type;
    data.inputs.push_back(judge::Array::of<T>("in", type, values));
    data.outputs.push_back({judge::Array::of<T>("out", type, values), {}});
    return data;
  };
  if (request.op == "copy")
    return copy_of(judge::make_elements<std::int32_t>(kind, request.n, request.seed), {Scalar::i32, 1});
  if (request.op == "traced")
    return copy_of(judge::make_elements<runner::Traced>(kind, request.n, request.seed), {Scalar::u32, 2});
  throw judge::UnknownName("operator", request.op, {"copy"});
}
