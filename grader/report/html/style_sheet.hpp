// How the page looks: on small and large screens, light and dark, and on paper.
#pragma once

#include <string_view>

namespace warpgrade::report::html {

std::string_view style_sheet();

}  // namespace warpgrade::report::html
