// Launches: checks each against CUDA's limits, with CUDA's own error codes, and submits the grid to its
// stream.
#include "wgsim/launch.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <unordered_map>
#include <utility>

#include "memory/allocations.hpp"
#include "memory/shared_memory.hpp"
#include "program/device_variables.hpp"
#include "report/errors.hpp"
#include "report/findings.hpp"
#include "schedule/children.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/host_code.hpp"
#include "schedule/residency.hpp"
#include "schedule/scheduler.hpp"
#include "schedule/streams.hpp"
#include "state/simulation.hpp"
#include "wgsim/abi.h"

namespace wgsim {

/// What was set before a launch.
struct core::LaunchSettings {
  /// By <<<…>>> of a thread of a kernel, until the kernel's stub is called.
  std::unordered_map<const Thread*, std::optional<LaunchConfig>> configured_in_kernels;
  std::unordered_map<const void*, std::size_t> dynamic_shared;  ///< that a kernel may ask for
};

using namespace core;

namespace {

struct Refusal {
  cudaError_t error = cudaSuccess;
  Problem problem = {};
  Facts facts = {};
};

std::string text(dim3 d) {
  return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) + ")";
}

Refusal refuse_shape(const LaunchConfig& c) {
  const std::uint64_t threads = std::uint64_t(c.block.x) * c.block.y * c.block.z;
  const auto refused = [&](cudaError_t error, Problem problem) {
    return Refusal{
        error,
        problem,
        {{"grid", text(c.grid)}, {"block", text(c.block)}, {"threads", threads}, {"most", c.max_threads}}};
  };
  if (c.grid.x == 0 || c.grid.y == 0 || c.grid.z == 0)
    return refused(cudaErrorInvalidConfiguration, Problem::grid_without_blocks);
  if (threads == 0) return refused(cudaErrorInvalidConfiguration, Problem::block_without_threads);
  if (threads > 1024) return refused(cudaErrorInvalidConfiguration, Problem::too_many_threads);
  if (c.block.z > 64) return refused(cudaErrorInvalidConfiguration, Problem::block_too_deep);
  if (c.grid.x > 0x7fffffffu || c.grid.y > 65535 || c.grid.z > 65535)
    return refused(cudaErrorInvalidConfiguration, Problem::too_many_blocks);
  if (threads > std::uint64_t(c.max_threads))
    return refused(cudaErrorLaunchOutOfResources, Problem::over_launch_bounds);
  return {};
}

/// The linker of CUDA refuses more.
Refusal refuse_constants() {
  constexpr std::size_t kMost = 65536;
  const std::size_t bytes = constant_section().end - constant_section().begin;
  if (bytes <= kMost) return {};
  return {cudaErrorInvalidKernelImage, Problem::too_many_constants, {{"bytes", bytes}, {"most", kMost}}};
}

Refusal refuse_stream(const LaunchConfig& c) {
  const bool is_of_kernels = c.stream == cudaStreamTailLaunch || c.stream == cudaStreamFireAndForget;
  if (c.is_child ? is_child_stream(c.stream) : !is_of_kernels) return {};
  return {cudaErrorInvalidValue,
          c.is_child ? Problem::stream_of_host_in_kernel : Problem::stream_of_kernels_on_host};
}

/// A pointer among the arguments to what only the launching thread or its block has; 0: there is none.
std::uintptr_t find_private_pointer(const void* arguments, std::size_t bytes) {
  for (std::size_t i = 0; i + sizeof(std::uintptr_t) <= bytes; i += sizeof(std::uintptr_t)) {
    std::uintptr_t word;
    std::memcpy(&word, static_cast<const char*>(arguments) + i, sizeof word);
    if (!space.contains(word)) continue;
    if (const unsigned slot = space.slot_of(word); slot == kSharedSlot || space.is_of_stacks(slot))
      return word;
  }
  return 0;
}

Refusal refuse_child(const LaunchConfig& c, const void* arguments) {
  if (!c.is_child) return {};
  const std::uintptr_t pointer = find_private_pointer(arguments, c.argument_bytes);
  if (pointer == 0) return {};
  return {cudaErrorInvalidValue, space.slot_of(pointer) == kSharedSlot ? Problem::child_gets_shared_memory
                                                                       : Problem::child_gets_local_memory};
}

Refusal refuse(const LaunchConfig& c, const void* arguments) {
  if (Refusal r = refuse_stream(c); r.error != cudaSuccess) return r;
  if (Refusal r = refuse_child(c, arguments); r.error != cudaSuccess) return r;
  if (Refusal r = refuse_constants(); r.error != cudaSuccess) return r;
  if (Refusal r = refuse_shape(c); r.error != cudaSuccess) return r;
  const std::size_t allowed = allowed_dynamic_shared(c.function);
  if (c.dynamic_shared_bytes > allowed)
    return {cudaErrorInvalidValue,
            Problem::too_much_dynamic_shared,
            {{"bytes", c.dynamic_shared_bytes}, {"most", allowed}}};
  const std::uint64_t blocks = std::uint64_t(c.grid.x) * c.grid.y * c.grid.z;
  const std::uint64_t threads = std::uint64_t(c.block.x) * c.block.y * c.block.z;
  if (!c.cooperative) return {};
  const std::uint64_t fit = std::min<std::uint64_t>(
      simulation.scheduler->max_threads() / threads,
      std::uint64_t(simulation.options.multiprocessors) *
          std::uint64_t(blocks_per_multiprocessor(int(threads), c.dynamic_shared_bytes)));
  if (blocks <= fit) return {};
  return {cudaErrorCooperativeLaunchTooLarge,
          Problem::cooperative_grid_too_large,
          {{"blocks", blocks}, {"threads", threads}, {"most", fit}}};
}

/// The arguments of a launch, for when it runs.
std::shared_ptr<void> copy_of(const void* arguments, std::size_t bytes) {
  constexpr std::size_t kAlignment = 256;  // more than any type of CUDA needs
  void* const copy = std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  std::memcpy(copy, arguments, bytes);
  return {copy, &std::free};
}

}  // namespace

