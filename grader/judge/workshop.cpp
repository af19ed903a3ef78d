// Passes everything on to build.hpp and runner_process.hpp.
#include "judge/workshop.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "judge/compile/toolchain.hpp"
#include "judge/oracles/oracles.hpp"
#include "system/process_info.hpp"

namespace warpgrade::judge {
namespace {

// Of a runner on the simulator; what it needs for its data comes on top.
constexpr std::size_t kMostMemory = std::size_t(2) << 30;
constexpr double kStartTimeout_s = 10;

class ToolchainWorkshop : public Workshop {
 public:
  ToolchainWorkshop(Toolchain toolchain, const GradingOptions& options)
      : toolchain_(std::move(toolchain)),
        sandbox_(options.sandbox),
        gpu_sandbox_(options.gpu_sandbox),
        oracles_(options.oracles) {}

  BuildResult build(DeviceKind device, const BuildRequest& request) override {
    const DeviceToolchain* tools = toolchain_.find(device);
    if (tools == nullptr)
      throw std::runtime_error(fmt::format("the toolchain file has no device \"{}\"", to_string(device)));
    BuildRequest sandboxed = request;
    sandboxed.sandbox = sandbox_;
    return build_submission(*tools, sandboxed);
  }
  std::unique_ptr<CaseCaller> start(DeviceKind device, const std::filesystem::path& runner,
                                    const Tool& tool) override {
    const bool on_gpu = traits(device).needs_gpu;
    ChildOptions options{.wrapper = tool.command, .sandbox = on_gpu ? gpu_sandbox_ : sandbox_};
    options.permissions = {.readable = tool.readable, .writable = tool.writable, .gpu = on_gpu};
    if (tool.is_debugger) {
      options.in_terminal = true;
      options.sandbox = {};
      options.memory_bytes = std::numeric_limits<std::size_t>::max() / 2;
      options.start_timeout_s = kNoTimeout_s;
    } else if (!on_gpu) {  // a driver takes long to start, and much memory
      options.memory_bytes = std::min(kMostMemory, system::machine_bytes() / 2);
      options.start_timeout_s = kStartTimeout_s;
    }
    return std::make_unique<RunnerProcess>(runner, std::move(options));
  }
  void build_oracles(const std::vector<const spec::Exercise*>& exercises, int jobs,
                     const std::function<void(const std::string& exercise)>& building,
                     const Waits& waits) override {
    oracles_->build(exercises, jobs, building, waits);
  }
  kit::Oracle oracle(const spec::Exercise& exercise) override { return oracles_->of(exercise); }
  std::unique_ptr<Timer> timer() override {
    return toolchain_.referee.empty()
               ? nullptr
               : make_timer(toolchain_.referee, gpu_sandbox_,
                            [this](const spec::Exercise& exercise) { return oracle(exercise); });
  }

 private:
  Toolchain toolchain_;
  sandbox::Sandbox sandbox_, gpu_sandbox_;
  std::shared_ptr<Oracles> oracles_;
};

}  // namespace

std::unique_ptr<Workshop> make_workshop(Toolchain toolchain, const GradingOptions& options) {
  return std::make_unique<ToolchainWorkshop>(std::move(toolchain), options);
}

}  // namespace warpgrade::judge
