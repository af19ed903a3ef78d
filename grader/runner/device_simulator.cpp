// The simulator as a device. It sees each access, so arrays have their exact size and need no guard zones.
#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <wgsim/interrupted.hpp>
#include <wgsim/recording.hpp>
#include <wgsim/simulator.hpp>

#include "kit/probes.cuh"
#include "model/device_kind.hpp"
#include "model/element_type.hpp"
#include "runner/cuda_errors.hpp"
#include "runner/device.hpp"
#include "runner/registry.hpp"
#include "runner/sealed_operators.hpp"

namespace warpgrade::runner {
namespace {

/// The simulator's names are those of finding_kinds.def, or of verdicts.def.
Diagnosis diagnosis_of(wgsim::FindingKind kind) {
  static constexpr std::string_view kNames[] = {
#define X(name, title) #name,
#include "wgsim/finding_kinds.def"
#undef X
  };
  const std::string_view name = kNames[std::size_t(kind)];
  if (const auto known = finding_kind_from_string(name)) return *known;
  return verdict_from_string(name).value();
}

/// Of all kernels, or of those that are named. A name stands for all instances of a template.
wgsim::Counters counters_of(const wgsim::Costs& costs, const std::vector<std::string>& kernels) {
  if (kernels.empty()) return costs.total;
  wgsim::Counters sum;
  for (const wgsim::KernelCosts& kernel : costs.kernels)
    if (std::ranges::count(kernels, kernel.kernel.substr(0, kernel.kernel.find('<'))) > 0)
      sum += kernel.counters;
  return sum;
}

/// given_sort: the elements that it has sorted.
void add_costs(const wgsim::Costs& costs, const wgsim::Counters& counters, const wgsim::HostWork& host,
               std::uint64_t given_sort, protocol::Outcome& outcome) {
#define WARPGRADE_TRACED_COST(name, ...)  // not the simulator's to count
#define WARPGRADE_COUNTED_COST(name, figure, ...) outcome.cost[#name] = double(figure);
#define WARPGRADE_HOST_COST WARPGRADE_COUNTED_COST
#include "model/costs.def"
#undef WARPGRADE_TRACED_COST
#undef WARPGRADE_COUNTED_COST
#undef WARPGRADE_HOST_COST
  for (const wgsim::LineCosts& line : costs.lines)
    if (line.line > 0 && outcome.hot_lines.size() < kMostHotLines) outcome.hot_lines.push_back(line);
}

Finding to_finding(const wgsim::Finding& seen) {
  Finding finding = make_finding(diagnosis_of(seen.kind), seen.message, seen.remedy);
  finding.place = seen.place;
  finding.other = seen.other;
  finding.event = seen.event;
  return finding;
}

Recording to_recording(wgsim::Recording&& seen) {
  Recording recording;
  recording.launches = std::move(seen.launches);
  for (const wgsim::RecordedArray& array : seen.arrays) recording.arrays.push_back({array});
  recording.lines = std::move(seen.lines);
  recording.events = std::move(seen.events);
  recording.cut = seen.cut;
  return recording;
}

/// Folders of headers. A finding in one of them, as in an operator, is reported at the line of the student
/// that called it.
std::vector<std::string> library_folders() {
  const std::string ours = wgsim::kHeadersInDebugInformation;
  std::vector<std::string> folders = {ours + "/include/", ours + "/grader/"};
  if (!exercise_folder().empty()) folders.push_back(exercise_folder());  // a program has none
  return folders;
}

class Simulator final : public Device {
 public:
  void describe(protocol::Hello& hello) override {
    hello.device_kind = hello.device_name = to_string(DeviceKind::simulator);
  }

  cudaStream_t stream() override {
    // This stream is not ordered with the default stream, so work that was not given the stream is found.
    if (!stream_) require(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "make a stream");
    return stream_;
  }

  void begin(const protocol::Call& call) override {
    const protocol::CallOptions& asked = call.options;
    wgsim::Options options;  // not those that are there: the submission's own initialisers came before
    options.order = asked.order;
    options.order_seed = asked.order_seed;
    options.resident_blocks =
        asked.resident_blocks > 0 ? asked.resident_blocks : wgsim::Options().resident_blocks;
    options.multiprocessors = asked.multiprocessors;
    options.oldest_block_is_slow = asked.oldest_block_is_slow;
    options.watch_some_blocks = asked.watch_some_blocks;
    options.stream_order = wgsim::stream_order_of(asked.order, asked.order_seed);
    options.allow_same_value_races = asked.allow_same_value_races;
    options.fair_turns = call.task.op == kit::kTracedOperator;
    options.strict_barriers = asked.strict_barriers;
    options.count = asked.count || asked.record;
    options.tally = asked.tally;
    options.record = asked.record;
    nodes_to_record_ = asked.record && call.task.op == kit::kTracedOperator ? elements_of(call.inputs) : 0;
    options.watch_host = !call.outputs.empty();
    kernels_ = asked.kernels;
    options.library_folders = library_folders();
    wgsim::set_options(options);
    wgsim::take_findings();
    wgsim::take_costs();
    wgsim::take_host_work();
    given_sort_ = 0;
    cudaGetLastError();
  }

