// A mutant: a right kernel in which edits make one mistake (DeMillo, Lipton & Sayward, Hints on test data
// selection, 1978). Its file is made, so it can't fail for another reason than its edits.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verify/wrong_kernel.hpp"

namespace warpgrade::verify {

struct Edit {
  std::string find;     ///< stands in the base exactly once
  std::string replace;  ///< empty: what was found goes
  spec::Location where;
};

struct Mutant {
  std::string name;
  WrongKernel kernel;          ///< `file` is the one that is made
  std::filesystem::path base;  ///< the reference, or a file of right/
  std::string why;             ///< what the mistake is
  std::vector<Edit> edits;
  spec::Location where;
  spec::Location where_line;  ///< of `line`
};

/// The text of a base. Headers that lie beside it stand in it in the place of their #include, so that edits
/// reach them, too. Throws std::runtime_error if it can't be read.
std::string base_text(const std::filesystem::path& base);

/// The base with the edits made. Throws spec::SpecError for edits that do not fit it.
std::string made_text(const Mutant& mutant);

/// Makes the mutant's file in `folder`, under its name, and fills in `file` and `line` of its kernel. Throws
/// std::runtime_error.
void make_file(Mutant& mutant, const std::filesystem::path& folder);

}  // namespace warpgrade::verify
