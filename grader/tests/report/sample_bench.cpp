#include "sample_bench.hpp"

#include <algorithm>

namespace warpgrade::support {
namespace {

constexpr double kCopy = 4230, kPeak = 4815;

/// A kernel that takes so long to start and then moves so many bytes in a second.
struct Kernel {
  const char* name;
  double start_us, gb_per_second;
};

Measured around(double value) { return {value, value * 0.99, value * 1.01}; }

BenchTime time_of(const Kernel& kernel, const Kernel& cub, std::uint64_t bytes) {
  const auto ms = [&](const Kernel& k) { return k.start_us / 1e3 + double(bytes) / (k.gb_per_second * 1e6); };
  BenchTime time;
  time.ms = around(ms(kernel));
  time.p99_ms = time.ms.value * (bytes < (4u << 20) ? 1.25 : 1.02);
  time.gb_per_second = double(bytes) / (time.ms.value * 1e6);
  time.copy_fraction = around(time.gb_per_second / kCopy);
  time.times_library = around(ms(cub) / ms(kernel));
  return time;
}

BenchTask task(const char* exercise, const char* name, std::uint64_t bytes_each,
               const std::vector<Kernel>& kernels) {
  BenchTask task{exercise, name, "sum_i32", "random", {}, {}, {}, ""};
  for (const Kernel& kernel : kernels) {
    task.contestants.emplace_back(kernel.name);
    task.files.push_back(std::string(kernel.name) + ".cu");
  }
  const auto cub = std::ranges::find(task.contestants, "cub") - task.contestants.begin();
  for (int log2n = 16; log2n <= 28; log2n += 2) {
    BenchPoint point{std::uint64_t(1) << log2n, bytes_each << log2n, kCopy, kPeak, 100, 0, {}, ""};
    for (const Kernel& kernel : kernels)
      point.times.emplace_back(time_of(kernel, kernels[std::size_t(cub)], point.bytes));
    task.points.push_back(std::move(point));
  }
  return task;
}

}  // namespace

BenchResult sample_bench() {
  BenchResult result;
  result.gpu = "NVIDIA H200";
  result.cuda = "13.0";
  result.memory_bytes = 150'000'000'000;
  result.seed = 7;
  result.seconds = 83;
  result.tasks.push_back(task("reduce", "coarsened", 4, {{"reference", 5, 4400}, {"cub", 7, 4380}}));
  result.tasks.push_back(task("scan", "device_exclusive", 8,
                              {{"reference", 7, 4070}, {"cub", 11, 3100}, {"submission", 30, 1400}}));
  BenchTask& scan = result.tasks.back();
  scan.points[2].times[2].reset();
  scan.points[2].note = "submission: wrong answer";
  scan.points[6].discarded = 3;
  BenchPoint too_large;
  too_large.n = std::uint64_t(1) << 30;
  too_large.times.resize(3);
  too_large.note = "out of memory";
  scan.points.push_back(too_large);
  BenchTask out{"histogram", "privatized", "count_u8", "skewed", {"cub"}, {"cub.cu"}, {}, ""};
  out.note = "the reference <does not build>: histogram.cu:3:1: expected ';'";
  result.tasks.push_back(out);
  return result;
}

}  // namespace warpgrade::support
