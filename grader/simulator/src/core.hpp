// What the parts of the simulator's library know of each other. Core (memory, launches, scheduling, hooks)
// implements it; the runtime API (api_*.cpp) is written on top of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "driver_types.h"  // cudaError_t, …; the simulator's own
#include "wgsim/abi.h"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

// ---- Device memory (memory.cpp) ----------------------------------------------------------------------
/// Each allocation has its own slot of address space, so off-by-one and wild indices land in gaps.
enum class Region {
  device,      ///< a live cudaMalloc allocation (in bounds)
  device_gap,  ///< inside a slot, outside its allocation
  device_freed,
  device_variable,    ///< __device__
  constant_variable,  ///< __constant__
  managed,            ///< cudaMallocManaged: host and device
  host,               ///< anything else
};
struct Classified {
  Region region = Region::host;
  void* base = nullptr;     ///< of the allocation or variable
  std::size_t size = 0;     ///< of the allocation or variable
  std::int64_t offset = 0;  ///< from base; negative: before it
};
Classified classify(const void* pointer);

enum class AllocationKind { device, managed };
/// nullptr when the simulated device is full. New memory counts as never written. bytes > 0.
void* allocate(std::size_t bytes, AllocationKind kind, Site site);
/// False: not the start of a live allocation.
bool release(void* pointer, Site site);
std::size_t bytes_in_use();

/// True if [pointer, pointer + bytes) lies inside one allocation, device variable or managed range.
bool is_device_range(const void* pointer, std::size_t bytes);
void mark_written(const void* pointer, std::size_t bytes);
void mark_unwritten(const void* pointer, std::size_t bytes);
/// Copies the "was written" state along with a device-to-device copy.
void copy_written_state(void* to, const void* from, std::size_t bytes);
/// Offset of the first never-written byte of the range, or -1.
std::int64_t first_unwritten(const void* pointer, std::size_t bytes);
/// As in a fresh process; each module forgets its own (reset_device calls them).
void forget_allocations();
void forget_findings();

// ---- Errors and findings (errors.cpp, findings.cpp) ----------------------------------------------------
/// Sets what cudaGetLastError returns. Errors of a kernel that ran wrong are sticky: they stay until the
/// process ends, and each API call returns them.
void set_error(cudaError_t error);
cudaError_t set_and_return(cudaError_t error);  ///< records and returns, the usual end of an API call
void set_sticky_error(cudaError_t error);
cudaError_t sticky_error();     ///< cudaSuccess if none
cudaError_t take_last_error();  ///< cudaGetLastError
cudaError_t peek_last_error();
void clear_errors();  ///< as in a fresh process

/// Adds a finding about host code at a site (api_misuse, host_device_mixup, …).
void report_host(FindingKind kind, std::string message, std::string remedy, Site site);

/// What cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) allows. False: more
/// than the device has (kMaxDynamicSharedBytes).
inline constexpr std::size_t kDefaultSharedBytes = 48 * 1024;
inline constexpr std::size_t kMaxDynamicSharedBytes = 227 * 1024;
bool allow_dynamic_shared(const void* function, std::size_t bytes);
std::size_t allowed_dynamic_shared(const void* function);
void forget_dynamic_shared();

/// "d_out[1024] (4 bytes past the end of the 4096-byte allocation made at scan.cu:31)"
std::string describe_address(const void* pointer);

}  // namespace wgsim::core
