// A runner as the judge sees it: a child process that turns inputs into outputs and may die, hang, flood its
// output or lie. One object runs many calls; after a crash or a time-out the next call starts a fresh child.
// Use it from one thread: a child is ended with the thread that started it, so that none outlives the judge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/run/protocol_child.hpp"
#include "kit/oracle.hpp"
#include "model/finding.hpp"
#include "protocol/runner_messages.hpp"

namespace warpgrade::judge {

using protocol::CallOptions;

/// The task of a case, in the form that runners get. Its parameters come from the oracle.
protocol::Task task_of(const kit::CaseRequest& request, const kit::CaseData& data);

/// What a call gave: what the runner tells of it, and what the judge sees. `findings` holds both sides' own
/// (crash, timeout, …), and `seconds` are by the judge's clock.
struct CallResult : protocol::Outcome {
  bool started = true;     ///< false: the program did not get as far as its first task
  bool completed = false;  ///< outputs are valid bytes to compare
  std::vector<std::vector<std::byte>> outputs;
  std::vector<std::vector<std::byte>> poison;  ///< what the outputs held before the call
  double used_s = 0;   ///< what it would take on a machine of its own (ProtocolChild::used_s)
  std::string output;  ///< stdout and stderr of the submission, capped
};

class RunnerProcess {
 public:
  RunnerProcess(std::filesystem::path runner, ChildOptions options);
  ~RunnerProcess();  ///< ends the child and all of its process group
  RunnerProcess(const RunnerProcess&) = delete;
  RunnerProcess& operator=(const RunnerProcess&) = delete;

  /// Starts the child if there is none. Does not throw: the findings of the result say what went wrong.
  CallResult call(const kit::CaseData& data, const kit::CaseRequest& request, const CallOptions& options);
  std::optional<protocol::Hello> hello() const;  ///< of the running child
  int process_id() const;                        ///< of the process that runs the cases; 0: there is none

 private:
  void start();  ///< throws NoAnswer
  CallResult try_call(protocol::Call call, const kit::CaseData& data, std::uint64_t seed);
  bool exchange(const protocol::Call& call, CallResult& result);

  std::filesystem::path runner_;
  ChildOptions options_;
  std::unique_ptr<ProtocolChild> child_;
  protocol::Hello hello_;  ///< of the child
};

}  // namespace warpgrade::judge
