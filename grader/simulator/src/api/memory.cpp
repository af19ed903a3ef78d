// Allocation of device, managed and pinned memory, and questions about pointers.
//
// Pinned host memory is managed memory here, since kernels may use both. Managed memory counts as written
// from the start: host code that is not instrumented (fread, the standard library) may fill it unseen.

#include <cstdlib>
#include <set>
#include <string>

#include "api/call.hpp"
#include "memory/allocations.hpp"
#include "report/describe.hpp"
#include "report/errors.hpp"
#include "report/findings.hpp"
#include "schedule/streams.hpp"
#include "state/simulation.hpp"

namespace wgsim::api {

struct PinnedAllocations {
  std::set<const void*> bases;
};

namespace {

constexpr std::size_t kPitchAlignment = 512;

cudaError_t allocate(void** pointer, std::size_t bytes, core::AllocationKind kind, Site site) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  if (bytes == 0) {
    *pointer = nullptr;
    return cudaSuccess;
  }
  void* const memory = core::allocate(bytes, kind, site);
  core::note_allocation(bytes, site, memory != nullptr);
  if (memory == nullptr && core::allocations_left() == 0)
    core::report(core::Problem::too_many_allocations,
                 {{"limit", core::space.end_of_allocations - core::kFirstAllocationSlot}}, site);
  if (memory == nullptr) return cudaErrorMemoryAllocation;
  core::simulation.pinned_allocations->bases.erase(memory);  // it was pinned before cudaDeviceReset
  if (kind == core::AllocationKind::managed) core::mark_written(memory, bytes);
  *pointer = memory;
  return cudaSuccess;
}

cudaError_t allocate_rows(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height,
                          Site site) {
  if (pitch == nullptr) return cudaErrorInvalidValue;
  *pitch = (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
  return allocate(pointer, *pitch * height, core::AllocationKind::device, site);
}

/// Says why a pointer can't be freed.
cudaError_t report_bad_free(const char* function, void* pointer, Site site) {
  const Facts facts = {{"function", function}, {"memory", core::describe_address(pointer)}};
  switch (core::classify(pointer).region) {
    case core::Region::device_heap: core::report(core::Problem::heap_memory_in_call, facts, site); break;
    case core::Region::device_freed: core::report(core::Problem::freed_twice, facts, site); break;
    case core::Region::host: core::report(core::Problem::free_of_host_memory, facts, site); break;
    case core::Region::device_variable:
    case core::Region::constant_variable: core::report(core::Problem::free_of_variable, facts, site); break;
    default: core::report(core::Problem::free_within_allocation, facts, site);
  }
  return cudaErrorInvalidValue;
}

cudaError_t release(const char* function, void* pointer, Site site) {
  if (pointer == nullptr) return cudaSuccess;
  if (is_pinned(pointer)) {
    core::report(core::Problem::free_of_pinned_memory, {{"function", function}}, site);
    return cudaErrorInvalidValue;
  }
  return core::release(pointer, site) ? cudaSuccess : report_bad_free(function, pointer, site);
}

/// Nodes of a graph that allocate or free memory.
void refuse_captured(cudaStream_t stream, const char* function, Site site) {
  if (core::capture_status(stream) != cudaStreamCaptureStatusNone)
    unsupported((std::string(function) + " in a stream that is captured into a graph").c_str(),
                "allocate before the capture, and free when the graph is no longer launched", site);
}

cudaError_t allocate_in_stream(const char* function, void** pointer, std::size_t bytes, cudaStream_t stream,
                               Site site) {
  refuse_captured(stream, function, site);
  return call_in(stream, function, site,
                 [=] { return allocate(pointer, bytes, core::AllocationKind::stream_ordered, site); });
}

cudaError_t allocate_pinned(void** pointer, std::size_t bytes, Site site) {
  const cudaError_t error = allocate(pointer, bytes, core::AllocationKind::managed, site);
  if (error == cudaSuccess && *pointer != nullptr)
    core::simulation.pinned_allocations->bases.insert(*pointer);
  return error;
}

}  // namespace

bool is_pinned(const void* pointer) {
  const core::Classified where = core::classify(pointer);
  return where.region == core::Region::managed &&
         core::simulation.pinned_allocations->bases.count(where.base) != 0;
}

}  // namespace wgsim::api

using namespace wgsim;  // NOLINT: this file defines the library's face outside the namespace

