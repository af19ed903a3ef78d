// Where host code of a graded submission may jump to when it has computed the address, beside its own code
// and the entries of libraries (jumps.cpp).
#pragma once

#include <cstdint>

namespace wgsim::core {

/// Yes for this program's own code, since a pointer may lead to a function of CUDA, for mathematics, and for
/// what stands in the virtual tables of the C++ library: streams, exceptions and locales call these. No for
/// everything else in a graded program: the C library reads and writes for its caller where nobody looks, and
/// calls the system.
bool may_host_jump(std::uintptr_t to);

}  // namespace wgsim::core
