// The mistakes of one file, collected so that an author sees all of them at once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spec/spec.hpp"

namespace warpgrade::spec {

class Diagnostics {
 public:
  explicit Diagnostics(std::string file) : file_(std::move(file)) {}

  const std::string& file() const { return file_; }
  void add(Location where, std::string message) { found_.push_back({std::move(where), std::move(message)}); }
  /// Throws SpecError with everything found, in the order of the file; returns if nothing was found.
  void throw_if_any();

 private:
  std::string file_;
  std::vector<Diagnostic> found_;
};

/// For a mistake that leaves nothing more to check.
[[noreturn]] void fail(Location where, std::string message);

/// "; did you mean 'points'?", or, if nothing is near, the list of what is known.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

/// [a-z][a-z0-9_]*: names that are folders, C++ identifiers and test names at once.
bool is_slug(std::string_view name);

}  // namespace warpgrade::spec
