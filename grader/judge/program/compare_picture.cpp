// The formats are those of Netpbm (ppm(5), pgm(5)), and PNG, of which each pixel is taken as red, green, blue
// and opacity.
#include "judge/program/compare_picture.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kit/image.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::uint64_t kMostValues = std::uint64_t(1) << 28;

struct Picture {
  std::uint64_t width = 0, height = 0, channels = 0;
  std::vector<std::uint32_t> values;  ///< row by row

  std::vector<std::uint32_t> pixel(std::uint64_t i) const {
    const auto begin = values.begin() + std::ptrdiff_t(i * channels);
    return {begin, begin + std::ptrdiff_t(channels)};
  }
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  /// Nothing: it is no picture, or has not all of its pixels.
  std::optional<Picture> read() {
    if (rest_.size() < 2 || rest_[0] != 'P') return std::nullopt;
    const char kind = rest_[1];
    const bool in_text = kind == '2' || kind == '3', in_bytes = kind == '5' || kind == '6';
    rest_.remove_prefix(2);
    const auto width = number(), height = number(), greatest = number();
    if (!(in_text || in_bytes) || !width || !height || !greatest || *greatest > 65535) return std::nullopt;
    Picture picture{*width, *height, kind == '3' || kind == '6' ? 3u : 1u, {}};
    if (picture.width > kMostValues || picture.height > kMostValues) return std::nullopt;
    const std::uint64_t count = picture.width * picture.height * picture.channels;
    if (count > kMostValues ||
        !(in_text ? read_text(count, picture) : read_bytes(count, *greatest > 255 ? 2 : 1, picture)))
      return std::nullopt;
    return picture;
  }

 private:
  /// After white space and comments.
  std::optional<std::uint64_t> number() {
    while (!rest_.empty() &&
           (std::string_view(" \t\r\n").find(rest_[0]) != std::string_view::npos || rest_[0] == '#')) {
      const std::size_t end = rest_[0] == '#' ? rest_.find('\n') : 1;
      rest_.remove_prefix(std::min(end, rest_.size()));
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) return std::nullopt;
    rest_.remove_prefix(std::size_t(end - rest_.data()));
    return value;
  }

  bool read_text(std::uint64_t count, Picture& picture) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto value = number();
      if (!value) return false;
      picture.values.push_back(std::uint32_t(*value));
    }
    return true;
  }

  /// After one byte of white space. Of two bytes the first is worth more.
  bool read_bytes(std::uint64_t count, std::size_t size, Picture& picture) {
    if (rest_.size() < 1 + count * size) return false;
    rest_.remove_prefix(1);
    for (std::uint64_t i = 0; i < count * size; i += size) {
      std::uint32_t value = 0;
      for (std::size_t k = 0; k < size; ++k) value = value << 8 | static_cast<unsigned char>(rest_[i + k]);
      picture.values.push_back(value);
    }
    return true;
  }

  std::string_view rest_;
};

/// Nothing: it is no PNG, or a broken one.
std::optional<Picture> read_png(std::string_view bytes) {
  constexpr std::string_view kBegin = "\x89PNG\r\n\x1a\n";
  constexpr std::size_t kWidth = 16, kHeader = 24;  // bytes before the width, and up to behind the height
  if (!bytes.starts_with(kBegin) || bytes.size() < kHeader) return std::nullopt;
  std::uint64_t extents[2] = {0, 0};  // a small file can hold a picture that no memory does
  for (std::size_t i = 0; i < 8; ++i)
    extents[i / 4] = extents[i / 4] << 8 | static_cast<unsigned char>(bytes[kWidth + i]);
  if (extents[0] * extents[1] > kMostValues / 4) return std::nullopt;
  const kit::Image image =
      kit::decode_colour({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  if (image.pixels.empty()) return std::nullopt;
  return Picture{extents[0], extents[1], 4, {image.pixels.begin(), image.pixels.end()}};
}

std::optional<Picture> read_picture(std::string_view bytes) {
  std::optional<Picture> picture = read_png(bytes);
  return picture ? picture : Reader(bytes).read();
}

bool differs(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b, double tolerance) {
  for (std::size_t k = 0; k < a.size(); ++k)
    if (std::abs(double(a[k]) - double(b[k])) > tolerance) return true;
  return false;
}

}  // namespace

bool is_picture(const std::filesystem::path& file) {
  return file.extension() == ".ppm" || file.extension() == ".pgm" || file.extension() == ".png";
}

std::optional<std::string> first_difference_of_picture(std::string_view got, std::string_view right,
                                                       double tolerance, std::string_view name) {
  const auto wanted = read_picture(right), given = read_picture(got);
  if (!wanted)
    throw std::runtime_error(fmt::format("the right picture for {} is no whole .ppm, .pgm or .png", name));
  if (!given) return fmt::format("{} is no whole picture in the format .ppm, .pgm or .png.", name);
  if (given->width != wanted->width || given->height != wanted->height || given->channels != wanted->channels)
    return fmt::format("{} has {} × {} pixels of {} values; expected {} × {} of {}.", name, given->width,
                       given->height, given->channels, wanted->width, wanted->height, wanted->channels);
  std::uint64_t first = 0, count = 0;
  for (std::uint64_t i = 0; i < wanted->width * wanted->height; ++i)
    if (differs(given->pixel(i), wanted->pixel(i), tolerance) && count++ == 0) first = i;
  if (count == 0) return std::nullopt;
  return fmt::format("{}: {} of {} pixels are wrong. The first is in column {}, row {}: ({}); expected ({}).",
                     name, count, wanted->width * wanted->height, first % wanted->width,
                     first / wanted->width, fmt::join(given->pixel(first), ", "),
                     fmt::join(wanted->pixel(first), ", "));
}

}  // namespace warpgrade::judge
