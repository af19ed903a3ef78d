#include "kit/image.hpp"

#include <cstddef>
#include <memory>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#include <stb_image.h>

namespace warpgrade::kit {

Image decode_grey(std::span<const std::uint8_t> file) {
  Image image;
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(file.data(), int(file.size()), &image.width, &image.height, &channels,
                            /*grey=*/1),
      stbi_image_free);
  if (!pixels) return {};
  image.pixels.assign(pixels.get(), pixels.get() + std::size_t(image.width) * std::size_t(image.height));
  return image;
}

}  // namespace warpgrade::kit
