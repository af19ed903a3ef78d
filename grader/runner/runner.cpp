// The runner: the process that holds a submission.
//
// Theory of operation. A submission is code that nobody has reviewed, so it runs in a process that knows
// nothing worth stealing: no expected values, no oracle, no other case's data. Everything it needs for one
// case arrives on a socket (what to call) and in shared memory (the inputs' bytes), and everything it gives
// back is bytes in that memory and an outcome (findings, costs, time) on the socket. The judge on the other
// side decides.
//
//   1. The judge starts this program; it greets with its device.
//   2. For each call: device arrays are made, guarded on both sides; inputs are filled, outputs poisoned; the
//      task is called; the device is waited for and asked what went wrong; inputs are compared with what they
//      were (they are const); outputs go into the shared memory.
//   3. After an error that CUDA calls sticky this process can't run another case. It says so, and the judge
//      starts a fresh one. The same happens after a crash, a hang or an exit(): each costs one case.
//
// The submission can break only its own process, and the judge explains crashes and closed sockets. A few
// ends are better explained here, because the simulator knows the place: the time limit (a signal), exit()
// (an exit handler) and exceptions.
#include "runner/runner.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unistd.h>
#include <vector>

#include <nlohmann/json.hpp>

#include "kit/probes.cuh"
#include "model/element_type.hpp"
#include "protocol/channel.hpp"
#include "protocol/runner_messages.hpp"
#include "protocol/shared_view.hpp"
#include "runner/device.hpp"
#include "runner/last_words.hpp"
#include "runner/sealed_operators.hpp"
#include "runner/task_call.hpp"

namespace warpgrade::runner {
namespace {

using Json = nlohmann::json;

/// A task called exit(), often in a macro that checks CUDA's errors. The device's findings explain more than
/// the exit does.
void on_exit() {
  if (!running.call) return;
  running.device->stop();
  running.call = nullptr;
  protocol::Outcome outcome;
  outcome.must_restart = true;
  try {
    running.device->check(outcome);
  } catch (const std::exception&) {  // then without what the device saw
  }
  outcome.findings.push_back(make_finding(Verdict::crash, "The task called exit() instead of returning.",
                                          "Let a task return; report errors with WARPGRADE_CHECK."));
  running.channel->send(Json{{"done", outcome}});
}

/// An exception often only repeats what the device saw. The device says more, but may not know the place.
void merge(protocol::Outcome thrown, protocol::Outcome& outcome) {
  if (outcome.findings.empty())
    outcome.findings = std::move(thrown.findings);
  else if (!thrown.findings.empty() && outcome.findings.front().place.line == 0)
    outcome.findings.front().place = thrown.findings.front().place;
}

// ---- One call ----------------------------------------------------------------------------------------

void allocate(Device& device, const protocol::Call& call, const protocol::SharedView& shared,
              TaskCall& task_call) {
  for (const protocol::Buffer& buffer : call.inputs)
    task_call.inputs.push_back(device.allocate(buffer, Role::input, shared.of(buffer)));
  for (const protocol::Buffer& buffer : call.outputs)
    task_call.outputs.push_back(device.allocate(buffer, Role::output, shared.of(buffer)));
}

/// Inputs are const: even a change that spoils no output is a mistake.
bool compare_inputs(Device& device, const protocol::Call& call, const protocol::SharedView& shared,
                    const TaskCall& arrays, protocol::Outcome& outcome) {
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

protocol::Outcome run(Device& device, const protocol::Call& call) {
  TaskCall task_call = make_task_call(call.task, device.stream());
  protocol::Outcome outcome;
  device.begin(call);
  begin_sealed(call.task.op, call.seal_key);
  // Not there while the submission runs, since its host code could read the inputs in it.
  allocate(device, call, protocol::SharedView(call.shared_bytes), task_call);
  device.make_dirty();
  std::atexit(on_exit);  // again for each call, so that it runs before anything that exists now is destroyed
  {
    const LastWords last_words;
    const auto begin = std::chrono::steady_clock::now();
    running.call = &call;
    protocol::Outcome thrown;
    take_applications();  // of the call before
    call_task(device, task_call, thrown);
    device.check(outcome);
    if (call.task.op == kit::kTracedOperator) outcome.cost["work"] = double(take_applications());
    running.call = nullptr;
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    merge(std::move(thrown), outcome);
  }
  if (outcome.must_restart) return outcome;

  const protocol::SharedView shared(call.shared_bytes);
  outcome.outputs_valid = compare_inputs(device, call, shared, task_call, outcome);
  for (std::size_t i = 0; i < call.outputs.size() && outcome.outputs_valid; ++i)
    outcome.outputs_valid = device.download(task_call.outputs[i], shared.of(call.outputs[i]), outcome);
  device.end(outcome);
  return outcome;
}

/// What one message asks for.
Json answer(Device& device, const Json& message) {
  try {
    if (message.contains("call")) return {{"done", run(device, message.at("call").get<protocol::Call>())}};
    return device.take_part(message);
  } catch (const std::exception& fault) {
    running.call = nullptr;
    return {{"fault", std::string("Runner: ") + fault.what() + "."}};
  }
}

void serve(protocol::Channel& channel, Device& device) {
  running.channel = &channel;
  running.device = &device;
  auto message = channel.receive();
  while (message) {
    channel.send(answer(device, *message));
    // After get_set the judge's clock runs, and it takes time to wake up.
    message = channel.receive(message->contains("get_set") ? protocol::Channel::Wait::spinning
                                                           : protocol::Channel::Wait::asleep);
  }
}

}  // namespace

void run_tasks() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);  // what was printed before a crash must not be lost
  std::signal(SIGPIPE, SIG_IGN);
  protocol::Channel channel(protocol::kSocket);
  protocol::Hello hello;
  std::unique_ptr<Device> device;
  try {
    device = make_device();
    device->describe(hello);
  } catch (const std::exception& fault) {
    hello.error = fault.what();
  }
  channel.send({{"ready", hello}});
  if (device) serve(channel, *device);
  // _exit() leaves out the submission's destructors and exit handlers.
  _exit(0);
}

}  // namespace warpgrade::runner
