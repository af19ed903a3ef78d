// Tables of what is forbidden and why, and one search for each.
#include "judge/build/forbidden.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

struct ForbiddenHeader {
  std::string_view beginning;  ///< of the path; "cub/" is any header of CUB
  const char* why;
};

constexpr const char* solves_it = "a library that solves the exercise is no solution of it: write the kernel";
constexpr const char* leaves_process = "a task computes; it has no business with files and processes";
constexpr const char* not_simulated =
    "of libcu++ the simulator has cuda/atomic only, and an exercise must run on every laptop: use CUDA's own "
    "functions";

constexpr std::array forbidden_headers = {
    ForbiddenHeader{"cub/", solves_it},         ForbiddenHeader{"thrust/", solves_it},
    ForbiddenHeader{"cccl/", solves_it},  // where CUDA 13 keeps both
    ForbiddenHeader{"cublas", solves_it},       ForbiddenHeader{"cusparse", solves_it},
    ForbiddenHeader{"cufft", solves_it},        ForbiddenHeader{"npp", solves_it},
    ForbiddenHeader{"cuda/", not_simulated},    ForbiddenHeader{"filesystem", leaves_process},
    ForbiddenHeader{"fstream", leaves_process}, ForbiddenHeader{"unistd.h", leaves_process},
    ForbiddenHeader{"dlfcn.h", leaves_process}, ForbiddenHeader{"fcntl.h", leaves_process},
    ForbiddenHeader{"sys/", leaves_process},    ForbiddenHeader{"spawn.h", leaves_process},
    ForbiddenHeader{"wgsim/", leaves_process},  ForbiddenHeader{"runner/", leaves_process},
};

constexpr std::array<std::string_view, 2> allowed_headers = {"cuda/atomic", "cuda/std/atomic"};

constexpr std::array assembly = {"asm", "__asm", "__asm__"};

Finding forbidden(const std::string& file, int line, int column, std::string message, std::string remedy) {
  Finding finding;
  finding.verdict = Verdict::forbidden;
  finding.message = std::move(message);
  finding.remedy = std::move(remedy);
  finding.place.file = file;
  finding.place.line = line;
  finding.place.column = column;
  return finding;
}

class Search {
 public:
  Search(const SourceTokens& source, const std::string& file) : source_(source), file_(file) {}

  void look_at_includes() {
    for (const Include& include : source_.includes) {
      if (include.form == Include::Form::computed) {
        add(include, fmt::format("#include {} does not name its file.", include.path),
            "Write the file's name after #include.");
        continue;
      }
      const std::filesystem::path path = include.path;
      if (path.is_absolute() || std::ranges::find(path, "..") != path.end())
        add(include, fmt::format("#include of \"{}\" leaves the submission.", include.path),
            "Put the file beside this one and include it by its name.");
      const std::string plain = path.lexically_normal().string();  // ./cub//cub.cuh is cub/cub.cuh
      if (std::ranges::find(allowed_headers, plain) != allowed_headers.end()) continue;
      for (const ForbiddenHeader& header : forbidden_headers)
        if (plain.starts_with(header.beginning))
          add(include, fmt::format("#include of {} is not allowed here.", include.path),
              fmt::format("Why: {}.", header.why));
    }
  }

  void look_for_assembly() {
    for (const Token& token : source_.tokens)
      if (std::ranges::find(assembly, token.text) != assembly.end())
        add(token, "Inline assembly is not allowed here.",
            "The simulator can't run it, and an exercise must run on every laptop: use CUDA's own "
            "functions.");
  }

  void look_for_main() {
    const std::vector<Token>& tokens = source_.tokens;
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i)
      if (tokens[i].text == "main" && tokens[i + 1].text == "(" &&
          (tokens[i - 1].text == "int" || tokens[i - 1].text == "auto"))
        add(tokens[i], "This file has a main() of its own, but the grader brings one.",
            "Remove it, or keep it in another file.");
  }

  /// A word of the exercise: "<queue>" is a header, all else a row of tokens.
  void look_for(const std::string& word) {
    const std::string remedy = "This exercise rules it out; its README says why.";
    if (word.starts_with('<')) {
      for (const Include& include : source_.includes)
        if ("<" + include.path + ">" == word)
          add(include, fmt::format("{} is not allowed here.", word), remedy);
      return;
    }
    const std::vector<Token> row = tokenize(word).tokens;
    const auto same = [](const Token& a, const Token& b) { return a.text == b.text; };
    for (auto at = source_.tokens.begin(); !row.empty(); ++at) {
      at = std::search(at, source_.tokens.end(), row.begin(), row.end(), same);
      if (at == source_.tokens.end()) break;
      add(*at, fmt::format("{} is not allowed here.", word), remedy);
    }
  }

  std::vector<Finding> take() { return std::move(findings_); }

 private:
  template <class T>
  void add(const T& at, std::string message, std::string remedy) {
    findings_.push_back(forbidden(file_, at.line, at.column, std::move(message), std::move(remedy)));
  }

  const SourceTokens& source_;
  const std::string& file_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> find_forbidden(const SourceTokens& source, const std::string& shown_as,
                                    const std::vector<std::string>& forbid) {
  Search search(source, shown_as);
  search.look_at_includes();
  search.look_for_assembly();
  search.look_for_main();
  for (const std::string& word : forbid) search.look_for(word);
  return search.take();
}

}  // namespace warpgrade::judge
