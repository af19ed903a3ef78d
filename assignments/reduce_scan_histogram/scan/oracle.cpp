// The right answers of scan: a fold from one end to the other that records every partial result.
#include "kit/operator_case.hpp"
#include "types.cuh"

namespace {

using namespace warpgrade::kit;

CaseData from_the_right(const CaseRequest& request) {
  Mistakes mistakes(request);
  const bool from_the_left = mistakes.make("the scan begins at the first element instead of the last one");
  const bool exclusive = mistakes.make("the scan is exclusive instead of inclusive");
  const std::uint64_t tile = mistakes.make_with_tiles(
      "each tile of # elements is scanned on its own, without what the tiles to its right add up to");
  const std::uint64_t tile_from_the_end = mistakes.make_with_tiles(
      "each tile of # elements, counted from the last one on, is scanned on its own, without what the tiles "
      "to its right add up to");
  const auto define = [&](const auto& in, const auto& start, auto& out) {
    auto fold = start;
    if (from_the_left) {
      for (const auto& x : in) {
        fold.add(x);
        out.record(fold);
      }
      return;
    }
    for (std::size_t done = 0; done < in.size(); ++done) {
      const std::size_t i = in.size() - 1 - done;
      if (tile > 0 && (i + 1) % tile == 0) fold = start;
      if (tile_from_the_end > 0 && done % tile_from_the_end == 0) fold = start;
      if (exclusive) out.record(fold);  // all behind in[i]
      fold.add_in_front(in[i]);
      if (!exclusive) out.record(fold);  // in[i] and all behind it
    }
    out.reverse();
  };
  return operator_case(scan_types::from_the_right(), request, define, mistakes);
}

CaseData make_case(const CaseRequest& request) {
  if (request.task == "from_the_right") return from_the_right(request);
  Mistakes mistakes(request);
  const bool asked_exclusive = request.task == "blelloch" || request.task == "device_exclusive";
  const bool is_other_kind = mistakes.make(asked_exclusive ? "the scan is inclusive instead of exclusive"
                                                           : "the scan is exclusive instead of inclusive");
  const bool exclusive = asked_exclusive != is_other_kind;
  const std::uint64_t tile = mistakes.make_with_tiles(
      "each tile of # elements is scanned on its own, without what the tiles before it add up to");
  const auto define = [&](const auto& in, const auto& start, auto& out) {
    auto fold = start;
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (tile > 0 && i % tile == 0) fold = start;
      if (exclusive) out.record(fold);  // all before in[i]
      fold.add(in[i]);
      if (!exclusive) out.record(fold);  // all up to in[i]
    }
  };
  const auto case_of = [&](auto types) { return operator_case(types, request, define, mistakes); };
  if (request.task == "hillis_steele") return case_of(scan_types::hillis_steele());
  if (request.task == "double_buffered") return case_of(scan_types::double_buffered());
  if (request.task == "blelloch") return case_of(scan_types::blelloch());
  if (request.task == "device_inclusive") return case_of(scan_types::device_inclusive());
  return case_of(scan_types::device_exclusive());
}

const OracleRegistration registration("scan", &make_case);

}  // namespace
