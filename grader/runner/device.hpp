// What the runner needs of a device. device_simulator.cpp and device_cuda.cpp implement it; one of them is
// linked. Everything that went wrong with a submission comes out of check() as findings; what goes wrong with
// the grader or the machine is thrown as a DeviceFault.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

#include <cuda_runtime_api.h>
#include <nlohmann/json_fwd.hpp>

#include "protocol/runner_messages.hpp"

namespace warpgrade::runner {

struct DeviceFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Role { input, output };

class Device {
 public:
  virtual ~Device() = default;

  virtual void describe(protocol::Hello& hello) = 0;
  virtual cudaStream_t stream() = 0;

  // A call goes begin, allocate…, make_dirty, start, (the task runs), stop, check, download…, end.

  virtual void begin(const protocol::Call& call) = 0;
  /// An array on the device, filled with `contents`, guarded on both sides. Inputs are const to the task, and
  /// outputs count as never written although they hold bytes.
  virtual void* allocate(const protocol::Buffer& buffer, Role role, std::span<const std::byte> contents) = 0;
  /// Memory that no call has, but that a kernel may read before it writes, holds nonsense from here on. Not
  /// before a call that is timed.
  virtual void make_dirty() {}
  /// The submission's own code runs from here on. The stack from `own_frames` on is not its own.
  virtual void start(const void* /*own_frames*/) {}
  /// It has returned, or thrown.
  virtual void stop() {}
  /// What the host does from here on is no work of the submission, although its code runs: the sort of so
  /// many elements that the task was given.
  virtual void begin_own_work(std::size_t /*elements*/) {}
  virtual void end_own_work() {}
  /// Waits for all work on the device, then adds what went wrong since begin().
  virtual void check(protocol::Outcome& outcome) = 0;
  /// False, with a finding, if the array is no longer there.
  virtual bool download(const void* array, std::span<std::byte> contents, protocol::Outcome& outcome) = 0;
  virtual void end(protocol::Outcome& outcome) = 0;

  /// Answers a message of protocol/timing_messages.hpp: a task is timed. Only a GPU has times.
  virtual nlohmann::json take_part(const nlohmann::json& message) = 0;

  /// Called from the handlers of signals that end the process: opens the page that host code of the
  /// submission touched, if it may. False: it may not, or there is none (nullptr), and the task has stopped.
  virtual bool open_page(const void*, bool /*writes*/) { return false; }

  /// Called from those handlers: adds what went wrong since begin().
  virtual void take_findings(protocol::Outcome&) {}
  /// Where the submission is stuck, called from a signal handler after which the process ends. Nothing if the
  /// device does not know; then the judge's own clock decides.
  virtual std::optional<Finding> where_is_it_now() { return std::nullopt; }
  /// Asked before, with the third argument of the signal's handler: may it allocate memory now?
  virtual bool can_say_where(const void* /*signal_context*/) { return true; }
  /// Called after it, for a call that is recorded: hands over what the call did until now.
  virtual void take_recording(protocol::Outcome&) {}
};

std::unique_ptr<Device> make_device();  ///< throws DeviceFault

}  // namespace warpgrade::runner
