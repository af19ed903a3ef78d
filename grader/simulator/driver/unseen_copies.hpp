// Copies that g++ makes without a hook. -fsanitize=thread puts a hook before each load and store, but not
// before those that belong to a call: a struct that is passed or returned by value, as in `p[i] = f(p[j])`,
// where f is not inlined. What a kernel reads and writes so would be neither checked nor counted. Such a copy
// is harmless if it is from or to a local variable, so the program is right again once it is written
//
//   const Pair pair = p[j];
//   const Pair result = f(pair);
//   p[i] = result;
//
// g++ tells where it makes them: it can write down each function as it is after the pass that puts in the
// hooks (HostCompiler::write_down_functions). clang has hooks for them.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace wgsim::driver {

/// One message for each unseen copy, in the form of g++'s own: "file:line:column: error: text\n".
/// `functions`: what g++ has written down. `of_libraries`: functions that are defined elsewhere.
std::string find_unseen_copies(std::string_view functions, const std::set<std::string>& of_libraries);

}  // namespace wgsim::driver
