// Both ends of a pipe, which no child inherits.
#pragma once

#include "system/descriptor.hpp"

namespace warpgrade::system {

struct Pipe {
  Descriptor read, write;
};

/// Throws std::system_error.
Pipe make_pipe();

}  // namespace warpgrade::system
