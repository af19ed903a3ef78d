// A child process that speaks one of our protocols (protocol/*_messages.hpp): a runner that runs cases or
// that is timed, or the referee. It greets once with {"ready": …}, and then gives one answer to each message.
// This class asks, waits, and watches for everything that can happen instead of an answer.
//
// There are two processes, which may be the same one:
//   started    The judge starts it. It may be a sandbox's program or a wrapper (compute-sanitizer, cuda-gdb)
//              that starts the real program. The child has ended when this process has ended.
//   speaking   It writes to the socket. The submission's code runs in it, so the judge watches its processor
//              time and its code.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "judge/run/no_answer.hpp"
#include "model/finding.hpp"
#include "protocol/runner_messages.hpp"
#include "sandbox/sandbox.hpp"
#include "system/line_socket.hpp"
#include "system/process.hpp"
#include "system/process_info.hpp"
#include "system/shared_memory.hpp"

namespace warpgrade::judge {

struct ChildOptions {
  std::size_t memory_bytes = std::size_t(8) << 30;   ///< resident, of all that comes from it; watched, since
                                                     ///< RLIMIT_AS can't be used
  std::size_t output_bytes = std::size_t(16) << 20;  ///< printed by the child before it is stopped
  int threads = 2000;                                ///< of all that comes from it, processes included
  std::size_t kept_output_bytes = 64 << 10;          ///< of it, kept for the report
  double start_timeout_s = 60;                       ///< the first contact with a driver may take long
  /// A command that goes before the child's. Empty: that of WARPGRADE_RUNNER_WRAPPER, if it is set; such a
  /// child runs without a sandbox, since nobody knows what a tool needs.
  std::vector<std::string> wrapper = {};
  bool in_terminal = false;                 ///< the wrapper is a debugger: it takes as long as its user likes
  bool takes_wrapper = true;                ///< from the environment
  bool outlives_its_thread = false;         ///< as in system::ProcessOptions
  std::vector<std::string> arguments = {};  ///< of the program
  sandbox::Sandbox sandbox = {};
  sandbox::Permissions permissions = {};  ///< in the sandbox, besides to read the program itself
  /// Completes the sentence "The program died …", if it dies before it has answered.
  const char* unfinished_work = "before the task returned";
};

class ProtocolChild {
 public:
  /// How long an answer may take, and be. Time is not taken by the clock: a busy machine is nobody's fault
  /// (system/process_info.hpp). An answer is late as soon as one of the two limits of time is reached.
  struct AnswerLimits {
    double computing_s = 0;  ///< of processor time
    double waiting_s = computing_s;
    std::size_t megabytes = 4;
    bool can_say_where = false;  ///< it answers SIGALRM with the place where it is
    /// Ask again and again instead of sleeping until something comes: for answers whose time matters.
    bool spin = false;

    /// Of code of a submission, which waits without a processor, so it gets more time for that.
    static AnswerLimits of_submission(const protocol::CallOptions& call) {
      constexpr double kWaitingFactor = 4;
      constexpr std::size_t kOutcome = 4;
      constexpr std::size_t kRecording = 16;  // kMostEvents of wgsim::Recording of at most 139 bytes
      return {.computing_s = call.timeout_s,
              .waiting_s = kWaitingFactor * call.timeout_s,
              .megabytes = call.record ? kRecording : kOutcome,
              .can_say_where = true};
    }
  };

  ProtocolChild(const std::filesystem::path& program, const ChildOptions& options);  ///< std::system_error

  /// Waits for the greeting, for read_greeting() (judge/run/child_messages.hpp). Throws NoAnswer.
  std::string hear_greeting();

  /// Sends {word: content} and returns what the answer has under `answer_word`. Throws NoAnswer.
  nlohmann::json ask(const char* word, const nlohmann::json& content, const char* answer_word,
                     const AnswerLimits& limit);

  system::SharedMemory memory;

  /// From now on it may take that much, if it is more than until now: a large case needs more, and what it
  /// has freed may stay with the process.
  void allow_memory(std::size_t bytes) { options_.memory_bytes = std::max(options_.memory_bytes, bytes); }
  /// What the last answer took, of a processor or of waiting, whichever is more: looked at from time to
  /// time, so 0 for one that came soon.
  double used_s() const { return used_s_; }
  std::string take_output();
  bool has_ended() const { return started_.has_ended(); }
  /// How it ends by itself, for one that has answered and goes on to its end; one that does not end is ended.
  system::ExitStatus wait_for_exit();
  /// Closes the socket, which tells the child to exit. A wrapper gets time to write its report.
  void dismiss();

  /// The speaking process. Before the greeting: the started one.
  pid_t speaking_id() const { return speaking_ ? speaking_->id() : started_.id(); }
  /// Sends a signal to the speaking process and to the group of the started one.
  void send_signal(int signal) const;
  /// Counts the threads of the started process and of all processes that come from it, so also of those that
  /// the submission starts, with a sandbox or without. 0: not known.
  int count_threads() const { return system::look_at_tree(started_.id()).threads; }

 private:
  /// Why waiting ended.
  enum class Event {
    message,
    closed,
    too_long,
    computes_too_long,
    waits_too_long,
    flood,
    memory,
    threads,
    other_speaker
  };

  void identify_speaker();
  bool came_from_started(pid_t process) const;
  bool is_wrapped() const { return !options_.wrapper.empty(); }
  std::string wait_for_line(const AnswerLimits& limit, const char* while_doing);
  bool says_where(std::string& line);
  void signal_speaker(int signal) const;
  Event wait(const AnswerLimits& limit, std::string& line);
  bool can_say_more() const;
  Finding explain(Event event, const AnswerLimits& limit, const char* while_doing);
  bool failed_to_start() const;
  void wait_for_end(std::chrono::milliseconds at_most) const;

  ChildOptions options_;
  system::LineSocket socket_;
  system::Process started_;
  std::optional<system::ProcessHandle> speaking_;  ///< if it is not the started one
  system::Output output_;
  bool is_output_open_ = true;
  double used_s_ = 0;
  std::optional<Place> died_at_;  ///< as it said itself
};

}  // namespace warpgrade::judge
