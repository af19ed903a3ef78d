// All files of one hand-in, wherever they lie: in folders, in archives, in archives within these.
#pragma once

#include <filesystem>

#include "classes/submissions/hand_in.hpp"
#include "classes/submissions/pile.hpp"

namespace warpgrade::classes {

/// Archives are unpacked into `work`, and files that a platform renamed are copied there under their own
/// names, so that they lie beside the headers that they include.
Found collect(const HandIn& hand_in, const std::filesystem::path& work, const PileLimits& limits);

/// "is a symbolic link, which is not followed": of what is neither a regular file nor a folder.
std::string what_it_is(std::filesystem::file_status status);

}  // namespace warpgrade::classes
