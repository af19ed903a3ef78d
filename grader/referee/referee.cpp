// The referee: the trusted process that owns the arrays of a comparison on the GPU
// (judge/timing/comparison/comparison.hpp).
//
// Contestants run code that nobody has reviewed, so what they are given and what they hand back must not pass
// through their own processes. The referee makes inputs, poisons outputs, empties the L2 cache, and sums up
// outputs right after each call; the judge tells it when. It also runs the copy kernel, which shows what this
// GPU's memory can do at this moment.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <unistd.h>

#include <fmt/format.h>

#include "protocol/channel.hpp"
#include "protocol/referee_messages.hpp"
#include "protocol/runner_messages.hpp"
#include "protocol/shared_view.hpp"
#include "referee/arrays.hpp"
#include "referee/kernels.hpp"
#include "runner/occupy.hpp"

namespace warpgrade::referee {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostCopyBytes = std::size_t(512) << 20;  // more are no faster
constexpr std::size_t kFlushTimes = 4;                          // as large as the L2 cache
constexpr double kWarmUpSeconds = 0.3;                          // at most: then the clocks are up

protocol::Gpu look_at_gpu() {
  protocol::Gpu gpu;
  cudaDeviceProp properties{};
  require(cudaGetDeviceProperties(&properties, 0), "read the GPU's properties");
  int clock_khz = 0, width_bits = 0;
  require(cudaDeviceGetAttribute(&clock_khz, cudaDevAttrMemoryClockRate, 0), "read the memory's clock");
  require(cudaDeviceGetAttribute(&width_bits, cudaDevAttrGlobalMemoryBusWidth, 0), "read the memory's width");
  gpu.name = properties.name;
  gpu.l2_bytes = std::uint64_t(properties.l2CacheSize);
  gpu.memory_bytes = properties.totalGlobalMem;
  gpu.peak_bytes_per_ms = 2.0 * clock_khz * (width_bits / 8.0);  // twice a cycle; kHz is a millisecond's
  return gpu;
}

class Referee {
 public:
  explicit Referee(const protocol::Gpu& gpu)
      : flush_(kFlushTimes * std::max<std::size_t>(gpu.l2_bytes, std::size_t(1) << 20)),
        sink_(16),
        copy_from_(copy_size(gpu)),
        copy_to_(copy_from_.bytes()) {
    poison(flush_.data(), flush_.bytes(), 1);
    poison(copy_from_.data(), copy_from_.bytes(), 2);
    require(cudaEventCreate(&begin_), "make an event");
    require(cudaEventCreate(&end_), "make an event");
  }

  bool has_comparison() const { return arrays_.has_value(); }

  Json answer(const Json& message) {
    if (message.contains("open")) return open(message.at("open").get<protocol::OpenComparison>());
    if (message.contains("close")) {
      arrays_.reset();
      idle_since_ = Clock::now();
      return {{"closed", Json::object()}};
    }
    if (message.contains("copy")) return {{"copied", {{"event_ms", time_copy()}}}};
    if (!arrays_) throw std::runtime_error("there is no comparison");
    if (message.contains("begin")) {
      const Json& secrets = message.at("begin");
      arrays_->begin(secrets.at("seed").get<std::uint64_t>(), secrets.at("poison").get<std::uint64_t>());
      return {{"begun", {{"clock_mhz", measure_clock_mhz()}}}};
    }
    if (message.contains("stage")) {
      arrays_->stage(message.at("stage").at("contestant").get<std::size_t>());
      flush();
      return {{"staged", Json::object()}};
    }
    if (message.contains("sum"))
      return {{"summed", arrays_->sum(message.at("sum").at("contestant").get<std::size_t>())}};
    if (message.contains("compare")) {
      const Json& who = message.at("compare");
      return {{"compared",
               arrays_->compare(who.at("contestant").get<std::size_t>(), who.at("with").get<std::size_t>())}};
    }
    throw std::runtime_error("there is no such message: " + message.dump());
  }

 private:
  static std::size_t copy_size(const protocol::Gpu& gpu) {
    return std::min<std::size_t>(kMostCopyBytes, gpu.memory_bytes / 16);
  }

