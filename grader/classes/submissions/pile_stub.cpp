#include <algorithm>
#include "classes/submissions/pile.hpp"
namespace warpgrade::classes {
Pile read_pile(const fs::path& submissions, const spec::Course& course, const PileOptions&) {
  Pile pile;
  for (auto& e : fs::directory_iterator(submissions)) {
    if (!e.is_directory()) continue;
    Attempt a; a.id = a.student.id = e.path().filename().string(); a.origin = e.path();
    for (auto& x : course.exercises)
      for (auto& f : fs::recursive_directory_iterator(e.path()))
        if (f.is_regular_file() && f.path().filename() == x.source) { a.files.push_back({x.name, f.path()}); break; }
    pile.attempts.push_back(a);
  }
  std::ranges::sort(pile.attempts, {}, &Attempt::id);
  return pile;
}
}
