#include "judge/timing/comparison/comparison_data.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "judge/run/runner_process.hpp"
#include "kit/oracle.hpp"

namespace warpgrade::judge {
namespace {

// The CPU makes so many elements, and the GPU makes n of them. With strips, n is the number of
// rows of a matrix, for example. A row has some dozen elements, so a smaller pool is enough.
constexpr std::uint64_t kPoolElements = std::uint64_t(1) << 22, kStripsPool = std::uint64_t(1) << 16;
constexpr std::uint64_t kPoolAlignment = 256;
constexpr std::uint64_t kLeastPool = 16;  // the referee copies pieces of so many bytes

/// The pool: a case that is as large as the one that is timed, or smaller.
struct SmallCase {
  std::uint64_t n = 0;
  kit::CaseData data;
};

SmallCase make_small_case(const ComparisonRequest& request, const kit::Oracle& oracle) {
  SmallCase small;
  for (const std::uint64_t most : {kStripsPool, kPoolElements}) {
    kit::CaseRequest work = request.work;
    small.n = work.n = std::min(work.n, most);
    small.data = oracle(work);
    if (small.data.growth.strip > 0 || small.n == request.work.n) break;
  }
  return small;
}

/// How many elements the arrays of the small case have at n.
class Growing {
 public:
  Growing(const SmallCase& small, std::uint64_t n)
      : small_n_(small.n), n_(n), strip_(small.data.growth.strip) {
    if (strip_ == 0 || n == small_n_) return;
    if (const std::uint64_t largest = small.data.growth.largest_n; n > largest)
      throw std::runtime_error(
          fmt::format("n = {} is too large: with this input {} is the largest that fits", n, largest));
    if (n % strip_ != 0)
      throw std::runtime_error(
          fmt::format("n = {} can't be timed with this input: use a multiple of {}", n, strip_));
  }

  std::uint64_t more_strips() const { return strip_ == 0 ? 0 : (n_ - small_n_) / strip_; }
  std::uint64_t count(std::uint64_t small) const { return small == small_n_ ? n_ : small; }
  std::uint64_t count(const kit::Array& array) const {
    if (array.strips.elements == 0) return count(array.count());
    return array.count() + more_strips() * array.strips.elements;
  }
  protocol::TimedArray::Strips strips_of(const kit::Array& array) const {
    if (!array.strips.in_one_piece) return {};
    if (strip_ == 0)  // the order of its elements matters, and no strips say how to keep it
      throw std::runtime_error(fmt::format(
          "this input can't be timed: the oracle does not say how \"{}\" grows; use an input that has strips",
          array.name));
    return {array.strips.elements, array.strips.step, n_ / strip_, small_n_ / strip_};
  }

 private:
  std::uint64_t small_n_, n_, strip_;
};

/// How far a timed element may be off. Of a large array nobody knows the magnitudes; they are not above the
/// largest element of it, or not by much.
protocol::TimedArray::Rounding rounding_of(const kit::ExpectedArray& output,
                                           const ComparisonRequest& request) {
  const ElementType scalar{output.values.type.scalar};
  const auto task = std::ranges::find(request.exercise->tasks, request.work.task, &spec::Task::name);
  if (task == request.exercise->tasks.end()) return {};
  const auto tolerance = task->tolerance.find(scalar.name());
  if (tolerance == task->tolerance.end() || output.magnitude.empty() || output.every_bit) return {};
  return {scalar.name(), tolerance->second.sum_abs * scalar.epsilon()};
}

}  // namespace

bool ComparisonData::rounds() const {
  return std::ranges::any_of(comparison.outputs,
                             [](const protocol::TimedArray& output) { return output.rounding.share > 0; });
}

ComparisonData make_comparison_data(const ComparisonRequest& request, const kit::Oracle& oracle) {
  const SmallCase small = make_small_case(request, oracle);
  const kit::CaseData& data = small.data;
  const Growing growing(small, request.work.n);
  ComparisonData result;
  result.task = task_of(request.work, data);
  for (const auto& [name, of_a_strip] : data.growth.parameters)
    result.task.parameters.at(name) += double(growing.more_strips()) * of_a_strip;
  /// An output with room to spare has, at n, at most the same share of its room filled as in the small case,
  /// since the referee makes the large input from the small one.
  const auto written_at_n = [&](const kit::ExpectedArray& output) {
    const std::size_t element = output.values.type.size();
    if (output.capacity() != small.n || small.n == 0) return growing.count(output.values) * element;
    return output.values.count() * request.work.n / small.n * element;
  };
  for (const kit::Array& input : data.inputs) {
    const std::uint64_t offset = result.pool.size();
    result.comparison.inputs.push_back({.bytes = growing.count(input) * input.type.size(),
                                        .pool_offset = offset,
                                        .pool_bytes = std::max<std::uint64_t>(input.bytes.size(), kLeastPool),
                                        .strips = growing.strips_of(input)});
    result.pool.insert(result.pool.end(), input.bytes.begin(), input.bytes.end());
    result.pool.resize((result.pool.size() + kPoolAlignment - 1) / kPoolAlignment * kPoolAlignment);
    result.input_bytes += result.comparison.inputs.back().bytes;
  }
  for (std::size_t i = 0; i < data.outputs.size(); ++i) {
    const kit::ExpectedArray& output = data.outputs[i];
    const std::size_t element = output.values.type.size();
    protocol::TimedArray& array = result.comparison.outputs.emplace_back();
    array.bytes = growing.count(output.capacity()) * element;
    if (const auto length = data.length_output(i)) array.length = {int(*length), element};
    array.rounding = rounding_of(output, request);
    result.outputs.emplace_back(output.values.name, output.values.type);
    result.output_bytes += written_at_n(output);
  }
  result.comparison.shared_bytes = std::max<std::uint64_t>(result.pool.size(), kPoolAlignment);
  return result;
}

}  // namespace warpgrade::judge
