// The parts of the rewriter. Each one handles one construct, which begins at token i, and records edits.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "declarations.hpp"
#include "translation.hpp"

namespace wgsim::rewriter {

/// A function body that runs on the device.
struct DeviceCode {
  std::size_t open = none, close = none;
  std::size_t parameters = none;  ///< the '(' of its parameters
  bool also_on_host = false;      ///< __host__ __device__
  std::string kernel;             ///< the name of the kernel, if it is one
};

/// A __shared__ variable at namespace scope: each device function that mentions it gets a reference.
struct NamespaceShared {
  std::string name;
  std::string scope;  ///< "outer::inner::", where it was declared
};

/// A __shared__ variable of a function: visible up to the end of a block.
struct LocalShared {
  std::string name;
  std::size_t scope = none;  ///< the '{' of the block
};

/// What the parts know about the text before token i, where the rewriter is.
struct Context {
  std::set<std::string_view> kernels;         ///< names of all kernels of the text, also of later ones
  std::set<std::string_view> ordinary_names;  ///< names of kernels that are declared as something else, too
  std::vector<NamespaceShared> namespace_shared;  ///< so far
  std::vector<LocalShared> local_shared;          ///< so far
  std::vector<DeviceCode> device_code;            ///< so far
  int shared_count = 0;

  /// The device function around token i, or nullptr.
  const DeviceCode* device_code_at(std::size_t i) const;
};

/// Finds the names of kernels, and those among them that something else has as well.
void collect_names(const Translation& t, Context& context);

void rewrite_kernel(Translation& t, Context& context, std::size_t i);  // at __global__
void rewrite_device_or_host(Translation& t, Context& context,
                            std::size_t i);                            // at __device__, __constant__, …
void rewrite_shared(Translation& t, Context& context, std::size_t i);  // at __shared__
void rewrite_shared_use(Translation& t, const Context& context, std::size_t i);  // at any identifier
void rewrite_launch(Translation& t, std::size_t i);                              // at <<<
void rewrite_launch_by_address(Translation& t, std::size_t i);                   // at cudaLaunchKernel
void rewrite_lambda(Translation& t, const Context& context, std::size_t i);      // at [
void refuse_unsupported(Translation& t, const Context& context, std::size_t i);  // at any identifier

/// In the whole text, once all device code is known.
void refuse_host_functions(Translation& t, const Context& context);
void refuse_host_constants(Translation& t, const Context& context);
void check_local_arrays(Translation& t, const Context& context);
void warn_of_unshared_arrays(Translation& t, const Context& context);
void tell_of_wide_types(Translation& t, const Context& context);

// For counting, likewise. The marks are not set at `unmarked` tokens.
void mark_steps(Translation& t, const Context& context, std::set<std::size_t> unmarked);     // loops.cpp
void keep_accesses(Translation& t, const Context& context, std::set<std::size_t> unmarked);  // accesses.cpp
/// Drops `#pragma unroll`: it would have to stand right before its loop, where the mark is now, and it means
/// nothing here.
std::string without_unrolling(std::string_view preprocessed);

/// Records that [open, close] is device code, and gives it the shared variables of namespace scope.
void enter_device_code(Translation& t, Context& context, const DeviceCode& code);

/// The names that [first, end) mentions on their own, not as members of something.
std::set<std::string_view> names_in(const Translation& t, std::size_t first, std::size_t end);

/// The '{' of the lambda that begins at i; none if none does.
std::size_t body_of_lambda(const Translation& t, std::size_t i);

bool is_launch(const Translation& t, std::size_t i);
bool is_launch_by_address(const Translation& t, std::size_t i);

}  // namespace wgsim::rewriter
