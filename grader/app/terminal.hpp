// Colours and marks for the tables of verify and doctor.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade::app {

enum class Tone { plain, good, bad, quiet };

/// What a standard stream can show.
struct Terminal {
  bool color = false;
  bool unicode = false;
  int width = 80;

  static Terminal of_stdout();
  static Terminal of_stderr();
  std::string paint(std::string_view text, Tone tone) const;
  std::string_view tick() const { return unicode ? "✓" : "ok"; }
  std::string_view cross() const { return unicode ? "✗" : "!!"; }
  std::string_view dash() const { return unicode ? "–" : "--"; }
};

}  // namespace warpgrade::app
