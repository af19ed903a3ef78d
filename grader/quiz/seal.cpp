#include "quiz/seal.hpp"

#include <fmt/format.h>

#include "spec/toml_reader.hpp"
#include "system/checksum.hpp"
#include "system/hex.hpp"

namespace warpgrade::quiz {
namespace {

namespace fs = std::filesystem;
using spec::Presence;
using spec::TableReader;

constexpr std::size_t kTagDigits = 16;

std::string hash(const std::string& salt, std::string_view purpose, std::string_view answer) {
  const std::string text = fmt::format("{}\n{}\n{}", salt, purpose, answer);
  return system::xxh3_128(text);
}

std::string tag(const std::string& salt, std::string_view answer) {
  return hash(salt, "tag", answer).substr(0, kTagDigits);
}

/// Each byte of the text or-ed exclusively with a byte of a stream that only the answer can make; twice is
/// the text again.
std::string crypt(const std::string& salt, std::string_view answer, std::string text) {
  std::string key;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t in_key = i % 16;
    if (in_key == 0) {
      key.resize(16);
      system::from_hex(hash(salt, fmt::format("text {}", i / 16), answer), key);
    }
    text[i] = char(text[i] ^ key[in_key]);
  }
  return text;
}

constexpr const char* kRemedy = "make the file anew with `./grade quiz --seal`";

bool is_hex(std::string_view text) {
  return !text.empty() && text.size() % 2 == 0 &&
         text.find_first_not_of(system::kHexDigits) == std::string_view::npos;
}

Seal read_seal(const toml::table& table, const std::string& name, spec::Diagnostics& diagnostics) {
  TableReader reader(table, fmt::format("[{}]", name), diagnostics);
  Seal seal;
  seal.salt = reader.text("salt", Presence::required, "salt = \"…\"");
  seal.right = reader.text("right", Presence::required, "right = \"…\"");
  const toml::table* texts = reader.table("texts", Presence::required, "a table [NAME.texts]");
  if (texts == nullptr) return seal;
  for (const auto& [tag, node] : *texts) {
    const auto text = node.value<std::string>();
    if (!text || !is_hex(*text))
      diagnostics.add(spec::location_of(tag.source(), diagnostics),
                      fmt::format("this text is not in hexadecimal digits: {}", kRemedy));
    else
      seal.texts[std::string(tag.str())] = *text;
  }
  reader.finish();
  return seal;
}

}  // namespace

Seal seal(const spec::Solution& solution, const std::string& salt) {
  Seal sealed{salt, tag(salt, solution.answer), {}};
  const auto add = [&](const std::string& answer, const std::string& text) {
    sealed.texts[tag(salt, answer)] = system::to_hex(crypt(salt, answer, text));
  };
  for (const auto& [answer, reason] : solution.wrong) add(answer, reason);
  add(solution.answer, solution.why);
  return sealed;
}

bool is_right(const Seal& seal, std::string_view answer) { return tag(seal.salt, answer) == seal.right; }

std::optional<std::string> text_for(const Seal& seal, std::string_view answer) {
  const auto found = seal.texts.find(tag(seal.salt, answer));
  if (found == seal.texts.end()) return std::nullopt;
  std::string text(found->second.size() / 2, '\0');
  system::from_hex(found->second, text);
  return crypt(seal.salt, answer, text);
}

fs::path seal_file(const spec::Quiz& quiz) { return quiz.file.parent_path() / "quiz.sealed.toml"; }

std::map<std::string, Seal> read_seals(const fs::path& file) {
  const toml::table root = spec::parse_toml(file);
  spec::Diagnostics diagnostics(file.string());
  spec::check_format(root, diagnostics);
  std::map<std::string, Seal> seals;
  for (const auto& [key, node] : root) {
    const std::string name(key.str());
    if (name == "format") continue;
    if (const toml::table* table = spec::entry_table(key, node, "{ salt = \"…\" }", diagnostics))
      seals[name] = read_seal(*table, name, diagnostics);
  }
  diagnostics.throw_if_any();
  return seals;
}

std::vector<Seal> seals_of(const spec::Quiz& quiz) {
  const fs::path file = seal_file(quiz);
  if (!fs::exists(file))
    spec::fail({quiz.file.string(), 1, 1},
               fmt::format("the answers of this quiz are not sealed: {}", kRemedy));
  const auto by_name = read_seals(file);
  std::vector<Seal> seals;
  for (const spec::Question& question : quiz.questions) {
    const auto found = by_name.find(question.name);
    if (found == by_name.end())
      spec::fail(question.where, fmt::format("{} has no seal for '{}': {}", file.filename().string(),
                                             question.name, kRemedy));
    seals.push_back(found->second);
  }
  return seals;
}

std::vector<Seal> seals_here(const spec::Quiz& quiz) {
  if (quiz.most_points() > 0 && !fs::exists(seal_file(quiz))) return {};
  return seals_of(quiz);
}

std::string seals_as_toml(const spec::Quiz& quiz, const std::vector<Seal>& seals) {
  std::string text =
      "# Made by `./grade quiz --seal` from the answers in reference/: salted hashes of the answers, and "
      "their\n"
      "# reasons, each readable only with its answer. Change nothing here.\n"
      "format = 1\n";
  for (std::size_t i = 0; i < seals.size(); ++i) {
    text += fmt::format("\n[{0}]\nsalt = \"{1}\"\nright = \"{2}\"\n[{0}.texts]\n", quiz.questions[i].name,
                        seals[i].salt, seals[i].right);
    for (const auto& [tag, sealed] : seals[i].texts) text += fmt::format("{} = \"{}\"\n", tag, sealed);
  }
  return text;
}

}  // namespace warpgrade::quiz
