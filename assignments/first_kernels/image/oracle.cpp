// The truth of the image exercise: loops over rows and columns. A case has n pixels in rows of `width`.
// Inputs: a photograph's upper left corner, random pixels, and pixels that count up.
#include "kit/oracle.hpp"

#include <stdexcept>

#include "kit/dataset.hpp"
#include "kit/inputs.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

using Bytes = std::vector<std::uint8_t>;

struct Shape {
  std::size_t width, height;
  std::size_t pixels() const { return width * height; }
};

/// As many whole rows as n pixels give.
Shape shape_of(const CaseRequest& request) {
  const auto width = request.parameters.find("width");
  if (width == request.parameters.end() || width->second < 1)
    throw std::runtime_error("the cases need parameters = { width = … }, at least 1");
  const auto columns = static_cast<std::size_t>(width->second);
  return {columns, request.n / columns};
}

/// The upper left corner of a photograph, the first `channels` of each pixel.
Bytes corner_of(const Dataset& photograph, std::size_t channels, Shape shape) {
  const auto width = static_cast<std::size_t>(photograph.width),
             height = static_cast<std::size_t>(photograph.height);
  if (shape.width > width || shape.height > height)
    throw std::runtime_error("the photograph has only " + std::to_string(width) + " columns and " +
                             std::to_string(height) + " rows");
  const std::size_t stored = photograph.bytes.size() / (width * height);
  Bytes pixels;
  for (std::size_t row = 0; row < shape.height; ++row)
    for (std::size_t column = 0; column < shape.width; ++column)
      for (std::size_t channel = 0; channel < channels; ++channel)
        pixels.push_back(photograph.bytes[(row * width + column) * stored + channel]);
  return pixels;
}

Bytes pixels_of(const CaseRequest& request, Shape shape, std::size_t channels) {
  if (request.input == "photograph")
    return corner_of(dataset(channels == 1 ? "camera" : "portrait"), channels, shape);
  if (request.input == "random" || request.input == "ascending")
    return make_elements<std::uint8_t>(parse_input_kind(request.input), shape.pixels() * channels,
                                       request.seed);
  throw UnknownName("input", request.input, {"ascending", "photograph", "random"});
}

CaseData case_of(const char* name, const Bytes& in, const Bytes& out, Shape shape) {
  constexpr ElementType byte{Scalar::u8, 1};
  CaseData data;
  data.inputs.push_back(Array::of<std::uint8_t>(name, byte, in));
  data.outputs.push_back({Array::of<std::uint8_t>("out", byte, out), {}});
  data.parameters["width"] = double(shape.width);
  data.parameters["height"] = double(shape.height);
  data.note = "The picture has width = " + std::to_string(shape.width) +
              " and height = " + std::to_string(shape.height) +
              "; element i is in row i / width and column i % width.";
  return data;
}

CaseData grey(const CaseRequest& request) {
  const Shape shape = shape_of(request);
  const Bytes rgb = pixels_of(request, shape, 3);
  Bytes out(shape.pixels());
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<std::uint8_t>((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) / 256);
  return case_of("rgb", rgb, out, shape);
}

CaseData mirror(const CaseRequest& request) {
  const Shape shape = shape_of(request);
  const Bytes in = pixels_of(request, shape, 1);
  Bytes out(shape.pixels());
  for (std::size_t row = 0; row < shape.height; ++row)
    for (std::size_t column = 0; column < shape.width; ++column)
      out[row * shape.width + (shape.width - 1 - column)] = in[row * shape.width + column];
  return case_of("in", in, out, shape);
}

CaseData make_case(const CaseRequest& request) {
  if (request.task == "write" && request.op == "grey") return grey(request);
  if (request.task == "repair" && request.op == "mirror") return mirror(request);
  throw UnknownName("operator", request.op, {request.task == "write" ? "grey" : "mirror"});
}

const OracleRegistration registration("image", &make_case);

}  // namespace
