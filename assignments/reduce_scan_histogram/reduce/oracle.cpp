// The right answer of reduce: a fold from left to right.
#include "kit/operator_case.hpp"
#include "types.cuh"

namespace {

using namespace warpgrade::kit;

/// Which elements are combined: all, or those that a mistake leaves.
struct Range {
  std::uint64_t begin, end;
};

Range combined(const CaseRequest& request, Mistakes& mistakes) {
  Range range{0, request.n};
  if (const auto tile = mistakes.make_with_tiles("only the first # elements are combined")) range.end = tile;
  if (const auto tile = mistakes.make_with_tiles("only the last tile of # elements is combined"))
    range.begin = (request.n - 1) / tile * tile;
  if (const auto tile =
          mistakes.make_with_tiles("what lies behind the last full tile of # elements is left out"))
    range.end = request.n / tile * tile;
  if (mistakes.make("no element is combined")) range.end = 0;
  return range;
}

CaseData make_case(const CaseRequest& request) {
  Mistakes mistakes(request);
  const Range range = combined(request, mistakes);
  const auto define = [&](const auto& in, auto fold, auto& out) {
    for (std::uint64_t i = range.begin; i < range.end; ++i) fold.add(in[i]);
    out.record(fold);
  };
  const auto case_of = [&](auto types) { return operator_case(types, request, define, mistakes); };
  if (request.task == "interleaved") return case_of(reduce_types::interleaved());
  if (request.task == "global_memory") return case_of(reduce_types::global_memory());
  if (request.task == "shared_memory") return case_of(reduce_types::shared_memory());
  if (request.task == "coarsened") return case_of(reduce_types::coarsened());
  return case_of(reduce_types::reproducible());
}

const OracleRegistration registration("reduce", &make_case);

}  // namespace
