// Lines that a runner sends: its greeting, then answers. A wrong line throws NoAnswer; every other exception
// ends the fuzzer.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "judge/run/child_messages.hpp"
#include "judge/run/crash.hpp"
#include "judge/run/outcome.hpp"

namespace warpgrade::judge {
namespace {

void hear_greeting(const std::string& line) try {
  read_greeting<protocol::Hello>(line);
} catch (const NoAnswer&) {
}

/// What the judge does with a line after a question.
void hear_answer(const std::string& line) try {
  nlohmann::json message = parse_message(line);
  std::optional<Place> died_at;
  if (read_last_words(message, died_at)) explain_crash({.code = 0, .signal = 11}, "here", died_at);
  const protocol::Outcome outcome = read_outcome(read_answer(std::move(message), "done", "{\"call\": …}"));
  nlohmann::json(outcome).dump();
} catch (const NoAnswer&) {
}

void hear(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  if (std::getline(lines, line)) hear_greeting(line);
  do hear_answer(line);
  while (std::getline(lines, line));
}

}  // namespace
}  // namespace warpgrade::judge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warpgrade::judge::hear({reinterpret_cast<const char*>(data), size});
  return 0;
}
