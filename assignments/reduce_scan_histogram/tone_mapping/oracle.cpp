// The truth of tone mapping: each stage is one loop over the pixels.
#include "kit/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "colour.cuh"
#include "kit/dataset.hpp"
#include "kit/inputs.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

/// A picture as luminance and chromaticity.
struct Pixels {
  std::vector<float> log_luminance, x, y;
  std::vector<std::uint8_t> grey;  ///< the levels of a screen without colours; real pictures only
  std::vector<Rgba> before;        ///< what a screen shows without tone mapping; real pictures only
};

// ---- The real picture ------------------------------------------------------------------------------------

constexpr double kDarkest = 1e-4;              // luminance of a black pixel, which has no logarithm
constexpr double kWhite[] = {0.3127, 0.3290};  // chromaticity of a black pixel, which has no colour

struct Light {
  double red, green, blue;
};

// CIE XYZ of the light of a screen (IEC 61966-2-1).
double X(Light l) { return 0.4124 * l.red + 0.3576 * l.green + 0.1805 * l.blue; }
double Y(Light l) { return 0.2126 * l.red + 0.7152 * l.green + 0.0722 * l.blue; }
double Z(Light l) { return 0.0193 * l.red + 0.1192 * l.green + 0.9505 * l.blue; }

/// The luminance is that of the light. The colour is that of the levels which a screen gets, since what the
/// map makes of it goes to a screen: it would be too strong otherwise.
void add_pixel(Pixels& pixels, const float* rgb) {
  const double luminance = Y({rgb[0], rgb[1], rgb[2]});
  const auto level = [](double light) { return std::pow(light, 1 / 2.2); };
  const Light shown{level(rgb[0]), level(rgb[1]), level(rgb[2])};
  const double sum = X(shown) + Y(shown) + Z(shown);
  const bool black = luminance < kDarkest;
  pixels.log_luminance.push_back(static_cast<float>(std::log10(std::max(luminance, kDarkest))));
  pixels.x.push_back(static_cast<float>(black ? kWhite[0] : X(shown) / sum));
  pixels.y.push_back(static_cast<float>(black ? kWhite[1] : Y(shown) / sum));
  pixels.grey.push_back(tone_mapping::to_byte(float(level(luminance))));
  pixels.before.push_back({tone_mapping::to_byte(float(shown.red)), tone_mapping::to_byte(float(shown.green)),
                           tone_mapping::to_byte(float(shown.blue)), 255});
}

/// Whole rows of the picture, from a place that depends on the seed.
Pixels courtyard(std::size_t rows, std::size_t cols, Random& random) {
  const Dataset& whole = dataset("courtyard");
  if (cols != std::size_t(whole.width) || rows > std::size_t(whole.height))
    throw std::runtime_error("the courtyard has rows of " + std::to_string(whole.width) + " pixels and " +
                             std::to_string(whole.height) + " of them: choose n and cols accordingly");
  const std::size_t first = random.below(whole.height - rows + 1);
  Pixels pixels;
  for (std::size_t i = first * cols; i < (first + rows) * cols; ++i) add_pixel(pixels, &whole.light[3 * i]);
  return pixels;
}

// ---- Made pictures ---------------------------------------------------------------------------------------

Pixels made(std::size_t n, Random& random, const std::function<double(std::size_t)>& log_luminance) {
  Pixels pixels;
  for (std::size_t i = 0; i < n; ++i) {
    pixels.log_luminance.push_back(static_cast<float>(log_luminance(i)));
    pixels.x.push_back(static_cast<float>(0.25 + 0.2 * random.unit()));
    pixels.y.push_back(static_cast<float>(0.25 + 0.2 * random.unit()));
  }
  return pixels;
}

/// Nearly all pixels share one luminance, so nearly all counts fall into one bin.
double mostly_dark(Random& random) { return random.below(100) < 97 ? -2.5 : -3 + 4 * random.unit(); }

template <class Picture>
using Kinds = std::map<std::string, std::function<Picture()>>;

template <class Picture>
Picture make_kind(const Kinds<Picture>& kinds, const std::string& name) {
  const auto kind = kinds.find(name);
  if (kind != kinds.end()) return kind->second();
  std::vector<std::string> known;
  for (const auto& [known_name, make] : kinds) known.push_back(known_name);
  throw UnknownName("input", name, known);
}

