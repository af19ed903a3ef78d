// A work queue in one function.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace warpgrade::system {

/// Calls work(worker, i) for every i in [0, count), in order, from up to `workers` threads numbered from 0.
/// After an exception no more is begun, and the first one is thrown here once all threads have ended.
inline void parallel_for(int workers, std::size_t count,
                         const std::function<void(std::size_t worker, std::size_t i)>& work) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto loop = [&](std::size_t worker) {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(worker, i);
      } catch (...) {
        const std::lock_guard lock(failure_mutex);
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
  };
  std::vector<std::thread> others;
  for (std::size_t worker = 1; worker < std::min(std::size_t(std::max(workers, 1)), count); ++worker) {
    try {
      others.emplace_back(loop, worker);
    } catch (const std::system_error&) {
      break;  // no more threads to be had: those that run do the work
    }
  }
  loop(0);
  for (std::thread& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace warpgrade::system
