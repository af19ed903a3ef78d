#include "judge/timing/comparison/comparison_data.hpp"

#include <algorithm>

#include "judge/run/runner_process.hpp"
#include "kit/oracle.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::uint64_t kPoolElements = std::uint64_t(1)
                                        << 22;  // the CPU makes so many, and the GPU makes n of them
constexpr std::uint64_t kPoolAlignment = 256;
constexpr std::uint64_t kLeastPool = 16;  // the referee copies pieces of so many bytes

}  // namespace

ComparisonData make_comparison_data(const ComparisonRequest& request) {
  const kit::Oracle oracle = kit::find_oracle(request.exercise->name);
  kit::CaseRequest small = request.work;
  small.n = std::min(small.n, kPoolElements);
  const kit::CaseData data = oracle(small);
  ComparisonData result;
  result.task = task_of(request.work, data);
  const auto count_at_n = [&](std::uint64_t count) { return count == small.n ? request.work.n : count; };
  const auto bytes_at_n = [&](const kit::Array& array) {
    return count_at_n(array.count()) * array.type.size();
  };
  /// Of an output with room to spare as large a share is written at n as in the small case: there may be so
  /// many values at most, and the referee makes the large input from the small one.
  const auto written_at_n = [&](const kit::ExpectedArray& output) {
    if (output.capacity() != small.n || small.n == 0) return bytes_at_n(output.values);
    return output.values.count() * request.work.n / small.n * output.values.type.size();
  };
  for (const kit::Array& input : data.inputs) {
    const std::uint64_t offset = result.pool.size();
    result.comparison.inputs.push_back(
        {bytes_at_n(input), offset, std::max<std::uint64_t>(input.bytes.size(), kLeastPool)});
    result.pool.insert(result.pool.end(), input.bytes.begin(), input.bytes.end());
    result.pool.resize((result.pool.size() + kPoolAlignment - 1) / kPoolAlignment * kPoolAlignment);
    result.input_bytes += bytes_at_n(input);
  }
  for (std::size_t i = 0; i < data.outputs.size(); ++i) {
    const kit::ExpectedArray& output = data.outputs[i];
    const std::size_t element = output.values.type.size();
    protocol::TimedArray& array = result.comparison.outputs.emplace_back();
    array.bytes = count_at_n(output.capacity()) * element;
    if (const auto length = data.length_output(i)) array.length = {int(*length), element};
    result.outputs.emplace_back(output.values.name, output.values.type);
    result.output_bytes += written_at_n(output);
  }
  result.comparison.shared_bytes = std::max<std::uint64_t>(result.pool.size(), kPoolAlignment);
  return result;
}

}  // namespace warpgrade::judge
