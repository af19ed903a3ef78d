#include "judge/check/case_pictures.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "kit/image.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::size_t kChannels = 4;  // of a file: red, green, blue and alpha

/// All pixels become opaque, so that a viewer shows each of them, whatever its alpha. `channels`: of the
/// pixels, 4 or, of grey ones, 1.
PictureFile make_file(const char* name, const kit::Picture& picture, std::span<const std::byte> pixels,
                      std::size_t channels) {
  std::vector<std::uint8_t> rgba;
  rgba.reserve(pixels.size() / channels * kChannels);
  for (std::size_t i = 0; i < pixels.size(); i += channels) {
    for (std::size_t colour = 0; colour < 3; ++colour)
      rgba.push_back(std::uint8_t(pixels[i + (channels == 1 ? 0 : colour)]));
    rgba.push_back(255);
  }
  return {name, kit::encode_png(picture.width, picture.height, rgba)};
}

/// White where they differ.
Bytes difference(const Bytes& yours, const Bytes& right, std::size_t channels) {
  Bytes mask(right.size());
  for (std::size_t i = 0; i < mask.size(); i += channels)
    if (std::memcmp(&yours[i], &right[i], channels) != 0)
      std::fill_n(mask.begin() + std::ptrdiff_t(i), channels, std::byte(255));
  return mask;
}

}  // namespace

std::vector<PictureFile> draw_pictures(const kit::CaseData& data, const std::vector<Bytes>& got) {
  if (!data.picture) return {};
  const auto is_it = [&](const kit::ExpectedArray& array) {
    return array.values.name == data.picture->output;
  };
  const auto found = std::ranges::find_if(data.outputs, is_it);
  const auto index = std::size_t(found - data.outputs.begin());
  if (index >= got.size() || got[index].size() != found->values.bytes.size()) return {};
  const Bytes &yours = got[index], &right = found->values.bytes;
  const std::size_t channels = found->values.type.size();
  const auto file = [&](const char* name, const Bytes& pixels) {
    return make_file(name, *data.picture, pixels, channels);
  };
  std::vector<PictureFile> files = {file("before", data.picture->before), file("yours", yours)};
  if (yours == right) return files;
  files.push_back(file("right", right));
  files.push_back(file("difference", difference(yours, right, channels)));
  return files;
}

}  // namespace warpgrade::judge
