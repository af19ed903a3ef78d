// The runner: the process that holds a submission.
//
// Theory of operation. A submission is code that nobody has reviewed, so it runs in a process that knows
// nothing worth stealing: no expected values, no oracle, no other case's data. Everything it needs for one
// case arrives on a socket (what to call) and in shared memory (the inputs' bytes), and everything it gives
// back is bytes in that memory and an outcome (findings, costs, time) on the socket. The judge on the other
// side decides.
//
//   1. The judge starts this program; it greets with the tasks that bind.cu registered and with its device.
//   2. For each call: device arrays are made, guarded on both sides; inputs are filled, outputs poisoned; the
//      task is called; the device is waited for and asked what went wrong; inputs are compared with what they
//      were (they are const); outputs go into the shared memory.
//   3. After an error that CUDA calls sticky this process can't run another case. It says so, and the judge
//      starts a fresh one. So it is with a crash, a hang or an exit(): each costs one case.
//
// What the submission can break is its own process only: crashes and closed sockets are the judge's to
// explain. A few ends are better explained from inside, because the simulator knows the place: the time limit
// (a signal), exit() (an exit handler) and exceptions.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <sys/mman.h>
#include <typeinfo>
#include <unistd.h>
#include <vector>

#include <warpgrade/cuda_check.cuh>

#include "model/element_type.hpp"
#include "runner/applications.hpp"
#include "runner/channel.hpp"
#include "runner/cuda_errors.hpp"
#include "runner/device.hpp"
#include "runner/last_words.hpp"
#include "runner/protocol.hpp"
#include "runner/registry.hpp"
#include "runner/watchdog.hpp"

namespace warpgrade::runner {
namespace {

using Json = nlohmann::json;

/// What signal and exit handlers need to know of the call that is running. There is one at a time.
struct Running {
  Channel* channel = nullptr;
  Device* device = nullptr;
  const Call* call = nullptr;  ///< nullptr: no task is running
} running;

Finding make_finding(Verdict verdict, std::string message, std::string remedy = "") {
  Finding finding;
  finding.verdict = verdict;
  finding.message = std::move(message);
  finding.remedy = std::move(remedy);
  return finding;
}

/// The memory shared with the judge, for one call.
class SharedView {
 public:
  explicit SharedView(std::uint64_t bytes) : bytes_(bytes) {
    base_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, kSharedMemory, 0);
    if (base_ == MAP_FAILED) throw DeviceFault(std::string("no shared memory: ") + std::strerror(errno));
  }
  ~SharedView() { munmap(base_, bytes_); }
  SharedView(const SharedView&) = delete;
  SharedView& operator=(const SharedView&) = delete;

  std::span<std::byte> of(const Buffer& buffer) const {
    const std::size_t size = buffer.count * ElementType::parse(buffer.type).size();
    return {static_cast<std::byte*>(base_) + buffer.offset, size};
  }

