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
    return std::make_unique<RunnerProcess>(runner, child_options(device, tool));
  }
  ProgramResult run_program(DeviceKind device, const std::filesystem::path& program,
                            const spec::Exercise& exercise, const spec::ProgramRun& run,
                            const CallOptions& options, const Tool& tool) override {
    return judge::run_program(program, exercise, run, options, child_options(device, tool));
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
  ChildOptions child_options(DeviceKind device, const Tool& tool) const {
    const bool on_gpu = traits(device).needs_gpu;
    ChildOptions options{.sandbox = on_gpu ? gpu_sandbox_ : sandbox_};
    options.permissions.gpu = on_gpu;
    if (!on_gpu) {  // a driver takes long to start, and much memory
      options.memory_bytes = std::min(kMostMemory, system::machine_bytes() / 2);
      options.start_timeout_s = kStartTimeout_s;
    }
    options.wrapper = tool.command;
    options.permissions.readable = tool.readable;
    options.permissions.writable = tool.writable;
    if (tool.is_debugger) {
      options.in_terminal = true;
      options.sandbox = {};
      options.memory_bytes = std::numeric_limits<std::size_t>::max() / 2;
      options.start_timeout_s = kNoTimeout_s;
    }
    return options;
  }

  Toolchain toolchain_;
  sandbox::Sandbox sandbox_, gpu_sandbox_;
  std::shared_ptr<Oracles> oracles_;
};

}  // namespace

ProgramResult Workshop::run_program(DeviceKind, const std::filesystem::path&, const spec::Exercise&,
                                    const spec::ProgramRun&, const CallOptions&, const Tool&) {
  return {};  // of a test that runs none
}

std::unique_ptr<Workshop> make_workshop(Toolchain toolchain, const GradingOptions& options) {
  return std::make_unique<ToolchainWorkshop>(std::move(toolchain), options);
}

}  // namespace warpgrade::judge
