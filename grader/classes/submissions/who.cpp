#include "classes/submissions/who.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "classes/submissions/names.hpp"

namespace warpgrade::classes {

std::vector<const Student*> students_named(const std::string& word, const std::vector<const Student*>& all) {
  if (word.empty()) return {};
  std::vector<const Student*> by_exact_id, by_id, by_name, by_part;
  const std::string lower = in_lower_case(word), squeezed = squashed(word);
  for (const Student* student : all) {
    const std::string* ids[] = {&student->id, &student->login, &student->mail, &student->number};
    if (student->id == word) by_exact_id.push_back(student);
    if (std::ranges::any_of(ids, [&](const std::string* id) { return in_lower_case(*id) == lower; }))
      by_id.push_back(student);
    if (squeezed.empty() || student->name.empty()) continue;
    const std::string name = squashed(student->name);
    if (name == squeezed) by_name.push_back(student);
    if (name.find(squeezed) != std::string::npos) by_part.push_back(student);
  }
  for (const auto* named : {&by_exact_id, &by_id, &by_name})
    if (!named->empty()) return *named;
  return by_part;
}

std::string several_are_meant(const std::string& word, const std::vector<const Student*>& students) {
  std::vector<std::string> ids;
  for (const Student* student : students) ids.push_back(student->id);
  return fmt::format("'{}' may be any of these students: {}. Give the id.", word, fmt::join(ids, ", "));
}

}  // namespace warpgrade::classes
