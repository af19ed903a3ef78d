// Tables of headers: which of those outside of the submission and the exercise a submission may not include.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade::judge {

/// Why a submission may not include this header, in a sentence; empty: it may. `name`: as written.
std::string why_not_included(std::string_view name);

/// Would a file of this name take the place of a header of the system's, wherever that is included?
bool is_name_of_system_header(std::string_view name);

}  // namespace warpgrade::judge
