// Texture and surface objects: elements and filtered ones, address modes, bytes as numbers of 0 to 1.
// prints: differences: 91 of 91 right
// prints: linear, clamp: 25.000 20.500 11.875 4.500 4.000 6.500 11.875
// prints: linear, border: 25.000 20.500 11.875 0.000 1.453 0.000 8.906
// prints: point, border: 25.000 16.000 17.000 0.000 4.000 0.000 4.000
// prints: point, wrap: 25.000 25.000 25.000 25.000 16.000
// prints: point, mirror: 25.000 25.000 25.000 25.000 16.000
// prints: linear, wrap: 14.480 14.480 14.480 14.480 7.469
// prints: 0.000 0.200 0.400 1.000, 0.250 0.350 0.300 0.800, 0.500 0.500 0.200 0.600, 0.750 0.650 0.100 0.400
// prints: 11 7 5 3 2 in reverse
#include <cstdio>
#include <vector>

#include <cuda_runtime.h>

constexpr int kWidth = 13, kHeight = 7;

__global__ void turn(cudaTextureObject_t picture, cudaSurfaceObject_t out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= kWidth || y >= kHeight) return;
  const float left = tex2D<float>(picture, x - 1 + 0.5f, y + 0.5f),
              right = tex2D<float>(picture, x + 1 + 0.5f, y + 0.5f);
  surf2Dwrite(right - left, out, x * int(sizeof(float)), y);
}

__global__ void sample(cudaTextureObject_t object, const float2* at, float* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex2D<float>(object, at[i].x, at[i].y);
}

__global__ void sample_bytes(cudaTextureObject_t object, float4* out) {
  const int i = threadIdx.x;
  out[i] = tex2D<float4>(object, i * 0.25f + 0.5f, 0.5f);
}

__global__ void fetch(cudaTextureObject_t table, int* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<int>(table, n - 1 - i);
}

cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureFilterMode filter, cudaTextureAddressMode mode,
                               bool normalized, cudaTextureReadMode read = cudaReadModeElementType) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc desc = {};
  desc.addressMode[0] = desc.addressMode[1] = mode;
  desc.filterMode = filter;
  desc.readMode = read;
  desc.normalizedCoords = normalized;
  cudaTextureObject_t object = 0;
  cudaCreateTextureObject(&object, &resource, &desc, nullptr);
  return object;
}

int main() {
  std::vector<float> picture(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) picture[i] = float(i * i % 32);
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array, turned;
  cudaMallocArray(&array, &format, kWidth, kHeight);
  cudaMallocArray(&turned, &format, kWidth, kHeight, cudaArraySurfaceLoadStore);
  const size_t row = kWidth * sizeof(float);
  cudaMemcpy2DToArray(array, 0, 0, picture.data(), row, row, kHeight, cudaMemcpyHostToDevice);

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = turned;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  const cudaTextureObject_t points = texture_of(array, cudaFilterModePoint, cudaAddressModeClamp, false);
  turn<<<dim3(2, 1), dim3(8, 8)>>>(points, surface);
  std::vector<float> result(kWidth * kHeight);
  cudaMemcpy2DFromArray(result.data(), row, turned, 0, 0, row, kHeight, cudaMemcpyDeviceToHost);
  int right = 0;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      const float* line = &picture[y * kWidth];
      right += result[y * kWidth + x] == line[x + 1 < kWidth ? x + 1 : x] - line[x > 0 ? x - 1 : 0];
    }
  std::printf("differences: %d of %d right\n", right, kWidth * kHeight);

  const std::vector<float2> places = {{1.5f, 2.5f},  {2.0f, 2.5f},  {2.25f, 3.75f}, {-3.0f, 1.0f},
                                      {12.9f, 6.9f}, {20.0f, 3.0f}, {6.125f, 0.25f}};
  const std::vector<float2> parts = {
      {0.1f, 0.3f}, {1.1f, 0.3f}, {-0.9f, 0.3f}, {2.1f, -1.7f}, {0.99f, 0.01f}};
  const auto show = [](const char* what, cudaTextureObject_t object, const std::vector<float2>& at) {
    const int n = int(at.size());
    float2* device_at;
    float* out;
    cudaMalloc(&device_at, n * sizeof(float2));
    cudaMallocManaged(&out, n * sizeof(float));
    cudaMemcpy(device_at, at.data(), n * sizeof(float2), cudaMemcpyHostToDevice);
    sample<<<1, 32>>>(object, device_at, out, n);
    cudaDeviceSynchronize();
    std::printf("%s:", what);
    for (int i = 0; i < n; ++i) std::printf(" %.3f", out[i]);
    std::printf("\n");
    cudaDestroyTextureObject(object);
  };
  show("linear, clamp", texture_of(array, cudaFilterModeLinear, cudaAddressModeClamp, false), places);
  show("linear, border", texture_of(array, cudaFilterModeLinear, cudaAddressModeBorder, false), places);
  show("point, border", texture_of(array, cudaFilterModePoint, cudaAddressModeBorder, false), places);
  show("point, wrap", texture_of(array, cudaFilterModePoint, cudaAddressModeWrap, true), parts);
  show("point, mirror", texture_of(array, cudaFilterModePoint, cudaAddressModeMirror, true), parts);
  show("linear, wrap", texture_of(array, cudaFilterModeLinear, cudaAddressModeWrap, true), parts);

  const std::vector<uchar4> bytes = {{0, 51, 102, 255}, {255, 204, 0, 51}};
  format = cudaCreateChannelDesc<uchar4>();
  cudaArray_t colours;
  cudaMallocArray(&colours, &format, 2, 1);
  cudaMemcpy2DToArray(colours, 0, 0, bytes.data(), 8, 8, 1, cudaMemcpyHostToDevice);
  float4* out;
  cudaMallocManaged(&out, 5 * sizeof(float4));
  sample_bytes<<<1, 5>>>(
      texture_of(colours, cudaFilterModeLinear, cudaAddressModeClamp, false, cudaReadModeNormalizedFloat),
      out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4; ++i)
    std::printf("%s%.3f %.3f %.3f %.3f", i == 0 ? "" : ", ", out[i].x, out[i].y, out[i].z, out[i].w);
  std::printf("\n");

  int *table, *reversed;
  cudaMalloc(&table, 5 * sizeof(int));
  cudaMallocManaged(&reversed, 5 * sizeof(int));
  const int numbers[5] = {2, 3, 5, 7, 11};
  cudaMemcpy(table, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = table;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = sizeof numbers;
  cudaTextureDesc desc = {};
  cudaTextureObject_t object;
  cudaCreateTextureObject(&object, &resource, &desc, nullptr);
  fetch<<<1, 32>>>(object, reversed, 5);
  cudaDeviceSynchronize();
  for (int i = 0; i < 5; ++i) std::printf("%d ", reversed[i]);
  std::printf("in reverse\n");
  cudaFreeArray(array);
  cudaFreeArray(turned);
  cudaFreeArray(colours);
}
