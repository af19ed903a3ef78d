// assert, also for kernels: there it ends the kernel with a finding and cudaErrorAssert. In host code it
// prints and aborts as usual. There is no include guard: C and C++ look at NDEBUG each time.
#include "wgsim/abi.h"

#undef assert
#ifdef NDEBUG
#define assert(expression) (static_cast<void>(0))
#else
#define assert(expression)       \
  (static_cast<bool>(expression) \
       ? static_cast<void>(0)    \
       : ::wgsim::assertion_failed(#expression, static_cast<const char*>(__func__), ::wgsim::Site::here()))
#endif
