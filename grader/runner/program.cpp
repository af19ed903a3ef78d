// In the place of the runner's main(), where the exercise is a whole program: the program has a main() of its
// own (program_main.cpp):
//
//   1. Before main(): it greets, and waits for the judge's message {"run": ProgramCall}. The device gets its
//      options, and the program its folder, its standard input and its standard output.
//   2. main() runs.
//   3. When the program ends, by whatever exit(): the device is waited for and asked what went wrong, and the
//      judge gets the outcome. The exit code is the program's own; the judge sees it.
//
// Crashes and the end of the time are as in runner.cpp.
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "protocol/channel.hpp"
#include "protocol/runner_messages.hpp"
#include "runner/device.hpp"
#include "runner/last_words.hpp"
#include "runner/runner.hpp"

namespace warpgrade::runner {
namespace {

using Json = nlohmann::json;

constexpr rlim_t kMostFileBytes = rlim_t(256) << 20;

/// All that lives as long as the process.
struct Session {
  protocol::Channel channel{protocol::kSocket};
  std::unique_ptr<Device> device;
  protocol::Call call;
  std::optional<LastWords> last_words;
};
Session* session = nullptr;

void take_place_of(int descriptor, const std::string& file, int flags) {
  const int opened = open(file.c_str(), flags, 0600);
  if (opened < 0) throw std::runtime_error("can't open " + file);
  dup2(opened, descriptor);
  close(opened);
}

void take_place(const protocol::ProgramCall& call) {
  if (chdir(call.folder.c_str()) != 0) throw std::runtime_error("can't enter " + call.folder);
  take_place_of(STDIN_FILENO, call.input.empty() ? "/dev/null" : call.input, O_RDONLY);
  take_place_of(STDOUT_FILENO, call.output, O_WRONLY | O_CREAT | O_TRUNC);
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // what was printed before a crash is not lost
  const rlimit most{kMostFileBytes, kMostFileBytes};
  setrlimit(RLIMIT_FSIZE, &most);
}

/// The program returned from main(), or called exit().
void at_end() {
  running.device->stop();
  running.call = nullptr;
  std::cout.flush();
  std::fflush(nullptr);
  protocol::Outcome outcome;
  try {
    cudaDeviceSynchronize();  // what is still in a stream at the end is no mistake
    running.device->check(outcome);
    outcome.outputs_valid = true;
    running.channel->send(Json{{"done", outcome}});
  } catch (const std::exception& fault) {
    running.channel->send(Json{{"fault", std::string("Program: ") + fault.what() + "."}});
  }
}

void begin() {
  const auto message = session->channel.receive();
  if (!message) _exit(0);  // the judge has no use for it any more
  const auto call = message->at("run").get<protocol::ProgramCall>();
  take_place(call);
  session->call.options = call.options;
  session->device->begin(session->call);
  // No kernel of ours makes memory dirty, as before a task: CUDA may not know it yet, so early in a process.
  std::atexit(at_end);  // so late that it runs before anything that exists now is destroyed
  session->last_words.emplace();
  running.call = &session->call;
  session->device->start(nullptr);
}

}  // namespace

void begin_program() {
  session = new Session;
  protocol::Hello hello;
  try {
    session->device = make_device();
    session->device->describe(hello);
  } catch (const std::exception& fault) {
    hello.error = fault.what();
  }
  session->channel.send(Json{{"ready", hello}});
  if (!session->device) _exit(0);
  running = {&session->channel, session->device.get(), nullptr};
  try {
    begin();
  } catch (const std::exception& fault) {
    session->channel.send(Json{{"fault", std::string("Program: ") + fault.what() + "."}});
    _exit(0);
  }
}

}  // namespace warpgrade::runner
