// The right answers of softmax, row by row and in double. With the rule "checksum": the row's sum of random
// numbers.
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "kit/inputs.hpp"
#include "kit/matrix.hpp"
#include "rules.cuh"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

float uniform(Random& random, double low, double high) { return float(low + (high - low) * random.unit()); }

/// Element `column` of a row, for each kind of input. `row`: its number.
using MakeElement = std::function<float(std::size_t row, std::size_t column, std::size_t columns, Random&)>;

const std::map<std::string, MakeElement>& kinds() {
  using Size = std::size_t;
  static const std::map<std::string, MakeElement> all = {
      {"random", [](Size, Size, Size, Random& random) { return uniform(random, -4, 4); }},
      {"constant", [](Size row, Size, Size, Random&) { return float(row % 7) - 3; }},
      // the maximum grows with each element: a running sum is rescaled all the time
      {"ascending", [](Size, Size c, Size, Random&) { return 0.01F * float(c); }},
      {"descending", [](Size, Size c, Size, Random&) { return -0.01F * float(c); }},
      // exp(300) is no float, and exp(-300) is 0: only differences from the maximum count
      {"large", [](Size, Size, Size, Random& random) { return uniform(random, 300, 308); }},
      {"far_below", [](Size, Size, Size, Random& random) { return uniform(random, -308, -300); }},
      {"one_huge",
       [](Size row, Size c, Size columns, Random& random) {
         return c == (7 * row + columns / 2) % columns ? 1000.0F : uniform(random, -4, 4);
       }},
      // masked elements: the first half of a row, all, all but the last, every other one
      {"minus_infinity",
       [](Size row, Size c, Size columns, Random& random) {
         const bool masked[] = {c < columns / 2, true, c + 1 < columns, c % 2 == 0};
         return masked[row % 4] ? -kInfinity : uniform(random, -4, 4);
       }},
  };
  return all;
}

std::vector<float> make_elements(const CaseRequest& request, const MatrixShape& shape) {
  const auto& make = input_named(kinds(), request.input);
  Random random(mix_seed(request.seed, request.input));
  std::vector<float> elements;
  elements.reserve(shape.elements());
  for (std::size_t row = 0; row < shape.rows; ++row)
    for (std::size_t column = 0; column < shape.columns; ++column)
      elements.push_back(make(row, column, shape.columns, random));
  return elements;
}

/// How a row is computed: as it should be, or with a mistake.
struct Way {
  bool subtracts_maximum = true, divides = true, takes_last = true;
  std::uint64_t tile = 0;  ///< only so many elements of a row count; 0: all
};

struct Probabilities {
  std::vector<float> values;
  std::vector<double> magnitude;
};

/// Appends the results of one row. A result's rounding: exp(x - m) has a relative error that grows with |x -
/// m|.
void add_row(Probabilities& out, const float* row, std::size_t columns, const Way& way) {
  std::size_t counted = way.takes_last ? columns : columns - 1;
  if (way.tile > 0) counted = std::min<std::size_t>(counted, way.tile);
  double greatest = -std::numeric_limits<double>::infinity(), sum = 0;
  for (std::size_t c = 0; c < counted; ++c) greatest = std::max(greatest, double(row[c]));
  if (!way.subtracts_maximum) greatest = 0;
  const bool is_empty = std::isinf(greatest);  // nothing but -infinity
  for (std::size_t c = 0; c < counted && !is_empty; ++c) sum += std::exp(row[c] - greatest);
  for (std::size_t c = 0; c < columns; ++c) {
    const double away = double(row[c]) - greatest;
    const double result = is_empty ? 0 : std::exp(away) / (way.divides ? sum : 1);
    constexpr double kSmallest = 1e-30;  // what a GPU makes of smaller ones may be 0
    out.values.push_back(float(result));
    out.magnitude.push_back(result > 0 ? result * (1 + std::abs(away)) + kSmallest : kSmallest);
  }
}

CaseData softmax_case(const CaseRequest& request, const MatrixShape& shape) {
  Mistakes mistakes(request);
  Way way;
  if (mistakes.make("the maximum is not subtracted")) way.subtracts_maximum = false;
  if (mistakes.make("nothing is divided by the sum")) way.divides = false;
  if (mistakes.make("the last element of each row is left out")) way.takes_last = false;
  if (shape.rows <= 1)
    if (const auto tile = mistakes.make_with_tiles("only the first # elements of a row are looked at"))
      way.tile = tile;

  const std::vector<float> in = make_elements(request, shape);
  Probabilities out;
  for (std::size_t row = 0; row < shape.rows && shape.columns > 0; ++row)
    add_row(out, in.data() + row * shape.columns, shape.columns, way);

  CaseData data;
  constexpr ElementType type{Scalar::f32, 1};
  const float padding = std::numeric_limits<float>::quiet_NaN();
  data.inputs.push_back(Array::of<float>("in", type, with_pitch(in, shape, padding)));
  data.outputs.push_back({Array::of<float>("out", type, out.values), out.magnitude});
  if (shape.columns >= 8 && request.input == "random") data.mistakes = mistakes.take_offered();
  return data;
}

CaseData checksum_case(const CaseRequest& request, const MatrixShape& shape) {
  const softmax_rules::Checksum rule;
  Random random(mix_seed(request.seed, "checksum"));
  std::vector<std::uint64_t> in(shape.elements()), out(shape.elements());
  for (std::uint64_t& x : in) x = random.next();
  for (std::size_t row = 0; row < shape.rows; ++row) {
    const std::size_t begin = row * shape.columns;
    std::uint64_t total = rule.identity();
    for (std::size_t c = 0; c < shape.columns; ++c) total = rule.join(total, rule.lift(in[begin + c]));
    for (std::size_t c = 0; c < shape.columns; ++c) out[begin + c] = rule.finish(in[begin + c], total);
  }
  CaseData data;
  constexpr ElementType type = element_type_of<std::uint64_t>();
  data.inputs.push_back(
      Array::of<std::uint64_t>("in", type, with_pitch<std::uint64_t>(in, shape, random.next())));
  data.outputs.push_back({Array::of<std::uint64_t>("out", type, out), {}});
  data.proves = "right for every rule";
  data.note =
      "The elements are random numbers of 64 bits, and an element's result is the sum of its row, xor the "
      "element: "
      "it is right only if each element of the row went in exactly once.";
  return data;
}

CaseData make_case(const CaseRequest& request) {
  const MatrixShape shape = matrix_shape(request);
  const bool is_generic = request.task != "three_passes";
  CaseData data;
  if (request.op == "softmax")
    data = softmax_case(request, shape);
  else if (request.op == "checksum" && is_generic)
    data = checksum_case(request, shape);
  else
    throw UnknownName(
        "operator", request.op,
        is_generic ? std::vector<std::string>{"checksum", "softmax"} : std::vector<std::string>{"softmax"});
  describe_matrix(data, request, shape);
  return data;
}

const OracleRegistration registration("softmax", &make_case);

}  // namespace
