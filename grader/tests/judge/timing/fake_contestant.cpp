// A contestant without a GPU: it speaks protocol/timing_messages.hpp, doubles the numbers of a file into
// another one (with two outputs: counts the odd numbers and keeps them), and sleeps for as long as a kernel
// would run. Arguments: a folder for its log, its name, how it behaves.
#include <chrono>
#include <fstream>
#include <sys/wait.h>
#include <thread>

#include "protocol/channel.hpp"
#include "protocol/timing_messages.hpp"
#include "tests/judge/timing/fake_arrays.hpp"

namespace warpgrade {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;
using support::FakeArray;

constexpr auto kWork = 10ms, kLongWork = 100ms;

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

protocol::Outcome fine() {
  protocol::Outcome outcome;
  outcome.outputs_valid = true;
  return outcome;
}

Json time_answer(double event_ms) { return {{"time", {{"event_ms", event_ms}, {"outcome", fine()}}}}; }

/// A message that says that a task went wrong.
Json failure(Verdict verdict) {
  protocol::Outcome outcome;
  Finding& finding = outcome.findings.emplace_back();
  finding.verdict = verdict;
  finding.message = "It says so.";
  return {{"time", {{"event_ms", 1.0}, {"outcome", outcome}}}};
}

void send_raw(const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t now = write(protocol::kSocket, text.data() + sent, text.size() - sent);
    if (now <= 0) _exit(1);
    sent += std::size_t(now);
  }
}

/// An answer whose outcome is an array in an array in an array…
void send_nested() {
  constexpr std::size_t kDepth = 1'000'000;
  send_raw(R"({"time":{"event_ms":1,"outcome":)" + std::string(kDepth, '[') + std::string(kDepth, ']') +
           "}}\n");
}

class FakeContestant {
 public:
  FakeContestant(const std::string& folder, const std::string& name, std::string behaviour)
      : folder_(folder), behaviour_(std::move(behaviour)), log_(folder + "/" + name + ".log", std::ios::app) {
    log("start " + std::to_string(getpid()));
  }

  int serve() {
    if (is("ends_at_once")) return 3;
    protocol::Hello hello;
    hello.device_kind = "cuda";
    channel_.send({{"ready", hello}});
    while (const auto message = channel_.receive()) {
      const std::string word = message->begin().key();
      if (word == "enter") enter(message->at("enter").get<protocol::TimedTask>());
      if (word == "enter" && is("cannot_enter"))
        channel_.send({{"entered", failure(Verdict::cuda_error).at("time").at("outcome")}});
      else if (word == "enter")
        channel_.send({{"entered", fine()}});
      if (word == "get_set") get_set();
      if (word == "go") channel_.send(go());
      if (word == "leave") leave();
    }
    log("end by itself");
    return 0;
  }

 private:
  bool is(const char* behaviour) const { return behaviour_ == behaviour; }
  void log(const std::string& line) { log_ << line << std::endl; }

  void enter(const protocol::TimedTask& task) {
    leave_arrays();
    for (const std::string& handle : task.arrays.inputs) inputs_.emplace_back(handle, 4 * task.task.n);
    for (const std::string& handle : task.arrays.outputs) outputs_.emplace_back(handle, 4 * task.task.n);
    log("enter " + std::to_string(task.task.n));
    if (is("leaves_its_group")) setpgid(0, getpgid(getppid()));
  }

  void leave_arrays() {
    inputs_.clear();
    outputs_.clear();
  }

  void leave() {
    leave_arrays();
    log("leave");
    channel_.send({{"left", fine()}});
  }

  void get_set() {
    if (!is("speaks_before_it_is_asked")) return channel_.send({{"set", fine()}});
    send_raw(Json{{"set", fine()}}.dump() + '\n' + time_answer(0.1).dump() + '\n');
  }

  /// Behind the odd numbers that are kept, each contestant leaves different bytes.
  void filter() {
    std::int32_t kept = 0;
    for (const std::int32_t x : inputs_[0].numbers())
      if (x % 2 != 0) outputs_[1].numbers()[std::size_t(kept++)] = x;
    outputs_[1].numbers().back() = getpid();
    outputs_[0].numbers()[0] = kept;
    if (is("counts_one_less")) --outputs_[0].numbers()[0];
    if (is("keeps_another_number")) outputs_[1].numbers()[5] += 2;
  }

  void work(std::chrono::milliseconds time) {
    std::this_thread::sleep_for(time);
    if (outputs_.size() == 2) return filter();
    for (std::size_t i = 0; i < inputs_[0].numbers().size(); ++i)
      outputs_[0].numbers()[i] = std::int32_t(2 * std::uint32_t(inputs_[0].numbers()[i]));
  }

  /// Makes a process that has left the group and has no parent any more. Returns true in that process.
  static bool is_daemon() {
    const pid_t child = fork();
    if (child > 0) waitpid(child, nullptr, 0);
    if (child != 0) return false;
    setsid();
    if (fork() != 0) _exit(0);
    return true;
  }

  /// Stands for a kernel that runs on while its process is stopped: a process that has left the group. It
  /// writes to the output after the referee has summed it up, and before the referee compares.
  void work_afterwards() {
    if (!is_daemon()) return;
    const auto is_asked_to_compare = [this] {
      std::ifstream log(folder_ + "/referee.log");
      return std::string(std::istreambuf_iterator<char>(log), {}).find("compare") != std::string::npos;
    };
    while (!is_asked_to_compare()) std::this_thread::sleep_for(1ms);
    work(0ms);
    _exit(0);
  }

  Json go() {
    ++calls_;
    log("go " + std::to_string(support::hash(inputs_[0].bytes(), 0)));
    if (is("exits")) _exit(7);
    if (is("hangs")) pause();
    if (is("nests_its_answer")) send_nested();
    if (is("gives_no_time")) return {{"time", {{"outcome", fine()}}}};
    if (is("gives_no_outcome")) return {{"time", {{"event_ms", 1}}}};
    if (is("finds_a_crash")) return failure(Verdict::crash);
    if (is("finds_that_it_passes")) return failure(Verdict::pass);
    const auto begin = Clock::now();
    if (is("works_afterwards")) return work_afterwards(), time_answer(ms_since(begin));
    work(is("is_slow") || is("claims_a_tenth") || is("claims_less_than_nothing") ? kLongWork : kWork);
    if (is("is_wrong") || (is("is_wrong_from_the_third_call_on") && calls_ >= 3)) ++outputs_[0].numbers()[5];
    if (is("changes_its_input")) ++inputs_[0].numbers()[5];
    if (is("leaves_a_thread") && calls_ == 1) std::thread([] { pause(); }).detach();
    if (is("leaves_a_daemon") && calls_ == 1 && is_daemon()) pause();
    if (is("leaves_a_child") && calls_ == 1 && fork() == 0) pause();
    const double ms = ms_since(begin);
    if (is("claims_a_tenth")) return time_answer(ms / 10);
    if (is("claims_less_than_nothing")) return time_answer(-1000);
    return time_answer(ms);
  }

  std::string folder_, behaviour_;
  std::ofstream log_;
  protocol::Channel channel_{protocol::kSocket};
  std::vector<FakeArray> inputs_, outputs_;
  int calls_ = 0;
};

}  // namespace
}  // namespace warpgrade

int main(int count, char** arguments) {
  return warpgrade::FakeContestant(arguments[1], arguments[2], count > 3 ? arguments[3] : "").serve();
}
