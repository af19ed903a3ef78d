#include "tests/report/well_formed.hpp"

#include <regex>
#include <vector>

#include "report/text.hpp"

namespace warpgrade::support {

::testing::AssertionResult is_well_formed(const std::string& xml) {
  static const std::regex kTag(R"re(<(/?)(\??[a-z][a-z0-9-]*)((?: [a-zA-Z-]+="[^"<]*")*) ?([/?]?)>)re");
  static const std::regex kBareAmpersand(R"(&(?!(amp|lt|gt|quot|#x[0-9A-F]+);))");
  if (std::regex_search(xml, kBareAmpersand)) return ::testing::AssertionFailure() << "a bare &";
  if (xml != report::printable(xml)) return ::testing::AssertionFailure() << "characters that XML forbids";
  std::vector<std::string> open;
  std::string rest;
  auto last = xml.cbegin();
  for (std::sregex_iterator it(xml.begin(), xml.end(), kTag), end; it != end; ++it) {
    rest.append(last, (*it)[0].first);
    last = (*it)[0].second;
    const std::string name = (*it)[2];
    if ((*it)[1] == "/") {
      if (open.empty() || open.back() != name) return ::testing::AssertionFailure() << "misplaced </" << name;
      open.pop_back();
    } else if ((*it)[4].length() == 0) {
      open.push_back(name);
    }
  }
  rest.append(last, xml.cend());
  if (!open.empty()) return ::testing::AssertionFailure() << "<" << open.back() << "> is not closed";
  if (rest.find('<') != std::string::npos) return ::testing::AssertionFailure() << "a '<' that opens no tag";
  return ::testing::AssertionSuccess();
}

}  // namespace warpgrade::support
