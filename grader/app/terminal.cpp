#include "app/terminal.hpp"

#include <unistd.h>

#include "report/human.hpp"

namespace warpgrade::app {

namespace {

Terminal terminal_of(int descriptor) {
  const report::HumanOptions options = report::human_options_for(descriptor);
  return {options.color, options.unicode, options.width};
}

}  // namespace

Terminal Terminal::of_stdout() { return terminal_of(STDOUT_FILENO); }
Terminal Terminal::of_stderr() { return terminal_of(STDERR_FILENO); }

std::string Terminal::paint(std::string_view text, Tone tone) const {
  if (!color || tone == Tone::plain) return std::string(text);
  const char* code = tone == Tone::good ? "\033[32m" : tone == Tone::bad ? "\033[31m" : "\033[2m";
  return code + std::string(text) + "\033[0m";
}

}  // namespace warpgrade::app
