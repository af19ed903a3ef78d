#include "app/help_format.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/text.hpp"

namespace warpgrade::app {

std::string HelpFormat::broken(const std::string& text) const {
  constexpr int least = 24;
  const int room = std::max(width_ - int(get_column_width()), least);
  return fmt::format("{}", fmt::join(report::wrap(text, std::size_t(room)), "\n"));
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  return broken(option->get_description());
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  std::ostringstream out;
  CLI::detail::format_help(out, command->get_display_name(true), broken(command->get_description()),
                           get_column_width());
  return out.str();
}

}  // namespace warpgrade::app
