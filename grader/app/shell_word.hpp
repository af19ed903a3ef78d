// Words of commands that are shown to be copied into a shell.
#pragma once

#include <string>

namespace warpgrade::app {

/// Quoted where the shell would read it as anything but this word; as it is otherwise.
std::string shell_word(const std::string& text);

}  // namespace warpgrade::app
