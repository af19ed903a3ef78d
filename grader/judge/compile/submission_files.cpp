// Follows quoted includes within the folder of the student's file, and writes copies that name their
// originals.
#include "judge/compile/submission_files.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "judge/compile/rules/source_rules.hpp"
#include "judge/compile/rules/source_tokens.hpp"
#include "system/file_text.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = 1'000'000;  ///< of a source

std::optional<std::string> read_text(const fs::path& path) {
  std::optional<std::string> text = system::file_text(path);
  if (text && text->starts_with("\xEF\xBB\xBF"))
    text->erase(0, 3);  // a byte order mark must not follow #line
  return text;
}

class Collector {
 public:
  /// `root`: the submission's folder, absolute.
  Collector(const spec::Exercise& exercise, const fs::path& root, bool trusted)
      : exercise_(exercise), root_(root), trusted_(trusted) {}

  /// `name`: of the copy; `path`: of the original.
  void add(const fs::path& name, const fs::path& path, const std::string& shown_as) {
    if (!trusted_ && !may_be_opened(path, shown_as)) return;
    const std::optional<std::string> text = read_text(path);
    if (!text)
      return refuse(Verdict::compile_error, shown_as, "can't be read.",
                    "Check that the file is there and that you may read it.");
    result_.files.push_back({name, shown_as, *text});
    const SourceTokens tokens = tokenize(*text);
    std::vector<Finding> forbidden;
    if (!trusted_) forbidden = check_source(tokens, shown_as, exercise_);
    std::move(forbidden.begin(), forbidden.end(), std::back_inserter(result_.findings));
    for (const Include& include : tokens.includes)
      if (include.form == Include::Form::quoted) follow(include.path, path, shown_as);
  }

  SubmissionFiles take() { return std::move(result_); }

 private:
  void refuse(Verdict verdict, const std::string& shown_as, const std::string& what, std::string remedy) {
    Finding finding = make_finding(verdict, fmt::format("{} {}", shown_as, what), std::move(remedy));
    finding.place.file = shown_as;
    result_.findings.push_back(std::move(finding));
  }

  /// Only ordinary files may be opened: a link can lead out of the submission, and reading a pipe or a device
  /// may never end.
  bool may_be_opened(const fs::path& path, const std::string& shown_as) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    const fs::path real = fs::weakly_canonical(root_, error) / path.lexically_relative(root_);
    if (fs::is_symlink(status) || fs::weakly_canonical(path, error) != real)
      refuse(Verdict::forbidden, shown_as, "is reached by a symbolic link.", "Put the file itself there.");
    else if (fs::exists(status) && !fs::is_regular_file(status))
      refuse(Verdict::forbidden, shown_as, "is not an ordinary file.", "Put a file with source code there.");
    else if (fs::is_regular_file(status) && fs::file_size(path, error) > most_bytes)
      refuse(Verdict::forbidden, shown_as, "is larger than 1 MB.", "Solutions are small: take out the data.");
    else
      return true;
    return false;
  }

  /// A file that lies beside the one that includes it, and not the exercise's own, is part of the submission.
  /// The fast references of all units, reference/<unit>/fast/, share what lies in reference/fast/.
  void follow(const fs::path& include, const fs::path& from, const std::string& from_shown_as) {
    std::error_code error;
    const fs::path beside = (from.parent_path() / include).lexically_normal();
    const fs::path shared = (root_ / "../../fast" / include).lexically_normal();
    const bool is_shared = trusted_ && !fs::exists(beside, error) && fs::exists(shared, error);
    const fs::path path = is_shared ? shared : beside;
    const fs::path name = is_shared ? include : path.lexically_relative(root_);
    const bool outside = name.empty() || *name.begin() == "..";
    const bool of_exercise = fs::exists(exercise_.folder / include, error);
    if (outside || of_exercise || !fs::exists(fs::symlink_status(path, error)) ||
        fs::is_directory(path, error))
      return;
    const auto known = [&](const SubmissionFile& file) { return file.name == name; };
    if (std::ranges::any_of(result_.files, known)) return;
    add(name, path, (fs::path(from_shown_as).parent_path() / include).string());
  }

  const spec::Exercise& exercise_;
  fs::path root_;
  bool trusted_;
  SubmissionFiles result_;
};

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace

SubmissionFiles collect_submission(const spec::Exercise& exercise, const fs::path& source,
                                   const std::string& shown_as, bool trusted) {
  const fs::path original = fs::absolute(source).lexically_normal();
  Collector collector(exercise, original.parent_path(), trusted);
  collector.add(exercise.source, original, shown_as);
  return collector.take();
}

void write_copies(const SubmissionFiles& submission, const fs::path& folder) {
  for (const SubmissionFile& file : submission.files) {
    const fs::path path = folder / file.name;
    fs::create_directories(path.parent_path());
    std::ofstream copy(path, std::ios::binary);
    copy << "#line 1 " << quoted(file.shown_as) << '\n' << file.text;
    if (!copy.flush())
      throw std::runtime_error(fmt::format("cannot write {}: is the disk full?", path.string()));
  }
}

}  // namespace warpgrade::judge
