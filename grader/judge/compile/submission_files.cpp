// Follows quoted includes within the folder of the student's file, and writes copies that name their
// originals.
#include "judge/compile/submission_files.hpp"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "judge/compile/rules/source_rules.hpp"
#include "judge/compile/rules/source_tokens.hpp"
#include "judge/compile/rules/tables.hpp"
#include "system/file_text.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 1'000'000;  ///< of a source
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// What to do about a source that was not read.
struct Refusal {
  Verdict verdict;
  const char* remedy;
};

Refusal refusal_of(system::NotRead why) {
  using enum system::NotRead;
  switch (why) {
    case missing:
      return {Verdict::compile_error,
              "Restore it from the handout; each exercise is graded from the file of that name."};
    case unreadable: return {Verdict::compile_error, "Check that you may read it."};
    case folder: return {Verdict::compile_error, "Put the file with your code in its place."};
    case symbolic_link: return {Verdict::forbidden, "Put the file itself there."};
    case hard_link: return {Verdict::forbidden, "Put a copy of it there."};
    case too_large: return {Verdict::forbidden, "Solutions are small: take out the data."};
    default: return {Verdict::forbidden, "Put a file with source code there."};
  }
}

std::optional<Finding> why_unreadable(std::string_view text, const std::string& shown_as) {
  if (text.find('\0') == text.npos) return std::nullopt;
  const bool is_utf16 = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
  return make_finding(
      Verdict::compile_error,
      fmt::format(
          "{} {}.", shown_as,
          is_utf16 ? "is stored as UTF-16, which compilers don't read" : "holds bytes that no text has"),
      "Save it as UTF-8: most editors have this under \"Save as\" or at the bottom of the window.");
}

class Collector {
 public:
  /// `source`: absolute. Of a submission no link is followed from the folder on that holds the units.
  Collector(const spec::Exercise& exercise, const fs::path& source, bool trusted)
      : exercise_(exercise), folder_(source.parent_path()), trusted_(trusted) {
    root_ = folder_.filename() == exercise.unit ? folder_.parent_path() : folder_;
  }

  /// `name`: that the exercise has for it.
  void add_source(const std::string& name, const fs::path& source, const std::string& shown_as) {
    system::FileBeneath file = read(source);
    if (file.text)
      add(name, source, shown_as, *std::move(file.text));
    else
      refuse(file.why_not, shown_as);
  }

  SubmissionFiles take() { return std::move(result_); }

 private:
  system::FileBeneath read(const fs::path& path) const {
    if (trusted_) return {.text = system::file_text(path)};
    return system::read_file_beneath(root_, path.lexically_relative(root_), most_bytes);
  }

  /// `name`: of the copy; `path`: of the original.
  void add(const fs::path& name, const fs::path& path, const std::string& shown_as, std::string text) {
    if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());  // it must not follow #line
    result_.files.push_back({name, shown_as, std::move(text)});
    if (auto unreadable = why_unreadable(result_.files.back().text, shown_as))
      return refuse(shown_as, *std::move(unreadable));
    const SourceTokens tokens = read_source(result_.files.back().text);
    const auto is_error = [](const Directive& directive) { return name_of(directive) == "error"; };
    if (result_.files.size() == 1 && tokens.tokens.empty() && tokens.includes.empty() &&
        std::ranges::none_of(tokens.directives, is_error))
      refuse(
          shown_as,
          make_finding(Verdict::compile_error, fmt::format("{} has no code in it.", shown_as),
                       "Was it saved, and is it the right file? The handout has it with all that is given."));
    std::vector<Finding> forbidden;
    if (!trusted_) forbidden = check_source(tokens, shown_as, exercise_);
    std::move(forbidden.begin(), forbidden.end(), std::back_inserter(result_.findings));
    for (const Include& include : tokens.includes)
      if (include.form == Include::Form::quoted) follow(include.path, path, shown_as);
  }

  void refuse(system::NotRead why, const std::string& shown_as) {
    const auto [verdict, remedy] = refusal_of(why);
    const std::string_view what =
        why == system::NotRead::too_large ? "is larger than 1 MB" : system::in_words(why);
    refuse(shown_as, make_finding(verdict, fmt::format("{} {}.", shown_as, what), remedy));
  }
  void refuse(const std::string& shown_as, Finding finding) {
    finding.place.file = shown_as;
    result_.findings.push_back(std::move(finding));
  }

  /// A file that lies beside the one that includes it, and not the exercise's own, is part of the submission.
  /// The fast references of all units, reference/<unit>/fast/, share what lies in reference/fast/.
  void follow(const fs::path& include, const fs::path& from, const std::string& from_shown_as) {
    std::error_code error;
    const fs::path beside = (from.parent_path() / include).lexically_normal();
    const fs::path shared = (folder_ / "../../fast" / include).lexically_normal();
    const bool is_shared = trusted_ && !fs::exists(beside, error) && fs::exists(shared, error);
    const fs::path path = is_shared ? shared : beside;
    const fs::path name = is_shared ? include : path.lexically_relative(folder_);
    const bool outside = name.empty() || *name.begin() == "..";
    const bool of_exercise = fs::exists(exercise_.folder / include, error);
    const auto known = [&](const SubmissionFile& file) { return file.name == name; };
    if (outside || of_exercise || std::ranges::any_of(result_.files, known)) return;
    system::FileBeneath file = read(path);
    const std::string shown_as = (fs::path(from_shown_as).parent_path() / include).string();
    if (file.text && !trusted_ && is_name_of_system_header(name.generic_string()))
      // It could take the place of that header also where the system's own headers include it.
      refuse(shown_as, make_finding(Verdict::forbidden,
                                    fmt::format("{} has the name of a header of the system.", shown_as),
                                    "Give your file another name."));
    else if (file.text)
      add(name, path, shown_as, *std::move(file.text));
    else if (file.why_not != system::NotRead::missing && file.why_not != system::NotRead::folder)
      refuse(file.why_not, shown_as);
  }

  const spec::Exercise& exercise_;
  fs::path folder_;  ///< of the source
  fs::path root_;
  bool trusted_;
  SubmissionFiles result_;
};

}  // namespace

SubmissionFiles collect_submission(const spec::Exercise& exercise, const fs::path& source,
                                   const std::string& shown_as, bool trusted) {
  const fs::path original = fs::absolute(source).lexically_normal();
  Collector collector(exercise, original, trusted);
  collector.add_source(exercise.source, original, shown_as);
  if (exercise.program)
    for (const std::string& file : exercise.program->edit) {
      fs::path beside = original.parent_path() / file;
      if (trusted && !fs::exists(beside))
        beside = original.parent_path() / "../.." / file;  // of right/EXERCISE/
      collector.add_source(file, beside, fs::path(shown_as).parent_path() / file);
    }
  return collector.take();
}

void write_copies(const SubmissionFiles& submission, const fs::path& folder) {
  for (const SubmissionFile& file : submission.files) {
    const fs::path path = folder / file.name;
    fs::create_directories(path.parent_path());
    std::ofstream copy(path, std::ios::binary);
    copy << "#line 1 " << std::quoted(file.shown_as) << '\n' << file.text;
    if (!copy.flush())
      throw std::runtime_error(fmt::format("cannot write {}: is the disk full?", path.string()));
  }
}

}  // namespace warpgrade::judge
