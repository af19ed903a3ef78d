#include "kit/bind.cuh"
#include "kit/operators.cuh"
#include "outcomes.cu"  // the submission
#include "outcomes.cuh"

#define OUTCOME(name) \
  WARPGRADE_TASK(name) { outcomes::name(args.in<int>(0), args.out<int>(0), int(args.n), args.stream); }

OUTCOME(pass)
OUTCOME(not_started)
OUTCOME(wrong_answer)
OUTCOME(never_written)
OUTCOME(out_of_bounds)
OUTCOME(uninitialized_read)
OUTCOME(race)
OUTCOME(order_dependence)
WARPGRADE_TASK(other_bits) {
  outcomes::other_bits(args.in<float>(0), args.out<float>(0), int(args.n), args.stream);
}
OUTCOME(call_dependence)
OUTCOME(cause_first)
WARPGRADE_TASK(too_much_work) {
  const auto call = [&](auto op, auto element) {
    using T = decltype(element);
    outcomes::too_much_work(args.in<T>(0), args.out<T>(0), int(args.n), op, args.stream);
  };
  if (args.op[0] == 'c')  // copy
    call(warpgrade::Sum<int>(), int());
  else
    warpgrade::kit::with_operator(warpgrade::kit::Types<warpgrade::kit::Traced>(), args.op, call);
}
OUTCOME(barrier_divergence)
OUTCOME(host_device_mixup)
OUTCOME(launch_error)
OUTCOME(cuda_error)
OUTCOME(timeout)
OUTCOME(host_loop)
OUTCOME(crash)
OUTCOME(compile_error)
OUTCOME(early_exit)
OUTCOME(endless_output)
OUTCOME(frees_input)
OUTCOME(after_the_storm)
