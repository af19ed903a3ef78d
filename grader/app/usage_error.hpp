// The command was called wrongly: a mistyped name, a folder that isn't there. Ends with exit code 2.
#pragma once

#include <stdexcept>

namespace warpgrade::app {

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace warpgrade::app
