#include "classes/csv.hpp"
namespace warpgrade::classes {
std::string csv_line(const std::vector<std::string>& cells) {
  std::string s;
  for (auto& c : cells) {
    if (!s.empty()) s += ',';
    s += '"' + c + '"';
  }
  return s + "\n";
}
}  // namespace warpgrade::classes
