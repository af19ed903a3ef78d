// What a failed assert does.
#include <cstdio>
#include <cstdlib>

#include "wgsim/assertion.h"

namespace wgsim {

void assertion(const char* expression, const char* function, Site site) {
  if (in_kernel()) assertion_failed(expression, function, site);
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", site.file, site.line, function, expression);
  std::abort();
}

}  // namespace wgsim
