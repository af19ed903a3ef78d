// The implementation of stb_image, compiled once and without our warnings.
#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#include <stb_image.h>
