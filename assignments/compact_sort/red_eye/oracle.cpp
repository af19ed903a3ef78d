// The truth of red-eye removal: normalized cross-correlation, a stable sort, and one loop over the pixels.
#include "kit/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "eyes.cuh"
#include "kit/dataset.hpp"
#include "kit/inputs.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;
using red_eye::Rgba;

struct Portrait {
  int width = 0, height = 0;
  std::vector<Rgba> pixels;
  std::vector<float> scores;
};

// ---- Scores: normalized cross-correlation (Lewis, Fast normalized cross-correlation, 1995) ----------------

constexpr int kHalfWidth = 6, kHalfHeight = 5;  // of the template
constexpr int kEyeX[] = {107, 151},
              kEyeY[] = {100, 103};  // the eyes of the portrait; the first is the template

/// The colours of a window around (x, y), less their mean; a pixel outside is that at the nearest edge.
std::vector<double> window(const Portrait& portrait, int x, int y) {
  std::vector<double> values;
  for (int dy = -kHalfHeight; dy <= kHalfHeight; ++dy) {
    for (int dx = -kHalfWidth; dx <= kHalfWidth; ++dx) {
      const int row = std::clamp(y + dy, 0, portrait.height - 1);
      const int col = std::clamp(x + dx, 0, portrait.width - 1);
      const Rgba& pixel = portrait.pixels[std::size_t(row) * portrait.width + col];
      values.insert(values.end(), {double(pixel.red), double(pixel.green), double(pixel.blue)});
    }
  }
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
  for (double& value : values) value -= mean;
  return values;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

const Portrait& portrait() {
  static const Portrait made = [] {
    const Dataset& data = dataset("portrait");
    Portrait portrait{data.width, data.height, {}, {}};
    for (std::size_t i = 0; i < data.bytes.size(); i += 4)
      portrait.pixels.push_back({data.bytes[i], data.bytes[i + 1], data.bytes[i + 2], data.bytes[i + 3]});
    const std::vector<double> eye = window(portrait, kEyeX[0], kEyeY[0]);
    const double eye_norm = std::sqrt(dot(eye, eye));
    for (int y = 0; y < portrait.height; ++y) {
      for (int x = 0; x < portrait.width; ++x) {
        const std::vector<double> here = window(portrait, x, y);
        const double norm = std::sqrt(dot(here, here)) * eye_norm;
        portrait.scores.push_back(norm > 0 ? float(std::clamp(dot(here, eye) / norm, -1.0, 1.0)) : 0.0f);
      }
    }
    return portrait;
  }();
  return made;
}

/// A window of the portrait, about in the middle of which are the eyes.
Portrait crop(int rows, int cols, Random& random) {
  const Portrait& whole = portrait();
  if (rows > whole.height || cols > whole.width)
    throw std::runtime_error("the portrait has " + std::to_string(whole.height) + " rows of " +
                             std::to_string(whole.width) + " pixels: choose n and cols accordingly");
  const auto first = [&](int middle, int size, int limit) {
    return std::clamp(middle - size / 2 + int(random.below(9)) - 4, 0, limit - size);
  };
  const int left = first((kEyeX[0] + kEyeX[1]) / 2, cols, whole.width);
  const int top = first((kEyeY[0] + kEyeY[1]) / 2, rows, whole.height);
  Portrait part{cols, rows, {}, {}};
  for (int row = top; row < top + rows; ++row) {
    for (int col = left; col < left + cols; ++col) {
      part.pixels.push_back(whole.pixels[std::size_t(row) * whole.width + col]);
      part.scores.push_back(whole.scores[std::size_t(row) * whole.width + col]);
    }
  }
  return part;
}

/// A score of which others are equal. One in 16 is a zero, with or without a sign: two keys, one after the
/// other. Of a few scores each has so many pixels that most with the score of the worst of the best are not
/// among these.
float made_score(const std::string& input, Random& random) {
  if (input == "few") return float(random.below(4)) / 4.0f;
  if (random.below(16) == 0) return random.coin() ? 0.0f : -0.0f;
  return float(int(random.below(2001)) - 1000) / 1000.0f;
}

/// Pixels of any colour.
Portrait made(const std::string& input, int rows, int cols, Random& random) {
  Portrait portrait{cols, rows, {}, {}};
  for (int i = 0; i < rows * cols; ++i) {
    const auto any = [&] { return std::uint8_t(random.below(256)); };
    portrait.pixels.push_back({any(), any(), any(), 255});
    portrait.scores.push_back(made_score(input, random));
  }
  return portrait;
}

// ---- Sorting ---------------------------------------------------------------------------------------------

struct Sorted {
  std::vector<unsigned> keys, positions;
};

Sorted stable_sort(const std::vector<unsigned>& keys, const std::vector<unsigned>& positions) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return keys[i]; });
  Sorted sorted;
  for (const std::size_t i : order) {
    sorted.keys.push_back(keys[i]);
    sorted.positions.push_back(positions[i]);
  }
  return sorted;
}

