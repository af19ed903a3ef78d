#pragma once
#include <string>
#include <vector>
namespace warpgrade::classes {
std::string csv_line(const std::vector<std::string>& cells);
}
