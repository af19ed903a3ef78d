#include "judge/run/child_messages.hpp"

#include "judge/run/crash.hpp"
#include "judge/run/outcome.hpp"

namespace warpgrade::judge {

using Json = nlohmann::json;

namespace {
constexpr std::size_t kQuotedQuestion = 80;
}

NoAnswer broken_protocol(const std::string& what) { return NoAnswer(explain_broken_protocol(what)); }

NoAnswer machine_fault(const std::string& message) { return NoAnswer(explain_machine_fault(message)); }

Json parse_message(const std::string& line) { return Json::parse(line, nullptr, false); }

bool read_last_words(const Json& message, std::optional<Place>& place) {
  if (!message.is_object() || !message.contains("dying")) return false;
  try {
    place = message.at("dying").get<Place>();
    shorten_path(*place);
  } catch (const std::exception&) {
    place.reset();
  }
  return true;
}

Json read_answer(Json message, const char* word, const std::string& question) {
  if (message.is_object() && message.contains(word)) return std::move(message.at(word));
  if (message.is_object() && message.contains("fault") && message.at("fault").is_string())
    throw NoAnswer(make_finding(Verdict::grader_error, message.at("fault").get<std::string>()));
  throw broken_protocol("its message is no answer to " + question.substr(0, kQuotedQuestion));
}

}  // namespace warpgrade::judge
