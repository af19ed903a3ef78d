// Where a Thrust algorithm runs. On the host: as written. On the device: in a kernel of one thread, so that
// each access is checked as those of any kernel are; results are as Thrust documents them, steps and traffic
// are not. A kernel that calls an algorithm runs it in the calling thread.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <new>
#include <type_traits>

#include "../../wgsim/one_thread.h"

namespace thrust {

// ---- Policies: the first argument of an algorithm, if there is one ------------------------------------
namespace detail {

enum class Where { anywhere, host, device };

struct policy {};

struct host_policy : policy {
  static constexpr Where where = Where::host;
  cudaStream_t stream = nullptr;
};

struct device_policy : policy {
  static constexpr Where where = Where::device;
  cudaStream_t stream = nullptr;

  device_policy on(cudaStream_t other) const {
    device_policy copy;
    copy.stream = other;
    return copy;
  }
  template <class Allocator>
  device_policy operator()(Allocator&&) const {
    return *this;
  }
};

/// thrust::seq: in the thread that calls.
struct sequential_policy : host_policy {};

template <class T>
constexpr bool is_policy = std::is_base_of_v<policy, std::remove_cv_t<std::remove_reference_t<T>>>;

}  // namespace detail

inline constexpr detail::host_policy host{};
inline constexpr detail::device_policy device{};
inline constexpr detail::sequential_policy seq{};

namespace cuda {
inline constexpr detail::device_policy par{};
inline constexpr detail::device_policy par_nosync{};
}  // namespace cuda
namespace system {
namespace cuda {
using thrust::cuda::par;
}
}  // namespace system

// ---- Where do the elements of an iterator lie? -----------------------------------------------------------
namespace detail {

/// An iterator of Thrust's says it by a member; all others are of the host.
template <class T, class = void>
constexpr Where where_of = Where::host;
template <class T>
constexpr Where where_of<T, std::void_t<decltype(T::where)>> = T::where;

/// Of iterators that are read together.
template <class... T>
constexpr Where where_of_all() {
  if (((where_of<T> == Where::device) || ...)) return Where::device;
  if (((where_of<T> == Where::host) || ...)) return Where::host;
  return Where::anywhere;
}

/// libstdc++ takes a function pointer for an iterator.
template <class T, class = void>
constexpr bool is_iterator = false;
template <class T>
constexpr bool is_iterator<T, std::void_t<typename std::iterator_traits<T>::iterator_category>> =
    !std::is_function_v<std::remove_pointer_t<T>>;

template <class T>
using if_policy_or_iterator = std::enable_if_t<is_policy<T> || is_iterator<std::decay_t<T>>>;

/// The policy of a call without one. Only iterators count: a functor or a value says nothing. Iterators that
/// compute their elements belong to the device, unless there is one of the host beside them.
template <class... T>
constexpr auto policy_of() {
  constexpr bool some_device = ((where_of<T> == Where::device) || ...);
  constexpr bool some_anywhere = ((where_of<T> == Where::anywhere) || ...);
  constexpr bool some_host = ((is_iterator<T> && where_of<T> == Where::host) || ...);
  if constexpr (some_device || (some_anywhere && !some_host))
    return device_policy{};
  else
    return host_policy{};
}

// ---- Running ------------------------------------------------------------------------------------------

/// work() is a closure that holds all that it reads by value.
template <class Policy, class Work>
void run(const Policy& policy, const char* name, Work work) {
  if constexpr (Policy::where == Where::device)
    wgsim::run_on_device(name, policy.stream, work);
  else
    work();
}

/// Memory where the algorithm runs, for `count` elements, until the end of the scope. In a kernel it is of
/// the heap of kernels.
template <class T, class Policy>
class scratch {
 public:
  scratch(const Policy&, std::size_t count)
      : on_device_(Policy::where == Where::device && !wgsim::in_kernel()) {
    const std::size_t bytes = count == 0 ? 1 : count * sizeof(T);
    if (on_device_)
      cudaMalloc(reinterpret_cast<void**>(&data_), bytes);
    else
      data_ = static_cast<T*>(std::malloc(bytes));
  }
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;
  ~scratch() {
    if (on_device_)
      cudaFree(data_);
    else
      std::free(data_);
  }
  T* get() const { return data_; }

 private:
  bool on_device_;
  T* data_ = nullptr;
};

/// What work() returns, where the caller can read it.
template <class Policy, class Work>
auto run_for_result(const Policy& policy, const char* name, Work work) {
  if constexpr (Policy::where == Where::device)
    return wgsim::result_of_device(name, policy.stream, work);
  else
    return std::decay_t<decltype(work())>(work());
}

}  // namespace detail
}  // namespace thrust
