#include "runner/applications.hpp"

#include <atomic>

#include "kit/traced.cuh"

namespace warpgrade::runner {
namespace {

std::atomic<std::uint64_t> applications = 0;  // a task may have host threads of its own

}  // namespace

std::uint64_t take_applications() { return applications.exchange(0); }

}  // namespace warpgrade::runner

void warpgrade::kit::count_application() { runner::applications.fetch_add(1, std::memory_order_relaxed); }
