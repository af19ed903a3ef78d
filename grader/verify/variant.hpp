// A file that is described by a base and edits: the rows of the tables of mutants and of cheats.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "spec/toml_reader.hpp"

namespace warpgrade::verify {

struct Edit {
  std::string find;     ///< stands in the base exactly once
  std::string replace;  ///< empty: what was found goes
  spec::Location where;
};

struct Variant {
  std::string name;
  std::filesystem::path base;
  std::string why;  ///< what is wrong with it
  std::vector<Edit> edits;
  spec::Location where;
};

/// Reads a table of variants, and lets `read_rest` read the other keys of each. `base` names a file of the
/// folder `bases`, and may be missing where there is a `reference`. Throws spec::SpecError with all mistakes.
void read_variants(const std::filesystem::path& table, const std::filesystem::path& bases,
                   const std::filesystem::path& reference,
                   const std::function<void(spec::TableReader&, Variant)>& read_rest);

/// The base's text with the edits made. Throws spec::SpecError for edits that do not fit it.
std::string edited(const Variant& variant, const std::string& base_text);

/// At once, since another verify may read it; not at all if it is there already. Throws std::runtime_error.
void write_made_file(const std::filesystem::path& file, const std::string& text);

}  // namespace warpgrade::verify
