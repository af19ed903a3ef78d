// A submission with one task for each way to go wrong, linked with the real runner and a host device.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <signal.h>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <nlohmann/json.hpp>

#include "kit/bind.cuh"
#include "protocol/runner_messages.hpp"

namespace {

void copy(const warpgrade::kit::Arguments& args) {
  if (args.n > 0) std::memcpy(args.out<int>(0), args.in<int>(0), args.n * sizeof(int));
}

void say(const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t sent = write(warpgrade::protocol::kSocket, text.data() + done, text.size() - done);
    if (sent <= 0) return;
    done += std::size_t(sent);
  }
}

void sleep_forever() {
  while (true) std::this_thread::sleep_for(std::chrono::seconds(1));
}

}  // namespace

WARPGRADE_TASK(copies) { copy(args); }
WARPGRADE_TASK(scales) {
  for (std::size_t i = 0; i < args.n; ++i)
    args.out<int>(0)[i] = int(args.parameter("factor")) * args.in<int>(0)[i];
}
WARPGRADE_TASK(does_nothing) {}
WARPGRADE_TASK(prints) {
  std::printf("hello from the task");
  copy(args);
}
WARPGRADE_TASK(prints_then_crashes) {
  std::printf("about to crash");
  raise(SIGSEGV);
}
WARPGRADE_TASK(crashes_at_known_place) { raise(SIGFPE); }
WARPGRADE_TASK(aborts) { std::abort(); }
WARPGRADE_TASK(hangs) { sleep_forever(); }
WARPGRADE_TASK(hangs_at_known_place) { sleep_forever(); }
WARPGRADE_TASK(computes_forever) {
  volatile bool forever = true;
  while (forever) {
  }
}
WARPGRADE_TASK(waits) {
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  copy(args);
}
WARPGRADE_TASK(exits_quietly) { _exit(0); }
WARPGRADE_TASK(calls_exit) { std::exit(0); }
WARPGRADE_TASK(exits_after_error) { std::exit(1); }
WARPGRADE_TASK(throws) { throw std::runtime_error("no luck"); }
WARPGRADE_TASK(throws_nonsense) { throw std::runtime_error("\xff\xfe"); }
WARPGRADE_TASK(floods) {
  const std::string line(4096, 'x');
  while (true) std::puts(line.c_str());
}
WARPGRADE_TASK(starts_processes) {
  for (int i = 0; i < 100; ++i)
    if (fork() == 0)
      while (true) pause();
  while (true) pause();
}

WARPGRADE_TASK(lets_children_eat_memory) {  // 40 MB each
  for (int i = 0; i < 4; ++i) {
    if (fork() != 0) continue;
    const std::vector<char> eaten(std::size_t(40) << 20, 'x');
    sleep_forever();
  }
  sleep_forever();
}
WARPGRADE_TASK(eats_memory) {
  std::vector<std::vector<char>> eaten;
  while (true) {
    eaten.emplace_back(std::size_t(4) << 20, 'x');
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}
WARPGRADE_TASK(changes_input) {
  copy(args);
  const_cast<int*>(args.in<int>(0))[2] += 1;
}
WARPGRADE_TASK(sticky_error) { copy(args); }
WARPGRADE_TASK(device_is_full) {}
WARPGRADE_TASK(asks_for_unknown_parameter) { args.parameter("nonsense"); }
WARPGRADE_TASK(says_garbage) {
  say("}{\n");
  sleep_forever();
}
WARPGRADE_TASK(sends_endless_message) {
  say(std::string(std::size_t(8) << 20, 'x'));
  sleep_forever();
}
WARPGRADE_TASK(closes_socket) {
  close(warpgrade::protocol::kSocket);
  sleep_forever();
}
std::string forged_outcome() {
  warpgrade::protocol::Outcome outcome;
  outcome.outputs_valid = true;
  return nlohmann::json{{"done", outcome}}.dump() + "\n";
}
WARPGRADE_TASK(shrinks_shared_memory) {
  if (ftruncate(warpgrade::protocol::kSharedMemory, 0) != 0) std::abort();
  say(forged_outcome());
  sleep_forever();
}
WARPGRADE_TASK(claims_outputs) {  // without having computed them
  say(forged_outcome());
  sleep_forever();
}
WARPGRADE_TASK(lets_a_child_answer) {
  if (fork() == 0) say(forged_outcome());
  sleep_forever();
}
WARPGRADE_TASK(leaves_children) {
  for (int i = 0; i < 8; ++i)
    if (fork() == 0) sleep_forever();
  copy(args);
}
WARPGRADE_TASK(reads_environment) {
  std::printf("%s|%s", std::getenv("SECRET") ? "leaked" : "clean", std::getenv("PATH") ? "path" : "none");
  copy(args);
}
