// A mutant: a right kernel in which edits make one mistake (DeMillo, Lipton & Sayward, Hints on test data
// selection, 1978). Its file is made, so it can't fail for another reason than its edits.
#pragma once

#include <filesystem>
#include <string>

#include "verify/variant.hpp"
#include "verify/wrong_kernel.hpp"

namespace warpgrade::verify {

/// Its base is the reference, or a file of right/.
struct Mutant : Variant {
  WrongKernel kernel;         ///< `file` is the one that is made
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
