// What the names of costs mean, once on a page.
#pragma once

#include <string>
#include <string_view>

#include "model/result.hpp"

namespace warpgrade::report::html {

/// The cost's name, linked to its meaning in the glossary.
std::string linked_cost(std::string_view name);

/// The costs that the page shows (costs_by_n), each with its meaning. Empty without any.
std::string glossary(const Result& result);

}  // namespace warpgrade::report::html
