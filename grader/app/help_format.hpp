// --help in a terminal of any width.
#pragma once

#include <CLI/CLI.hpp>

namespace warpgrade::app {

/// Breaks what options and subcommands do into lines that fit beside their names.
class HelpFormat : public CLI::Formatter {
 public:
  explicit HelpFormat(int width) : width_(width) {}
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* command) const override;

 private:
  std::string broken(const std::string& text) const;
  int width_;
};

}  // namespace warpgrade::app
