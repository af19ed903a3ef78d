#include "check/awaited_arrays.hpp"

#include <set>

#include "memory/allocations.hpp"
#include "report/describe.hpp"
#include "schedule/streams.hpp"
#include "state/simulation.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

struct AwaitedArrays {
  std::set<const void*> bases;
};

namespace {

/// The stream has come to the call.
void arrive(const void* base, bool is_filled) {
  const Classified array = classify(base);
  if (simulation.awaited_arrays->bases.erase(base) == 0 || array.region != Region::device) return;
  if (is_filled) return mark_written(base, array.size);
  if (is_unwritten(base, array.size)) return;
  report(Problem::written_before_call, {{"memory", describe_address(base)}}, Site{nullptr, 0});
  mark_unwritten(base, array.size);
}

}  // namespace

bool found_awaited(std::uintptr_t address, const Facts& access, const Where& where) {
  if (!simulation.awaited_arrays->bases.contains(classify(reinterpret_cast<const void*>(address)).base))
    return false;
  report(Problem::read_before_call, access, where);
  return true;
}

void forget_awaited_arrays() { simulation.awaited_arrays->bases.clear(); }

}  // namespace wgsim::core

namespace wgsim {

using namespace core;

void fill_by_stream(void* stream, const void* base) {
  const Classified array = classify(base);
  if (simulation.options.stream_order == StreamOrder::at_once || array.region != Region::device) return;
  const bool is_filled = first_unwritten(base, array.size) < 0;
  simulation.awaited_arrays->bases.insert(base);
  mark_unwritten(base, array.size);
  submit(stream, {"What was to be done before the call", {nullptr, 0}, [=] { arrive(base, is_filled); }});
}

}  // namespace wgsim
