// Late checks of a spec, which only the oracle of the exercise can make.
#pragma once

#include "kit/oracle.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// Checks operators and inputs named in a spec against the exercise's oracle; throws spec::SpecError.
void check_against_oracle(const spec::Exercise& exercise, const kit::Oracle& oracle);

}  // namespace warpgrade::judge
