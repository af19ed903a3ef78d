// An NVIDIA GPU as a device. It does not see stray accesses that stay inside the memory of the process, so
// each array lies between two guard zones: what was written there is found after the call, and what is read
// from there is nonsense and spoils the result.
//
// Under compute-sanitizer that would hide what its tools look for: a stray access is no error to memcheck
// where it hits a guard zone, nor a read of an output one to initcheck if poison was written there. So a call
// with `exact_arrays` gets each array as cudaMalloc gives it, of just its size, and only inputs are filled;
// and outputs that may be left unwritten at their end, since the copy back reads that too.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/device_kind.hpp"
#include "runner/contestant.hpp"
#include "runner/cuda_errors.hpp"
#include "runner/cuda_launches.hpp"
#include "runner/device.hpp"
#include "runner/dirty_shared.hpp"

namespace warpgrade::runner {
namespace {

constexpr std::size_t guard_bytes = std::size_t(64) << 10;  // a multiple of 256 keeps arrays aligned

/// What the guard zones of the k-th array are filled with: as floats they are huge, no two words are equal,
/// and no two arrays have the same at the same place, or a copy from guard to guard would not be seen.
std::vector<std::byte> guard_pattern(std::size_t array) {
  std::vector<std::byte> bytes(guard_bytes);
  for (std::size_t i = 0; i < guard_bytes; i += sizeof(std::uint32_t)) {
    const std::uint32_t mixed = std::uint32_t(i + array * guard_bytes) * 2654435761u;
    const std::uint32_t word = 0x7B000000u | mixed >> 8;
    std::memcpy(&bytes[i], &word, sizeof word);
  }
  return bytes;
}

/// One array between its guard zones; an exact one has none, and its pattern is empty.
struct GuardedArray {
  std::string name;
  std::byte* allocation = nullptr;
  std::size_t bytes = 0;
  std::vector<std::byte> pattern;
  std::byte* begin() const { return allocation + pattern.size(); }
  std::byte* end() const { return begin() + bytes; }
};

class Gpu final : public Device {
 public:
  Gpu() {
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0)
      throw DeviceFault(std::string("No usable NVIDIA GPU: ") +
                        (error != cudaSuccess ? cudaGetErrorString(error) : "none is installed"));
    require(cudaSetDevice(0), "use the first GPU");
    require(cudaStreamCreate(&stream_), "make a stream");
    // Scratch memory from cudaMallocAsync stays with the process, so that it costs microseconds.
    cudaMemPool_t pool;
    require(cudaDeviceGetDefaultMemPool(&pool, 0), "find the memory pool");
    std::uint64_t keep_all = UINT64_MAX;
    require(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep_all),
            "set up the memory pool");
  }

  void describe(protocol::Hello& hello) override {
    cudaDeviceProp properties{};
    require(cudaGetDeviceProperties(&properties, 0), "read the GPU's properties");
    int driver = 0, runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    const auto version = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
    hello.device_kind = to_string(DeviceKind::cuda);
    hello.device_name = properties.name;
    hello.facts["compute_capability"] =
        std::to_string(properties.major) + "." + std::to_string(properties.minor);
    hello.facts["multiprocessors"] = std::to_string(properties.multiProcessorCount);
    hello.facts["driver_supports_cuda"] = version(driver);
    hello.facts["cuda_runtime"] = version(runtime);
  }

  cudaStream_t stream() override { return stream_; }

  void begin(const protocol::Call& call) override {
    exact_arrays_ = call.options.exact_arrays;
    cudaGetLastError();
    forget_launches();
  }

  void* allocate(const protocol::Buffer& buffer, Role role, std::span<const std::byte> contents) override {
    GuardedArray& array = arrays_.emplace_back();
    array.name = buffer.name;
    array.bytes = contents.size();
    if (!exact_arrays_) array.pattern = guard_pattern(arrays_.size());
    void* allocation = nullptr;
    require(cudaMalloc(&allocation, array.bytes + 2 * array.pattern.size()), "allocate " + buffer.name);
    array.allocation = static_cast<std::byte*>(allocation);
    upload(array.allocation, array.pattern);
    if (!exact_arrays_ || role == Role::input || buffer.open_ended) upload(array.begin(), contents);
    upload(array.end(), array.pattern);
    return array.begin();
  }

