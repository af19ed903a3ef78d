// CUDA itself knows how to show a program one GPU only. All children then take 'the first one' as ever.
#include "app/gpu_option.hpp"

#include <cstdlib>
#include <sstream>
#include <stdlib.h>
#include <vector>

#include <fmt/format.h>

#include "app/usage_error.hpp"
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
  if (device == judge::DeviceChoice::simulator)
    throw UsageError("--gpu chooses a GPU, and --device simulator uses none. Leave one of the two out.");
  ::setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 1);  // the order of nvidia-smi
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  const std::string one =
      visible_device(judge::cuda_status(toolchain), *gpu, visible == nullptr ? "" : visible);
  ::setenv("CUDA_VISIBLE_DEVICES", one.c_str(), 1);
}

}  // namespace warpgrade::app
