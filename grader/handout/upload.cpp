#include "handout/upload.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "handout/archive.hpp"
#include "system/atomic_file.hpp"
#include "system/checksum.hpp"
#include "system/file_text.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::handout {
namespace {

namespace fs = std::filesystem;

constexpr Platform kPlatforms[] = {
    {.name = "gradescope",
     .title = "Gradescope",
     .archive = ".zip",
     .is_closed = true,
     .next =
         "Configure Autograder: upload it as the zip file, with the base image Ubuntu 24.04 or Debian 12."},
    {.name = "prairielearn",
     .title = "PrairieLearn",
     .archive = ".zip",
     .is_closed = true,
     .course = "questions/NAME/tests",
     .package = "image",
     .next = "Unpack it into the course's repository. Build image/ and push it under the name that info.json "
             "has (--image)."},
    {.name = "autolab",
     .title = "Autolab",
     .archive = ".tar",
     .is_closed = true,
     .course = "NAME/autograde.tar",
     .package = "NAME/image",
     .next = "Install Assessment: import it from a tarball. Build its image/ on Tango's machine, under the "
             "name that the lab has (--image)."},
    {.name = "artemis",
     .title = "Artemis",
     .archive = ".zip",
     .is_closed = true,
     .course = "tests",
     .package = "image",
     .next = "tests/ is the exercise's test repository, build_script.sh its build script, image/ its "
             "container; the results lie in results/."},
    {.name = "vpl",
     .title = "Moodle VPL",
     .archive = ".zip",
     .is_closed = true,
     .takes_package = false,
     .next = "Execution files: add its files, and let grade.sh and course.tar.gz be kept when running. The "
             "execution server needs the grader installed."},
    {.name = "classroom50",
     .title = "Classroom 50",
     .archive = ".zip",
     .next = "Put its files into CLASSROOM/autograders/ASSIGNMENT/ of the classroom's repository. They are "
             "published, so the hidden cases are not among them."},
    {.name = "github",
     .title = "GitHub",
     .archive = ".zip",
     .templates = "github_actions.yml devcontainer.json",
     .next = "Its files are a repository for students, without hidden cases."},
    {.name = "gitlab",
     .title = "GitLab",
     .archive = ".zip",
     .templates = "gitlab.yml devcontainer.json",
     .next = "Its files are a repository for students, without hidden cases."},
};

/// `{{name}}` in a template, and what stands for it.
using Words = std::map<std::string, std::string>;

std::string filled_in(std::string text, const Words& words) {
  for (const auto& [name, value] : words) {
    const std::string mark = "{{" + name + "}}";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
      text.replace(at, mark.size(), value);
  }
  return text;
}

void write(const fs::path& file, const std::string& text) {
  system::write_file_and_folders(file, text);
  if (text.starts_with("#!")) fs::permissions(file, fs::perms(0755));
}

void write_filled_in(const fs::path& source, const fs::path& file, const Words& words) {
  write(file, filled_in(system::require_file_text(source), words));
}

/// Points of each task and quiz, by the names that --autolab gives them.
std::string problems(const std::vector<spec::Exercise>& exercises) {
  std::string text;
  const auto add = [&](const std::string& name, double points) {
    if (points > 0)
      text +=
          fmt::format("- name: {}\n  description: ''\n  max_score: {}\n  optional: false\n", name, points);
  };
  for (const spec::Exercise& exercise : exercises) {
    for (const spec::Task& task : exercise.tasks) {
      double fastest = 0;
      if (task.timing)
        for (const spec::TimingTier& tier : task.timing->tiers) fastest = std::max(fastest, tier.points);
      add(exercise.name + "/" + task.name, task.points + fastest);
    }
    if (exercise.quiz) add(exercise.name + "/quiz", exercise.quiz->most_points());
  }
  return text;
}

/// The same exercises keep their number, which must have the form of a random one.
std::string uuid_of(const std::string& text) {
  std::string digits = system::xxh3_128(text).substr(0, 32);
  digits[12] = '4';
  digits[16] = 'a';
  return fmt::format("{}-{}-{}-{}-{}", digits.substr(0, 8), digits.substr(8, 4), digits.substr(12, 4),
                     digits.substr(16, 4), digits.substr(20, 12));
}

/// In JSON, YAML and HTML at once.
std::string plain(std::string text) {
  std::erase_if(text, [](char c) { return std::string_view("\"\\<>&").find(c) != std::string_view::npos; });
  return text;
}

Words words_for(const UploadSources& sources, const spec::Course& course, const std::string& name) {
  std::vector<std::string> names, files, titles;
  for (const spec::Exercise& exercise : course.exercises) {
    names.push_back(exercise.name);
    files.push_back(exercise.source);
    titles.push_back(plain(exercise.title));
  }
  return {{"exercises", fmt::format("{}", fmt::join(names, " "))},
          {"files", fmt::format("{}", fmt::join(files, ", "))},
          {"handin", files.size() == 1 ? files.front() : "handin.tar"},
          {"image", sources.image},
          {"name", name},
          {"problems", problems(course.exercises)},
          {"title", fmt::format("{}", fmt::join(titles, ", "))},
          {"uuid", uuid_of(fmt::format("{}", fmt::join(names, " ")))}};
}

std::string without_ending(const fs::path& file) {
  std::string name = file.filename();
  for (const std::string_view ending : {".zip", ".tar", ".tar.gz"})
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  return name;
}

class Upload {
 public:
  Upload(const Platform& platform, const UploadSources& sources, const Installation& installation,
         const spec::Course& course, const std::string& name, const fs::path& folder)
      : platform_(platform),
        sources_(sources),
        installation_(installation),
        course_(course),
        name_(name),
        folder_(folder),
        words_(words_for(sources, course, name)) {}