  Json open(const protocol::OpenComparison& request) {
    arrays_.reset();  // first: both may not fit
    const protocol::SharedView pool(request.shared_bytes);
    arrays_.emplace(request, pool.bytes().data());
    require_scratch_room(request);
    warm_up();
    return {{"opened", protocol::OpenedComparison{arrays_->lend(), 2 * copy_from_.bytes()}}};
  }

  /// Contestants need scratch memory, perhaps as much as an input and an output; without it they would fail
  /// through no fault of theirs.
  static void require_scratch_room(const protocol::OpenComparison& request) {
    std::size_t needed = 0, free = 0, total = 0;
    for (const protocol::TimedArray& array : request.inputs) needed += array.bytes;
    for (const protocol::TimedArray& array : request.outputs) needed += array.bytes;
    require(cudaMemGetInfo(&free, &total), "ask how much memory is free");
    if (free < needed)
      throw std::runtime_error(fmt::format(
          "{} MB of the GPU's {} MB are free beside the arrays of this comparison, and contestants may need "
          "{} MB as scratch memory: end what else uses this GPU, let the submission free what it "
          "allocates, or time with fewer elements",
          free >> 20, total >> 20, needed >> 20));
  }

  /// For as long as the GPU was idle.
  void warm_up() {
    const double idle = std::chrono::duration<double>(Clock::now() - idle_since_).count();
    for (double ms = 0; ms < 1e3 * std::min(idle, kWarmUpSeconds);) ms += time_copy();
  }

  /// Drives all other arrays out of the cache. It reads and does not write: written lines would have to go
  /// back to memory during the call that is timed.
  void flush() {
    const cudaError_t reset = cudaCtxResetPersistingL2Cache();
    if (reset == cudaErrorNotSupported)
      cudaGetLastError();  // before Ampere no lines can be made to stay
    else
      require(reset, "reset lines that are to stay in the cache");
    read_through(flush_.data(), flush_.bytes(), sink_.data());
    require(cudaDeviceSynchronize(), "empty the cache");
  }

  double time_copy() {
    flush();
    require(runner::occupy_gpu(nullptr), "launch a kernel of the referee");  // as contestants do
    require(cudaEventRecord(begin_), "record an event");
    copy(copy_from_.data(), copy_to_.data(), copy_from_.bytes());
    require(cudaEventRecord(end_), "record an event");
    require(cudaEventSynchronize(end_), "wait for the copy");
    float ms = 0;
    require(cudaEventElapsedTime(&ms, begin_, end_), "read the time between two events");
    return ms;
  }

  DeviceArray flush_, sink_, copy_from_, copy_to_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
  std::optional<ComparisonArrays> arrays_;
  Clock::time_point idle_since_;  ///< the clock's beginning, until there was a comparison
};

void serve(protocol::Channel& channel, Referee& referee) {
  // The time until it answers shows on the judge's clock. So it stays awake during a comparison, if there are
  // enough processors.
  const bool can_spin = std::thread::hardware_concurrency() >= 4;
  const auto wait = [&] {
    using Wait = protocol::Channel::Wait;
    return can_spin && referee.has_comparison() ? Wait::spinning : Wait::asleep;
  };
  while (const auto message = channel.receive(wait())) {
    Json reply;
    try {
      reply = referee.answer(*message);
    } catch (const std::exception& fault) {
      reply = {{"fault", fault.what()}};
    }
    channel.send(reply);
  }
}

}  // namespace
}  // namespace warpgrade::referee

int main() {
  using namespace warpgrade;
  using namespace warpgrade::referee;
#ifdef __linux__
  prctl(PR_SET_DUMPABLE, 0);  // other processes of this user must not look into this one's memory
#endif
  protocol::Channel channel(protocol::kSocket);
  protocol::Gpu gpu;
  std::unique_ptr<Referee> referee;
  try {
    gpu = look_at_gpu();
    referee = std::make_unique<Referee>(gpu);
  } catch (const std::exception& fault) {
    gpu.error = fault.what();
  }
  channel.send({{"ready", gpu}});
  if (referee) serve(channel, *referee);
  _exit(0);  // the GPU's memory goes with the process
}
