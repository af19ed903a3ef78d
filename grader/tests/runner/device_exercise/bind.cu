#include "device.cu"
#include "device.cuh"
#include "kit/bind.cuh"

#define TASK(name) \
  WARPGRADE_TASK(name) { device::name(args.in<int>(0), args.out<int>(0), int(args.n), args.stream); }

TASK(copies)
TASK(does_nothing)
TASK(writes_past_end)
TASK(writes_before_begin)
TASK(changes_input)
TASK(reads_wildly)
TASK(launches_too_many_threads)
TASK(checks_its_launch)
TASK(exits_on_error)
TASK(fails_assertion)
TASK(frees_input)
TASK(never_ends)
TASK(never_stops_operating)
WARPGRADE_TASK(sorts_by_given_sort) {
  device::sorts_by_given_sort(args.in<std::uint32_t>(0), args.out<std::uint32_t>(0), args.n, args.sort,
                              args.stream);
}
