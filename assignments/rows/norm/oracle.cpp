// The right answers of norm, row by row and in double.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "kit/inputs.hpp"
#include "kit/matrix.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

constexpr double kEpsilonOfHalf = 0x1p-10, kLeastNormalHalf = 0x1p-14;
constexpr double kEpsilonOfFloat = 0x1p-23;

using Row = std::vector<double>;

// ---- Inputs --------------------------------------------------------------------------------------------

double uniform(Random& random, double low, double high) { return low + (high - low) * random.unit(); }

template <std::size_t count>
double one_of(const double (&values)[count], std::size_t i) {
  return values[i % count];
}

/// From a half to the next one.
double spacing_at(double x) { return std::exp2(std::floor(std::log2(std::abs(x)))) * kEpsilonOfHalf; }

void make_random(Row& x, std::size_t, Random& random) {
  for (double& value : x) value = uniform(random, -4, 4);
}

/// The mean square is that of each element, and the variance exactly 0.
void make_constant(Row& x, std::size_t row, Random&) {
  std::ranges::fill(x, one_of({1, 0.1, -3, 1000, 0, 300}, row));
}

/// 1, 2, 3, … 2048: so far halves hold all integers. Then again from 1.
void make_ascending(Row& x, std::size_t, Random&) {
  for (std::size_t c = 0; c < x.size(); ++c) x[c] = 1 + double(c % 2048);
}

void make_extremes(Row& x, std::size_t, Random& random) {
  for (double& value : x)
    value = one_of({65504, -65504, 0, -0.0, 0x1p-24, 1, -0x1p-14}, std::size_t(random.below(7)));
}

/// An element beside which all others count for nothing: who loses it loses everything. It is the last one in
/// each third row, the first one in each sixth, and anywhere in the others.
void make_one_huge(Row& x, std::size_t row, Random& random) {
  for (double& value : x) value = uniform(random, -1, 1);
  if (x.empty()) return;
  const std::size_t huge = row % 3 == 0 ? x.size() - 1 : row % 6 == 1 ? 0 : random.below(x.size());
  x[huge] = random.coin() ? 20'000 : -20'000;
}

/// The mean square is about as large as epsilon.
void make_tiny(Row& x, std::size_t, Random& random) {
  for (double& value : x) value = uniform(random, -0x1p-9, 0x1p-9);
}

