// Tables of headers: which of those outside of the submission and the exercise a submission may include.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade::judge {

/// `name`: as written behind #include.
bool may_include(std::string_view name);
/// `path`: of a file that the compiler read because a submission asked for it.
bool may_be_read(std::string_view path);

/// Why a submission may not include this header: a sentence of its own for well-known kinds, a general one
/// for all others. `name`: as written.
std::string why_not_included(std::string_view name);
/// True if the table has a reason against this header: then it is refused before anything is compiled.
bool is_known_to_be_forbidden(std::string_view name);

/// All tables as one text.
std::string header_rules();

}  // namespace warpgrade::judge
