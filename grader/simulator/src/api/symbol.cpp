// __device__ and __constant__ variables by name: cudaMemcpyToSymbol and the like.

#include <set>

#include "api/call.hpp"
#include "memory/allocations.hpp"
#include "program/device_variables.hpp"
#include "report/describe.hpp"
#include "report/findings.hpp"
#include "state/simulation.hpp"

namespace wgsim::api {

struct SymbolAddresses {
  std::set<const void*> taken;
};

namespace {

/// The variable that the symbol names. If it names none: reports a finding, and returns size 0.
core::Classified find_symbol(const char* function, const void* symbol, Site site) {
  const core::Classified where = core::classify(symbol);
  const bool variable = core::device_variable_at(reinterpret_cast<std::uintptr_t>(symbol)) != nullptr;
  if (variable && where.offset == 0) return where;
  core::report(core::Problem::no_such_symbol, {{"function", function}}, site);
  return {};
}

/// [offset, offset + bytes) must lie within the variable.
bool check_extent(const char* function, const core::Classified& symbol, std::size_t bytes, std::size_t offset,
                  Site site) {
  if (offset <= symbol.size && bytes <= symbol.size - offset) return true;
  core::report(core::Problem::copy_past_end_of_symbol,
               {{"function", function}, {"bytes", bytes}, {"offset", offset}, {"size", symbol.size}}, site);
  return false;
}

struct SymbolCopy {
  const char* function;
  cudaMemcpyKind host_kind, kind;  ///< that the function allows for host memory; that the call names
  cudaStream_t stream;
  Site site;
};

/// The other side of the copy must be what the call says.
cudaError_t check_other_side(const SymbolCopy& copy, const void* other, std::size_t bytes) {
  const core::Region region = core::classify(other).region;
  const bool is_host = region == core::Region::host;
  const bool fits = other != nullptr && (copy.kind == cudaMemcpyDefault || region == core::Region::managed ||
                                         is_host == (copy.kind == copy.host_kind));
  if (!fits) {
    core::report(other == nullptr ? core::Problem::symbol_and_null
                 : is_host        ? core::Problem::symbol_and_host
                                  : core::Problem::symbol_and_device,
                 {{"function", copy.function}}, copy.site);
    return cudaErrorInvalidValue;
  }
  if (is_host || core::is_device_range(other, bytes)) return cudaSuccess;
  core::report(core::Problem::symbol_copy_past_end,
               {{"function", copy.function}, {"bytes", bytes}, {"memory", core::describe_address(other)}},
               copy.site);
  return cudaErrorInvalidValue;
}

/// Checks a copy between a variable and `other`, and then does it: `run` gets the place in the variable.
template <class Run>
cudaError_t copy_symbol(const SymbolCopy& copy, const void* symbol, std::size_t offset, const void* other,
                        std::size_t bytes, Run run) {
  return call_in(copy.stream, copy.function, copy.site, [&] {
    if (copy.kind != copy.host_kind && copy.kind != cudaMemcpyDeviceToDevice &&
        copy.kind != cudaMemcpyDefault)
      return cudaErrorInvalidMemcpyDirection;
    const core::Classified variable = find_symbol(copy.function, symbol, copy.site);
    if (variable.size == 0) return cudaErrorInvalidSymbol;
    if (bytes == 0) return cudaSuccess;
    if (!check_extent(copy.function, variable, bytes, offset, copy.site)) return cudaErrorInvalidValue;
    const cudaError_t error = check_other_side(copy, other, bytes);
    if (error == cudaSuccess) run(copy.function, static_cast<char*>(variable.base) + offset);
    return error;
  });
}

}  // namespace

bool symbol_address_taken(const void* variable) {
  return core::simulation.symbol_addresses->taken.count(variable) != 0;
}

}  // namespace wgsim::api

namespace wgsim {

cudaError_t copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream, Site site) {
  return api::copy_symbol({"cudaMemcpyToSymbol", cudaMemcpyHostToDevice, kind, stream, site}, symbol, offset,
                          from, bytes, [=](const char* function, char* variable) {
                            api::copy_in_stream(function, variable, from, bytes, stream, site);
                          });
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream, Site site) {
  return api::copy_symbol({"cudaMemcpyFromSymbol", cudaMemcpyDeviceToHost, kind, stream, site}, symbol,
                          offset, to, bytes, [=](const char* function, const char* variable) {
                            api::copy_in_stream(function, to, variable, bytes, stream, site);
                          });
}

cudaError_t symbol_address(void** pointer, const void* symbol, Site site) {
  return api::call("cudaGetSymbolAddress", site, [=] {
    const core::Classified variable = api::find_symbol("cudaGetSymbolAddress", symbol, site);
    if (variable.size == 0) return cudaErrorInvalidSymbol;
    core::simulation.symbol_addresses->taken.insert(variable.base);
    *pointer = variable.base;
    return cudaSuccess;
  });
}

cudaError_t symbol_size(std::size_t* bytes, const void* symbol, Site site) {
  return api::call("cudaGetSymbolSize", site, [=] {
    const core::Classified variable = api::find_symbol("cudaGetSymbolSize", symbol, site);
    if (variable.size == 0) return cudaErrorInvalidSymbol;
    *bytes = variable.size;
    return cudaSuccess;
  });
}

}  // namespace wgsim
