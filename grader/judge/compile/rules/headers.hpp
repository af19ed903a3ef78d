// Tables of headers: which of those outside of the submission and the exercise a submission may include.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade::judge {

/// `name`: as written behind #include.
bool may_include(std::string_view name);
/// `path`: of a file that the compiler read because a submission asked for it.
bool may_be_read(std::string_view path);

/// For headers of well-known kinds, a sentence; for others one that fits all. `name`: as written.
std::string why_not_included(std::string_view name);
/// True for headers of which the table says why not: these are refused without asking the compiler.
bool is_known_to_be_forbidden(std::string_view name);

/// All tables as one text.
std::string header_rules();

}  // namespace warpgrade::judge
