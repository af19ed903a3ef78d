// Compiler and linker messages as findings: g++ and clang (`file:line:column: error: …`), nvcc
// (`file(line): error: …`), ptxas, and a linker's undefined references.
#pragma once

#include <string>
#include <vector>

#include "model/finding.hpp"

namespace warpgrade::judge {

/// The first few errors, with the verdict compile_error. Empty if the text has no known form of error: then
/// the mistake is hardly in the student's file.
std::vector<Finding> parse_diagnostics(const std::string& compiler_output);

/// What compilers warn of; their verdict is pass.
std::vector<Finding> parse_warnings(const std::string& compiler_output);

/// The names that a linker misses, with their namespaces, each once.
std::vector<std::string> undefined_functions(const std::string& linker_output);

/// Does the compiler say that it has crashed, or that a program that it had started has?
bool tells_a_crash(const std::string& compiler_output);

}  // namespace warpgrade::judge
