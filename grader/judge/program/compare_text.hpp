// Texts that a program has printed or written, compared line by line and word by word; numbers may differ.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::judge {

/// Without the line ends of any system, and without empty lines at the end.
std::vector<std::string> lines_of(std::string_view text);

/// Does `wanted` stand in the line? With a tolerance: its words one after the other, with numbers as below.
bool holds(const std::string& line, const std::string& wanted, double tolerance);

/// What is wrong at the first line that differs, beginning with `what` ("Line" or "Line of out.txt"); nothing
/// if none does. Spaces between words do not count. A number may differ from the right one by `tolerance`
/// times its size, or times 1 if it is smaller than 1; 0: words must be the same.
std::optional<std::string> first_difference_of_text(std::string_view got, std::string_view right,
                                                    double tolerance, std::string_view what);

}  // namespace warpgrade::judge
