// The truth of sampling: softmax, a stable sort and running sums, in double. And the choice of top_p and
// drawn: so far from every sum that no order of additions can decide otherwise.
#include "kit/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "kit/inputs.hpp"
#include "kit/matrix.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;
using Bytes = std::vector<std::byte>;

constexpr std::size_t kMostRows = 64, kMostColumns = 50'000;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// ---- Logits ----------------------------------------------------------------------------------------------
// Of a row two logits are equal, or so far apart that their probabilities are in the same order however they
// round. None is 60 to 200 below the greatest: a probability is an ordinary number, or zero for everybody.

using Row = std::vector<float>;

/// About normal, with a standard deviation of 3, in steps of 1/64: in long rows many are equal.
float any_logit(Random& random) {
  return float(std::floor(64 * 6 * (random.unit() + random.unit() + random.unit() - 1.5))) / 64;
}

/// A step for a row that rises or falls evenly, by at most 40 in all.
float slope(std::size_t columns) {
  float step = 1;
  while (step * float(columns) > 40) step /= 2;
  return step;
}

/// Some columns get a logit from 998 to 1000, and all others are so low that nothing is left of them.
Row with_extremes(std::size_t columns, Random& random) {
  constexpr float kLow[] = {-1000, -999, 0, 500, -kInfinity};
  Row row(columns);
  for (float& logit : row) logit = kLow[random.below(std::size(kLow))];
  for (int i = 0; i < 6; ++i) row[random.below(columns)] = float(998 + random.below(3));
  return row;
}

/// Only a few tokens are allowed, and their logits are around -1000.
Row far_below_zero(std::size_t columns, Random& random) {
  Row row(columns, -kInfinity);
  for (int i = 0; i < 6; ++i) row[random.below(columns)] = -float(997 + random.below(4));
  return row;
}

Row masked(std::size_t columns, Random& random) {
  Row row(columns);
  for (float& logit : row) logit = random.below(8) == 0 ? any_logit(random) : -kInfinity;
  row[random.below(columns)] = any_logit(random);
  return row;
}

Row make_row(const CaseRequest& request, std::size_t r, std::size_t columns, Random& random) {
  const float value = any_logit(random), step = slope(columns);
  const auto each = [&](const std::function<float(std::size_t)>& logit) {
    Row row(columns);
    for (std::size_t i = 0; i < columns; ++i) row[i] = logit(i);
    return row;
  };
  const std::map<std::string, std::function<Row()>> kinds = {
      {"random", [&] { return each([&](std::size_t) { return any_logit(random); }); }},
      {"few", [&] { return each([&](std::size_t) { return value + float(random.below(4)) / 2; }); }},
      {"constant", [&] { return Row(columns, value); }},
      {"ascending", [&] { return each([&](std::size_t i) { return float(i) * step - 20; }); }},
      {"descending", [&] { return each([&](std::size_t i) { return 10 - float(i) * step; }); }},
      {"one_huge",
       [&] {
         Row row = each([&](std::size_t) { return any_logit(random); });
         row[random.below(columns)] = 40;
         return row;
       }},
      {"minus_infinity", [&] { return masked(columns, random); }},
      {"extremes",
       [&] { return r % 2 == 0 ? with_extremes(columns, random) : far_below_zero(columns, random); }},
  };
  return input_named(kinds, request.input)();
}

// ---- The stages of a row ---------------------------------------------------------------------------------

struct Truth {
  std::vector<float> probabilities, sorted;
  std::vector<double> magnitude;  ///< of each probability
  std::vector<int> order;
  std::vector<double> exact, running;  ///< the sorted probabilities before they round, and their sums
  int allowed = 0;                     ///< tokens whose probability is not zero
};

/// What a probability may differ by. Its exponent is a difference of a logit and the greatest one: where
/// these round, the error of the exponent is an error of the probability relative to its size. 64 more: for
/// the exponential, and for the sum, whose elements one thread may add up.
double rounded_numbers(float logit, float greatest) {
  return 64 + std::abs(double(logit)) + std::abs(double(greatest));
}

/// Indices of the greatest values first; equal ones by `ties`: the lower or the higher first.
enum class Ties { lower_first, higher_first };
template <class T>
std::vector<int> descending(const T* values, std::size_t n, Ties ties = Ties::lower_first) {
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  if (ties == Ties::higher_first) std::ranges::reverse(order);
  std::ranges::stable_sort(order, [&](int a, int b) { return values[a] > values[b]; });
  return order;
}

struct Errors {
  bool higher_first, ascending;
};

