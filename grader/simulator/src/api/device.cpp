// The simulated device: its properties and limits, and its memory pool. The figures are those of a
// current GPU (compute capability 9.0) with few multiprocessors (schedule/residency.hpp).
#include <cstdint>
#include <cstdio>
#include <map>

#include "api/call.hpp"
#include "memory/allocations.hpp"
#include "memory/device_heap.hpp"
#include "memory/shared_memory.hpp"
#include "program/device_variables.hpp"
#include "report/findings.hpp"
#include "schedule/host_code.hpp"
#include "schedule/residency.hpp"
#include "schedule/streams.hpp"
#include "state/simulation.hpp"

// The one pool that cudaMallocAsync draws from.
struct CUmemPoolHandle_st {
  std::map<cudaMemPoolAttr, std::uint64_t> attributes;
};

namespace wgsim::api {

/// What a program may set, and asks for again.
struct DeviceSettings {
  std::map<cudaLimit, std::size_t> limits = {
      {cudaLimitStackSize, 1024},          {cudaLimitPrintfFifoSize, 1 << 20},
      {cudaLimitMallocHeapSize, 8 << 20},  {cudaLimitMaxL2FetchGranularity, 64},
      {cudaLimitPersistingL2CacheSize, 0}, {cudaLimitDevRuntimePendingLaunchCount, 2048},
  };
  CUmemPoolHandle_st pool = {{{cudaMemPoolReuseFollowEventDependencies, 1},
                              {cudaMemPoolReuseAllowOpportunistic, 1},
                              {cudaMemPoolReuseAllowInternalDependencies, 1},
                              {cudaMemPoolAttrReleaseThreshold, 0}}};
};

namespace {

constexpr int kRuntimeVersion = CUDART_VERSION;

cudaDeviceProp make_properties() {
  cudaDeviceProp p = {};
  std::snprintf(p.name, sizeof p.name, "Warpgrade simulator");
  p.totalGlobalMem = core::simulation.options.device_memory_bytes;
  p.sharedMemPerBlock = core::kDefaultSharedBytes;
  p.sharedMemPerBlockOptin = core::kMaxDynamicSharedBytes;
  p.sharedMemPerMultiprocessor = core::kSharedPerMultiprocessor;
  p.reservedSharedMemPerBlock = core::kReservedSharedPerBlock;
  p.regsPerBlock = p.regsPerMultiprocessor = 65536;
  p.warpSize = 32;
  p.memPitch = 0x7fffffff;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
  p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = 0x7fffffff;
  p.maxGridSize[1] = p.maxGridSize[2] = 65535;
  p.totalConstMem = 65536;
  p.major = 9;
  p.minor = 0;
  p.multiProcessorCount = core::simulation.options.multiprocessors;
  p.maxThreadsPerMultiProcessor = core::kThreadsPerMultiprocessor;
  p.maxBlocksPerMultiProcessor = core::kBlocksPerMultiprocessor;
  p.clockRate = 1'980'000;
  p.memoryClockRate = 2'619'000;
  p.memoryBusWidth = 5120;
  p.l2CacheSize = 50 << 20;
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.surfaceAlignment = 512;
  p.deviceOverlap = p.concurrentKernels = p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = 1;
  p.asyncEngineCount = 3;
  p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.computePreemptionSupported = p.cooperativeLaunch = p.memoryPoolsSupported = 1;
  p.concurrentManagedAccess = p.hostRegisterSupported = 1;
  p.singleToDoublePrecisionPerfRatio = 2;
  return p;
}

cudaMemPool_t default_pool() { return &core::simulation.device_settings->pool; }

/// The reuse switches are int, all else is 64 bits wide.
bool is_switch(cudaMemPoolAttr attribute) { return attribute <= cudaMemPoolReuseAllowInternalDependencies; }

template <class T>
cudaError_t give(T* where, T value) {
  if (where == nullptr) return cudaErrorInvalidValue;
  *where = value;
  return cudaSuccess;
}

cudaError_t give_attribute(int* where, cudaDeviceAttr attribute) {
  const cudaDeviceProp properties = make_properties();
  switch (attribute) {
#define X(name, value, member) \
  case name:                   \
    return give(where, static_cast<int>(properties.member));
#include "wgsim/device_attributes.def"
#undef X
  }
  return cudaErrorInvalidValue;
}

}  // namespace

}  // namespace wgsim::api

using namespace wgsim;  // NOLINT: this file defines the library's face outside the namespace

