// What both oracles of this unit give: the output is the input.
#pragma once

#include <cstdint>
#include <vector>

#include "judge/inputs.hpp"
#include "judge/oracle.hpp"

inline warpgrade::judge::CaseData make_copy_case(const warpgrade::judge::CaseRequest& request) {
  using namespace warpgrade;
  if (request.op != "copy") throw judge::UnknownName("operator", request.op, {"copy"});
  const judge::InputKind kind = judge::parse_input_kind(request.input);
  const auto values = judge::make_elements<std::int32_t>(kind, request.n, request.seed);
  const ElementType type{Scalar::i32, 1};
  judge::CaseData data;
  data.inputs.push_back(judge::Array::of<std::int32_t>("in", type, values));
  data.outputs.push_back({judge::Array::of<std::int32_t>("out", type, values), {}});
  return data;
}
