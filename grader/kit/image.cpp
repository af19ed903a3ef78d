#include "kit/image.hpp"

#include <cstddef>
#include <memory>
#include <stdexcept>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#include <stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

namespace warpgrade::kit {
namespace {

Image decode(std::span<const std::uint8_t> file, int channels) {
  Image image;
  int in_file = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(file.data(), int(file.size()), &image.width, &image.height, &in_file, channels),
      stbi_image_free);
  if (!pixels) return {};
  const std::size_t count = std::size_t(image.width) * std::size_t(image.height) * std::size_t(channels);
  image.pixels.assign(pixels.get(), pixels.get() + count);
  return image;
}

}  // namespace

Image decode_grey(std::span<const std::uint8_t> file) { return decode(file, 1); }
Image decode_colour(std::span<const std::uint8_t> file) { return decode(file, 4); }

HdrImage decode_hdr(std::span<const std::uint8_t> file) {
  if (!stbi_is_hdr_from_memory(file.data(), int(file.size()))) return {};
  HdrImage image;
  int in_file = 0;
  const std::unique_ptr<float, void (*)(void*)> light(
      stbi_loadf_from_memory(file.data(), int(file.size()), &image.width, &image.height, &in_file,
                             /*channels=*/3),
      stbi_image_free);
  if (!light) return {};
  image.light.assign(light.get(), light.get() + std::size_t(image.width) * std::size_t(image.height) * 3);
  return image;
}

std::vector<std::uint8_t> encode_png(int width, int height, std::span<const std::uint8_t> rgba) {
  if (width < 1 || height < 1 || rgba.size() != std::size_t(width) * std::size_t(height) * 4)
    throw std::invalid_argument("a picture must have width times height pixels, and at least one");
  std::vector<std::uint8_t> file;
  const auto append = [](void* to, void* bytes, int size) {
    const auto* from = static_cast<const std::uint8_t*>(bytes);
    static_cast<std::vector<std::uint8_t>*>(to)->insert(static_cast<std::vector<std::uint8_t>*>(to)->end(),
                                                        from, from + size);
  };
  if (!stbi_write_png_to_func(append, &file, width, height, /*channels=*/4, rgba.data(), width * 4))
    throw std::runtime_error("a picture could not be encoded as PNG");
  return file;
}

}  // namespace warpgrade::kit
