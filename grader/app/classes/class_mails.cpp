// `warpgrade class mails RESULTS WHAT…`: a letter to all who made the same mistake. It sends nothing: who
// gives the command copies what it prints.
#include <iostream>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/classes/class_parts.hpp"
#include "classes/filter.hpp"
#include "classes/mails.hpp"

namespace warpgrade::app {
namespace {

struct MailsOptions {
  std::filesystem::path results;
  std::vector<std::string> what;
};

int write_mails(const MailsOptions& options) {
  const BegunClass begun(options.results);
  const spec::Course course = course_of(begun);
  const classes::Filter filter = understood([&] { return read_filter(options.what, begun.roll, course); });
  const auto all = letters(class_overview(begun, course), begun.roll, filter);
  if (all.empty()) {
    std::cout << "Nobody made such a mistake.\n";
    return 1;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const classes::Letter& letter = all[i];
    if (i > 0) std::cout << "\n" << std::string(72, '-') << "\n\n";
    std::cout << fmt::format("Bcc: {}\nSubject: {}\n\nHello,\n\n{}", fmt::join(letter.to, ", "),
                             letter.subject, letter.text);
    if (!letter.no_mail.empty())
      std::cout << fmt::format("\n[No address is known of {}: give --roster a table with a column mail.]\n",
                               fmt::join(letter.no_mail, ", "));
  }
  return 0;
}

}  // namespace

void add_class_mails(CLI::App& app, Run& run) {
  auto options = std::make_shared<MailsOptions>();
  Subcommand command(app, "mails", "Write a letter to all who made the same mistake, as race/scan/blelloch");
  command.option("results", options->results, "The folder of the class").shown_as("RESULTS").required();
  command.option("what", options->what, "Kinds of mistakes, exercises or EXERCISE/TASKs, students")
      .shown_as("WHAT")
      .required();
  command.sets(run, [options] { return write_mails(*options); });
}

}  // namespace warpgrade::app
