// A workshop without compiler and child processes, and a one-exercise course for it. What a build or a call
// gives is set by the test; what was asked for is recorded.
#pragma once

#include <filesystem>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "judge/workshop.hpp"
#include "spec/spec.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {

/// The outputs that a perfect submission would hand back for the exercise "fake".
CallResult right_answer(const kit::CaseData& data);
/// Outputs that were never touched.
CallResult untouched(const kit::CaseData& data);
/// The runner's own verdict, without outputs.
CallResult failed_call(Verdict verdict, const std::string& message = "it failed");

Finding finding_of(Verdict verdict, const std::string& message);
BuildResult built(const std::string& runner);
BuildResult failed_build(Verdict verdict, const std::string& message = "it does not build");

class FakeWorkshop : public Workshop {
 public:
  using OnBuild = std::function<BuildResult(DeviceKind device, const BuildRequest&)>;
  using OnCall = std::function<CallResult(const kit::CaseData&, const kit::CaseRequest&)>;

  /// By default every build succeeds and every call is right.
  OnBuild on_build = [](DeviceKind device, const BuildRequest& r) {
    return built(std::string(to_string(device)) + r.only_task);
  };
  using OnOtherOrder =
      std::function<CallResult(const kit::CaseData&, const kit::CaseRequest&, const CallOptions&)>;
  OnCall on_call = [](const kit::CaseData& data, const kit::CaseRequest&) { return right_answer(data); };
  /// Called for each call in another order than forward; such calls are recorded in `orders` only.
  OnOtherOrder on_other_order = [this](const kit::CaseData& data, const kit::CaseRequest& request,
                                       const CallOptions&) { return on_call(data, request); };

  /// A runner is started under a tool.
  std::function<void(const std::vector<std::string>& wrapper)> on_wrapper = [](const auto&) {};

  BuildResult build(DeviceKind device, const BuildRequest& request) override;
  std::unique_ptr<CaseCaller> start(DeviceKind device, const std::filesystem::path& runner,
                                    const Tool& tool) override;
  /// The one that is registered in this program.
  kit::Oracle oracle(const spec::Exercise& exercise) override { return kit::find_oracle(exercise.name); }

  // What was there before the test, and what the judge has asked for.
  std::set<std::string> in_cache;     ///< as in builds: what a build can take without compiling
  std::multiset<std::string> builds;  ///< compiled: "simulator", "simulator/one"
  std::multiset<std::string> calls;   ///< "<runner>:<task>:n4"
  std::vector<std::uint64_t> seeds;
  std::multiset<std::string> orders;  ///< all calls: "<task>:n4:reverse"
  int runners_started = 0;

 private:
  friend class FakeCaller;
  std::mutex mutex_;
};

/// An exercise "fake" with tasks "one" and "two", 3 points each, and sizes 1 to 4; its oracle doubles
/// numbers.
spec::Exercise fake_exercise();

/// A folder that is removed at the end of the test; holds an empty <unit>/fake.cu.
class FakeSubmission {
 public:
  FakeSubmission();

 private:
  support::TemporaryFolder folder_;

 public:
  const std::filesystem::path folder = folder_.path();
};

}  // namespace warpgrade::judge
