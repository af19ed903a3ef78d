// The gradebook in the forms that learning platforms import. docs/class.md says how to import each, and where
// the platform describes it.
#pragma once

#include <string>
#include <vector>

#include "classes/gradebook.hpp"

namespace warpgrade::classes {

struct FilledForm {
  std::string file;  ///< its name in RESULTS
  std::string text;
};

/// Points by exercise. What could not be graded has no grade, nor has who handed in nothing: platforms have
/// rules of their own for missing work. A form that needs what nobody is known by is left out.
std::vector<FilledForm> filled_forms(const Gradebook& book);

}  // namespace warpgrade::classes
