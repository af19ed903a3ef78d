#include "quiz/seal.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "system/checksum.hpp"
#include "system/hex.hpp"

namespace warpgrade::quiz {
namespace {

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

}  // namespace warpgrade::quiz