std::size_t core::allowed_dynamic_shared(const void* function) {
  const auto found = simulation.launch_settings->dynamic_shared.find(function);
  return found != simulation.launch_settings->dynamic_shared.end() ? found->second : kDefaultSharedBytes;
}

bool core::allow_dynamic_shared(const void* function, std::size_t bytes) {
  if (bytes > kMaxDynamicSharedBytes) return false;
  simulation.launch_settings->dynamic_shared[function] = std::max(bytes, kDefaultSharedBytes);
  return true;
}

void core::forget_dynamic_shared() { simulation.launch_settings->dynamic_shared.clear(); }

/// Reports why the launch can't be, and keeps the error.
static bool is_refused(const LaunchConfig& config, const void* arguments) {
  Refusal refusal = refuse(config, arguments);
  if (refusal.error == cudaSuccess) return false;
  refusal.facts.emplace_back("kernel", config.kernel);
  report(refusal.problem, std::move(refusal.facts), config.site);
  set_error(refusal.error);
  return true;
}

/// The host thread that runs the kernel has the device.
static void launch_in_kernel(LaunchConfig config, void (*thread_main)(void*), const void* arguments) {
  config.is_child = true;
  if (config.cooperative || config.argument_bytes == 0 || locks_device_memory())
    end_kernel(Problem::launch_in_kernel, {}, config.site, cudaErrorNotSupported);
  if (is_refused(config, arguments)) return;
  launch_child({config, thread_main, copy_of(arguments, config.argument_bytes)});
}

void launch(const LaunchConfig& config, void (*thread_main)(void*), void* arguments) {
  const InLibrary in_library;
  if (running.thread != nullptr) return launch_in_kernel(config, thread_main, arguments);
  const DeviceLock lock(config.site);
  if (sticky_error() != cudaSuccess) return;  // as in CUDA: nothing runs after a kernel that went wrong
  if (is_refused(config, arguments)) return;
  const std::string what = "The launch of " + std::string(config.kernel);
  if (const cudaError_t error = forbidden_by_capture(config.stream, Doing::work, what, config.site);
      error != cudaSuccess)
    return set_error(error);
  if (config.argument_bytes == 0) {
    finish_stream(config.stream);
    const Turn turn(Side::simulator);
    return run_with_children({config, thread_main, {arguments, [](void*) {}}});
  }
  const Grid grid{config, thread_main, copy_of(arguments, config.argument_bytes)};
  submit(config.stream,
         {what, config.site, [grid] { run_with_children(grid); }, {}, true, cudaGraphNodeTypeKernel});
}

// ---- The two halves of a launch ----------------------------------------------------------------------

static std::optional<LaunchConfig>& configured() {
  return running.thread == nullptr ? this_host_thread.launch
                                   : simulation.launch_settings->configured_in_kernels[running.thread];
}

void configure_launch(const LaunchConfig& config) {
  const InLibrary in_library;
  configured() = config;
}

void launch_configured(const KernelStub& stub, void (*thread_main)(void*), void* arguments) {
  const InLibrary in_library;
  if (!configured())
    unsupported("a kernel called like a function", "launch it with <<<grid, block>>>", Site{stub.name, 0});
  LaunchConfig config = *std::exchange(configured(), std::nullopt);
  config.kernel = stub.name;
  config.function = stub.function;
  config.max_threads = stub.max_threads;
  config.argument_bytes = stub.argument_bytes;
  launch(config, thread_main, arguments);
}

// ---- Which thread am I -------------------------------------------------------------------------------

unsigned lane_id() { return running.thread != nullptr ? running.thread->lane : 0; }
bool in_kernel() { return running.thread != nullptr; }

}  // namespace wgsim

void wgsim_configure(dim3 grid, dim3 block, std::size_t shared_bytes, void* stream, wgsim::Site site) {
  wgsim::LaunchConfig config;
  config.grid = grid;
  config.block = block;
  config.dynamic_shared_bytes = shared_bytes;
  config.stream = stream;
  config.site = site;
  wgsim::configure_launch(config);
}
