// Follows quoted includes within the folder of the student's file, and writes copies that name their
// originals.
#include "judge/compile/submission_files.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <sys/stat.h>
#include <utility>

#include <fmt/format.h>

#include "judge/compile/rules/source_rules.hpp"
#include "judge/compile/rules/source_tokens.hpp"
#include "system/file_below.hpp"
#include "system/file_text.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = 1'000'000;  ///< of a source

struct Refusal {
  system::FileProblem problem;
  Verdict verdict;
  const char* what;
  const char* remedy;
};

constexpr const char* kCheckRights = "Check that the file is there and that you may read it.";
constexpr std::array kRefusals = {
    Refusal{system::FileProblem::missing, Verdict::compile_error, "can't be read.", kCheckRights},
    Refusal{system::FileProblem::unreadable, Verdict::compile_error, "can't be read.", kCheckRights},
    Refusal{system::FileProblem::symbolic_link, Verdict::forbidden, "is reached by a symbolic link.",
            "Put the file itself there."},
    Refusal{system::FileProblem::folder, Verdict::forbidden, "is a folder, not a file.",
            "Put a file with source code there."},
    Refusal{system::FileProblem::special, Verdict::forbidden, "is not an ordinary file.",
            "Put a file with source code there."},
    Refusal{system::FileProblem::too_large, Verdict::forbidden, "is larger than 1 MB.",
            "Solutions are small: take out the data."},
};

/// Is it one of the course's solutions, under another name?
bool is_of_course(const spec::Exercise& exercise, const system::FileBelow& file) {
  if (file.names == 1) return false;
  std::error_code none;
  const fs::path course = exercise.folder.parent_path().parent_path().parent_path();
  for (fs::recursive_directory_iterator entry(course / "reference", none), end; entry != end;
       entry.increment(none)) {
    struct stat status {};
    if (::stat(entry->path().c_str(), &status) == 0 &&
        std::pair<std::uint64_t, std::uint64_t>(status.st_dev, status.st_ino) == file.id)
      return true;
  }
  return false;
}

class Collector {
 public:
  /// `root`: the submission's folder, absolute.
  Collector(const spec::Exercise& exercise, const fs::path& root, bool trusted)
      : exercise_(exercise), root_(root), trusted_(trusted) {}

  /// `name`: of the copy; `path`: of the original.
  void add(const fs::path& name, const fs::path& path, const std::string& shown_as) {
    std::optional<std::string> text = trusted_ ? system::file_text(path) : read_stranger(path, shown_as);
    if (!text && trusted_) refuse(shown_as, kRefusals[0]);
    if (!text) return;
    if (text->starts_with("\xEF\xBB\xBF")) text->erase(0, 3);  // a byte order mark must not follow #line
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
  void refuse(const std::string& shown_as, const Refusal& refusal) {
    Finding finding =
        make_finding(refusal.verdict, fmt::format("{} {}", shown_as, refusal.what), refusal.remedy);
    finding.place.file = shown_as;
    result_.findings.push_back(std::move(finding));
  }

  /// Below the submission's folder, which has a folder for each unit, no link is followed.
  std::optional<std::string> read_stranger(const fs::path& path, const std::string& shown_as) {
    const fs::path submission = root_.parent_path();
    system::FileBelow file =
        system::read_file_below(submission, path.lexically_relative(submission), kMostBytes);
    for (const Refusal& refusal : kRefusals) {
      if (refusal.problem != file.problem) continue;
      refuse(shown_as, refusal);
      return std::nullopt;
    }
    if (!is_of_course(exercise_, file)) return std::move(file.text);
    refuse(shown_as, {file.problem, Verdict::forbidden, "is one of the course's own files, by a hard link.",
                      "Put a file of your own there."});
    return std::nullopt;
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
