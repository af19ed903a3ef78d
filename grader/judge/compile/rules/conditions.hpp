// Which parts of a source no compiler of ours reads, as far as that is certain: `#if 0`, and blocks for other
// compilers and for editors, such as `#ifdef __INTELLISENSE__`. All other conditions are taken to hold.
#pragma once

#include <string_view>
#include <vector>

#include "judge/compile/rules/source_tokens.hpp"

namespace warpgrade::judge {

/// A macro on which these conditions depend: a submission may neither define nor undefine it.
bool decides_conditions(std::string_view macro);

class Conditions {
 public:
  void see(const Directive& directive);  ///< call it for each; only conditions change the state
  bool skips() const;

 private:
  enum class Holds { yes, no, unknown };
  struct Level {
    bool skips;
    bool rest_is_skipped;  ///< an earlier branch certainly holds
    bool is_in_skipped;    ///< a level around it is skipped
  };
  static Holds evaluate(const Directive& directive);
  std::vector<Level> levels_;
};

}  // namespace warpgrade::judge
