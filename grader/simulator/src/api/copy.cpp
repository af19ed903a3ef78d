// Copies and fills. Each pointer is checked against what the call says about it. A wrong direction, or a
// range that reaches past its allocation, gives CUDA's error and a finding with the line.

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "api/call.hpp"
#include "memory/managed.hpp"
#include "report/describe.hpp"
#include "report/findings.hpp"
#include "schedule/streams.hpp"
#include "state/simulation.hpp"

namespace wgsim::api {

namespace {

using core::Phrase;

enum class Side { host, device, either };

Side side_of(const void* pointer) {
  switch (core::classify(pointer).region) {
    case core::Region::host: return Side::host;
    case core::Region::managed: return Side::either;  // pinned memory, too
    default: return Side::device;
  }
}

std::string name_of(Side side) {
  return core::words(side == Side::host     ? Phrase::host_memory
                     : side == Side::device ? Phrase::device_memory
                                            : Phrase::managed_memory);
}

const char* name_of(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost: return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice: return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost: return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice: return "cudaMemcpyDeviceToDevice";
    case cudaMemcpyDefault: break;
  }
  return "cudaMemcpyDefault";
}

struct Copy {
  const char* function;
  void* to;
  const void* from;
  cudaMemcpyKind kind;
  Site site;
  bool async = false;
  cudaStream_t stream = nullptr;
};

bool report_null(const char* function, Phrase role, const void* pointer, Site site) {
  if (pointer != nullptr) return false;
  core::report(core::Problem::null_pointer, {{"function", function}, {"role", core::words(role)}}, site);
  return true;
}

cudaMemcpyKind kind_between(Side from, Side to) {
  if (from == Side::host) return to == Side::host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
  return to == Side::host ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

/// Checks that the direction which the call names is that of its pointers. (CUDA answers
/// cudaErrorInvalidValue.)
bool check_direction(const Copy& copy) {
  if (copy.kind == cudaMemcpyDefault) return true;
  const Side from = side_of(copy.from), to = side_of(copy.to);
  const bool device_from = copy.kind == cudaMemcpyDeviceToHost || copy.kind == cudaMemcpyDeviceToDevice;
  const bool device_to = copy.kind == cudaMemcpyHostToDevice || copy.kind == cudaMemcpyDeviceToDevice;
  const bool from_fits = from == Side::either || (from == Side::device) == device_from;
  const bool to_fits = to == Side::either || (to == Side::device) == device_to;
  if (from_fits && to_fits) return true;
  const cudaMemcpyKind actual = kind_between(from, to);
  core::report(actual == cudaMemcpyHostToHost          ? core::Problem::copy_between_hosts
               : copy.kind == cudaMemcpyDeviceToDevice ? core::Problem::host_memory_called_device
                                                       : core::Problem::wrong_direction,
               {{"function", copy.function},
                {"direction", name_of(copy.kind)},
                {"destination", name_of(to)},
                {"source", name_of(from)},
                {"right_direction", name_of(actual)}},
               copy.site);
  return false;
}

/// Checks for `cudaMemcpy(table, …)` with the name of a __device__ variable. In host code that name is the
/// address of a copy on the host, not of the variable.
bool check_not_a_symbol(const Copy& copy, Phrase role, const void* pointer) {
  const core::Classified where = core::classify(pointer);
  const bool variable =
      where.region == core::Region::device_variable || where.region == core::Region::constant_variable;
  if (!variable || symbol_address_taken(where.base)) return true;
  core::report(core::Problem::name_of_variable_as_pointer,
               {{"function", copy.function}, {"role", core::words(role)}}, copy.site);
  return false;
}

/// Checks that these bytes do not leave the frames of graded code, if they are the host's.
bool check_host_range(const char* function, Phrase role, const void* pointer, std::size_t bytes, Site site) {
  if (core::classify(pointer).region != core::Region::host ||
      !core::is_in_callers_stack(reinterpret_cast<std::uintptr_t>(pointer), bytes))
    return true;
  core::report(core::Problem::copy_of_grader_memory,
               {{"function", function}, {"bytes", bytes}, {"role", core::words(role)}}, site);
  return false;
}

/// Checks that `bytes` from `pointer` on lie within one allocation. Of host memory nothing is known.
bool check_range(const char* function, Phrase role, const void* pointer, std::size_t bytes, Site site) {
  const core::Classified where = core::classify(pointer);
  if (where.region == core::Region::device_heap) {
    core::report(core::Problem::heap_memory_in_call,
                 {{"function", function}, {"memory", core::describe_address(pointer)}}, site);
    return false;
  }
  if (where.region == core::Region::host || core::is_device_range(pointer, bytes)) return true;
  const auto offset = static_cast<std::size_t>(where.offset);
  const bool begins_inside = where.offset >= 0 && offset < where.size;
  core::report(where.region == core::Region::device_freed ? core::Problem::copy_of_freed_memory
               : begins_inside                            ? core::Problem::copy_past_end
                                                          : core::Problem::copy_outside_allocation,
               {{"function", function},
                {"bytes", bytes},
                {"role", core::words(role)},
                {"memory", core::describe_address(pointer)},
                {"left", where.size - offset}},
               site);
  return false;
}

/// All checks of a copy of these many bytes on each side.
cudaError_t check(const Copy& copy, std::size_t bytes_to, std::size_t bytes_from) {
  if (copy.kind < cudaMemcpyHostToHost || copy.kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  const bool fine = !report_null(copy.function, Phrase::destination, copy.to, copy.site) &&
                    !report_null(copy.function, Phrase::source, copy.from, copy.site) &&
                    check_direction(copy) && check_not_a_symbol(copy, Phrase::destination, copy.to) &&
                    check_not_a_symbol(copy, Phrase::source, copy.from) &&
                    check_range(copy.function, Phrase::destination, copy.to, bytes_to, copy.site) &&
                    check_range(copy.function, Phrase::source, copy.from, bytes_from, copy.site);
  return fine ? cudaSuccess : cudaErrorInvalidValue;
}

/// Does the host wait for the copy? Functions whose names end with Async wait only for a copy to host memory
/// that is not pinned; the others for all but copies within the device.
bool host_waits(const Copy& copy) {
  const Side from = side_of(copy.from), to = side_of(copy.to);
  return to == Side::host || (!copy.async && (from != Side::device || to != Side::device));
}

/// Submits what `run` does with the copy, which has these many bytes on each side. The host may change memory
/// of its own, if it is not pinned, as soon as the call returns: then the copy has the bytes of now.
template <class Run>
cudaError_t submit_copy(Copy copy, std::size_t bytes_to, std::size_t bytes_from, Run run) {
  if (const cudaError_t error = check(copy, bytes_to, bytes_from); error != cudaSuccess) return error;
  if (!check_host_range(copy.function, Phrase::destination, copy.to, bytes_to, copy.site) ||
      !check_host_range(copy.function, Phrase::source, copy.from, bytes_from, copy.site))
    return cudaErrorInvalidValue;
  std::shared_ptr<std::vector<char>> bytes_of_now;
  if (core::simulation.options.stream_order != StreamOrder::at_once && side_of(copy.from) == Side::host &&
      !host_waits(copy) && core::capture_status(copy.stream) == cudaStreamCaptureStatusNone) {
    const char* const from = static_cast<const char*>(copy.from);
    bytes_of_now = std::make_shared<std::vector<char>>(from, from + bytes_from);
  }
  const auto copy_now = [=] {
    Copy now = copy;
    if (bytes_of_now) now.from = bytes_of_now->data();
    const bool was_freed = check(now, bytes_to, bytes_from) != cudaSuccess;
    if (was_freed) return;
    run(now);
  };
  core::submit(copy.stream, {copy.function, copy.site, copy_now, {}, true, cudaGraphNodeTypeMemcpy});
  if (host_waits(copy)) core::finish(core::end_of_stream(copy.stream));
  return core::sticky_error();
}

/// Results that no thread wrote: a grid that is too small, or the wrong array.
void warn_of_unwritten(const Copy& copy, const void* from, std::size_t bytes) {
  if (!core::simulation.options.check) return;  // then nobody has noted what was written
  if (side_of(copy.to) == Side::device || side_of(from) != Side::device) return;
  const core::UnwrittenPiece piece = core::unwritten_piece(from, bytes);
  if (piece.bytes == 0) return;
  core::report(core::Problem::copy_of_unwritten,
               {{"function", copy.function},
                {"bytes", piece.bytes},
                {"memory", core::describe_address(static_cast<const char*>(from) + piece.offset)}},
               copy.site);
}

/// Bytes of rows, of slices of rows, of one side of a copy.
struct Box {
  std::size_t width, height = 1, depth = 1;
};
/// From one row to the next, and from one slice to the next, in bytes.
struct Layout {
  std::size_t pitch = 0, slice = 0;
};

bool is_empty(const Box& box) { return box.width == 0 || box.height == 0 || box.depth == 0; }

std::size_t span_of(const Box& box, const Layout& layout) {
  return (box.depth - 1) * layout.slice + (box.height - 1) * layout.pitch + box.width;
}

bool has_no_gaps(const Box& box, const Layout& layout) {
  return (box.height == 1 || layout.pitch == box.width) &&
         (box.depth == 1 || layout.slice == box.width * box.height);
}

template <class Row>
void for_each_row(const Box& box, Row row) {
  for (std::size_t z = 0; z < box.depth; ++z)
    for (std::size_t y = 0; y < box.height; ++y) row(y, z);
}

cudaError_t copy_box(const Copy& copy, const Layout& to, const Layout& from, Box box) {
  const bool has_rows = to.pitch != 0 || from.pitch != 0 || box.height > 1;
  if (has_rows && (box.width > to.pitch || box.width > from.pitch)) return cudaErrorInvalidPitchValue;
  if (is_empty(box)) return cudaSuccess;
  if (has_no_gaps(box, to) && has_no_gaps(box, from)) box = {box.width * box.height * box.depth};
  return submit_copy(copy, span_of(box, to), span_of(box, from), [=](const Copy& now) {
    for_each_row(box, [&](std::size_t y, std::size_t z) {
      const char* const row = static_cast<const char*>(now.from) + z * from.slice + y * from.pitch;
      warn_of_unwritten(now, row, box.width);
      copy_bytes(static_cast<char*>(now.to) + z * to.slice + y * to.pitch, row, box.width);
    });
  });
}

cudaError_t copy(const Copy& copy, const Layout& to, const Layout& from, const Box& box) {
  return call_in(copy.stream, copy.function, copy.site, [&] { return copy_box(copy, to, from, box); });
}

cudaError_t copy(const Copy& copy, std::size_t bytes) { return api::copy(copy, {}, {}, {bytes}); }

/// The place of a position in memory with this pitch.
char* at(const cudaPitchedPtr& memory, const cudaPos& position) {
  return static_cast<char*>(memory.ptr) + (position.z * memory.ysize + position.y) * memory.pitch +
         position.x;
}

cudaError_t copy_3d(const char* function, const cudaMemcpy3DParms* copy, Site site, bool async = false,
                    cudaStream_t stream = nullptr) {
  if (copy == nullptr || copy->srcArray != nullptr || copy->dstArray != nullptr) return cudaErrorInvalidValue;
  const auto layout_of = [](const cudaPitchedPtr& memory) {
    return Layout{memory.pitch, memory.pitch * memory.ysize};
  };
  return api::copy({function, at(copy->dstPtr, copy->dstPos), at(copy->srcPtr, copy->srcPos), copy->kind,
                    site, async, stream},
                   layout_of(copy->dstPtr), layout_of(copy->srcPtr),
                   {copy->extent.width, copy->extent.height, copy->extent.depth});
}

/// The box has bytes, the value elements of so many bytes.
cudaError_t fill_box(const char* function, void* pointer, const Layout& layout, unsigned value,
                     const Box& box, Site site, bool async, cudaStream_t stream,
                     std::size_t element_bytes = 1) {
  if (is_empty(box)) return cudaSuccess;
  if (box.height > 1 && box.width > layout.pitch) return cudaErrorInvalidPitchValue;
  if (report_null(function, Phrase::destination, pointer, site)) return cudaErrorInvalidValue;
  if (core::classify(pointer).region == core::Region::host) {
    core::report(core::Problem::fill_of_host_memory, {{"function", function}}, site);
    return cudaErrorInvalidValue;
  }
  const std::size_t span = span_of(box, layout);
  if (!check_range(function, Phrase::destination, pointer, span, site)) return cudaErrorInvalidValue;
  const auto fill_now = [=] {
    if (!check_range(function, Phrase::destination, pointer, span, site)) return;  // it was freed before
    for_each_row(box, [&](std::size_t y, std::size_t z) {
      ++core::simulation.host_work.device_copies;
      char* const row = static_cast<char*>(pointer) + z * layout.slice + y * layout.pitch;
      if (element_bytes == 1) std::memset(row, int(value), box.width);
      for (std::size_t i = 0; element_bytes > 1 && i < box.width; i += element_bytes)
        std::memcpy(row + i, &value, element_bytes);
      core::mark_written(row, box.width);
    });
  };
  core::submit(stream, {function, site, fill_now, {}, true, cudaGraphNodeTypeMemset});
  if (!async && side_of(pointer) != Side::device) core::finish(core::end_of_stream(stream));
  return core::sticky_error();
}

cudaError_t fill(const char* function, void* pointer, const Layout& layout, int value, const Box& box,
                 Site site, bool async = false, cudaStream_t stream = nullptr) {
  return call_in(stream, function, site, [&] {
    return fill_box(function, pointer, layout, unsigned(value), box, site, async, stream);
  });
}

}  // namespace

cudaError_t fill_elements(const char* function, const cudaMemsetParams& fill, cudaStream_t stream,
                          Site site) {
  const std::size_t bytes = fill.elementSize;
  if (bytes != 1 && bytes != 2 && bytes != 4) return cudaErrorInvalidValue;
  return fill_box(function, fill.dst, {fill.pitch}, fill.value, {fill.width * bytes, fill.height}, site, true,
                  stream, bytes);
}

void copy_bytes(void* to, const void* from, std::size_t bytes) {
  std::memmove(to, from, bytes);
  const bool to_host = side_of(to) == Side::host, from_host = side_of(from) == Side::host;
  const bool to_pinned = is_pinned(to) && side_of(from) == Side::device;
  if ((to_host && !from_host) || to_pinned) core::simulation.host_work.bytes_read += bytes;
  if (to_host) return;
  if (from_host || to_pinned) core::tell_host_of_copy(to, bytes);
  if (from_host) {
    core::simulation.host_work.bytes_written += bytes;
    core::mark_from_host(to, bytes);
  } else {
    core::simulation.host_work.device_copies += to_pinned ? 0 : 1;
    core::copy_written_state(to, from, bytes);
  }
}

void copy_in_stream(const char* function, void* to, const void* from, std::size_t bytes, cudaStream_t stream,
                    Site site) {
  for (const void* side : {static_cast<const void*>(to), from})
    if (!check_host_range(function, Phrase::hosts_side, side, bytes, site)) return;
  core::submit(stream,
               {function, site, [=] { copy_bytes(to, from, bytes); }, {}, true, cudaGraphNodeTypeMemcpy});
  if (side_of(to) != Side::device || side_of(from) != Side::device) core::finish(core::end_of_stream(stream));
}

}  // namespace wgsim::api

using namespace wgsim;  // NOLINT: this file defines the library's face outside the namespace

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, Site site) {
  return api::copy({"cudaMemcpy", to, from, kind, site}, bytes);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream, Site site) {
  return api::copy({"cudaMemcpyAsync", to, from, kind, site, true, stream}, bytes);
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind, Site site) {
  return api::copy({"cudaMemcpy2D", to, from, kind, site}, {to_pitch}, {from_pitch}, {width, height});
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream,
                              Site site) {
  return api::copy({"cudaMemcpy2DAsync", to, from, kind, site, true, stream}, {to_pitch}, {from_pitch},
                   {width, height});
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy, Site site) {
  return api::copy_3d("cudaMemcpy3D", copy, site);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream, Site site) {
  return api::copy_3d("cudaMemcpy3DAsync", copy, site, true, stream);
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes, Site site) {
  return api::fill("cudaMemset", pointer, {}, value, {bytes}, site);
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream, Site site) {
  return api::fill("cudaMemsetAsync", pointer, {}, value, {bytes}, site, true, stream);
}

cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height,
                         Site site) {
  return api::fill("cudaMemset2D", pointer, {pitch}, value, {width, height}, site);
}

cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream, Site site) {
  return api::fill("cudaMemset2DAsync", pointer, {pitch}, value, {width, height}, site, true, stream);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent, Site site) {
  return api::fill("cudaMemset3D", pointer.ptr, {pointer.pitch, pointer.pitch * pointer.ysize}, value,
                   {extent.width, extent.height, extent.depth}, site);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent, cudaStream_t stream,
                              Site site) {
  return api::fill("cudaMemset3DAsync", pointer.ptr, {pointer.pitch, pointer.pitch * pointer.ysize}, value,
                   {extent.width, extent.height, extent.depth}, site, true, stream);
}