std::vector<unsigned> make_keys(const CaseRequest& request, Random& random) {
  const std::size_t n = request.n;
  const auto any = unsigned(random.next());
  const std::map<std::string, std::function<unsigned(std::size_t)>> kinds = {
      {"scores",  // of the portrait, from its first pixel on
       [&](std::size_t i) { return red_eye::key_of(portrait().scores[i % portrait().scores.size()]); }},
      {"random", [&](std::size_t) { return unsigned(random.next()); }},
      {"few", [&](std::size_t) { return unsigned(random.below(5)) << 28 | 7; }},
      {"constant", [&](std::size_t) { return any; }},
      {"descending", [&](std::size_t i) { return unsigned((n - i) * 65'537); }},
      {"extremes", [&](std::size_t) { return random.coin() ? 0u - unsigned(random.below(2)) : 1u << 31; }},
  };
  const auto kind = kinds.find(request.input);
  if (kind == kinds.end()) {
    std::vector<std::string> known;
    for (const auto& [name, make] : kinds) known.push_back(name);
    throw UnknownName("input", request.input, known);
  }
  std::vector<unsigned> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = kind->second(i);
  return keys;
}

Array array(const char* name, const std::vector<unsigned>& values) {
  return Array::of<unsigned>(name, {Scalar::u32, 1}, values);
}
Array array(const char* name, const std::vector<Rgba>& pixels) {
  return Array::of<Rgba>(name, {Scalar::u8, 4}, pixels);
}

CaseData sort_case(const CaseRequest& request) {
  Random random(request.seed);
  const std::vector<unsigned> keys = make_keys(request, random);
  std::vector<unsigned> positions(keys.size());  // all different, and not in order
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = unsigned(i * 2'654'435'761u);
  const Sorted sorted = stable_sort(keys, positions);
  CaseData data;
  data.inputs = {array("keys", keys), array("positions", positions)};
  data.outputs = {{array("sorted_keys", sorted.keys), {}}, {array("sorted_positions", sorted.positions), {}}};
  return data;
}

// ---- The whole -------------------------------------------------------------------------------------------

std::int64_t parameter(const CaseRequest& request, const char* name, std::int64_t otherwise,
                       std::int64_t most) {
  const auto found = request.parameters.find(name);
  const std::int64_t value = found == request.parameters.end() ? otherwise : found->second;
  if (value < 1 || value > most)
    throw std::runtime_error(std::string(name) + " = " + std::to_string(value) + ": use 1 to " +
                             std::to_string(most));
  return value;
}

std::vector<Rgba> without_red_eyes(const Portrait& portrait, const std::vector<unsigned>& best) {
  std::vector<Rgba> out = portrait.pixels;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto is_near = [&](unsigned center) { return red_eye::is_near(i, center, portrait.width); };
    if (std::ranges::any_of(best, is_near)) out[i] = red_eye::without_red(out[i]);
  }
  return out;
}

CaseData remove_red_case(const CaseRequest& request) {
  if (request.n == 0) throw std::runtime_error("a picture has at least one pixel");
  const auto n = std::int64_t(request.n);
  const std::int64_t cols = parameter(request, "cols", n, n);
  const std::int64_t count = parameter(request, "count", std::min<std::int64_t>(n, 20), n);
  if (n % cols != 0)
    throw std::runtime_error("cols = " + std::to_string(cols) + " does not divide n = " + std::to_string(n));
  Random random(request.seed);
  const bool real = request.input == "portrait";
  if (!real && request.input != "random" && request.input != "few")
    throw UnknownName("input", request.input, {"few", "portrait", "random"});
  const Portrait given =
      real ? crop(int(n / cols), int(cols), random) : made(request.input, int(n / cols), int(cols), random);

  std::vector<unsigned> keys, positions(given.scores.size());
  for (const float score : given.scores) keys.push_back(red_eye::key_of(score));
  std::iota(positions.begin(), positions.end(), 0u);
  const Sorted sorted = stable_sort(keys, positions);
  const std::vector<unsigned> best(sorted.positions.end() - count, sorted.positions.end());

  CaseData data;
  data.parameters = {{"rows", double(n / cols)}, {"cols", double(cols)}, {"count", double(count)}};
  data.inputs = {Array::of<float>("scores", {Scalar::f32, 1}, given.scores), array("picture", given.pixels)};
  data.outputs = {{array("best", best), {}}, {array("out", without_red_eyes(given, best)), {}}};
  data.outputs_are_stages = true;
  if (real) {
    data.picture = {"out", int(cols), int(n / cols), data.inputs[1].bytes};
    data.note = "To look at the picture, run it again with --pictures FOLDER.";
  }
  return data;
}

CaseData make_case(const CaseRequest& request) {
  if (request.op != "u32") throw UnknownName("operator", request.op, {"u32"});
  return request.task == "sort_by_score" ? sort_case(request) : remove_red_case(request);
}

const OracleRegistration registration("red_eye", &make_case);

}  // namespace
