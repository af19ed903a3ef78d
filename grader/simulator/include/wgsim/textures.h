// Texture and surface objects of one and two dimensions. An array of CUDA is rows of device memory here; a
// fetch is a plain load at the place that the coordinates give, so that what it reads is checked. Filtering
// is as the CUDA C++ Programming Guide says ("Texture Fetching"): with fractions of 8 bits.
#pragma once

#include <cmath>
#include <cstring>
#include <type_traits>

#include "../cuda_runtime_api.h"
#include "launch.h"

// ---- Types --------------------------------------------------------------------------------------------
enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned = 0,
  cudaChannelFormatKindUnsigned = 1,
  cudaChannelFormatKindFloat = 2,
  cudaChannelFormatKindNone = 3
};
struct cudaChannelFormatDesc {
  int x, y, z, w;  ///< bits of each component
  cudaChannelFormatKind f;
};
enum cudaTextureAddressMode {
  cudaAddressModeWrap = 0,
  cudaAddressModeClamp = 1,
  cudaAddressModeMirror = 2,
  cudaAddressModeBorder = 3
};
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
enum cudaResourceType {
  cudaResourceTypeArray = 0,
  cudaResourceTypeMipmappedArray = 1,
  cudaResourceTypeLinear = 2,
  cudaResourceTypePitch2D = 3
};

/// height 0: one dimension.
struct cudaArray {
  char* data;
  std::size_t pitch, width, height;
  cudaChannelFormatDesc desc;
};
using cudaArray_t = cudaArray*;
using cudaArray_const_t = const cudaArray*;
constexpr unsigned cudaArrayDefault = 0, cudaArraySurfaceLoadStore = 2;

struct cudaResourceDesc {
  cudaResourceType resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      std::size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      std::size_t width, height, pitchInBytes;
    } pitch2D;
  } res;
};
struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
};
struct cudaResourceViewDesc;
using cudaTextureObject_t = unsigned long long;
using cudaSurfaceObject_t = unsigned long long;

// ---- Formats of elements ------------------------------------------------------------------------------
inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

namespace wgsim::textures {

/// The type and the number of an element's components: a number, or a vector of CUDA's.
template <class T, class = void>
struct Components {
  using type = T;
  static constexpr int count = 1;
};
template <class T>
struct Components<T, std::void_t<decltype(T::x)>> {
  using type = decltype(T::x);
  static constexpr int count = sizeof(T) / sizeof(type);
};

}  // namespace wgsim::textures

template <class T>
cudaChannelFormatDesc cudaCreateChannelDesc() {
  using Element = wgsim::textures::Components<T>;
  using Number = typename Element::type;
  constexpr int bits = sizeof(Number) * 8;
  return {bits, Element::count > 1 ? bits : 0, Element::count > 2 ? bits : 0, Element::count > 3 ? bits : 0,
          std::is_floating_point_v<Number> ? cudaChannelFormatKindFloat
          : std::is_signed_v<Number>       ? cudaChannelFormatKindSigned
                                           : cudaChannelFormatKindUnsigned};
}

