// Which student an instructor means by a word: in tables, on the command line.
#pragma once

#include <string>
#include <vector>

#include "classes/submissions/pile.hpp"

namespace warpgrade::classes {

/// By exactly this id; else by id, login, mail or number in any case; else by the name; else by a part of it.
/// Several where it may be any of them. Each student stands once in `all`.
std::vector<const Student*> students_named(const std::string& word, const std::vector<const Student*>& all);

/// "'Bob' may be any of these students: bob, bobby. Give the id."
std::string several_are_meant(const std::string& word, const std::vector<const Student*>& students);

}  // namespace warpgrade::classes
