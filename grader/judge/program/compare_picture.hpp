// Pictures that a program has written, compared pixel by pixel: .ppm and .pgm, in text (P2, P3) or bytes
// (P5, P6), and .png.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warpgrade::judge {

bool is_picture(const std::filesystem::path& file);

/// What is wrong with the first pixel that differs by more than `tolerance` in a channel, and how many do;
/// nothing if none does. Throws std::runtime_error if `right` is no picture.
std::optional<std::string> first_difference_of_picture(std::string_view got, std::string_view right,
                                                       double tolerance, std::string_view name);

}  // namespace warpgrade::judge
