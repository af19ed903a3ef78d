// The pictures of a task's cases, before and after, with a slider between the two.
#pragma once

#include <string>
#include <string_view>

#include "model/result.hpp"

namespace warpgrade::report::html {

/// Empty for a task without pictures.
std::string pictures(const TaskResult& task);

bool has_pictures(const Result& result);

/// What the sliders need, as JavaScript; and its SHA-256 in base64, by which the page's policy knows it.
std::string_view slider_script();
std::string_view slider_script_hash();

}  // namespace warpgrade::report::html
