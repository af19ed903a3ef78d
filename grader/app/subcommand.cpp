#include "app/subcommand.hpp"

#include <charconv>
#include <filesystem>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace warpgrade::app {

Option& Option::shown_as(const std::string& value) {
  option_->type_name(value);
  return *this;
}

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::between(std::int64_t first, std::int64_t last) {
  return check([first, last](const std::string& text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_right =
        error == std::errc() && end == text.data() + text.size() && number >= first && number <= last;
    return is_right ? "" : fmt::format("'{}' is not a whole number from {} to {}", text, first, last);
  });
}

Option& Option::one_of(const std::vector<std::string>& words) {
  option_->check(CLI::IsMember(words));
  return *this;
}

Option& Option::existing_folder() {
  option_->check(CLI::ExistingDirectory);
  return *this;
}

Option& Option::separated_by(char between) {
  option_->delimiter(between);
  return *this;
}

Option& Option::at_most(int values) {
  option_->expected(1, values);
  return *this;
}

Option& Option::left_out_of_help() {
  option_->group("");
  return *this;
}

Option& Option::one_at_a_time() {
  option_->allow_extra_args(false);
  return *this;
}

Option& Option::check(const std::function<std::string(const std::string&)>& why_not) {
  option_->check(why_not);
  return *this;
}

Subcommand::Subcommand(CLI::App& app, const std::string& name, const std::string& help)
    : command_(app.add_subcommand(name, help)) {}

template <class Value>
Option Subcommand::option(const std::string& name, Value& value, const std::string& help) {
  return Option(command_->add_option(name, value, help));
}

template Option Subcommand::option(const std::string&, int&, const std::string&);
template Option Subcommand::option(const std::string&, std::uint64_t&, const std::string&);
template Option Subcommand::option(const std::string&, std::string&, const std::string&);
template Option Subcommand::option(const std::string&, std::filesystem::path&, const std::string&);
template Option Subcommand::option(const std::string&, std::optional<int>&, const std::string&);
template Option Subcommand::option(const std::string&, std::optional<std::uint64_t>&, const std::string&);
template Option Subcommand::option(const std::string&, std::optional<std::string>&, const std::string&);
template Option Subcommand::option(const std::string&, std::vector<int>&, const std::string&);
template Option Subcommand::option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Subcommand::option(const std::string&, std::vector<std::filesystem::path>&,
                                   const std::string&);

Option Subcommand::option_taken_by(const std::string& name,
                                   const std::function<void(const std::string&)>& take,
                                   const std::string& help) {
  const auto take_or_refuse = [name, take](const std::string& word) {
    try {
      take(word);
    } catch (const WrongValue& error) {
      throw CLI::ValidationError(name, error.what());
    }
  };
  return Option(command_->add_option_function<std::string>(name, take_or_refuse, help));
}

void Subcommand::flag(const std::string& name, bool& is_set, const std::string& help) {
  command_->add_flag(name, is_set, help);
}

void Subcommand::holds(void (*add)(CLI::App&, Run&), Run& run) {
  command_->require_subcommand(0, 1);
  add(*command_, run);
}

void Subcommand::sets(Run& run, const Run& what) {
  command_->callback([command = command_, &run, what] {
    if (command->get_subcommands().empty()) run = what;
  });
}

}  // namespace warpgrade::app
