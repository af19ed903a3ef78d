// Where root grades, and can do nothing better: the program runs as the user nobody.
#pragma once

#include <memory>

#include "sandbox/permissions.hpp"
#include "system/process.hpp"

namespace warpgrade::sandbox {

/// What a child does to become nobody. The writable folders are given to that user.
std::shared_ptr<const system::ChildSetup> other_user_setup(const Permissions& permissions);

}  // namespace warpgrade::sandbox
