// What a child's line says (protocol/*_messages.hpp). The submission's code may have written it, so it can
// hold anything. A line that is no valid message throws NoAnswer.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "judge/run/no_answer.hpp"
#include "model/finding.hpp"

namespace warpgrade::judge {

/// {"ready": Greeting}. Throws NoAnswer; also if the greeting names an error.
template <class Greeting>
Greeting read_greeting(const std::string& line);

/// Text that is no JSON becomes a JSON value that no caller takes for an answer.
nlohmann::json parse_message(const std::string& line);

/// {"dying": Place}, the last message of a child that dies of a signal. False if it is another message.
bool read_last_words(const nlohmann::json& message, std::optional<Place>& place);

/// {word: content} → content. `question`: what the child was asked. Throws NoAnswer.
nlohmann::json read_answer(nlohmann::json message, const char* word, const std::string& question);

// By reference throughout: to copy a value that is nested a million times over would overflow the stack.
template <class Greeting>
Greeting read_greeting(const std::string& line) try {
  const nlohmann::json message = nlohmann::json::parse(line);
  auto greeting = message.at("ready").get<Greeting>();
  if (!greeting.error.empty()) throw machine_fault(greeting.error);
  return greeting;
} catch (const nlohmann::json::exception&) {
  throw broken_protocol("its first message is no greeting");
}

}  // namespace warpgrade::judge
