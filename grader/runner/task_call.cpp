#include "runner/task_call.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <typeinfo>

#include <warpgrade/cuda_check.cuh>

#include "runner/called_by_submission.hpp"
#include "runner/cuda_errors.hpp"
#include "runner/device.hpp"
#include "runner/given_sort.hpp"
#include "runner/registry.hpp"

namespace warpgrade::runner {
namespace {

const TaskCall* call_with_parameters = nullptr;  // for parameter(), which bind.cu gets as a plain function

constexpr std::size_t kMostCharacters = 64, kMostArrays = 32;

/// Zeros behind them: a text ends with one.
template <class T, std::size_t kMost>
struct Copies {
  T values[kMost] = {};

  template <class Range>
  explicit Copies(const Range& range) {
    if (range.size() >= kMost)
      throw DeviceFault("a task has too many arrays, or too long an operator's name");
    std::copy(range.begin(), range.end(), values);
  }
};

double parameter(const char* name) {
  const CalledBySubmission called;
  const auto found = call_with_parameters->task.parameters.find(name);
  if (found == call_with_parameters->task.parameters.end())
    throw DeviceFault(std::string("bind.cu asks for the parameter '") + name +
                      "', which the oracle does not give");
  return found->second;
}

/// WARPGRADE_CHECK in the submission saw an error before the runner could.
Finding to_finding(const CudaError& error) {
  Finding finding = explain_cuda_error(error.error());
  finding.place.file = error.file();
  finding.place.line = error.line();
  return finding;
}

Finding thrown(const std::string& what, const std::string& remedy) {
  Finding finding;
  finding.verdict = Verdict::crash;
  finding.message = "The task threw " + what + ".";
  finding.remedy = remedy;
  return finding;
}

std::string type_name(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : type.name();
}

/// The submission runs while it lives.
class Started {
 public:
  Started(Device& device, const void* own_frames) : device_(device) { device_.start(own_frames); }
  ~Started() { device_.stop(); }
  Started(const Started&) = delete;

 private:
  Device& device_;
};

/// The simulator locks what lies more than a page above the frame of start(), so that the runner's own frames
/// lie further away.
[[gnu::noinline]] void call_from_afar(Device& device, kit::TaskFunction function,
                                      const kit::Arguments& arguments, const void* own_frames) {
  constexpr std::size_t kFar = std::size_t(3) << 16;
  [[maybe_unused]] volatile std::byte between[kFar];
  between[0] = std::byte{};
  const Started started(device, own_frames);
  function(arguments);
}

}  // namespace

TaskCall make_task_call(const protocol::Task& task, cudaStream_t stream) {
  const kit::TaskFunction function = find_task(task.name);
  if (!function) throw DeviceFault("bind.cu has no WARPGRADE_TASK(" + task.name + ")");
  return {.function = function, .task = task, .inputs = {}, .outputs = {}, .stream = stream};
}

/// Its frame holds what bind.cu reads; those of its callers are the runner's own.
[[gnu::noinline]] void call_task(Device& device, const TaskCall& call, protocol::Outcome& outcome) {
  // On the stack: bind.cu is part of the submission, and may not look into the runner's heap.
  const Copies<char, kMostCharacters> op(call.task.op);
  const Copies<const void*, kMostArrays> inputs(call.inputs);
  const Copies<void*, kMostArrays> outputs(call.outputs);
  const kit::Arguments arguments{
      op.values,   std::size_t(call.task.n), inputs.values, outputs.values, &parameter, call.stream,
      &sort_values};
  give_sort(device);
  call_with_parameters = &call;
  try {
    call_from_afar(device, call.function, arguments, __builtin_frame_address(0));
  } catch (const DeviceFault&) {
    throw;
  } catch (const CudaError& error) {
    outcome.findings.push_back(to_finding(error));
  } catch (const std::exception& error) {
    outcome.findings.push_back(
        thrown(type_name(typeid(error)) + ": " + error.what(), "A task must not let an exception escape."));
  } catch (...) {
    outcome.findings.push_back(thrown("an exception", "A task must not let one escape."));
  }
}

}  // namespace warpgrade::runner
