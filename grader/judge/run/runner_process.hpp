// A runner as the judge sees it: a child process that turns inputs into outputs and may die, hang, flood its
// output or lie. One object runs many calls; after a crash or a time-out the next call starts a fresh child.
// Use it from one thread: a child is ended with the thread that started it, so that none outlives the judge.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "judge/call_result.hpp"
#include "judge/run/protocol_child.hpp"
#include "kit/oracle.hpp"
#include "protocol/runner_messages.hpp"

namespace warpgrade::judge {

using protocol::CallOptions;

/// The task of a case, in the form that runners get. Its parameters come from the oracle.
protocol::Task task_of(const kit::CaseRequest& request, const kit::CaseData& data);

/// A runner that can be called again and again. Used by one thread at a time. An interface, so that tests can
/// put their own in its place.
class CaseCaller {
 public:
  virtual ~CaseCaller() = default;
  virtual CallResult call(const kit::CaseData& data, const kit::CaseRequest& request,
                          const CallOptions& options) = 0;
  virtual std::optional<protocol::Hello> hello() const = 0;
};

class RunnerProcess : public CaseCaller {
 public:
  RunnerProcess(std::filesystem::path runner, ChildOptions options);
  ~RunnerProcess() override;  ///< ends the child and all of its process group
  RunnerProcess(const RunnerProcess&) = delete;
  RunnerProcess& operator=(const RunnerProcess&) = delete;

  /// Starts the child if there is none. Does not throw: the findings of the result say what went wrong.
  CallResult call(const kit::CaseData& data, const kit::CaseRequest& request,
                  const CallOptions& options) override;
  std::optional<protocol::Hello> hello() const override;  ///< of the running child
  int process_id() const;  ///< of the process that runs the cases; 0: there is none

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
