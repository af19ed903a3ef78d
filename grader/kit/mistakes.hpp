// Common mistakes that an oracle can make on purpose, so that the judge can name the one that a submission
// has made. An oracle asks for each: "is this the mistake to make?", and thereby offers it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kit/oracle.hpp"

namespace warpgrade::kit {

class Mistakes {
 public:
  explicit Mistakes(const CaseRequest& request) : asked_for_(request.mistake), n_(request.n) {}

  /// `words` go on after "That is the result if". Returns true if the oracle must make this mistake now.
  bool make(std::string_view words);
  /// A mistake with tiles, of a size that the judge does not know: one for each usual size of which the input
  /// has more than one tile. `words` have a '#' for the size. Returns the size to make it with; 0: not at
  /// all.
  std::uint64_t make_with_tiles(std::string_view words);

  std::vector<std::string> take_offered() { return std::exchange(offered_, {}); }

 private:
  std::string asked_for_;
  std::uint64_t n_;
  std::vector<std::string> offered_;
};

}  // namespace warpgrade::kit
