// An environment variable tells CUDA to show a program only one GPU. All children then take the first GPU
// that they see.
#include "app/gpu_choice.hpp"

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <stdlib.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/selection.hpp"
#include "app/session.hpp"
#include "course/course.hpp"
#include "judge/cases/oracle_check.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/options.hpp"

namespace warpgrade::app {
namespace {

std::string listing(const std::vector<judge::Gpu>& gpus) {
  std::string lines;
  for (std::size_t i = 0; i < gpus.size(); ++i)
    lines += fmt::format("\n  --gpu {}  {}  {}", i, gpus[i].name, gpus[i].uuid);
  return lines;
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

}  // namespace

std::string visible_device(const judge::DeviceStatus& cuda, int n, const std::string& visible) {
  if (!cuda.usable)
    throw UsageError(
        fmt::format("--gpu {} needs a GPU, but {}. `./grade doctor` checks this machine.", n, cuda.reason));
  if (n < 0 || std::size_t(n) >= cuda.gpus.size())
    throw UsageError(fmt::format("there is no GPU {} here. The GPUs:{}", n, listing(cuda.gpus)));
  // A part of a card (MIG) has a name of its own, which only the variable knows.
  const std::vector<std::string> names = split_at_commas(visible);
  return std::size_t(n) < names.size() ? names[std::size_t(n)] : cuda.gpus[std::size_t(n)].uuid;
}

void choose_gpu(std::optional<int> gpu, judge::DeviceChoice device, const std::filesystem::path& toolchain) {
  if (!gpu) return;
  if (!judge::may_use_gpu(device))
    throw UsageError(fmt::format("--gpu chooses a GPU, and --device {} uses none. Leave one of the two out.",
                                 to_string(device)));
  ::setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 1);  // the order of nvidia-smi
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  const std::string one =
      visible_device(judge::cuda_status(toolchain), *gpu, visible == nullptr ? "" : visible);
  ::setenv("CUDA_VISIBLE_DEVICES", one.c_str(), 1);
}

system::GpuLock GpuSession::lock() const {
  return {gpu.uuid, system::GpuLock::Use::alone,
          [](const std::string& message) { std::cerr << "grade: " << message << '\n'; }};
}

GpuSession open_gpu(const Session& session, const std::string& command) {
  const judge::Toolchain toolchain = judge::read_toolchain(session.installation.toolchain);
  const judge::DeviceStatus cuda = judge::probe_cuda(toolchain);
  if (!cuda.usable)
    throw UsageError(fmt::format("{} takes times on a GPU, but {}. `./grade doctor` checks this machine.",
                                 command, cuda.reason));
  return {cuda.gpus.front(), cuda.cuda, judge::make_workshop(toolchain, session.grading)};
}

std::vector<SelectedTask> select_timed_tasks(const spec::Course& course,
                                             const std::vector<std::string>& names, judge::Oracles& oracles) {
  std::vector<SelectedTask> tasks;
  std::string programs;
  for (const judge::Selection& selected : select(course, names)) {
    const spec::Exercise* exercise = find_exercise(course, selected.exercise);
    if (exercise->program) {
      programs += " " + exercise->name;
      continue;
    }
    judge::check_against_oracle(*exercise, oracles.of(*exercise));
    for (const spec::Task& task : exercise->tasks)
      if (task.timing && (selected.task.empty() || selected.task == task.name))
        tasks.push_back({exercise, &task});
  }
  if (tasks.empty() && !programs.empty())
    throw UsageError(
        fmt::format("whole programs are timed when they are graded on a GPU, and not here:{}.", programs));
  if (tasks.empty())
    throw UsageError(
        "none of these tasks is timed. A task is timed if it has a [task.timing] in its exercise.toml, with "
        "operators, sizes and the points for speed.");
  return tasks;
}

}  // namespace warpgrade::app
