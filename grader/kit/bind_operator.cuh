// For the bind.cu of an exercise over an associative operator.
#pragma once

#include "kit/bind.cuh"
#include "kit/operators.cuh"

namespace warpgrade::kit {

/// Calls task(in, out, n, identity, op, stream) with the operator of the case, over one of the types.
template <class... Ts, class Task>
void call_with_operator(Types<Ts...> types, const Arguments& args, Task task) {
  with_operator(types, args.op, [&](auto op, auto identity) {
    using T = decltype(identity);
    task(args.in<T>(0), args.out<T>(0), args.n, identity, op, args.stream);
  });
}

}  // namespace warpgrade::kit
