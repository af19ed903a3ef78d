// The face of the runner towards an exercise's bind.cu: how a task is called. Kept light, since it is
// compiled with every submission.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <cuda_runtime_api.h>

namespace warpgrade::kit {

/// One call of a task: device pointers, sizes, parameters. Outputs are poisoned, inputs are const.
struct Arguments {
  const char* op;  ///< operator name, as in the spec
  std::size_t n;
  const void* const* inputs;  ///< device pointers
  void* const* outputs;
  double (*parameter)(
      const char* name);  ///< a scalar of the case; ends the case if there is none of that name
  cudaStream_t stream;
  /// For tasks that are given a sort: brings n values into ascending order, from one array on the device into
  /// another one. The runner does it on the host; the copies are no work of the submission.
  void (*sort)(const std::uint32_t* from, std::uint32_t* to, std::size_t n, cudaStream_t stream);

  template <class T>
  const T* in(int i) const {
    return static_cast<const T*>(inputs[i]);
  }
  template <class T>
  T* out(int i) const {
    return static_cast<T*>(outputs[i]);
  }
};

using TaskFunction = void (*)(const Arguments&);

/// Registers a task under its name; the runner's main finds it there. file: the exercise's bind.cu.
struct TaskRegistration {
  TaskRegistration(const char* task, TaskFunction function, const char* file);
};

/// True if this build binds the task: all of them, or the one of -DWARPGRADE_ONLY_TASK="name".
constexpr bool is_bound(const char* task) {
#ifdef WARPGRADE_ONLY_TASK
  const char* only = WARPGRADE_ONLY_TASK;
  while (*only && *only == *task) ++only, ++task;
  return *only == *task;
#else
  return task != nullptr;
#endif
}

}  // namespace warpgrade::kit

/// WARPGRADE_TASK(name) { calls the task `name` with what `args` holds }. If the task is over an associative
/// operator, kit/bind_operator.cuh makes that call. A task that this build does not bind is not instantiated,
/// so a submission that lacks it still links.
#define WARPGRADE_TASK(task)                                                              \
  template <class>                                                                        \
  void task##_body(const ::warpgrade::kit::Arguments& args);                              \
  [[maybe_unused]] static const bool task##_registered = [](auto bound) {                 \
    if constexpr (decltype(bound)::value)                                                 \
      ::warpgrade::kit::TaskRegistration(#task, &task##_body<decltype(bound)>, __FILE__); \
    return decltype(bound)::value;                                                        \
  }(std::bool_constant<::warpgrade::kit::is_bound(#task)>{});                             \
  template <class>                                                                        \
  void task##_body([[maybe_unused]] const ::warpgrade::kit::Arguments& args)
