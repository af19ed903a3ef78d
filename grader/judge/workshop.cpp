// Passes everything on to build.hpp and runner_process.hpp.
#include "judge/workshop.hpp"

#include <stdexcept>

#include "judge/build/toolchain.hpp"

namespace warpgrade::judge {
namespace {

class ProcessCaller : public CaseCaller {
 public:
  ProcessCaller(const std::filesystem::path& runner, const std::vector<std::string>& wrapper)
      : process_(runner, ChildOptions{.wrapper = wrapper}) {}

  CallResult call(const kit::CaseData& data, const kit::CaseRequest& request,
                  const CallOptions& options) override {
    return process_.call(data, request, options);
  }
  std::optional<protocol::Hello> hello() const override { return process_.hello(); }

 private:
  RunnerProcess process_;
};

class ToolchainWorkshop : public Workshop {
 public:
  explicit ToolchainWorkshop(Toolchain toolchain) : toolchain_(std::move(toolchain)) {}

  BuildResult build(const std::string& device, const BuildRequest& request) override {
    const DeviceToolchain* tools = toolchain_.find(device);
    if (tools == nullptr) throw std::runtime_error("the toolchain file has no device \"" + device + "\"");
    return build_submission(*tools, request);
  }
  std::unique_ptr<CaseCaller> start(const std::filesystem::path& runner,
                                    const std::vector<std::string>& wrapper) override {
    return std::make_unique<ProcessCaller>(runner, wrapper);
  }
  std::unique_ptr<Timer> timer() override {
    return toolchain_.referee.empty() ? nullptr : make_timer(toolchain_.referee);
  }

 private:
  Toolchain toolchain_;
};

}  // namespace

std::unique_ptr<Workshop> make_workshop(Toolchain toolchain) {
  return std::make_unique<ToolchainWorkshop>(std::move(toolchain));
}

}  // namespace warpgrade::judge
