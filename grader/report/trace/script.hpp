// The script of the page, and its SHA-256 in base64, by which the page's policy knows it.
#pragma once

#include <string_view>

namespace warpgrade::report::trace {

std::string_view script();
std::string_view script_hash();

}  // namespace warpgrade::report::trace