namespace wgsim::textures {

inline std::size_t bytes_of(const cudaChannelFormatDesc& desc) {
  return static_cast<std::size_t>(desc.x + desc.y + desc.z + desc.w) / 8;
}

/// What a texture or surface object stands for.
struct Object {
  cudaArray array;
  cudaTextureDesc texture;
};
WGSIM_UNINSTRUMENTED inline Object object_of(unsigned long long object) {
  Object copy;
  copy_unchecked(&copy, reinterpret_cast<const void*>(object), sizeof copy);
  return copy;
}

inline cudaError_t create(unsigned long long* object, const cudaResourceDesc* resource,
                          const cudaTextureDesc* texture) {
  if (object == nullptr || resource == nullptr) return cudaErrorInvalidValue;
  auto* const made = new Object{};
  if (texture != nullptr) made->texture = *texture;
  if (resource->resType == cudaResourceTypeArray) {
    made->array = *resource->res.array.array;
  } else if (resource->resType == cudaResourceTypeLinear) {
    const auto& linear = resource->res.linear;
    made->array = {static_cast<char*>(linear.devPtr), 0, linear.sizeInBytes / bytes_of(linear.desc), 0,
                   linear.desc};
  } else if (resource->resType == cudaResourceTypePitch2D) {
    const auto& rows = resource->res.pitch2D;
    made->array = {static_cast<char*>(rows.devPtr), rows.pitchInBytes, rows.width, rows.height, rows.desc};
  } else {
    delete made;
    return cudaErrorNotSupported;
  }
  *object = reinterpret_cast<unsigned long long>(made);
  return cudaSuccess;
}

// ---- Coordinates --------------------------------------------------------------------------------------
/// The element of a coordinate, or -1: the border.
inline long element_of(long at, long size, cudaTextureAddressMode mode, bool normalized) {
  if (at >= 0 && at < size) return at;
  if (mode == cudaAddressModeBorder) return -1;
  const bool repeats = normalized && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror);
  if (!repeats) return at < 0 ? 0 : size - 1;
  const long turn = at >= 0 ? at / size : -((size - 1 - at) / size), within = at - turn * size;
  return mode == cudaAddressModeMirror && turn % 2 != 0 ? size - 1 - within : within;
}

/// One component of an element, as the number that the texture answers with.
template <class Number>
Number component(const char* at, const cudaChannelFormatDesc& desc, bool normalized) {
  if (!normalized) return *reinterpret_cast<const Number*>(at);
  const bool is_signed = desc.f == cudaChannelFormatKindSigned;
  if (desc.x == 8)
    return static_cast<Number>(is_signed ? fmaxf(*reinterpret_cast<const signed char*>(at) / 127.0f, -1.0f)
                                         : *reinterpret_cast<const unsigned char*>(at) / 255.0f);
  return static_cast<Number>(is_signed ? fmaxf(*reinterpret_cast<const short*>(at) / 32767.0f, -1.0f)
                                       : *reinterpret_cast<const unsigned short*>(at) / 65535.0f);
}

/// The element (x, y), with the address modes of the texture.
template <class T>
T element(const Object& o, long x, long y) {
  using Element = Components<T>;
  using Number = typename Element::type;
  const bool normalized_coordinates = o.texture.normalizedCoords != 0;
  const long column =
      element_of(x, static_cast<long>(o.array.width), o.texture.addressMode[0], normalized_coordinates);
  const long row = o.array.height == 0 ? 0
                                       : element_of(y, static_cast<long>(o.array.height),
                                                    o.texture.addressMode[1], normalized_coordinates);
  Number numbers[Element::count];
  const bool is_border = column < 0 || row < 0;
  const char* const at = o.array.data + static_cast<std::size_t>(row) * o.array.pitch +
                         static_cast<std::size_t>(column) * bytes_of(o.array.desc);
  for (int i = 0; i < Element::count; ++i)
    numbers[i] = is_border ? static_cast<Number>(o.texture.borderColor[i])
                           : component<Number>(at + i * o.array.desc.x / 8, o.array.desc,
                                               o.texture.readMode == cudaReadModeNormalizedFloat);
  T result;
  std::memcpy(&result, numbers, sizeof result);
  return result;
}

/// The sum of four elements, with weights in 256ths.
template <class T>
T mixed(const T (&elements)[4], const float (&weights)[4]) {
  using Element = Components<T>;
  using Number = typename Element::type;
  Number sum[Element::count] = {};
  for (int k = 0; k < 4; ++k) {
    Number numbers[Element::count];
    std::memcpy(numbers, &elements[k], sizeof numbers);
    for (int i = 0; i < Element::count; ++i) sum[i] += static_cast<Number>(weights[k] / 256 * numbers[i]);
  }
  T result;
  std::memcpy(&result, sum, sizeof result);
  return result;
}