Truth stages_of(const Row& row, const Errors& errors) {
  Truth truth;
  const float greatest = std::ranges::max(row);
  double sum = 0;
  for (const float logit : row) sum += std::exp(double(logit) - greatest);
  std::vector<double> exact;
  for (const float logit : row) {
    const double probability = std::exp(double(logit) - greatest) / sum;
    const bool is_zero = float(probability) == 0;
    exact.push_back(is_zero ? 0 : probability);
    truth.probabilities.push_back(float(probability));
    truth.magnitude.push_back(is_zero ? 0 : probability * rounded_numbers(logit, greatest));
    truth.allowed += is_zero ? 0 : 1;
  }
  truth.order =
      descending(exact.data(), exact.size(), errors.higher_first ? Ties::higher_first : Ties::lower_first);
  if (errors.ascending) {
    for (double& p : exact) p = -p;
    truth.order = descending(exact.data(), exact.size());
    for (double& p : exact) p = -p;
  }
  double before = 0;
  for (const int token : truth.order) {
    truth.sorted.push_back(truth.probabilities[std::size_t(token)]);
    truth.exact.push_back(exact[std::size_t(token)]);
    truth.running.push_back(before += exact[std::size_t(token)]);
  }
  return truth;
}

// ---- Thresholds ------------------------------------------------------------------------------------------

/// top_p and drawn lie in the middle of the step that the running sum makes at a place. No step is smaller
/// than this: its half is more than twice what a sum can be wrong by where each probability is as wrong as
/// the tolerance allows, all in the same direction.
double smallest_step(const std::string& input) { return input == "extremes" ? 2e-2 : 2e-4; }

/// How many places, from the first one on, have such a step.
std::size_t clear_places(const Truth& truth, double step) {
  return std::size_t(std::ranges::count_if(truth.exact, [&](double p) { return p >= step; }));
}

double middle(const Truth& truth, std::size_t place) { return truth.running[place] - truth.exact[place] / 2; }

struct Thresholds {
  float top_p = 1, drawn = 0;
};

/// Six situations in turn: some are kept, one is kept, all are kept; what is drawn lies among the kept ones,
/// at their end, at their begin.
Thresholds choose(const Truth& truth, double step, std::uint64_t situation, Random& random) {
  Thresholds chosen;
  const std::size_t clear = clear_places(truth, step);
  if (clear == 0) return chosen;  // so many tokens that none stands out: all are kept, and the first is drawn
  const std::size_t last = situation == 1 ? 0 : situation == 3 ? clear - 1 : random.below(clear);
  const bool keeps_all = situation == 2 || situation == 5;
  if (!keeps_all) chosen.top_p = float(middle(truth, last));
  const std::size_t most = keeps_all ? clear - 1 : last;
  const double kept_sum = keeps_all ? 1 : truth.running[last];
  const std::size_t place = situation == 3 || situation == 5 ? most : random.below(most + 1);
  if (situation != 4) chosen.drawn = float(middle(truth, place) / kept_sum);
  return chosen;
}

std::size_t count_kept(const Truth& truth, float top_p) {
  if (top_p == 1) return std::size_t(truth.allowed);
  const auto reached = std::ranges::lower_bound(truth.running, double(top_p));
  return std::size_t(reached - truth.running.begin()) + 1;
}

/// The first place at which the running sum is greater.
std::size_t first_above(const Truth& truth, double threshold) {
  const auto found = std::ranges::upper_bound(truth.running, threshold);
  return std::min(std::size_t(found - truth.running.begin()), truth.running.size() - 1);
}

// ---- What a submission has made --------------------------------------------------------------------------

template <class T>
std::vector<T> row_of(const Bytes& bytes, std::size_t r, std::size_t columns) {
  std::vector<T> row(columns);
  std::memcpy(row.data(), &bytes[r * columns * sizeof(T)], columns * sizeof(T));
  return row;
}
template <class T>
void put_row(Bytes& bytes, std::size_t r, const std::vector<T>& row) {
  std::memcpy(&bytes[r * row.size() * sizeof(T)], row.data(), row.size() * sizeof(T));
}

/// What is expected of the rows, and at which place the token of each is.
struct Expected {
  std::size_t columns = 0;
  std::vector<Truth> rows;
  std::vector<std::size_t> places;
};

enum Output { kProbabilities, kSorted, kOrder, kKept, kToken };

