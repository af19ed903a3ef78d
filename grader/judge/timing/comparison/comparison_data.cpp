#include "judge/timing/comparison/comparison_data.hpp"

#include <algorithm>

#include "kit/oracle.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::uint64_t kPoolElements = std::uint64_t(1) << 22;  // made on the CPU; the GPU makes n of them
constexpr std::uint64_t kPoolAlignment = 256;
constexpr std::uint64_t kLeastPool = 16;  // the referee fills arrays by words of so many bytes

}  // namespace

ComparisonData make_comparison_data(const ComparisonRequest& request) {
  const kit::Oracle oracle = kit::find_oracle(request.exercise->name);
  const std::uint64_t pool_n = std::min(request.n, kPoolElements);
  const kit::CaseData data = oracle({.task = request.task,
                                     .op = request.op,
                                     .input = request.input,
                                     .n = pool_n,
                                     .parameters = request.parameters,
                                     .seed = request.seed});
  ComparisonData material;
  material.parameters = data.parameters;
  const auto bytes_at_n = [&](const kit::Array& array) {
    const std::uint64_t count = array.count() == pool_n ? request.n : array.count();
    return count * array.type.size();
  };
  for (const kit::Array& input : data.inputs) {
    const std::uint64_t offset = material.pool.size();
    material.comparison.inputs.push_back(
        {bytes_at_n(input), offset, std::max<std::uint64_t>(input.bytes.size(), kLeastPool)});
    material.pool.insert(material.pool.end(), input.bytes.begin(), input.bytes.end());
    material.pool.resize((material.pool.size() + kPoolAlignment - 1) / kPoolAlignment * kPoolAlignment);
    material.input_bytes += bytes_at_n(input);
  }
  for (const kit::ExpectedArray& output : data.outputs) {
    material.comparison.outputs.push_back({bytes_at_n(output.values), 0, 0});
    material.outputs.emplace_back(output.values.name, output.values.type);
    material.output_bytes += bytes_at_n(output.values);
  }
  material.comparison.shared_bytes = std::max<std::uint64_t>(material.pool.size(), kPoolAlignment);
  return material;
}

}  // namespace warpgrade::judge
