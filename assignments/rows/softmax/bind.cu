// How the runner calls the tasks of this exercise.
#include <cstring>

#include "kit/bind.cuh"
#include "rules.cuh"
#include "softmax.cu"  // the submission; the build says in which folder
#include "softmax.cuh"

namespace {

/// Calls task(in, out, rows, columns, pitch, rule, stream) with the rule of the case.
template <class Task>
void with_rule(const warpgrade::kit::Arguments& args, Task task) {
  const auto call = [&](auto rule) {
    using Rule = decltype(rule);
    task(args.in<typename Rule::Element>(0), args.out<typename Rule::Result>(0), int(args.parameter("rows")),
         int(args.parameter("columns")), std::size_t(args.parameter("pitch")), rule, args.stream);
  };
  if (std::strcmp(args.op, "checksum") == 0)
    call(softmax_rules::Checksum());
  else
    call(softmax::OnlineSoftmax());
}

}  // namespace

WARPGRADE_TASK(three_passes) {
  softmax::three_passes(args.in<float>(0), args.out<float>(0), int(args.parameter("rows")),
                        int(args.parameter("columns")), std::size_t(args.parameter("pitch")), args.stream);
}
WARPGRADE_TASK(online) {
  with_rule(args, [](auto... a) { softmax::online(a...); });
}
WARPGRADE_TASK(long_rows) {
  with_rule(args, [](auto... a) { softmax::long_rows(a...); });
}
