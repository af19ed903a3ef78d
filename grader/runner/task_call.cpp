#include "runner/task_call.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <typeinfo>

#include <warpgrade/cuda_check.cuh>

#include "runner/cuda_errors.hpp"
#include "runner/device.hpp"
#include "runner/registry.hpp"

namespace warpgrade::runner {
namespace {

const TaskCall* call_with_parameters = nullptr;  // for parameter(), which bind.cu gets as a plain function

double parameter(const char* name) {
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
  return make_finding(Verdict::crash, "The task threw " + what + ".", remedy);
}

std::string type_name(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : type.name();
}

// ---- The sort that a task may be given (kit::Arguments::sort) ----------------------------------------
// It works on the host: nothing here is timed, and there is no kernel in it that an exercise asks for.

Device* given_to = nullptr;  ///< the device of the call that runs

/// The runner works while it lives, and not the submission that has called it.
class OwnWork {
 public:
  explicit OwnWork(std::size_t elements) { given_to->begin_own_work(elements); }
  ~OwnWork() { given_to->end_own_work(); }
  OwnWork(const OwnWork&) = delete;
};

/// Throws CudaError.
void sort_values(const std::uint32_t* from, std::uint32_t* to, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  const OwnWork own_work(n);
  const std::size_t bytes = n * sizeof(std::uint32_t);
  std::vector<std::uint32_t> values(n);
  WARPGRADE_CHECK(cudaMemcpyAsync(values.data(), from, bytes, cudaMemcpyDeviceToHost, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  std::ranges::sort(values);
  WARPGRADE_CHECK(cudaMemcpyAsync(to, values.data(), bytes, cudaMemcpyHostToDevice, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
}

// ---- The call ----------------------------------------------------------------------------------------

/// The submission runs while it lives.
class Started {
 public:
  Started(Device& device, const void* own_frames) : device_(device) { device_.start(own_frames); }
  ~Started() { device_.stop(); }
  Started(const Started&) = delete;

 private:
  Device& device_;
};

}  // namespace

TaskCall make_task_call(const protocol::Task& task, cudaStream_t stream) {
  const kit::TaskFunction function = find_task(task.name);
  if (!function) throw DeviceFault("bind.cu has no WARPGRADE_TASK(" + task.name + ")");
  return {.function = function, .task = task, .inputs = {}, .outputs = {}, .stream = stream};
}

/// Its frame holds what bind.cu reads; those of its callers are not the submission's.
[[gnu::noinline]] void call_task(Device& device, const TaskCall& call, protocol::Outcome& outcome) {
  const std::string op = call.task.op;
  const kit::Arguments arguments{
      op.c_str(),  std::size_t(call.task.n), call.inputs.data(), call.outputs.data(), &parameter, call.stream,
      &sort_values};
  given_to = &device;
  call_with_parameters = &call;
  try {
    const Started started(device, __builtin_frame_address(0));
    call.function(arguments);
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
