// The right answers of selective_scan. one_block and chunks: a fold of each row that records every partial
// result. selective: the recurrence, a loop over the steps of each channel, in double.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kit/inputs.hpp"
#include "kit/matrix.hpp"
#include "kit/operator_case.hpp"
#include "types.cuh"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

/// A mistake with tiles of a usual size, or of the stub's (256 threads with 9 elements each).
std::uint64_t make_with_any_tile(Mistakes& mistakes, std::string words, std::size_t columns) {
  constexpr std::uint64_t stub = 2304;
  const std::uint64_t tile = mistakes.make_with_tiles(words);
  if (columns <= stub) return tile;
  words.replace(words.find('#'), 1, std::to_string(stub));
  return mistakes.make(words) ? stub : tile;
}

// ---- one_block and chunks -------------------------------------------------------------------------------

/// What lies behind row r: an element with which no row goes on. Whoever joins it gets something else.
template <class T>
T padding() {
  if constexpr (std::is_same_v<T, Interval>) return {-2, -2};
  if constexpr (std::is_same_v<T, Traced>) return Traced::element(0x5eed'1234);
  if constexpr (std::is_same_v<T, Affine>) return {0x9e37'79b1, 0x5eed'1234};
  if constexpr (std::is_arithmetic_v<T>) return T(1'234'567'891);
}

/// Puts the padding between the rows of the input, which operator_case() makes without.
template <class Types>
void put_padding(Types types, const CaseRequest& request, const MatrixShape& shape, CaseData& data) {
  if (shape.pad == 0) return;
  Array& in = data.inputs.front();
  with_operator(types, request.op.c_str(), [&](auto, auto identity) {
    using T = decltype(identity);
    std::vector<T> dense(shape.elements());
    if (!dense.empty()) std::memcpy(dense.data(), in.bytes.data(), in.bytes.size());
    const std::vector<T> pitched = with_pitch(dense, shape, padding<T>());
    in = Array::of<T>(in.name, in.type, pitched);
  });
}

template <class Types>
CaseData rows_case(Types types, const CaseRequest& request) {
  const MatrixShape shape = matrix_shape(request);
  CaseRequest one_row = request;  // a tile that is longer than a row makes no mistake
  one_row.n = shape.columns;
  Mistakes mistakes(one_row);
  const bool exclusive = mistakes.make("the scan is exclusive instead of inclusive");
  const bool goes_on =
      shape.rows > 1 && mistakes.make("the scan of a row goes on from the end of the row before");
  const bool no_pitch = shape.rows > 1 && shape.pad > 0 &&
                        mistakes.make("row r is taken from in + r * columns instead of in + r * pitch");
  const std::uint64_t tile = make_with_any_tile(
      mistakes, "each tile of # elements is scanned on its own, without what the tiles before it add up to",
      shape.columns);
  const std::uint64_t short_memory = make_with_any_tile(
      mistakes,
      "the carry of a tile of # elements is the sum of the tile before it only, without those before that",
      shape.columns);
  const std::uint64_t late =
      shape.rows == 1
          ? 0
          : make_with_any_tile(mistakes, "from column # on a row takes in all rows before it", shape.columns);
  const auto define = [&](const auto& in, const auto& start, auto& out) {
    auto rows = in;
    if (no_pitch) rows = with_pitch(in, shape, padding<std::decay_t<decltype(in[0])>>());
    auto fold = start;
    for (std::size_t i = 0; i < in.size(); ++i) {
      const std::size_t column = i % shape.columns;
      if (column == 0 && !goes_on) fold = start;
      if (tile > 0 && column % tile == 0) fold = start;
      if (short_memory > 0 && column % short_memory == 0) {
        fold = start;
        for (std::size_t k = i - std::min(column, std::size_t(short_memory)); k < i; ++k) fold.add(rows[k]);
      }
      if (late > 0 && column == late) {
        fold = start;
        for (std::size_t k = 0; k < i; ++k) fold.add(rows[k]);
      }
      if (exclusive) out.record(fold);
      fold.add(rows[i]);
      if (!exclusive) out.record(fold);
    }
  };
  CaseData data = operator_case(types, request, define, mistakes);
  put_padding(types, request, shape, data);
  describe_matrix(data, request, shape);
  if (!data.proves.empty()) data.proves += " (in these rows; none leaks into the next)";
  return data;
}

// ---- selective ------------------------------------------------------------------------------------------

struct Model {
  std::vector<float> delta, x;  ///< [channels][steps]
  std::vector<float> a;         ///< [channels]
  std::vector<float> b, c;      ///< [steps]
};

/// Between 0.25 and 1, or the negative of that: never so small that products of a few leave the range.
float quarter_to_one(Random& random) {
  const double size = 0.25 + 0.75 * random.unit();
  return float(random.coin() ? size : -size);
}

/// Steps in time as those of Mamba at the beginning of its training: from 0.001 to 0.1, each order of
/// magnitude as likely as the other.
float step_in_time(Random& random) { return float(std::pow(10.0, -3 + 2 * random.unit())); }

/// The size of A in each kind of input. A channel remembers some 1 / (delta * |A|) steps.
using Decay = std::function<double(Random&)>;

Model make_model(const CaseRequest& request, const MatrixShape& shape) {
  const std::map<std::string, Decay> kinds = {
      {"random",
       [](Random& random) { return 1 + 15 * random.unit(); }},  // 1.. 16, as in Mamba: up to 50 steps
      {"constant", [](Random&) { return 1.0; }},
      {"remembers", [](Random& random) { return 0x1p-33 * (1 + random.unit()); }},  // all: exp(…) rounds to 1
      {"forgets", [](Random& random) { return 2000 + 3000 * random.unit(); }},  // most decays underflow to 0
  };
  const Decay& decay = input_named(kinds, request.input);
  const bool constant = request.input == "constant";
  Random random(mix_seed(request.seed, "model"));
  const auto make = [&](std::size_t count, auto element) {
    std::vector<float> elements(count);
    for (float& e : elements) e = element();
    return elements;
  };
  const auto any = [&] { return constant ? 1.0f : quarter_to_one(random); };
  Model model;
  model.delta = make(shape.elements(), [&] { return constant ? 0.0625f : step_in_time(random); });
  model.x = make(shape.elements(), any);
  model.a = make(shape.rows, [&] { return float(-decay(random)); });
  model.b = make(shape.columns, any);
  model.c = make(shape.columns, any);
  return model;
}

CaseData selective_case(const CaseRequest& request) {
  if (request.op != "f32") throw UnknownName("operator", request.op, {"f32"});
  const MatrixShape shape = matrix_shape(request);
  const Model model = make_model(request, shape);
  const std::size_t steps = shape.columns;

  CaseRequest one_row = request;
  one_row.n = steps;
  Mistakes mistakes(one_row);
  const bool no_decay = mistakes.make("the state does not decay: a is taken to be 1");
  const bool no_exp = mistakes.make("the decay is delta * A, without exp");
  const bool no_delta = mistakes.make("b is B * x, without delta");
  const bool no_c = mistakes.make("y is the state h, without C");
  const bool exclusive = mistakes.make("y[t] comes from h[t-1], the state before the step");
  const bool decays_first = mistakes.make("what comes in decays at once: a * (h + b) instead of a * h + b");
  const bool exchanged =
      mistakes.make("the operands of the composition are exchanged: the later map comes first");
  const bool keeps_state =
      shape.rows > 1 && mistakes.make("a channel begins with the last state of the channel before it");
  const std::uint64_t tile =
      make_with_any_tile(mistakes, "h begins with 0 in each tile of # steps", shape.columns);
  const std::uint64_t no_carry_decay = make_with_any_tile(
      mistakes, "what a tile of # steps began with is in its carry without having decayed", shape.columns);
  const std::uint64_t short_memory = make_with_any_tile(
      mistakes,
      "the carry of a tile of # steps holds the tile before it only, without the state which that began "
      "with",
      shape.columns);

  std::vector<float> y;
  std::vector<double> magnitude;
  double h = 0, in_tile = 0, began_with = 0, decayed = 1;
  for (std::size_t channel = 0; channel < shape.rows; ++channel) {
    if (!keeps_state) h = 0;
    in_tile = began_with = 0;
    decayed = 1;
    double h_abs = 0;  // Σ of the absolute terms of the recurrence
    for (std::size_t t = 0; t < steps; ++t) {
      const std::size_t i = channel * steps + t;
      const double delta = model.delta[i], exponent = delta * double(model.a[channel]);
      const double a = no_decay ? 1 : no_exp ? exponent : std::exp(exponent);
      const double b = (no_delta ? 1 : delta) * double(model.b[t]) * double(model.x[i]);
      const double before = h;
      if (tile > 0 && t % tile == 0) h = 0;
      if (short_memory > 0 && t % short_memory == 0) h = std::exchange(in_tile, 0);
      if (no_carry_decay > 0 && t % no_carry_decay == 0) h = began_with += std::exchange(in_tile, 0);
      h = decays_first ? a * (h + b) : exchanged ? h + decayed * b : a * h + b;
      in_tile = a * in_tile + b;
      decayed *= a;
      h_abs = std::abs(a) * h_abs + std::abs(b);
      const double c = no_c ? 1 : double(model.c[t]);
      y.push_back(float(c * (exclusive ? before : h)));
      magnitude.push_back(std::abs(double(model.c[t])) * h_abs);
    }
  }

  CaseData data;
  const auto add = [&](const char* name, const std::vector<float>& values) {
    data.inputs.push_back(Array::of<float>(name, element_type_of<float>(), values));
  };
  add("delta", model.delta);
  add("x", model.x);
  add("A", model.a);
  add("B", model.b);
  add("C", model.c);
  data.outputs.push_back({Array::of<float>("y", element_type_of<float>(), y), magnitude});
  constexpr std::uint64_t fewest = 8;  // of fewer steps almost any mistake gives the same
  if (steps >= fewest && request.input != "constant") data.mistakes = mistakes.take_offered();
  describe_matrix(data, request, shape);
  data.note = "channels = " + std::to_string(shape.rows) + ", steps = " + std::to_string(steps) +
              ": y[c][t] is y[c * " + std::to_string(steps) + " + t].";
  return data;
}

CaseData make_case(const CaseRequest& request) {
  if (request.task == "one_block") return rows_case(selective_scan_types::one_block(), request);
  if (request.task == "chunks") return rows_case(selective_scan_types::chunks(), request);
  return selective_case(request);
}

const OracleRegistration registration("selective_scan", &make_case);

}  // namespace