Pixels make_pixels(const CaseRequest& request, std::size_t rows, std::size_t cols) {
  Random random(request.seed);
  const std::size_t n = request.n;
  const bool rising = random.coin();
  const double value = -5 + 10 * random.unit();
  const Kinds<Pixels> kinds = {
      {"courtyard", [&] { return courtyard(rows, cols, random); }},
      {"dark", [&] { return made(n, random, [&](std::size_t) { return -4 + 3.5 * random.unit(); }); }},
      {"bright", [&] { return made(n, random, [&](std::size_t) { return 0.5 + 3.5 * random.unit(); }); }},
      {"skewed", [&] { return made(n, random, [&](std::size_t) { return mostly_dark(random); }); }},
      {"constant", [&] { return made(n, random, [&](std::size_t) { return value; }); }},
      {"gradient",  // the least and the greatest are the first and the last pixel
       [&] {
         return made(n, random,
                     [&](std::size_t i) { return (rising ? 1 : -1) * (double(i) + 1) / double(n); });
       }},
  };
  return make_kind(kinds, request.input);
}

using Grey = std::vector<std::uint8_t>;

Grey made_grey(std::size_t n, const std::function<std::uint64_t(std::size_t)>& level) {
  Grey grey(n);
  for (std::size_t i = 0; i < n; ++i) grey[i] = static_cast<std::uint8_t>(level(i));
  return grey;
}

Grey make_grey(const CaseRequest& request, std::size_t rows, std::size_t cols) {
  Random random(request.seed);
  const std::size_t n = request.n;
  const bool rising = random.coin();
  const std::uint64_t value = random.below(256);
  const Kinds<Grey> kinds = {
      {"courtyard", [&] { return courtyard(rows, cols, random).grey; }},
      {"random", [&] { return made_grey(n, [&](std::size_t) { return random.below(256); }); }},
      {"dark", [&] { return made_grey(n, [&](std::size_t) { return random.below(60); }); }},
      {"low_contrast", [&] { return made_grey(n, [&](std::size_t) { return 100 + random.below(41); }); }},
      {"skewed",  // nearly all pixels share one level
       [&] {
         return made_grey(n, [&](std::size_t) { return random.below(100) < 97 ? value : random.below(256); });
       }},
      {"constant", [&] { return made_grey(n, [&](std::size_t) { return value; }); }},
      {"halves",  // where new levels lie between two, exactly: q pixels of a level, then 2q of each next one
       [&] {
         const std::size_t q = (n - 1) / 510, first = n - 510 * q;
         return made_grey(n, [&](std::size_t i) {
           return i < first ? 0 : std::min<std::size_t>(255, 1 + ((i - first) / q + 1) / 2);
         });
       }},
      {"gradient",
       [&] { return made_grey(n, [&](std::size_t i) { return 256 * (rising ? i : n - 1 - i) / n; }); }},
  };
  return make_kind(kinds, request.input);
}

// ---- The stages ------------------------------------------------------------------------------------------

struct Truth {
  std::vector<float> range;
  std::vector<unsigned> histogram, cdf;
  std::vector<Rgba> picture;
};

Truth tone_map(const Pixels& pixels, int bins) {
  Truth truth;
  const auto& values = pixels.log_luminance;
  const auto [lowest, highest] = std::ranges::minmax(values);
  truth.range = {lowest, highest};
  const auto bin_of = [&, low = lowest, high = highest](float value) {
    return tone_mapping::bin_of(value, low, high, bins);
  };
  truth.histogram.resize(bins);
  for (const float value : values) ++truth.histogram[bin_of(value)];
  unsigned darker = 0;
  for (const unsigned count : truth.histogram) {
    truth.cdf.push_back(darker);
    darker += count;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float level = tone_mapping::brightness(truth.cdf[bin_of(values[i])], values.size());
    truth.picture.push_back(tone_mapping::to_pixel(pixels.x[i], pixels.y[i], level));
  }
  return truth;
}

struct Equalised {
  std::vector<unsigned> histogram, cdf;
  Grey picture;
};

Equalised equalise(const Grey& grey, Mistakes& mistakes) {
  const bool exclusive = mistakes.make("the cdf is an exclusive scan instead of an inclusive one");
  const bool written_exclusive = mistakes.make(
      "the cdf that is written is an exclusive scan, while the picture is made from an inclusive one");
  const bool not_subtracted =
      mistakes.make("cdf_min is 0 instead of the cdf of the darkest level that occurs");
  const bool rounded_down = mistakes.make("the new levels are rounded down instead of to the nearest");
  const bool to_even =
      mistakes.make("new levels halfway between two are rounded to the even one instead of up");
  const std::size_t n = grey.size();
  Equalised truth;
  truth.histogram.resize(256);
  for (const std::uint8_t level : grey) ++truth.histogram[level];
  unsigned sum = 0;
  for (const unsigned count : truth.histogram) {
    if (exclusive) truth.cdf.push_back(sum);
    sum += count;
    if (!exclusive) truth.cdf.push_back(sum);
  }
  const unsigned cdf_min = not_subtracted ? 0 : truth.cdf[std::ranges::min(grey)];
  for (const std::uint8_t level : grey) {
    const unsigned cdf = truth.cdf[level];
    const std::uint64_t part = 255ull * (cdf - cdf_min), whole = std::max<std::size_t>(n - cdf_min, 1);
    const auto down = std::uint8_t(part / whole);
    const bool is_even_half = to_even && 2 * (part % whole) == whole && down % 2 == 0;
    truth.picture.push_back(rounded_down || is_even_half ? down
                                                         : tone_mapping::equalised(cdf, cdf_min, n, level));
  }
  if (written_exclusive)
    for (std::size_t level = 0; level < 256; ++level) truth.cdf[level] -= truth.histogram[level];
  return truth;
}

