// What the race detector wants to know of a launch. What it does with each access is in race/detector.hpp.
#pragma once

#include "state/listener.hpp"

namespace wgsim::core {

/// Listens with Options::check.
Listener& race_detector();

}  // namespace wgsim::core
