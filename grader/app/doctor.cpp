// ./grade doctor: can this machine grade? Each check says what it found, and what to do where it failed.
// A GPU is optional: that there is none is not a fault.
#include <chrono>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/subcommand.hpp"
#include "app/terminal.hpp"
#include "course/course.hpp"
#include "judge/compile/build.hpp"
#include "judge/compile/cuda_toolchain.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/grading.hpp"
#include "judge/sanitize/compute_sanitizer.hpp"
#include "kit/dataset.hpp"
#include "sandbox/sandbox.hpp"
#include "sandbox/system_files.hpp"
#include "system/process.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct Check {
  enum class State { good, absent, bad } state = State::good;
  std::string name;
  std::string found;   ///< what is there, or what is wrong
  std::string remedy;  ///< what to do if it is bad
};

constexpr std::uintmax_t kLeastFreeBytes = std::uintmax_t(500) << 20;
constexpr double kCommandTimeout = 60;

/// Doubles a number on the device and prints it: memory, a launch, a barrier, copies, printf.
constexpr const char* kTinyProgram = R"(#include <cstdio>
__global__ void twice(int* x) {
  __shared__ int copy;
  if (threadIdx.x == 0) copy = *x;
  __syncthreads();
  if (threadIdx.x == 31) *x = 2 * copy;
}
int main() {
  int x = 21, *d;
  if (cudaMalloc(&d, sizeof x) != cudaSuccess) return 1;
  cudaMemcpy(d, &x, sizeof x, cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(d);
  cudaMemcpy(&x, d, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%d\n", x);
  return cudaFree(d) == cudaSuccess && x == 42 ? 0 : 1;
}
)";

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Check check_compiler(const Installation& installation) {
  Check check{Check::State::good, "C++ compiler", "", ""};
  const judge::Toolchain toolchain = judge::read_toolchain(installation.toolchain);
  const std::string compiler = toolchain.oracle.require_compiler().compile.at(0);
  const auto result = system::run_command({compiler, "--version"}, {.timeout_s = kCommandTimeout});
  check.found = first_line(result.output);
  if (!result.status.success()) {
    check.state = Check::State::bad;
    check.found = compiler + " does not run";
    check.remedy = "install a compiler with ci/bootstrap.sh, remove the build folder, and run ./grade again";
  }
  return check;
}

Check check_simulator(const Installation& installation) {
  Check check{Check::State::good, "simulator", "", ""};
  const judge::Toolchain toolchain = judge::read_toolchain(installation.toolchain);
  const judge::DeviceToolchain* simulator = toolchain.find(DeviceKind::simulator);
  if (!simulator || simulator->compile.empty())
    throw std::runtime_error(
        "toolchain.json has no simulator; remove the build folder and run ./grade again");
  const system::TemporaryFolder folder(installation.cache);
  const fs::path source = folder.path() / "twice.cu";
  std::ofstream(source) << kTinyProgram;
  sandbox::Permissions permissions = simulator->permissions();
  permissions.writable = {folder.path()};
  const auto result = system::run_command(
      sandbox::choose(sandbox::Choice::automatic)
          .confine({.command = {simulator->compile.front(), "run", source.string()}}, permissions),
      {.timeout_s = kCommandTimeout});
  if (result.status.success() && first_line(result.output) == "42") {
    check.found = fmt::format("compiles and runs a kernel in {:.1f} s", result.seconds);
  } else {
    check.state = Check::State::bad;
    check.found = fmt::format("can't compile and run a small kernel:\n{}", result.output);
    check.remedy =
        "remove the build folder and run ./grade again; if that does not help, show this to whoever "
        "looks after the grader";
  }
  return check;
}

Check check_nvcc() {
  Check check{Check::State::absent, "nvcc", "", ""};
  const auto toolkit = judge::find_cuda_toolkit();
  if (!toolkit) {
    check.found = judge::why_no_cuda_toolkit() + "; only a GPU needs it";
    return check;
  }
  const std::string nvcc = toolkit->nvcc;
  const auto result = system::run_command({nvcc, "--version"}, {.timeout_s = kCommandTimeout});
  if (result.status.success()) {
    const std::size_t release = result.output.find("release ");
    check.state = Check::State::good;
    check.found =
        nvcc + (release == std::string::npos ? "" : ", " + first_line(result.output.substr(release)));
  } else {
    check.state = Check::State::bad;
    check.found = nvcc + " does not run";
    check.remedy = "install NVIDIA's CUDA Toolkit again";
  }
  return check;
}

Check check_gpu(const Installation& installation) {
  const judge::DeviceStatus status = judge::cuda_status(installation.toolchain);
  if (status.usable) return {Check::State::good, "GPU", status.name, ""};
  if (sandbox::gpu_devices().empty() || !judge::find_cuda_toolkit())
    return {Check::State::absent, "GPU",
            (sandbox::gpu_devices().empty() ? status.reason : "can't be used without nvcc") +
                "; timing points will wait",
            ""};
  return {Check::State::bad, "GPU", status.reason,
          "`nvidia-smi` must list the GPU; if it does not, the driver needs to be installed again"};
}

Check check_sanitizer() {
  const auto sanitizer = judge::find_compute_sanitizer();
  if (!sanitizer)
    return {Check::State::absent, "sanitizer", "no compute-sanitizer; only --sanitize needs it", ""};
  return {Check::State::good, "sanitizer", sanitizer->program().string(), ""};
}

/// The sandbox of programs that run on the GPU.
std::string gpu_sandbox(const judge::Toolchain& toolchain) {
  if (!judge::probe_cuda(toolchain).usable) return "";
  const sandbox::Sandbox found = sandbox::choose_for_gpu(sandbox::Choice::automatic, toolchain.cuda_probe);
  return fmt::format("; on the GPU: {}", to_string(found.tier()));
}

/// Which way to confine submissions works, and why no better one does.
Check check_sandbox(const Installation& installation) {
  std::string problems;
  for (const SandboxTierInfo& tier : kSandboxTiers) {
    const std::string problem = sandbox::why_not(tier.tier);
    if (problem.empty()) {
      const bool is_best = tier.tier == SandboxTier::bubblewrap;
      const std::string found =
          tier.tier == SandboxTier::none ? "none: submissions run as you" : std::string(tier.name);
      const std::string on_gpu = gpu_sandbox(judge::read_toolchain(installation.toolchain));
      return {is_best ? Check::State::good : Check::State::absent, "sandbox", found + on_gpu + problems, ""};
    }
    problems += fmt::format("\n  {:<14} not {}: {}", "", tier.name, problem);
  }
  return {Check::State::bad, "sandbox", problems, ""};
}

Check check_folder(const Installation& installation) {
  const system::TemporaryFolder writable(installation.cache);
  const fs::space_info space = fs::space(installation.cache);
  const std::string free = fmt::format("{}, {:.1f} GB free", as_typed(installation.cache).string(),
                                       static_cast<double>(space.available) / 1e9);
  if (space.available >= kLeastFreeBytes) return {Check::State::good, "build folder", free, ""};
  return {Check::State::bad, "build folder", free,
          "make at least 0.5 GB free; this folder is safe to delete"};
}

Check check_course(const Installation& installation) {
  if (!fs::is_directory(installation.assignments()))
    return {Check::State::absent, "course", "none in this folder; give one with --course DIR", ""};
  const spec::Course course = load_course(installation);
  return {Check::State::good, "course",
          fmt::format("{} exercises in {}", course.exercises.size(), installation.course.string()), ""};
}

Check check_datasets(const Installation& installation) {
  if (!fs::exists(installation.datasets) && installation.datasets == installation.course / "datasets")
    return {Check::State::absent, "datasets", "this course has none", ""};
  kit::DatasetLibrary datasets(installation.datasets);
  const std::vector<std::string> names = datasets.names();
  for (const std::string& name : names) datasets.get(name);
  return {Check::State::good, "datasets", fmt::format("{} files, none of them changed", names.size()), ""};
}

/// A check that throws has failed.
template <class F>
Check guarded(std::string name, std::string remedy, F&& check) {
  try {
    return check();
  } catch (const std::exception& error) {
    return {Check::State::bad, std::move(name), error.what(), std::move(remedy)};
  }
}

void print(const Terminal& terminal, const Check& check) {
  const bool bad = check.state == Check::State::bad;
  const bool good = check.state == Check::State::good;
  const auto mark = bad ? terminal.cross() : good ? terminal.tick() : terminal.dash();
  const Tone tone = bad ? Tone::bad : good ? Tone::good : Tone::quiet;
  fmt::print("{} {:<14} {}\n", terminal.paint(mark, tone), check.name, check.found);
  if (bad && !check.remedy.empty()) fmt::print("  {:<14} what to do: {}\n", "", check.remedy);
}

int doctor(const fs::path& course) {
  const Installation installation = find_grader(course);
  const std::string rebuild = "remove the build folder and run ./grade again";
  const Check checks[] = {
      guarded("C++ compiler", "run ci/bootstrap.sh", [&] { return check_compiler(installation); }),
      guarded("simulator", rebuild, [&] { return check_simulator(installation); }),
      guarded("nvcc", rebuild, [&] { return check_nvcc(); }),
      guarded("GPU", rebuild, [&] { return check_gpu(installation); }),
      guarded("sanitizer", "install NVIDIA's CUDA Toolkit again", check_sanitizer),
      guarded("sandbox", "run ci/bootstrap.sh", [&] { return check_sandbox(installation); }),
      guarded("build folder", "make the folder writable", [&] { return check_folder(installation); }),
      guarded("course", "`./grade spec` shows all mistakes", [&] { return check_course(installation); }),
      guarded("datasets", "restore the folder datasets/ from the handout or the repository",
              [&] { return check_datasets(installation); }),
  };
  const Terminal terminal = Terminal::of_stdout();
  int bad = 0;
  for (const Check& check : checks) {
    print(terminal, check);
    bad += check.state == Check::State::bad;
  }
  fmt::print("\n{}\n", bad == 0 ? "This machine can grade." : "This machine can't grade yet: see above.");
  return bad == 0 ? 0 : 2;
}

}  // namespace

void add_doctor(CLI::App& app, Run& run) {
  auto course = std::make_shared<fs::path>();
  Subcommand command(app, "doctor", "Check whether this machine can grade");
  add_course_option(command, *course);
  command.sets(run, [course] { return doctor(*course); });
}

}  // namespace warpgrade::app
