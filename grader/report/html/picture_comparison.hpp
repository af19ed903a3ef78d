// The pictures of a task's cases, before and after, with a slider between the two.
#pragma once

#include <string>

#include "model/result.hpp"

namespace warpgrade::report::html {

/// The pictures of a task as markup; empty for a task without pictures.
std::string pictures(const TaskResult& task);

}  // namespace warpgrade::report::html
