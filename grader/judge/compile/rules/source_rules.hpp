// A file of a submission as the student wrote it, looked at before it is compiled: what is forbidden is found
// at once and with its column.
#pragma once

#include <string>
#include <vector>

#include "judge/compile/rules/source_tokens.hpp"
#include "model/finding.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

std::vector<Finding> check_source(const SourceTokens& source, const std::string& shown_as,
                                  const spec::Exercise& exercise);

}  // namespace warpgrade::judge
