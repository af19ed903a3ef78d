#include "kit/bind.cuh"
#include "kit/operators.cuh"
#include "outcomes.cu"  // the submission
#include "outcomes.cuh"

WARPGRADE_TASK(pass) { outcomes::pass(args.in<int>(0), args.out<int>(0), int(args.n), args.stream); }
WARPGRADE_TASK(not_started) {
  outcomes::not_started(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(wrong_answer) {
  outcomes::wrong_answer(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(never_written) {
  outcomes::never_written(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(out_of_bounds) {
  outcomes::out_of_bounds(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(uninitialized_read) {
  outcomes::uninitialized_read(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(race) { outcomes::race(args.in<int>(0), args.out<int>(0), int(args.n), args.stream); }
WARPGRADE_TASK(order_dependence) {
  outcomes::order_dependence(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(other_bits) {
  outcomes::other_bits(args.in<float>(0), args.out<float>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(call_dependence) {
  outcomes::call_dependence(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(cause_first) {
  outcomes::cause_first(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
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
WARPGRADE_TASK(barrier_divergence) {
  outcomes::barrier_divergence(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(host_device_mixup) {
  outcomes::host_device_mixup(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(launch_error) {
  outcomes::launch_error(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(cuda_error) {
  outcomes::cuda_error(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(timeout) { outcomes::timeout(args.in<int>(0), args.out<int>(0), int(args.n), args.stream); }
WARPGRADE_TASK(host_loop) {
  outcomes::host_loop(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(crash) { outcomes::crash(args.in<int>(0), args.out<int>(0), int(args.n), args.stream); }
WARPGRADE_TASK(compile_error) {
  outcomes::compile_error(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(early_exit) {
  outcomes::early_exit(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(endless_output) {
  outcomes::endless_output(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(frees_input) {
  outcomes::frees_input(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
WARPGRADE_TASK(after_the_storm) {
  outcomes::after_the_storm(args.in<int>(0), args.out<int>(0), int(args.n), args.stream);
}
