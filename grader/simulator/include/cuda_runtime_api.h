// The CUDA runtime API: functions for host code. src/api/ implements them on the simulated device. A stream
// runs its work in order, and a grid runs when it is launched, so every call is complete when it returns.
// That is legal in CUDA, and it shows an error where it was made. Each function takes the place of its call
// as a hidden last argument, so that findings carry the line of the user.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "wgsim/abi.h"

#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
#define CUDART_CB

#define WGSIM_HERE wgsim::Site site = wgsim::Site::here()

// ---- Errors -------------------------------------------------------------------------------------------
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);

// ---- Memory -------------------------------------------------------------------------------------------
cudaError_t cudaMalloc(void** pointer, std::size_t bytes, WGSIM_HERE);
cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags = cudaMemAttachGlobal,
                              WGSIM_HERE);
cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height,
                            WGSIM_HERE);
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent, WGSIM_HERE);
cudaError_t cudaFree(void* pointer, WGSIM_HERE);
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream, WGSIM_HERE);
cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream, WGSIM_HERE);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream, WGSIM_HERE);
cudaError_t cudaMallocHost(void** pointer, std::size_t bytes, unsigned flags = cudaHostAllocDefault,
                           WGSIM_HERE);
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags, WGSIM_HERE);
cudaError_t cudaFreeHost(void* pointer, WGSIM_HERE);
cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags, WGSIM_HERE);
cudaError_t cudaHostUnregister(void* pointer, WGSIM_HERE);
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags, WGSIM_HERE);
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device,
                                 cudaStream_t stream = nullptr, WGSIM_HERE);
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream = nullptr, WGSIM_HERE);
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int device,
                          WGSIM_HERE);

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, WGSIM_HERE);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr, WGSIM_HERE);
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind, WGSIM_HERE);
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream = nullptr, WGSIM_HERE);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy, WGSIM_HERE);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream = nullptr, WGSIM_HERE);
cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes, WGSIM_HERE);
cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream = nullptr,
                            WGSIM_HERE);
cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height,
                         WGSIM_HERE);
cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream = nullptr, WGSIM_HERE);
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent, WGSIM_HERE);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent,
                              cudaStream_t stream = nullptr, WGSIM_HERE);

// ---- Memory pools (what cudaMallocAsync draws from) -------------------------------------------------
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytes_to_keep);

// ---- Streams and events -----------------------------------------------------------------------------------
cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream, WGSIM_HERE);
cudaError_t cudaStreamSynchronize(cudaStream_t stream, WGSIM_HERE);
cudaError_t cudaStreamQuery(cudaStream_t stream, WGSIM_HERE);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0, WGSIM_HERE);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags, WGSIM_HERE);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority, WGSIM_HERE);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data,
                                  unsigned flags, WGSIM_HERE);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data, WGSIM_HERE);

cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}
cudaError_t cudaEventDestroy(cudaEvent_t event, WGSIM_HERE);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr, WGSIM_HERE);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr, unsigned flags = 0,
                                     WGSIM_HERE);
cudaError_t cudaEventSynchronize(cudaEvent_t event, WGSIM_HERE);
cudaError_t cudaEventQuery(cudaEvent_t event, WGSIM_HERE);
/// Wall-clock time of the simulation: fine for a progress display, says nothing about a GPU.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end, WGSIM_HERE);

// ---- Graphs (graph.cpp) -------------------------------------------------------------------------------
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode, WGSIM_HERE);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph, WGSIM_HERE);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status, WGSIM_HERE);

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags, WGSIM_HERE);
cudaError_t cudaGraphDestroy(cudaGraph_t graph, WGSIM_HERE);
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph, WGSIM_HERE);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaKernelNodeParams* kernel, WGSIM_HERE);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaMemcpy3DParms* copy, WGSIM_HERE);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     std::size_t count, void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind, WGSIM_HERE);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaMemsetParams* fill, WGSIM_HERE);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                 std::size_t count, const cudaHostNodeParams* host, WGSIM_HERE);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                  std::size_t count, WGSIM_HERE);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, std::size_t count, WGSIM_HERE);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                     std::size_t count, WGSIM_HERE);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count, WGSIM_HERE);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type, WGSIM_HERE);

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags = 0,
                                 WGSIM_HERE);
/// As it was before CUDA 12.
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t* error_node,
                                 char* log, std::size_t log_bytes, WGSIM_HERE);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags = 0, WGSIM_HERE);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info,
                                WGSIM_HERE);
/// As it was before CUDA 12.
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* error_node,
                                cudaGraphExecUpdateResult* result, WGSIM_HERE);
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* kernel, WGSIM_HERE);
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream, WGSIM_HERE);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream, WGSIM_HERE);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec, WGSIM_HERE);

namespace wgsim {
/// --default-stream per-thread: the default stream waits for no other stream, and none waits for it.
bool use_per_thread_default_stream();
}  // namespace wgsim
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
namespace wgsim {
[[maybe_unused]] static const bool default_stream_is_per_thread = use_per_thread_default_stream();
}  // namespace wgsim
#endif

// ---- The device -------------------------------------------------------------------------------------
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device, WGSIM_HERE);
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaDeviceCanAccessPeer(int* can_access, int device, int peer);
cudaError_t cudaDeviceSynchronize(WGSIM_HERE);
cudaError_t cudaDeviceReset(WGSIM_HERE);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value, WGSIM_HERE);
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();

// ---- What the templates of cuda_runtime.h call ------------------------------------------------------
namespace wgsim {
cudaError_t copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream, Site site);
cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream, Site site);
cudaError_t symbol_address(void** pointer, const void* symbol, Site site);
cudaError_t symbol_size(std::size_t* bytes, const void* symbol, Site site);

cudaError_t set_kernel_attribute(const void* kernel, cudaFuncAttribute attribute, int value, Site site);
cudaError_t get_kernel_attributes(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t max_active_blocks(int* blocks, const void* kernel, int block_size,
                              std::size_t dynamic_shared_bytes);

/// A kernel (its stub) and the addresses of its arguments.
struct PackedLaunch {
  const void* kernel;
  void** arguments;
  LaunchConfig config;
};
using RunPacked = void (*)(const PackedLaunch& launch);
/// Each kernel's stub tells before main how it is launched.
bool know_kernel(const void* kernel, RunPacked run);
/// Runs the launch and returns its own error, as cudaLaunchKernel does (a launch with <<<>>> only leaves it).
/// run: nullptr: what know_kernel was told of the kernel.
cudaError_t launch_and_answer(const PackedLaunch& launch, RunPacked run = nullptr);
}  // namespace wgsim
