// Comparisons over the exercise "fake" with a fake referee and fake contestants.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/timing/comparison/comparison.hpp"
#include "tests/judge/fake_workshop.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {

using Words = std::vector<std::string>;

/// The submission behaves as it is told, and so do the others.
class ComparisonTest : public ::testing::Test {
 protected:
  ComparisonTest() { use_referee(""); }

  void use_referee(const std::string& fault) {
    timer_ =
        make_timer(script("referee", fmt::format("{} {} {}", FAKE_REFEREE, folder_.path().string(), fault)),
                   {}, [](const spec::Exercise& exercise) { return kit::find_oracle(exercise.name); });
  }

  Contestant contestant(const std::string& name, const std::string& behaviour = "") {
    return {
        name,
        script(name, fmt::format("{} {} {} {}", FAKE_CONTESTANT, folder_.path().string(), name, behaviour)),
        /*trusted=*/name != "submission"};
  }

  /// The submission's comparison against a reference and CUB, both without fault.
  Comparison comparison(const std::string& behaviour) {
    return run({contestant("submission", behaviour), contestant("reference"), contestant("cub")});
  }

  Comparison run(const std::vector<Contestant>& contestants) {
    return timer_->run(
        {&exercise_,
         {.task = "one", .op = "double_i32", .input = "random", .n = n_, .parameters = {}, .seed = 7}},
        contestants, limits_, enough_);
  }

  /// Why the submission was excluded: "verdict: message", the first one.
  static std::string fault_of(const Comparison& comparison) {
    if (!comparison.failure.empty()) return "failure: " + comparison.failure;
    if (!comparison.excluded[0]) return "none";
    return fmt::format("{}: {}", to_string(comparison.excluded[0]->verdict), comparison.excluded[0]->message);
  }

  /// The lines of somebody's log that begin with a word: what follows that word.
  Words log(const std::string& name, const std::string& word) const {
    Words found;
    std::ifstream file(folder_.path() / (name + ".log"));
    for (std::string line; std::getline(file, line);)
      if (line.starts_with(word + " ")) found.push_back(line.substr(word.size() + 1));
    return found;
  }

  pid_t process(const std::string& name) const { return std::stoi(log(name, "start").back()); }

  support::TemporaryFolder folder_;
  spec::Exercise exercise_ = fake_exercise();
  std::uint64_t n_ = 1000;
  ComparisonLimits limits_{.min_repetitions = 4, .max_repetitions = 4, .max_seconds = 60, .call_s = 20};
  std::function<bool(const Comparison&)> enough_ = [](const Comparison&) { return true; };
  std::unique_ptr<Timer> timer_;

 private:
  /// A program without arguments, as the timer wants it.
  std::filesystem::path script(const std::string& name, const std::string& command) {
    std::filesystem::path file =
        folder_.write(fmt::format("{}{}", name, scripts_++), "#!/bin/sh\nexec " + command + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
  }
  int scripts_ = 0;
};

/// Is it so within ten seconds?
inline bool comes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 10'000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

}  // namespace warpgrade::judge
