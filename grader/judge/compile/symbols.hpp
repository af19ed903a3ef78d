// What a compiled submission asks of the program that it becomes a part of. The tokens of a source can hide a
// call (macros, pointers to functions, declarations of one's own), its object can't: each function that it
// does not define itself is an undefined symbol. So a submission may only use what stands in a table: CUDA's
// runtime, memory, mathematics, strings, output for debugging, and what the grader's own headers call.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "model/finding.hpp"
#include "system/process.hpp"

namespace warpgrade::judge {

// Names are demangled, as nm -C prints them: "fork", "std::thread::join()", "cudaMalloc(void**, unsigned
// long)".
bool may_use_symbol(const std::string& name);
bool may_define_symbol(const std::string& name);

/// All tables as one text: a runner that was built under other rules is built again.
std::string symbol_rules();

/// How a program is put into a sandbox.
using Confine = std::function<system::ProcessOptions(system::ProcessOptions)>;

/// The compiler that made an object. What nvcc itself calls is allowed only in objects of nvcc; of these only
/// the undefined symbols are checked.
enum class ObjectOf { simulator, nvcc };

/// One finding for each symbol that is not allowed, at a line that uses or defines it. `nm`: the program of
/// binutils; objects come from strangers, so it is confined. Throws std::runtime_error if it can't read the
/// object.
std::vector<Finding> find_forbidden_symbols(const std::filesystem::path& nm,
                                            const std::filesystem::path& object, ObjectOf compiler,
                                            const Confine& confine = std::identity());

}  // namespace warpgrade::judge
