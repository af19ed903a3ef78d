// __device__ and __constant__ variables by name: cudaMemcpyToSymbol and the like.
#include "api/symbol.hpp"

#include <set>
#include <string>

#include "api/call.hpp"
#include "api/copy.hpp"
#include "api/stream.hpp"
#include "memory/allocations.hpp"
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
  const bool variable =
      where.region == core::Region::device_variable || where.region == core::Region::constant_variable;
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

/// The other side of the copy must be what `kind` says.
cudaError_t check_other_side(const char* function, const void* other, std::size_t bytes, bool kind_is_host,
                             bool kind_is_default, Site site) {
  const core::Region region = core::classify(other).region;
  const bool is_host = region == core::Region::host;
  const bool fits =
      other != nullptr && (kind_is_default || region == core::Region::managed || is_host == kind_is_host);
  if (!fits) {
    core::report(other == nullptr ? core::Problem::symbol_and_null
                 : is_host        ? core::Problem::symbol_and_host
                                  : core::Problem::symbol_and_device,
                 {{"function", function}}, site);
    return cudaErrorInvalidValue;
  }
  if (is_host || core::is_device_range(other, bytes)) return cudaSuccess;
  core::report(core::Problem::symbol_copy_past_end,
               {{"function", function}, {"bytes", bytes}, {"memory", core::describe_address(other)}}, site);
  return cudaErrorInvalidValue;
}

}  // namespace

bool symbol_address_taken(const void* variable) {
  return core::simulation.symbol_addresses->taken.count(variable) != 0;
}

}  // namespace wgsim::api

namespace wgsim {

cudaError_t copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream, Site site) {
  constexpr const char* function = "cudaMemcpyToSymbol";
  return api::call(function, site, [=] {
    if (!api::check_stream(stream, function, site)) return cudaErrorInvalidResourceHandle;
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
      return cudaErrorInvalidMemcpyDirection;
    const core::Classified variable = api::find_symbol(function, symbol, site);
    if (variable.size == 0) return cudaErrorInvalidSymbol;
    if (bytes == 0) return cudaSuccess;
    if (!api::check_extent(function, variable, bytes, offset, site)) return cudaErrorInvalidValue;
    const cudaError_t error = api::check_other_side(function, from, bytes, kind == cudaMemcpyHostToDevice,
                                                    kind == cudaMemcpyDefault, site);
    if (error == cudaSuccess)
      api::copy_in_stream(function, static_cast<char*>(variable.base) + offset, from, bytes, stream, site);
    return error;
  });
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream, Site site) {
  constexpr const char* function = "cudaMemcpyFromSymbol";
  return api::call(function, site, [=] {
    if (!api::check_stream(stream, function, site)) return cudaErrorInvalidResourceHandle;
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
      return cudaErrorInvalidMemcpyDirection;
    const core::Classified variable = api::find_symbol(function, symbol, site);
    if (variable.size == 0) return cudaErrorInvalidSymbol;
    if (bytes == 0) return cudaSuccess;
    if (!api::check_extent(function, variable, bytes, offset, site)) return cudaErrorInvalidValue;
    const cudaError_t error = api::check_other_side(function, to, bytes, kind == cudaMemcpyDeviceToHost,
                                                    kind == cudaMemcpyDefault, site);
    if (error == cudaSuccess)
      api::copy_in_stream(function, to, static_cast<const char*>(variable.base) + offset, bytes, stream,
                          site);
    return error;
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