cudaError_t cudaMalloc(void** pointer, std::size_t bytes, Site site) {
  return api::call_that_may_wait(
      "cudaMalloc", site, [=] { return api::allocate(pointer, bytes, core::AllocationKind::device, site); });
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags, Site site) {
  return api::call_that_may_wait("cudaMallocManaged", site, [=] {
    if (bytes == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
      return cudaErrorInvalidValue;
    return api::allocate(pointer, bytes, core::AllocationKind::managed, site);
  });
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height,
                            Site site) {
  return api::call_that_may_wait("cudaMallocPitch", site,
                                 [=] { return api::allocate_rows(pointer, pitch, width, height, site); });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent, Site site) {
  return api::call_that_may_wait("cudaMalloc3D", site, [=] {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    pointer->xsize = extent.width;
    pointer->ysize = extent.height;
    return api::allocate_rows(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth,
                              site);
  });
}

cudaError_t cudaFree(void* pointer, Site site) {
  return api::call_that_may_wait("cudaFree", site, [=] {
    // cudaFree waits for the device, as in CUDA, where code relies on it. It does not for memory of
    // cudaMallocAsync, as CUDA's cuda_runtime_api.h says.
    const core::Allocation* const memory = core::allocation_at(reinterpret_cast<std::uintptr_t>(pointer));
    if (memory == nullptr || memory->kind != core::AllocationKind::stream_ordered) core::finish_device();
    return api::release("cudaFree", pointer, site);
  });
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream, Site site) {
  return api::allocate_in_stream("cudaMallocAsync", pointer, bytes, stream, site);
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t, cudaStream_t stream,
                                    Site site) {
  return api::allocate_in_stream("cudaMallocFromPoolAsync", pointer, bytes, stream, site);
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream, Site site) {
  api::refuse_captured(stream, "cudaFreeAsync", site);
  return api::call_in(stream, "cudaFreeAsync", site, [=] {
    if (pointer == nullptr) return cudaErrorInvalidValue;  // unlike cudaFree
    cudaError_t error = cudaSuccess;
    if (core::classify(pointer).region == core::Region::device && !api::is_pinned(pointer))
      core::submit(stream,
                   {"cudaFreeAsync", site, [=] { api::release("cudaFreeAsync", pointer, site); }, {}, false});
    else
      error = api::release("cudaFreeAsync", pointer, site);  // which says what is wrong
    return error;
  });
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes, unsigned, Site site) {
  return api::call_that_may_wait("cudaMallocHost", site,
                                 [=] { return api::allocate_pinned(pointer, bytes, site); });
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned, Site site) {
  return api::call_that_may_wait("cudaHostAlloc", site,
                                 [=] { return api::allocate_pinned(pointer, bytes, site); });
}

cudaError_t cudaFreeHost(void* pointer, Site site) {
  return api::call_that_may_wait("cudaFreeHost", site, [=] {
    if (pointer == nullptr) return cudaSuccess;
    core::finish_device();
    if (!api::is_pinned(pointer)) {
      core::report(core::Problem::pinned_free_of_other_memory, {}, site);
      return cudaErrorInvalidValue;
    }
    return core::release(pointer, site) ? cudaSuccess : api::report_bad_free("cudaFreeHost", pointer, site);
  });
}

// Registering only makes copies faster; here it does nothing.
cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned, Site site) {
  return api::call("cudaHostRegister", site,
                   [=] { return pointer == nullptr || bytes == 0 ? cudaErrorInvalidValue : cudaSuccess; });
}
cudaError_t cudaHostUnregister(void* pointer, Site site) {
  return api::call("cudaHostUnregister", site,
                   [=] { return pointer == nullptr ? cudaErrorInvalidValue : cudaSuccess; });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags, Site site) {
  return api::call("cudaHostGetDevicePointer", site, [=] {
    if (device == nullptr || flags != 0) return cudaErrorInvalidValue;
    if (!api::is_pinned(host)) {
      core::report(core::Problem::host_memory_not_pinned, {}, site);
      return cudaErrorInvalidValue;
    }
    *device = host;
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return api::call("cudaMemGetInfo", Site::here(), [=] {
    if (free == nullptr || total == nullptr) return cudaErrorInvalidValue;
    *total = core::simulation.options.device_memory_bytes;
    *free = *total - core::bytes_in_use();
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return api::call("cudaPointerGetAttributes", Site::here(), [=] {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    void* const address = const_cast<void*>(pointer);
    switch (core::classify(pointer).region) {
      case core::Region::host:
      case core::Region::device_gap:
      case core::Region::device_freed:
        *attributes = cudaPointerAttributes{cudaMemoryTypeUnregistered, -2, nullptr, address};
        break;
      case core::Region::managed:
        *attributes = cudaPointerAttributes{
            api::is_pinned(pointer) ? cudaMemoryTypeHost : cudaMemoryTypeManaged, 0, address, address};
        break;
      default: *attributes = cudaPointerAttributes{cudaMemoryTypeDevice, 0, address, nullptr};
    }
    return cudaSuccess;
  });
}

// Hints about where managed memory should be: all of it is here.
static cudaError_t check_managed(const char* function, const void* pointer, std::size_t bytes,
                                 cudaStream_t stream, Site site) {
  return api::call_in(stream, function, site, [=] {
    const bool managed = core::classify(pointer).region == core::Region::managed;
    return managed && core::is_device_range(pointer, bytes) ? cudaSuccess : cudaErrorInvalidValue;
  });
}
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int, cudaStream_t stream,
                                 Site site) {
  return check_managed("cudaMemPrefetchAsync", pointer, bytes, stream, site);
}
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation, unsigned,
                                 cudaStream_t stream, Site site) {
  return check_managed("cudaMemPrefetchAsync", pointer, bytes, stream, site);
}
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise, int, Site site) {
  return check_managed("cudaMemAdvise", pointer, bytes, nullptr, site);
}