/// A sort is right if it sorts the probabilities that the submission has made, as these have rounded. Such
/// rows become what is expected. Of others the first one is told in words.
std::string examine(const Expected& expected, std::vector<Bytes>& out) {
  std::string wrong;
  for (std::size_t r = 0; r < expected.rows.size(); ++r) {
    const Truth& truth = expected.rows[r];
    const auto own = row_of<float>(out[kProbabilities], r, expected.columns);
    const bool is_softmax = std::ranges::equal(own, truth.probabilities, [](float got, float right) {
      return std::abs(double(got) - double(right)) <= 1e-2 * double(right);
    });
    if (!is_softmax) continue;  // said by the comparison, and what follows from it is no matter
    const std::vector<int> right_order = descending(own.data(), own.size());
    const auto sorted = row_of<float>(out[kSorted], r, expected.columns);
    const auto order = row_of<int>(out[kOrder], r, expected.columns);
    std::size_t i = 0;
    const auto is_right = [&](std::size_t place) {
      const float value = own[std::size_t(right_order[place])];
      return order[place] == right_order[place] && std::abs(sorted[place] - value) <= 1e-6f * value;
    };
    while (i < expected.columns && is_right(i)) ++i;
    if (i < expected.columns) {
      const bool is_token = 0 <= order[i] && order[i] < int(expected.columns);
      if (wrong.empty() && is_token)
        wrong = fmt::format(
            "Row {}: of the probabilities that you have written, token {} ({}) comes to place {}, and you "
            "have "
            "token {} ({}) there.",
            r, right_order[i], own[std::size_t(right_order[i])], i, order[i], sorted[i]);
      continue;
    }
    put_row(out[kSorted], r, truth.sorted);
    put_row(out[kOrder], r, truth.order);
    const auto token = row_of<int>(out[kToken], r, 1);
    const std::size_t place = expected.places[r];
    if (token[0] == right_order[place]) put_row(out[kToken], r, std::vector<int>{truth.order[place]});
  }
  return wrong;
}

// ---- Cases -----------------------------------------------------------------------------------------------

template <class T>
Array array(const char* name, const std::vector<T>& values) {
  return Array::of<T>(name, element_type_of<T>(), values);
}

template <class T>
void append(std::vector<T>& all, const std::vector<T>& row) {
  all.insert(all.end(), row.begin(), row.end());
}

CaseData make_case(const CaseRequest& request) {
  if (request.op != "f32") throw UnknownName("operator", request.op, {"f32"});
  const MatrixShape shape = matrix_shape(request);
  if (shape.rows > kMostRows || shape.columns > kMostColumns || shape.columns == 0)
    throw std::runtime_error(fmt::format("{} rows of {} columns: use up to {} rows of 1 to {}", shape.rows,
                                         shape.columns, kMostRows, kMostColumns));
  Mistakes mistakes(request);
  const Errors errors{
      mistakes.make("of equal probabilities the higher token comes first"),
      mistakes.make("the probabilities are sorted in ascending order, and the least of them are kept")};
  const bool of_all = mistakes.make("drawn is not multiplied by the sum of the kept probabilities");
  const bool is_place = mistakes.make("token is a place in the sorted row, and not the token there");

  Random random(request.seed);
  const std::uint64_t first_situation = random.below(6);
  Expected expected{.columns = shape.columns};
  std::vector<float> logits, top_p, drawn, probabilities, sorted;
  std::vector<double> magnitude, sorted_magnitude;
  std::vector<int> order, kept, token;
  for (std::size_t r = 0; r < shape.rows; ++r) {
    const Row row = make_row(request, r, shape.columns, random);
    Truth truth = stages_of(row, {});
    const Thresholds thresholds =
        choose(truth, smallest_step(request.input), (first_situation + r) % 6, random);
    if (errors.higher_first || errors.ascending) truth = stages_of(row, errors);
    const std::size_t row_kept = count_kept(truth, thresholds.top_p);
    const double kept_sum = of_all ? 1 : truth.running[row_kept - 1];
    const std::size_t place = first_above(truth, double(thresholds.drawn) * kept_sum);

    append(logits, row);
    top_p.push_back(thresholds.top_p);
    drawn.push_back(thresholds.drawn);
    append(probabilities, truth.probabilities);
    append(magnitude, truth.magnitude);
    append(sorted, truth.sorted);
    for (const int from : truth.order) sorted_magnitude.push_back(truth.magnitude[std::size_t(from)]);
    append(order, truth.order);
    kept.push_back(int(row_kept));
    token.push_back(is_place ? int(place) : truth.order[place]);
    expected.rows.push_back(std::move(truth));
    expected.places.push_back(place);
  }

  CaseData data;
  data.outputs_are_stages = true;
  data.inputs = {
      array("logits", with_pitch(logits, shape, std::numeric_limits<float>::quiet_NaN())),
      array("top_p", top_p),
      array("drawn", drawn),
  };
  data.outputs = {
      {array("probabilities", probabilities), magnitude},
      {array("sorted", sorted), sorted_magnitude},
      {array("order", order), {}},
      {array("kept", kept), {}},
      {array("token", token), {}},
  };
  describe_matrix(data, request, shape);
  data.mistakes = mistakes.take_offered();
  data.examine = [expected = std::move(expected)](std::vector<Bytes>& out) { return examine(expected, out); };
  return data;
}

const OracleRegistration registration("sample_token", &make_case);

}  // namespace
