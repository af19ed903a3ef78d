#include "judge/check/case_pictures.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "kit/image.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::size_t kChannels = 4;

/// All pixels become opaque, so that a viewer shows each of them, whatever its alpha.
PictureFile make_file(const char* name, const kit::Picture& picture, std::span<const std::byte> rgba) {
  std::vector<std::uint8_t> pixels(rgba.size());
  std::memcpy(pixels.data(), rgba.data(), rgba.size());
  for (std::size_t i = kChannels - 1; i < pixels.size(); i += kChannels) pixels[i] = 255;
  return {name, kit::encode_png(picture.width, picture.height, pixels)};
}

Bytes difference(const Bytes& yours, const Bytes& right) {
  Bytes mask(right.size());
  for (std::size_t i = 0; i < mask.size(); i += kChannels)
    if (std::memcmp(&yours[i], &right[i], kChannels) != 0)
      std::fill_n(mask.begin() + std::ptrdiff_t(i), kChannels, std::byte(255));
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
  std::vector<PictureFile> files = {make_file("before", *data.picture, data.picture->before),
                                    make_file("yours", *data.picture, yours)};
  if (yours == right) return files;
  files.push_back(make_file("right", *data.picture, right));
  files.push_back(make_file("difference", *data.picture, difference(yours, right)));
  return files;
}

}  // namespace warpgrade::judge