/// A large mean, and around it the nearest halves: 1000 ± 1, for example, where their spacing is 0.5.
void make_large_mean(Row& x, std::size_t row, Random& random) {
  const double mean = one_of({1000, -1000, 3000, 120, 20'000}, row), spacing = spacing_at(mean);
  for (double& value : x) value = mean + spacing * (double(random.below(5)) - 2);
}

std::vector<Half> make_matrix(const CaseRequest& request, const MatrixShape& shape) {
  const std::map<std::string, std::function<void(Row&, std::size_t, Random&)>> kinds = {
      {"random", make_random},         {"constant", make_constant}, {"ascending", make_ascending},
      {"extremes", make_extremes},     {"one_huge", make_one_huge}, {"tiny", make_tiny},
      {"large_mean", make_large_mean},
  };
  const auto& make = input_named(kinds, request.input);
  Random random(mix_seed(request.seed, "in"));
  Row row(shape.columns);
  std::vector<Half> elements;
  for (std::size_t r = 0; r < shape.rows; ++r) {
    make(row, r, random);
    elements.insert(elements.end(), row.begin(), row.end());
  }
  return elements;
}

/// None is 0, or near it: what is multiplied by it would be lost.
std::vector<Half> make_weight(const CaseRequest& request, std::size_t columns) {
  Random random(mix_seed(request.seed, "weight"));
  std::vector<Half> weight(columns);
  for (Half& w : weight) w = (random.coin() ? 1 : -1) * uniform(random, 0.5, 2);
  return weight;
}

std::vector<Half> make_bias(const CaseRequest& request, std::size_t columns) {
  Random random(mix_seed(request.seed, "bias"));
  std::vector<Half> bias(columns);
  for (Half& b : bias) b = uniform(random, -2, 2);
  return bias;
}

/// A float, as a submission gets it. Tiny elements come with another one, so that no kernel has its own.
double epsilon_of(const CaseRequest& request) { return request.input == "tiny" ? 1e-6F : 1e-5F; }

// ---- The two norms, right or with a mistake --------------------------------------------------------------

struct Problem {
  std::vector<Half> weight, bias;
  double epsilon = 0;
};

/// A result, and how large the numbers are that were rounded on the way to it.
struct Result {
  double value = 0, magnitude = 0;
};

/// The elements of a row that mean and variance are made of.
struct Part {
  std::size_t begin, end;
};

Part counted(std::size_t columns, Mistakes& mistakes) {
  Part part{0, columns};
  if (const auto tile = mistakes.make_with_tiles("only the first # elements of a row are summed up"))
    part.end = tile;
  if (const auto tile =
          mistakes.make_with_tiles("what lies behind the last full # elements of a row is not summed up"))
    part.end = columns / tile * tile;
  if (const auto tile =
          mistakes.make_with_tiles("only what begins at the last multiple of # in a row is summed up"))
    part.begin = (columns - 1) / tile * tile;
  return part;
}

/// Products below the least normal half are no finer than that one; a weight may have multiplied one of them.
double magnitude_of_product(double x, double weight) {
  return std::max(std::abs(x * weight), kLeastNormalHalf * std::max(1.0, std::abs(weight)));
}

class RmsNorm {
 public:
  explicit RmsNorm(std::size_t columns, Mistakes& mistakes)
      : part_(counted(columns, mistakes)),
        no_mean_(mistakes.make("the sum of the squares is not divided by columns")),
        no_root_(mistakes.make("it is divided by the mean square, and not by its root")),
        no_epsilon_(mistakes.make("epsilon is left out")),
        epsilon_outside_(mistakes.make("epsilon is added to the root, and not under it")),
        no_weight_(mistakes.make("weight is left out")) {}

  void operator()(const Row& x, const Problem& problem, std::vector<Result>& results) const {
    double square = 0;
    for (std::size_t c = part_.begin; c < part_.end; ++c) square += x[c] * x[c];
    if (!no_mean_) square /= double(x.size());
    if (!no_epsilon_ && !epsilon_outside_) square += problem.epsilon;
    double by = no_root_ ? square : std::sqrt(square);
    if (epsilon_outside_) by += problem.epsilon;
    for (std::size_t c = 0; c < x.size(); ++c) {
      const double weight = no_weight_ ? 1 : double(problem.weight[c]);
      results.push_back({x[c] / by * weight, magnitude_of_product(x[c] / by, weight)});
    }
  }

 private:
  Part part_;
  bool no_mean_, no_root_, no_epsilon_, epsilon_outside_, no_weight_;
};

class LayerNorm {
 public:
  explicit LayerNorm(std::size_t columns, Mistakes& mistakes)
      : part_(counted(columns, mistakes)),
        no_mean_(mistakes.make("the mean of the row is not subtracted from its elements")),
        square_(mistakes.make("it is divided by the root of the mean square, and not of the variance")),
        of_sample_(columns > 1 &&
                   mistakes.make("the variance is that of a sample, Σ(x - mean)² / (columns - 1)")),
        no_division_(mistakes.make("Σ(x - mean)² is not divided by columns")),
        no_root_(mistakes.make("it is divided by the variance, and not by its root")),
        no_epsilon_(mistakes.make("epsilon is left out")),
        epsilon_outside_(mistakes.make("epsilon is added to the root, and not under it")),
        no_weight_(mistakes.make("weight is left out")),
        no_bias_(mistakes.make("bias is left out")),
        bias_first_(mistakes.make("bias is added before weight multiplies")) {}

  void operator()(const Row& x, const Problem& problem, std::vector<Result>& results) const {
    double mean = 0, variance = 0, square = 0;
    for (std::size_t c = part_.begin; c < part_.end; ++c) mean += x[c] / double(part_.end - part_.begin);
    for (std::size_t c = part_.begin; c < part_.end; ++c) {
      variance += (x[c] - mean) * (x[c] - mean);
      square += x[c] * x[c] / double(part_.end - part_.begin);
    }
    if (!no_division_) variance /= double(part_.end - part_.begin) - (of_sample_ ? 1 : 0);
    if (square_) variance = square;
    if (!no_epsilon_ && !epsilon_outside_) variance += problem.epsilon;
    double by = no_root_ ? variance : std::sqrt(variance);
    if (epsilon_outside_) by += problem.epsilon;
    // The mean is a float, made with some roundings: each error of it is one of x - mean. On rows of equal
    // elements this is all there is, and it is divided by the root of epsilon.
    const double error_of_mean = kRoundingsOfMean * kEpsilonOfFloat / kEpsilonOfHalf * std::sqrt(square);
    for (std::size_t c = 0; c < x.size(); ++c) {
      const double weight = no_weight_ ? 1 : double(problem.weight[c]);
      const double bias = no_bias_ ? 0 : double(problem.bias[c]);
      const double normal = (no_mean_ ? x[c] : x[c] - mean) / by;
      results.push_back(
          {bias_first_ ? (normal + bias) * weight : normal * weight + bias,
           magnitude_of_product(normal, weight) + std::abs(bias) + std::abs(weight) / by * error_of_mean});
    }
  }

 private:
  static constexpr double kRoundingsOfMean = 16;

  Part part_;
  bool no_mean_, square_, of_sample_, no_division_, no_root_, no_epsilon_, epsilon_outside_, no_weight_,
      no_bias_, bias_first_;
};

// ---- A case ----------------------------------------------------------------------------------------------

/// `begins_anywhere`: with the mistake that row r begins at r * columns.
template <class Norm>
CaseData case_of(const CaseRequest& request, const MatrixShape& shape, const Problem& problem,
                 const Norm& norm, bool begins_anywhere) {
  const auto half = element_type_of<Half>();
  const Half nobodys = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Half> in = with_pitch(make_matrix(request, shape), shape, nobodys);
  std::vector<Half> out;
  std::vector<double> magnitude;
  std::vector<Result> results;
  for (std::size_t r = 0; r < shape.rows; ++r) {
    const auto begin = in.begin() + std::ptrdiff_t(r * (begins_anywhere ? shape.columns : shape.pitch()));
    results.clear();
    norm(Row(begin, begin + std::ptrdiff_t(shape.columns)), problem, results);
    for (const Result& result : results) {
      out.push_back(result.value);
      magnitude.push_back(result.magnitude);
    }
  }

  CaseData data;
  data.inputs.push_back(Array::of<Half>("in", half, in));
  data.inputs.push_back(Array::of<Half>("weight", half, problem.weight));
  if (request.task == "layer_norm") data.inputs.push_back(Array::of<Half>("bias", half, problem.bias));
  data.outputs.push_back({Array::of<Half>("out", half, out), magnitude});
  data.parameters["epsilon"] = problem.epsilon;
  describe_matrix(data, request, shape);
  data.note +=
      fmt::format(" Its result is out[row * {} + column].{} epsilon = {}.", shape.columns,
                  shape.pad > 0 ? " What lies between two rows is NaN." : "", float(problem.epsilon));
  return data;
}

CaseData make_case(const CaseRequest& request) {
  if (request.op != "f16") throw UnknownName("operator", request.op, {"f16"});
  const MatrixShape shape = matrix_shape(request);
  const Problem problem{make_weight(request, shape.columns), make_bias(request, shape.columns),
                        epsilon_of(request)};
  CaseRequest row = request;  // tiles are those of a row
  row.n = shape.columns;
  Mistakes mistakes(row);
  const bool begins_anywhere =
      shape.rows > 1 && shape.pad > 0 &&
      mistakes.make("row r is taken to begin at in + r * columns, and not at r * pitch");
  CaseData data = request.task == "rms_norm"
                      ? case_of(request, shape, problem, RmsNorm(shape.columns, mistakes), begins_anywhere)
                      : case_of(request, shape, problem, LayerNorm(shape.columns, mistakes), begins_anywhere);
  // Rows of one element are 1, 0 or NaN, whatever the mistake.
  if (shape.columns > 1) data.mistakes = mistakes.take_offered();
  return data;
}

const OracleRegistration registration("norm", &make_case);

}  // namespace
