// One letter to all who made the same mistake.
#pragma once

#include <string>
#include <vector>

#include "classes/filter.hpp"
#include "classes/page/overview.hpp"
#include "classes/roll.hpp"

namespace warpgrade::classes {

struct Letter {
  std::vector<std::string> to;       ///< addresses
  std::vector<std::string> no_mail;  ///< who is meant, and has no address in the roster or the download
  std::string subject, text;
};

/// Of each mistake that the filter means; those that most made come first.
std::vector<Letter> letters(const Overview& overview, const Roll& roll, const Filter& filter);

}  // namespace warpgrade::classes
