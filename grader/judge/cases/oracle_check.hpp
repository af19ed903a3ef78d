// Late checks of a spec, which only the oracle of the exercise can make.
#pragma once

#include "spec/spec.hpp"

namespace warpgrade::judge {

/// Checks operators and inputs named in a spec against the exercise's oracle; throws spec::SpecError.
void check_against_oracle(const spec::Exercise& exercise);

}  // namespace warpgrade::judge