template <class T>
T fetch(cudaTextureObject_t object, float x, float y) {
  const Object o = object_of(object);
  if (o.texture.normalizedCoords != 0) {
    x *= static_cast<float>(o.array.width);
    y *= static_cast<float>(o.array.height);
  }
  if (o.texture.filterMode == cudaFilterModePoint)
    return element<T>(o, static_cast<long>(std::floor(x)), static_cast<long>(std::floor(y)));
  const float left = x - 0.5f, top = o.array.height == 0 ? 0 : y - 0.5f;
  const long column = static_cast<long>(std::floor(left)), row = static_cast<long>(std::floor(top));
  // Fractions, and the weight that is their product, are rounded to 8 bits: so a GPU's numbers come out.
  const float right = std::round((left - std::floor(left)) * 256),
              below = std::round((top - std::floor(top)) * 256);
  const float both = std::round(right * below / 256);
  return mixed<T>({element<T>(o, column, row), element<T>(o, column + 1, row), element<T>(o, column, row + 1),
                   element<T>(o, column + 1, row + 1)},
                  {256 - right - below + both, right - both, below - both, both});
}

}  // namespace wgsim::textures

// ---- Fetches ------------------------------------------------------------------------------------------
template <class T>
T tex1Dfetch(cudaTextureObject_t texture, int x) {
  return wgsim::textures::element<T>(wgsim::textures::object_of(texture), x, 0);
}
template <class T>
T tex1D(cudaTextureObject_t texture, float x) {
  return wgsim::textures::fetch<T>(texture, x, 0);
}
template <class T>
T tex2D(cudaTextureObject_t texture, float x, float y) {
  return wgsim::textures::fetch<T>(texture, x, y);
}
/// x: in bytes. Outside of the surface: zero is read, nothing written.
template <class T>
T surf2Dread(cudaSurfaceObject_t surface, int x, int y) {
  const cudaArray a = wgsim::textures::object_of(surface).array;
  const std::size_t row = static_cast<std::size_t>(y), byte = static_cast<std::size_t>(x);
  if (x < 0 || y < 0 || row >= a.height || byte + sizeof(T) > a.width * wgsim::textures::bytes_of(a.desc))
    return T{};
  return *reinterpret_cast<const T*>(a.data + row * a.pitch + byte);
}
template <class T>
void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y) {
  const cudaArray a = wgsim::textures::object_of(surface).array;
  const std::size_t row = static_cast<std::size_t>(y), byte = static_cast<std::size_t>(x);
  if (x < 0 || y < 0 || row >= a.height || byte + sizeof(T) > a.width * wgsim::textures::bytes_of(a.desc))
    return;
  *reinterpret_cast<T*>(a.data + row * a.pitch + byte) = value;
}

// ---- For host code ------------------------------------------------------------------------------------
inline cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, std::size_t width,
                                   std::size_t height = 0, unsigned = cudaArrayDefault, WGSIM_HERE) {
  void* data = nullptr;
  std::size_t pitch = 0;
  const std::size_t rows = height == 0 ? 1 : height;
  const cudaError_t error =
      cudaMallocPitch(&data, &pitch, width * wgsim::textures::bytes_of(*desc), rows, site);
  if (error == cudaSuccess) *array = new cudaArray{static_cast<char*>(data), pitch, width, height, *desc};
  return error;
}
inline cudaError_t cudaFreeArray(cudaArray_t array, WGSIM_HERE) {
  if (array == nullptr) return cudaSuccess;
  const cudaError_t error = cudaFree(array->data, site);
  delete array;
  return error;
}
/// x: in bytes.
inline cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                       std::size_t pitch, std::size_t width, std::size_t height,
                                       cudaMemcpyKind kind, WGSIM_HERE) {
  return cudaMemcpy2D(to->data + y * to->pitch + x, to->pitch, from, pitch, width, height, kind, site);
}
inline cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                         std::size_t y, std::size_t width, std::size_t height,
                                         cudaMemcpyKind kind, WGSIM_HERE) {
  return cudaMemcpy2D(to, pitch, from->data + y * from->pitch + x, from->pitch, width, height, kind, site);
}
inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                           const cudaTextureDesc* texture, const cudaResourceViewDesc*) {
  return wgsim::textures::create(object, resource, texture);
}
inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  delete reinterpret_cast<wgsim::textures::Object*>(object);
  return cudaSuccess;
}
inline cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  return wgsim::textures::create(object, resource, nullptr);
}
inline cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  return cudaDestroyTextureObject(object);
}
