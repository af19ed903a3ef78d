// The function behind assert (assert.h).
#pragma once

#include "abi.h"

namespace wgsim {

/// In a kernel: ends it. In host code: prints to standard error and aborts.
[[noreturn]] void assertion(const char* expression, const char* function, Site site);

}  // namespace wgsim