// ---- Cases -----------------------------------------------------------------------------------------------

constexpr int kMostBins = 1024;

std::int64_t parameter(const CaseRequest& request, const char* name, std::int64_t otherwise,
                       std::int64_t most) {
  const auto found = request.parameters.find(name);
  const std::int64_t value = found == request.parameters.end() ? otherwise : found->second;
  if (value < 1 || value > most)
    throw std::runtime_error(std::string(name) + " = " + std::to_string(value) + ": use 1 to " +
                             std::to_string(most));
  return value;
}

template <class T>
Array array(const char* name, const std::vector<T>& values) {
  return Array::of<T>(name, element_type_of<T>(), values);
}
Array array(const char* name, const std::vector<Rgba>& pixels) {
  return Array::of<Rgba>(name, {Scalar::u8, 4}, pixels);
}

std::int64_t columns(const CaseRequest& request) {
  if (request.n == 0) throw std::runtime_error("a picture has at least one pixel");
  const std::int64_t n = std::int64_t(request.n), cols = parameter(request, "cols", n, n);
  if (n % cols != 0)
    throw std::runtime_error("cols = " + std::to_string(cols) + " does not divide n = " + std::to_string(n));
  return cols;
}

CaseData grey_case(const CaseRequest& request) {
  if (request.op != "u8") throw UnknownName("operator", request.op, {"u8"});
  const std::int64_t cols = columns(request), rows = std::int64_t(request.n) / cols;
  const Grey grey = make_grey(request, rows, cols);
  Mistakes mistakes(request);
  const Equalised truth = equalise(grey, mistakes);

  CaseData data;
  data.outputs_are_stages = true;
  data.parameters = {{"rows", double(rows)}, {"cols", double(cols)}};
  data.inputs = {array("grey", grey)};
  data.outputs = {{array("histogram", truth.histogram), {}},
                  {array("cdf", truth.cdf), {}},
                  {array("picture", truth.picture), {}}};
  if (request.input == "courtyard") {
    data.picture = {"picture", int(cols), int(rows), data.inputs[0].bytes};
    data.note = "To look at the picture, run it again with --pictures FOLDER.";
  }
  // Of a few levels different mistakes give the same.
  if (std::ranges::count(truth.histogram, 0u) <= 256 - 8) data.mistakes = mistakes.take_offered();
  return data;
}

CaseData make_case(const CaseRequest& request) {
  if (request.task == "equalise") return grey_case(request);
  if (request.op != "f32") throw UnknownName("operator", request.op, {"f32"});
  const std::int64_t n = std::int64_t(request.n), cols = columns(request);
  const int bins = int(parameter(request, "bins", kMostBins, kMostBins));
  const Pixels pixels = make_pixels(request, n / cols, cols);
  const Truth truth = tone_map(pixels, bins);

  CaseData data;
  data.outputs_are_stages = true;
  data.parameters = {{"rows", double(n / cols)}, {"cols", double(cols)}, {"bins", double(bins)}};
  data.inputs = {array("log_luminance", pixels.log_luminance)};
  if (request.task == "range") {
    data.outputs = {{array("range", truth.range), {}}};
  } else if (request.task == "distribution") {
    data.inputs.push_back(array("range", truth.range));
    data.outputs = {{array("histogram", truth.histogram), {}}, {array("cdf", truth.cdf), {}}};
  } else {
    data.inputs.push_back(array("x", pixels.x));
    data.inputs.push_back(array("y", pixels.y));
    data.outputs = {{array("range", truth.range), {}},
                    {array("histogram", truth.histogram), {}},
                    {array("cdf", truth.cdf), {}},
                    {array("picture", truth.picture), {}}};
    if (!pixels.before.empty()) {
      data.picture = {"picture", int(cols), int(n / cols), array("before", pixels.before).bytes};
      data.note = "To look at the picture, run it again with --pictures FOLDER.";
    }
  }
  return data;
}

const OracleRegistration registration("tone_mapping", &make_case);

}  // namespace