  void* allocate(const protocol::Buffer& buffer, Role role, std::span<const std::byte> contents) override {
    const std::size_t element = ElementType::parse(buffer.type).size();
    const bool empty = contents.empty();
    const std::size_t bytes = empty ? element : contents.size();
    void* base = nullptr;
    require(cudaMalloc(&base, bytes), "allocate " + buffer.name);
    wgsim::name_allocation(base, buffer.name.c_str(), element);
    allocations_.push_back({buffer.name, base, role, contents.size(), element});
    if (empty) {
      wgsim::mark_empty(base);
      return base;
    }
    require(cudaMemcpy(base, contents.data(), bytes, cudaMemcpyHostToDevice), "fill " + buffer.name);
    wgsim::take_host_work();  // this was no work of the task
    if (role == Role::input)
      wgsim::mark_read_only(base);
    else
      wgsim::mark_uninitialized(base, bytes);
    wgsim::fill_by_stream(stream(), base);
    return base;
  }

  void start(const void* own_frames) override {
    if (nodes_to_record_ > 0) record_sealed(nodes_to_record_, &wgsim::record_application);
    wgsim::take_recording();  // of the call before
    wgsim::lock_device_memory(own_frames);
  }

  void stop() override { wgsim::unlock_device_memory(); }

  void begin_own_work(std::size_t elements) override {
    work_of_submission_ = wgsim::take_host_work();
    given_sort_ += elements;
  }
  void end_own_work() override { wgsim::put_host_work(work_of_submission_); }

  void check(protocol::Outcome& outcome) override {
    wgsim::finish_only(stream_);
    const cudaError_t error = cudaGetLastError();
    take_findings(outcome);
    if (outcome.findings.empty() && (error == cudaSuccess || error == cudaErrorNotReady)) {
      wgsim::report_leaks();  // else the call may have been cut short
      take_findings(outcome);
    }
    const wgsim::HostWork host = wgsim::take_host_work();
    outcome.host = {host, outputs_from_host()};
    if (wgsim::options().count || wgsim::options().tally) {
      const wgsim::Costs costs = wgsim::take_costs();
      add_costs(costs, counters_of(costs, kernels_), host, given_sort_, outcome);
    }
    take_recording(outcome);
    if (outcome.findings.empty() && error != cudaSuccess && error != cudaErrorNotReady)
      outcome.findings.push_back(explain_cuda_error(error));
    outcome.must_restart |= cudaDeviceSynchronize() != cudaSuccess;  // it was sticky
  }

  bool download(const void* array, std::span<std::byte> contents, protocol::Outcome& outcome) override {
    if (contents.empty()) return true;
    const cudaError_t error = cudaMemcpy(contents.data(), array, contents.size(), cudaMemcpyDeviceToHost);
    wgsim::take_findings();  // about this copy, not about the submission's code
    if (error == cudaSuccess) return true;
    outcome.findings.push_back(freed_by_submission(array));
    outcome.must_restart = true;
    return false;
  }

  nlohmann::json take_part(const nlohmann::json& message) override {
    throw DeviceFault("it has no times, and does not know the message " + message.dump());
  }

  void end(protocol::Outcome&) override {
    for (const Allocation& allocation : allocations_) cudaFree(allocation.base);
    allocations_.clear();
    wgsim::take_findings();
  }

  void take_recording(protocol::Outcome& outcome) override {
    if (wgsim::options().record) outcome.recording = to_recording(wgsim::take_recording());
  }

  bool open_page(const void* address, bool writes) override {
    return wgsim::open_managed_page(address, writes);
  }

  void take_findings(protocol::Outcome& outcome) override {
    for (const wgsim::Finding& seen : wgsim::take_findings())
      (wgsim::is_warning(seen.kind) ? outcome.warnings : outcome.findings).push_back(to_finding(seen));
  }

  bool can_say_where(const void* context) override { return !wgsim::interrupted_in_c_library(context); }
  std::optional<Finding> where_is_it_now() override { return to_finding(wgsim::where_is_it_now()); }

 private:
  struct Allocation {
    std::string name;
    void* base;
    Role role;
    std::size_t bytes, element;
  };

  static void require(cudaError_t error, const std::string& what) {
    if (error != cudaSuccess)
      throw DeviceFault("the simulator can't " + what + ": " + cudaGetErrorString(error));
  }

  static std::uint32_t elements_of(const std::vector<protocol::Buffer>& arrays) {
    std::uint64_t elements = 0;
    for (const protocol::Buffer& array : arrays) elements += array.count;
    return std::uint32_t(elements);
  }

  std::vector<protocol::FromHost> outputs_from_host() const {
    std::vector<protocol::FromHost> found;
    for (const Allocation& a : allocations_)
      if (const wgsim::FromHost host = wgsim::from_host(a.base, a.bytes);
          a.role == Role::output && host.bytes > 0)
        found.push_back({a.name, host.first / a.element, host.bytes});
    return found;
  }

  Finding freed_by_submission(const void* array) const {
    Finding finding = make_finding(FindingKind::api_misuse, "");
    for (const Allocation& allocation : allocations_)
      if (allocation.base == array) finding.message = allocation.name + " was freed by the task.";
    finding.remedy = "Free only what the task has allocated itself: its arguments belong to the caller.";
    return finding;
  }

  cudaStream_t stream_ = nullptr;
  std::vector<std::string> kernels_;   ///< that are counted; empty: all
  std::uint32_t nodes_to_record_ = 0;  ///< the inputs of a call whose elements know where they come from
  std::vector<Allocation> allocations_;
  wgsim::HostWork work_of_submission_;  ///< until end_own_work()
  std::uint64_t given_sort_ = 0;        ///< elements that the task has had sorted in this call
};

}  // namespace

std::unique_ptr<Device> make_device() { return std::make_unique<Simulator>(); }

}  // namespace warpgrade::runner
