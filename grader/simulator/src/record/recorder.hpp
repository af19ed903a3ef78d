// Writes down what a launch does (wgsim/recording.hpp).
//
// A hook is called before its access happens, so what a store leaves in memory is not known yet. It is read
// later, when another thread runs or the same one has gone on.
#pragma once

#include "state/listener.hpp"

namespace wgsim::core {

/// Listens with Options::record.
Listener& recorder();

}  // namespace wgsim::core