 private:
  void* base_;
  std::size_t bytes_;
};

// ---- Ends that are explained from inside -------------------------------------------------------------

void on_timeout() {
  const std::optional<Finding> place = running.device->where_is_it_now();
  if (!place) return;  // the judge's own clock decides, a moment later
  Outcome outcome;
  outcome.must_restart = true;
  outcome.findings.push_back(*place);
  running.channel->send(Json{{"done", outcome}});
  _exit(1);
}

void on_crash() {
  if (!running.call) return;
  if (const std::optional<Finding> finding = running.device->where_is_it_now())
    running.channel->send(Json{{"dying", finding->place}});
}

/// exit() in a task, often from a macro that checks CUDA's errors: what the device saw is the better story.
void on_exit() {
  if (!running.call) return;
  running.call = nullptr;
  Outcome outcome;
  outcome.must_restart = true;
  try {
    running.device->check(outcome);
  } catch (const std::exception&) {  // then without the device's story
  }
  outcome.findings.push_back(make_finding(Verdict::crash, "The task called exit() instead of returning.",
                                          "Let a task return; report errors with WARPGRADE_CHECK."));
  running.channel->send(Json{{"done", outcome}});
}

std::string type_name(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : type.name();
}

/// An exception often only reports what the device saw; the device tells more, but may not know the place.
void merge(Outcome thrown, Outcome& outcome) {
  if (outcome.findings.empty())
    outcome.findings = std::move(thrown.findings);
  else if (!thrown.findings.empty() && outcome.findings.front().place.line == 0)
    outcome.findings.front().place = thrown.findings.front().place;
}

// ---- One call ----------------------------------------------------------------------------------------

struct DeviceArrays {
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
};

DeviceArrays allocate(Device& device, const Call& call, const SharedView& shared) {
  DeviceArrays arrays;
  for (const Buffer& buffer : call.inputs)
    arrays.inputs.push_back(device.allocate(buffer, Role::input, shared.of(buffer)));
  for (const Buffer& buffer : call.outputs)
    arrays.outputs.push_back(device.allocate(buffer, Role::output, shared.of(buffer)));
  return arrays;
}

double parameter(const char* name) {
  const auto found = running.call->parameters.find(name);
  if (found == running.call->parameters.end())
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

/// Calls the task. What it throws is a crash; that of bind.cu and the runner is passed on.
void call_task(TaskFunction task, const Arguments& arguments, Outcome& outcome) {
  try {
    task(arguments);
  } catch (const DeviceFault&) {
    throw;
  } catch (const CudaError& error) {
    outcome.findings.push_back(to_finding(error));
  } catch (const std::exception& error) {
    outcome.findings.push_back(
        make_finding(Verdict::crash, "The task threw " + type_name(typeid(error)) + ": " + error.what() + ".",
                     "A task must not let an exception escape."));
  } catch (...) {
    outcome.findings.push_back(
        make_finding(Verdict::crash, "The task threw an exception.", "A task must not let one escape."));
  }
}

/// Inputs are const: even a change that spoils no output is a mistake.
bool compare_inputs(Device& device, const Call& call, const SharedView& shared, const DeviceArrays& arrays,
                    Outcome& outcome) {
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    const std::span<const std::byte> before = shared.of(call.inputs[i]);
    std::vector<std::byte> after(before.size());
    if (!device.download(arrays.inputs[i], after, outcome)) return false;
    std::size_t changed = 0;
    while (changed < after.size() && after[changed] == before[changed]) ++changed;
    if (changed == after.size() || !outcome.findings.empty()) continue;
    const std::size_t element = changed / ElementType::parse(call.inputs[i].type).size();
    outcome.findings.push_back(
        make_finding(Verdict::out_of_bounds,
                     "The input " + call.inputs[i].name + "[" + std::to_string(element) +
                         "] was changed: inputs are const.",
                     "Write to the output, or to scratch memory from cudaMallocAsync."));
  }
  return true;
}

Outcome run(Device& device, const Call& call) {
  const TaskFunction task = find_task(call.task);
  if (!task) throw DeviceFault("bind.cu has no WARPGRADE_TASK(" + call.task + ")");
  const SharedView shared(call.shared_bytes);
  Outcome outcome;
  device.begin(call);
  const DeviceArrays arrays = allocate(device, call, shared);
  const Arguments arguments{call.op.c_str(),       std::size_t(call.n), arrays.inputs.data(),
                            arrays.outputs.data(), &parameter,          device.stream()};
  std::atexit(on_exit);  // for each call again: so it runs before anything that exists now is destroyed
  prepare_last_words(&on_crash);
  {
    const Watchdog watchdog(call.timeout_s, &on_timeout);
    const auto begin = std::chrono::steady_clock::now();
    running.call = &call;
    Outcome thrown;
    take_applications();  // of the call before
    call_task(task, arguments, thrown);
    device.check(outcome);
    if (call.op == "traced") outcome.cost["work"] = double(take_applications());
    running.call = nullptr;
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    merge(std::move(thrown), outcome);
  }
  if (outcome.must_restart) return outcome;

  outcome.outputs_valid = compare_inputs(device, call, shared, arrays, outcome);
  for (std::size_t i = 0; i < call.outputs.size() && outcome.outputs_valid; ++i)
    outcome.outputs_valid = device.download(arrays.outputs[i], shared.of(call.outputs[i]), outcome);
  device.end(outcome);
  return outcome;
}

void serve(Channel& channel, Device& device) {
  running.channel = &channel;
  running.device = &device;
  while (const auto message = channel.receive()) {
    Outcome outcome;
    try {
      outcome = run(device, message->at("call").get<Call>());
    } catch (const std::exception& fault) {
      running.call = nullptr;
      outcome.must_restart = true;
      outcome.findings = {make_finding(Verdict::grader_error, std::string("Runner: ") + fault.what() + ".")};
    }
    channel.send(Json{{"done", outcome}});
  }
}

}  // namespace
}  // namespace warpgrade::runner

int main() {
  using namespace warpgrade::runner;
  std::setvbuf(stdout, nullptr, _IONBF, 0);  // what was printed before a crash must not be lost
  std::signal(SIGPIPE, SIG_IGN);
  Channel channel(kSocket);
  Hello hello;
  hello.tasks = task_names();
  std::unique_ptr<Device> device;
  try {
    device = make_device();
    device->describe(hello);
  } catch (const std::exception& fault) {
    hello.error = fault.what();
  }
  channel.send({{"ready", hello}});
  if (device) serve(channel, *device);
  // Without destructors and exit handlers of the submission: there is nobody left to tell.
  _exit(0);
}