  void make() {
    if (platform_.templates.empty())
      make_for_grading();
    else
      make_repository();
  }
  fs::path root() const { return folder_ / "upload"; }

 private:
  fs::path place(std::string in_archive) const {
    for (std::size_t at = 0; (at = in_archive.find("NAME", at)) != std::string::npos; at += name_.size())
      in_archive.replace(at, 4, name_);
    return root() / in_archive;
  }

  /// What students get, with the workflow and the container in their places.
  void make_repository() {
    make_handout(sources_.handout, course_, root());
    std::istringstream names{std::string(platform_.templates)};
    for (std::string name; names >> name;) {
      const std::string text = system::file_text(sources_.repository_templates / name).value_or("");
      const std::size_t copy_to = text.find("Copy to ");
      if (copy_to == std::string::npos)
        throw std::runtime_error(fmt::format("{} is missing, or does not say where it goes",
                                             (sources_.repository_templates / name).string()));
      const std::size_t begin = copy_to + 8;
      write(root() / text.substr(begin, text.find('\n', begin) - begin), text);
    }
  }

  void make_for_grading() {
    const fs::path scripts = sources_.handout.templates / "platforms";
    const fs::path own = scripts / platform_.name;
    for (const fs::directory_entry& script : fs::recursive_directory_iterator(own))
      if (script.is_regular_file())
        write_filled_in(script.path(), place(script.path().lexically_relative(own)), words_);
    const fs::path course = place(std::string(platform_.course));
    if (course.extension() == ".tar") {
      add_course(scripts, folder_ / "packed");
      pack(folder_ / "packed", course);
    } else {
      add_course(scripts, course);
    }
    if (platform_.takes_package && !sources_.handout.package.empty()) add_package(scripts);
  }

  void add_course(const fs::path& scripts, const fs::path& target) {
    write_filled_in(scripts / "grade.sh", target / "grade.sh", words_);
    const fs::path graded = folder_ / "course";
    make_handout({sources_.handout.course, sources_.handout.templates}, course_, graded);
    if (platform_.is_closed)
      for (const spec::Exercise& exercise : course_.exercises) {
        const fs::path hidden = fs::path(exercise.unit) / (exercise.name + ".hidden.toml");
        if (!fs::exists(installation_.reference() / hidden)) continue;
        fs::create_directories(graded / "reference" / exercise.unit);
        fs::copy_file(installation_.reference() / hidden, graded / "reference" / hidden);
      }
    pack(graded, target / "course.tar.gz");
  }

  void add_package(const fs::path& scripts) {
    const fs::path& package = sources_.handout.package;
    const fs::path target = place(std::string(platform_.package));
    fs::create_directories(target);
    fs::copy_file(package, target / package.filename());
    if (!platform_.package.empty()) write_filled_in(scripts / "Dockerfile", target / "Dockerfile", words_);
  }

  const Platform& platform_;
  const UploadSources& sources_;
  const Installation& installation_;
  const spec::Course& course_;
  std::string name_;
  fs::path folder_;
  Words words_;
};

}  // namespace

std::span<const Platform> platforms() { return kPlatforms; }

const Platform* find_platform(std::string_view name) {
  const auto found = std::ranges::find(kPlatforms, name, &Platform::name);
  return found == std::end(kPlatforms) ? nullptr : found;
}

void check_upload(const Platform& platform, const fs::path& package, const fs::path& file) {
  check_is_archive_name(file);
  if (!file.filename().string().ends_with(platform.archive))
    throw std::runtime_error(fmt::format("{} takes a file that ends in {}: give the upload such a name.",
                                         platform.title, platform.archive));
  if (!platform.takes_package && !package.empty())
    throw std::runtime_error(fmt::format(
        "for {} the grader is installed on the execution server, so leave --package out.", platform.title));
  if (!platform.takes_package) return;
  if (package.empty())
    throw std::runtime_error(
        fmt::format("{} needs the package of the grader: add --package warpgrade_*.deb.", platform.title));
  check_is_package(package);
  if (package.extension() != ".deb")
    throw std::runtime_error(
        fmt::format("{} installs the grader from a .deb: give that one with --package.", platform.title));
}

void make_upload(const Platform& platform, const UploadSources& sources, const Installation& installation,
                 const spec::Course& course, const fs::path& file) {
  check_upload(platform, sources.handout.package, file);
  // Beside its place, so that it can be renamed into it.
  const system::TemporaryFolder temporary(fs::absolute(file).parent_path());
  Upload upload(platform, sources, installation, course, without_ending(file), temporary.path());
  upload.make();
  const fs::path packed = temporary.path() / file.filename();
  pack(upload.root(), packed);
  fs::rename(packed, file);
}

}  // namespace warpgrade::handout
