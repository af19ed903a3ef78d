// assert, also for kernels: there it ends the kernel with a finding and cudaErrorAssert; in host code it
// prints and aborts as usual. No include guard: C and C++ want NDEBUG to be looked at each time.
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
