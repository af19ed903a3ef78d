// How the page of a trace looks, besides the style sheet that all pages share (html/style_sheet.hpp).
#pragma once

#include <string_view>

namespace warpgrade::report::trace {

std::string_view style();

}  // namespace warpgrade::report::trace
