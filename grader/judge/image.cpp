// The one place that compiles stb_image.
#include "judge/image.hpp"

#include <memory>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif
#include <stb/stb_image.h>
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

namespace warpgrade::judge {

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

}  // namespace warpgrade::judge
