// Is a text XML? For reports that hold what a submission printed.
#pragma once

#include <string>

#include <gtest/gtest.h>

namespace warpgrade::support {

/// Tags must nest, attributes be quoted, and '<' and '&' appear only as markup.
::testing::AssertionResult is_well_formed(const std::string& xml);

}  // namespace warpgrade::support
