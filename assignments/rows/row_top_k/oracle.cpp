// The right answers of row_top_k: of each row the first k places in the order of greater values, then lower
// columns. An `input` is a kind of row, made anew for each:
//
//   random         any numbers between -1000 and 1000
//   negative       numbers below -1: none is greater than a 0 that nobody has written
//   constant       one number
//   ascending      each element enters the list of the greatest k
//   descending     none does after the first k
//   few            four different numbers: most have many equals
//   zeros          0.0, -0.0 and -1: the greatest are zeros, and equal
//   minus_infinity in every third row nothing else, in others some numbers amid it
//   extremes       the ends of the range, both infinities, zeros, denormals
//   one_lane       the greatest are a power of two of columns apart: one thread of many finds all of them
#include "kit/oracle.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "kit/inputs.hpp"
#include "kit/matrix.hpp"

namespace {

using namespace warpgrade::kit;

using Row = std::vector<float>;
using Limits = std::numeric_limits<float>;

constexpr float kInfinity = Limits::infinity();
constexpr int kLargestK = 64;

// ---- Data --------------------------------------------------------------------------------------------

/// The greatest elements are at columns that differ by multiples of 32 to 1024, and two in three.
void fill_one_lane(Row& row, Random& random) {
  const std::size_t apart = std::clamp<std::size_t>(std::bit_floor(row.size() / 64), 32, 1024);
  const std::size_t lane = random.below(apart);
  for (std::size_t column = 0; column < row.size(); ++column)
    row[column] = float(random.unit()) + (column % apart == lane && random.below(3) > 0 ? 2.0f : 0.0f);
}

void fill_minus_infinity(Row& row, std::size_t number, Random& random) {
  std::ranges::fill(row, -kInfinity);
  if (row.empty() || number % 3 == 0) return;
  const std::size_t numbers = number % 3 == 1 ? 1 : 1 + row.size() / 8;
  for (std::size_t i = 0; i < numbers; ++i) row[random.below(row.size())] = float(-1000 * random.unit());
}

Row make_row(const std::string& input, std::size_t number, std::size_t columns, Random& random) {
  static constexpr std::array kFew = {-2.5f, -1.0f, 1.0f, 3.0f};
  static constexpr std::array kZeros = {0.0f, -0.0f, -1.0f};
  static constexpr std::array kExtremes = {kInfinity,     -kInfinity, Limits::max(),         -Limits::max(),
                                           Limits::min(), 0.0f,       Limits::denorm_min(),  -0.0f,
                                           1.0f,          -1.0f,      -Limits::denorm_min(), -Limits::min()};
  Row row(columns);
  const auto each = [&](auto make) {
    return [&row, make] {
      for (std::size_t column = 0; column < row.size(); ++column) row[column] = make(column);
    };
  };
  const auto one_of = [&](const auto& values) {
    return each([&](std::size_t) { return values[random.below(values.size())]; });
  };
  const float level = float(random.below(200)) - 100;  // so that rows differ
  const std::map<std::string, std::function<void()>> kinds = {
      {"random", each([&](std::size_t) { return float(2000 * random.unit() - 1000); })},
      {"negative", each([&](std::size_t) { return float(-1 - 1000 * random.unit()); })},
      {"constant", each([&](std::size_t) { return level; })},
      {"ascending", each([&](std::size_t column) { return level + float(column) / 4; })},
      {"descending", each([&](std::size_t column) { return level - float(column) / 4; })},
      {"few", one_of(kFew)},
      {"zeros", one_of(kZeros)},
      {"minus_infinity", [&] { fill_minus_infinity(row, number, random); }},
      {"extremes", one_of(kExtremes)},
      {"one_lane", [&] { fill_one_lane(row, random); }},
  };
  const auto& make = input_named(kinds, input);
  make();
  return row;
}

std::vector<float> make_matrix(const CaseRequest& request, const MatrixShape& shape) {
  Random random(request.seed);
  std::vector<float> in;
  in.reserve(shape.elements());
  make_row(request.input, 0, 0, random);  // an unknown name is a mistake in an empty matrix, too
  for (std::size_t number = 0; number < shape.rows; ++number)
    for (const float x : make_row(request.input, number, shape.columns, random)) in.push_back(x);
  return in;
}

// ---- What is right, and what mistakes make of it -----------------------------------------------------

struct Found {
  float value = -kInfinity;
  std::int32_t column = -1;
};

/// What is done; all of it as it should be, unless a mistake is asked for.
struct Plan {
  bool takes_last_equal, takes_least, ignores_sign, compares_ints, compares_words, tells_zeros_apart;
  bool drops_minus_infinity, drops_equals, without_first, without_last, without_pitch;
  bool least_first, in_order_of_columns;
  std::uint64_t only_first;  ///< columns; 0: all
};

/// The mistakes are those with rows, of which the tiles are parts.
Plan make_plan(const CaseRequest& request, const MatrixShape& shape, bool is_list, Mistakes& mistakes) {
  Plan plan{};
  plan.takes_last_equal = mistakes.make("of equal elements the one with the higher column comes first");
  plan.takes_least = mistakes.make("the least elements are taken, not the greatest");
  plan.ignores_sign = mistakes.make("absolute values are compared");
  plan.compares_ints = mistakes.make(
      "the bits of floats are compared as signed integers, among which negative floats run backwards");
  plan.compares_words = mistakes.make(
      "the bits of floats are compared as unsigned integers, among which negative floats are greater");
  plan.without_first = mistakes.make("the first element of each row is left out");
  plan.without_last = mistakes.make("the last element of each row is left out");
  // Of few values, the first columns may well have the greatest.
  static const std::set<std::string> kManyValues = {"random", "negative", "ascending", "one_lane"};
  if (kManyValues.contains(request.input))
    plan.only_first = mistakes.make_with_tiles("only the first # columns of each row are looked at");
  if (request.input == "zeros" || request.input == "extremes")
    plan.tells_zeros_apart = mistakes.make("-0.0 counts as less than 0.0, and they are equal");
  if (request.input == "minus_infinity" || request.input == "extremes")
    plan.drops_minus_infinity =
        mistakes.make("an element that is −∞ is taken for no element, and its column is -1");
  if (shape.pad > 0 && shape.rows > 1)
    plan.without_pitch =
        mistakes.make("row r is read from in[r * columns] on, and not from in[r * pitch] on");
  if (is_list) {
    plan.drops_equals = mistakes.make("an element that equals one in the list does not enter it");
    plan.least_first = mistakes.make("the greatest elements are right, but the least of them stands first");
    plan.in_order_of_columns =
        mistakes.make("the greatest elements are right, but in the order of their columns");
  }
  return plan;
}

/// For sorting: floats as integers in the order of IEEE 754's totalOrder.
std::int64_t total_rank(float x) {
  const auto bits = std::bit_cast<std::int32_t>(x);
  return bits < 0 ? std::int64_t(-1) - (bits & 0x7fffffff) : std::int64_t(bits);
}

/// The first k of a row. `row` has all columns.
std::vector<Found> first_of_row(const float* row, std::size_t columns, std::size_t k, const Plan& plan) {
  std::vector<std::size_t> places;
  const std::size_t end = plan.only_first > 0 ? std::min<std::size_t>(plan.only_first, columns) : columns;
  for (std::size_t column = 0; column < end; ++column) {
    const bool left_out = (plan.without_first && column == 0) ||
                          (plan.without_last && column + 1 == columns) ||
                          (plan.drops_minus_infinity && row[column] == -kInfinity) ||
                          std::isnan(row[column]);  // padding, and no kernel finds it greater
    if (!left_out) places.push_back(column);
  }
  const auto is_greater = [&](float a, float b) {
    if (plan.takes_least) std::swap(a, b);
    if (plan.compares_ints) return std::bit_cast<std::int32_t>(a) > std::bit_cast<std::int32_t>(b);
    if (plan.compares_words) return std::bit_cast<std::uint32_t>(a) > std::bit_cast<std::uint32_t>(b);
    if (plan.ignores_sign) return std::abs(a) > std::abs(b);
    return plan.tells_zeros_apart ? total_rank(a) > total_rank(b) : a > b;
  };
  const auto comes_first = [&](std::size_t a, std::size_t b) {
    if (is_greater(row[a], row[b])) return true;
    if (is_greater(row[b], row[a])) return false;
    return plan.takes_last_equal ? a > b : a < b;
  };
  if (plan.drops_equals) {  // the first of each value
    std::ranges::sort(places, comes_first);
    const auto rest =
        std::ranges::unique(places, [&](std::size_t a, std::size_t b) { return row[a] == row[b]; });
    places.erase(rest.begin(), rest.end());
  }
  const std::size_t found = std::min(k, places.size());
  std::partial_sort(places.begin(), places.begin() + std::ptrdiff_t(found), places.end(), comes_first);
  places.resize(found);
  if (plan.least_first) std::ranges::reverse(places);
  if (plan.in_order_of_columns) std::ranges::sort(places);
  std::vector<Found> list(k);
  for (std::size_t i = 0; i < found; ++i) list[i] = {row[places[i]], std::int32_t(places[i])};
  return list;
}

std::size_t asked_k(const CaseRequest& request) {
  const auto asked = request.parameters.find("k");
  if (asked == request.parameters.end()) return 8;
  if (asked->second < 1 || asked->second > kLargestK)
    throw std::runtime_error("k = " + std::to_string(asked->second) + ": use 1 to 64");
  return std::size_t(asked->second);
}

CaseData make_case(const CaseRequest& request) {
  if (request.op != "f32") throw UnknownName("operator", request.op, {"f32"});
  const bool is_list = request.task == "top_k";
  const MatrixShape shape = matrix_shape(request);
  const std::size_t k = is_list ? asked_k(request) : 1;
  const std::vector<float> in = with_pitch(make_matrix(request, shape), shape, Limits::quiet_NaN());

  CaseRequest row_request = request;
  row_request.n = shape.columns;  // tiles are parts of a row
  Mistakes mistakes(row_request);
  const Plan plan = make_plan(request, shape, is_list, mistakes);
  std::vector<float> values;
  std::vector<std::int32_t> columns;
  for (std::size_t row = 0; row < shape.rows; ++row) {
    const std::size_t begin = row * (plan.without_pitch ? shape.columns : shape.pitch());
    for (const Found& found : first_of_row(in.data() + begin, shape.columns, k, plan)) {
      values.push_back(found.value);
      columns.push_back(found.column);
    }
  }

  CaseData data;
  data.inputs.push_back(Array::of<float>("in", element_type_of<float>(), in));
  describe_matrix(data, request, shape);
  if (is_list) {
    data.parameters["k"] = double(k);
    data.note += " k = " + std::to_string(k) + ": of row r, element i of the list is at r * k + i.";
  }
  data.outputs.push_back({for_each_row(
      Array::of<float>(is_list ? "values" : "value", element_type_of<float>(), values), request, k)});
  data.outputs.back().every_bit = true;  // elements are moved, not computed
  data.outputs.push_back({for_each_row(
      Array::of<std::int32_t>(is_list ? "columns_out" : "column", element_type_of<std::int32_t>(), columns),
      request, k)});
  constexpr std::size_t fewest = 8;  // of fewer columns almost any mistake gives the same
  if (shape.columns >= fewest && request.input != "constant") data.mistakes = mistakes.take_offered();
  return data;
}

const OracleRegistration registration("row_top_k", &make_case);

}  // namespace