  void make_dirty() override {
    if (!exact_arrays_) require(dirty_shared_memory(stream_), "fill shared memory");
  }

  void check(protocol::Outcome& outcome) override {
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t finished = cudaDeviceSynchronize();
    cudaGetLastError();
    const cudaError_t error = launched != cudaSuccess && launched != cudaErrorNotReady ? launched : finished;
    if (const std::optional<Finding> refused = explain_refused_launch())
      outcome.findings.push_back(*refused);
    else if (error != cudaSuccess)
      outcome.findings.push_back(explain_cuda_error(error));
    if (cudaDeviceSynchronize() != cudaSuccess) {  // still there: the context is lost
      outcome.must_restart = true;
      return;
    }
    if (exact_arrays_) return;
    for (const GuardedArray& array : arrays_) check_guards(array, outcome);
  }

  bool download(const void* array, std::span<std::byte> contents, protocol::Outcome& outcome) override {
    if (contents.empty()) return true;
    const cudaError_t error = cudaMemcpy(contents.data(), array, contents.size(), cudaMemcpyDeviceToHost);
    if (error == cudaSuccess) return true;
    outcome.findings.push_back(explain_cuda_error(error));
    outcome.must_restart = true;
    return false;
  }

  nlohmann::json take_part(const nlohmann::json& message) override {
    if (!contestant_) contestant_ = std::make_unique<Contestant>(*this);
    return contestant_->answer(message);
  }

  void end(protocol::Outcome&) override {
    for (const GuardedArray& array : arrays_) cudaFree(array.allocation);
    arrays_.clear();
    cudaGetLastError();
  }

 private:
  static void upload(std::byte* to, std::span<const std::byte> bytes) {
    if (!bytes.empty())
      require(cudaMemcpy(to, bytes.data(), bytes.size(), cudaMemcpyHostToDevice), "fill an array");
  }

  /// The first and the last byte of a guard zone that were overwritten.
  struct Damage {
    std::size_t first = guard_bytes, last = 0;
    bool found() const { return first < guard_bytes; }
  };
  static Damage look_at_guard(const std::byte* guard, const std::vector<std::byte>& pattern) {
    std::vector<std::byte> now(guard_bytes);
    require(cudaMemcpy(now.data(), guard, guard_bytes, cudaMemcpyDeviceToHost), "read a guard zone");
    Damage damage;
    for (std::size_t i = 0; i < guard_bytes; ++i) {
      if (now[i] == pattern[i]) continue;
      damage.first = std::min(damage.first, i);
      damage.last = i;
    }
    return damage;
  }

  static void check_guards(const GuardedArray& array, protocol::Outcome& outcome) {
    const auto report = [&](std::size_t distance, const std::string& where) {
      Finding finding;
      finding.verdict = Verdict::out_of_bounds;
      finding.message = "Memory up to " + std::to_string(distance) + " bytes " + where + " of " + array.name +
                        " was written.";
      finding.remedy =
          "Check each index against n. The simulator (--device simulator) names the line and the thread.";
      outcome.findings.push_back(std::move(finding));
    };
    const Damage before = look_at_guard(array.allocation, array.pattern);
    const Damage after = look_at_guard(array.end(), array.pattern);
    if (before.found()) report(guard_bytes - before.first, "before the beginning");
    if (after.found()) report(after.last + 1, "past the end");
  }

  cudaStream_t stream_ = nullptr;
  std::unique_ptr<Contestant> contestant_;  ///< from the first time that a task is timed
  std::vector<GuardedArray> arrays_;
  bool exact_arrays_ = false;
};

}  // namespace

std::unique_ptr<Device> make_device() { return std::make_unique<Gpu>(); }

}  // namespace warpgrade::runner