// ---- Which device -------------------------------------------------------------------------------------
cudaError_t cudaGetDevice(int* device) {
  return api::call("cudaGetDevice", Site::here(), [=] { return api::give(device, 0); });
}
cudaError_t cudaGetDeviceCount(int* count) {
  return api::call("cudaGetDeviceCount", Site::here(), [=] { return api::give(count, 1); });
}
cudaError_t cudaSetDevice(int device, Site site) {
  return api::call("cudaSetDevice", site, [=] {
    if (device == 0) return cudaSuccess;
    core::report(core::Problem::no_such_device, {{"device", device}}, site);
    return cudaErrorInvalidDevice;
  });
}
cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return api::call("cudaInitDevice", Site::here(),
                   [=] { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; });
}
cudaError_t cudaDeviceCanAccessPeer(int* can_access, int, int) {
  return api::call("cudaDeviceCanAccessPeer", Site::here(), [=] { return api::give(can_access, 0); });
}

// ---- What it is like ----------------------------------------------------------------------------------
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return api::call("cudaGetDeviceProperties", Site::here(), [=] {
    return device == 0 ? api::give(properties, api::make_properties()) : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return api::call("cudaDeviceGetAttribute", Site::here(), [=] {
    return device == 0 ? api::give_attribute(value, attribute) : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaDriverGetVersion(int* version) { return api::give(version, api::kRuntimeVersion); }
cudaError_t cudaRuntimeGetVersion(int* version) { return api::give(version, api::kRuntimeVersion); }

// ---- Waiting and starting afresh --------------------------------------------------------------------------
cudaError_t cudaDeviceSynchronize(Site site) {
  return api::call("cudaDeviceSynchronize", site, [=] {
    if (const cudaError_t error =
            core::forbidden_by_capture(nullptr, core::Doing::wait_all, "cudaDeviceSynchronize", site);
        error != cudaSuccess)
      return error;
    core::finish_device();
    return core::sticky_error();
  });
}

// Unlike reset_device() this keeps findings, and an error that a kernel caused stays until the process ends.
cudaError_t cudaDeviceReset(Site site) {
  const core::DeviceLock lock(site);
  core::finish_device();
  const core::Turn turn(core::Side::simulator);
  if (core::has_arrays_of_the_host_program()) {
    core::report(core::Problem::reset_of_others_memory, {}, site);
    return core::set_and_return(cudaErrorNotSupported);
  }
  core::forget_allocations();
  core::restore_device_variables();
  return core::sticky_error();
}

// ---- Limits and settings (kept; only the size of the heap has an effect) ------------------------------
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value, Site site) {
  return api::call("cudaDeviceSetLimit", site, [=] {
    const auto found = core::simulation.device_settings->limits.find(limit);
    if (found == core::simulation.device_settings->limits.end()) return cudaErrorUnsupportedLimit;
    if (limit == cudaLimitMallocHeapSize && !core::set_heap_bytes(value)) {
      core::report(core::Problem::heap_size_too_late, {}, site);
      return cudaErrorInvalidValue;
    }
    found->second = value;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  return api::call("cudaDeviceGetLimit", Site::here(), [=] {
    const auto found = core::simulation.device_settings->limits.find(limit);
    if (found == core::simulation.device_settings->limits.end()) return cudaErrorUnsupportedLimit;
    return api::give(value, found->second);
  });
}
cudaError_t cudaSetDeviceFlags(unsigned) { return core::sticky_error(); }
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return core::sticky_error(); }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return core::sticky_error(); }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return api::call("cudaDeviceGetCacheConfig", Site::here(),
                   [=] { return api::give(config, cudaFuncCachePreferNone); });
}
cudaError_t cudaProfilerStart() { return core::sticky_error(); }
cudaError_t cudaProfilerStop() { return core::sticky_error(); }

// ---- Memory pools -------------------------------------------------------------------------------------
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return api::call("cudaDeviceGetDefaultMemPool", Site::here(), [=] {
    return device == 0 ? api::give(pool, api::default_pool()) : cudaErrorInvalidDevice;
  });
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return cudaDeviceGetDefaultMemPool(pool, device);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return api::call("cudaMemPoolSetAttribute", Site::here(), [=] {
    if (pool != api::default_pool() || value == nullptr) return cudaErrorInvalidValue;
    const auto found = pool->attributes.find(attribute);
    if (found == pool->attributes.end()) return cudaErrorInvalidValue;
    found->second = api::is_switch(attribute) ? static_cast<std::uint64_t>(*static_cast<const int*>(value))
                                              : *static_cast<const std::uint64_t*>(value);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return api::call("cudaMemPoolGetAttribute", Site::here(), [=] {
    if (pool != api::default_pool() || value == nullptr) return cudaErrorInvalidValue;
    const auto found = pool->attributes.find(attribute);
    const std::uint64_t known = found == pool->attributes.end() ? core::bytes_in_use() : found->second;
    if (api::is_switch(attribute))
      *static_cast<int*>(value) = static_cast<int>(known);
    else
      *static_cast<std::uint64_t*>(value) = known;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
  return api::call("cudaMemPoolTrimTo", Site::here(),
                   [=] { return pool == api::default_pool() ? cudaSuccess : cudaErrorInvalidValue; });
}
