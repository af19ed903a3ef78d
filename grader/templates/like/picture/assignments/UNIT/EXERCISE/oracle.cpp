// The right answers of EXERCISE: loops over rows and columns. A case has n pixels in rows of `width`.
#include "kit/oracle.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "kit/inputs.hpp"
#include "pixel.cuh"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;
using EXERCISE::Pixel;

constexpr ElementType kPixelType{Scalar::u8, 4};

struct Picture {
  int width, height;
  std::vector<Pixel> pixels;

  /// The nearest one that the picture has.
  Pixel at(int row, int column) const {
    const auto y = std::size_t(std::clamp(row, 0, height - 1));
    const auto x = std::size_t(std::clamp(column, 0, width - 1));
    return pixels[y * std::size_t(width) + x];
  }
};

/// random: any colours. disc: a bright disc on a dark ground that grows brighter from left to right.
/// AUTHOR: the pictures of your cases. A photograph: kit/dataset.hpp, with its file in datasets/
Pixel make_pixel(const std::string& input, int row, int column, const Picture& picture, Random& random) {
  if (input == "random") {
    const std::uint64_t bits = random.next();
    return {std::uint8_t(bits), std::uint8_t(bits >> 8), std::uint8_t(bits >> 16), 255};
  }
  if (input != "disc") throw UnknownName("input", input, {"random", "disc"});
  const int x = 2 * column - picture.width, y = 2 * row - picture.height;
  const int side = std::min(picture.width, picture.height);
  if (x * x + y * y < side * side / 2) return {250, 200, 60, 255};
  return {20, std::uint8_t(100 * column / picture.width), 80, 255};
}

Picture make_picture(const CaseRequest& request) {
  const auto width = request.parameters.find("width");
  if (width == request.parameters.end() || width->second < 1)
    throw std::runtime_error("the cases need parameters = { width = … }, at least 1");
  Picture picture{int(width->second), int(request.n / std::uint64_t(width->second)), {}};
  Random random(request.seed);
  if (picture.height == 0) make_pixel(request.input, 0, 0, picture, random);  // an unknown input is told
  for (int row = 0; row < picture.height; ++row)
    for (int column = 0; column < picture.width; ++column)
      picture.pixels.push_back(make_pixel(request.input, row, column, picture, random));
  return picture;
}

/// AUTHOR: what the task computes
Pixel filtered(const Picture& in, int row, int column) {
  int red = 0, green = 0, blue = 0;
  for (int y = row - 1; y <= row + 1; ++y)
    for (int x = column - 1; x <= column + 1; ++x) {
      const Pixel pixel = in.at(y, x);
      red += pixel.red;
      green += pixel.green;
      blue += pixel.blue;
    }
  return {std::uint8_t(red / 9), std::uint8_t(green / 9), std::uint8_t(blue / 9), in.at(row, column).alpha};
}

CaseData make_case(const CaseRequest& request) {
  if (request.op != "rgba") throw UnknownName("operator", request.op, {"rgba"});
  const Picture in = make_picture(request);
  std::vector<Pixel> out;
  for (int row = 0; row < in.height; ++row)
    for (int column = 0; column < in.width; ++column) out.push_back(filtered(in, row, column));
  CaseData data;
  data.inputs.push_back(Array::of<Pixel>("in", kPixelType, in.pixels));
  data.outputs.push_back({Array::of<Pixel>("out", kPixelType, out), {}});
  data.parameters = {{"width", double(in.width)}, {"height", double(in.height)}};
  if (in.height > 0) data.picture = {"out", in.width, in.height, data.inputs[0].bytes};
  data.note = "The picture has width = " + std::to_string(in.width) +
              " and height = " + std::to_string(in.height) +
              "; element i is in row i / width and column i % width. To look at it, run it again with "
              "--pictures FOLDER.";
  return data;
}

const OracleRegistration registration("EXERCISE", &make_case);

}  // namespace
