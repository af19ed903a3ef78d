#include "remote/messages.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

#include "model/stored_result.hpp"
#include "system/hex.hpp"

namespace warpgrade::remote {
namespace {

using nlohmann::json;

constexpr int kFormat = 1;
constexpr const char* kNoMessage = "what came is no message of warpgrade";

constexpr std::array<std::pair<Answer::Kind, std::string_view>, 6> kKinds{{{Answer::Kind::waits, "waits"},
                                                                           {Answer::Kind::does, "does"},
                                                                           {Answer::Kind::says, "says"},
                                                                           {Answer::Kind::refused, "refused"},
                                                                           {Answer::Kind::fault, "fault"},
                                                                           {Answer::Kind::result, "result"}}};

/// Text that is not UTF-8, as of an old editor, can't be a string of JSON: bytes go as two digits each.
std::string as_hex(const auto& bytes) {
  return system::to_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

template <class Bytes>
Bytes from_hex(const std::string& text) try {
  Bytes bytes(text.size() / 2, 0);
  system::from_hex(text, {reinterpret_cast<char*>(bytes.data()), bytes.size()});
  return bytes;
} catch (const std::invalid_argument&) {
  throw MessageError(kNoMessage);
}

json parse(std::string_view line) {
  json message = json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!message.is_object() || !message.contains("warpgrade")) throw MessageError(kNoMessage);
  if (message["warpgrade"] != kFormat)
    throw MessageError("the two sides have versions of warpgrade that don't understand each other");
  return message;
}

bool is_plain(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, fits);
}

/// UNIT/NAME: nothing that leads out of a folder, or that has a meaning of its own.
bool is_file_of_a_submission(const std::string& name) {
  const std::size_t slash = name.find('/');
  return slash != std::string::npos && is_plain(std::string_view(name).substr(0, slash)) &&
         is_plain(std::string_view(name).substr(slash + 1));
}

void check(const Request& request) {
  if (request.exercises.empty()) throw MessageError("the request names no exercise");
  if (request.files.size() > kMostFiles) throw MessageError("the request has more than 64 files");
  for (const auto& [name, content] : request.files) {
    if (!is_file_of_a_submission(name))
      throw MessageError("'" + name + "' is no name of a file of a submission");
    if (content.size() > kMostFileBytes) throw MessageError(name + " is larger than 1 MB");
  }
}

}  // namespace

std::string to_line(const Request& request) {
  json message{{"warpgrade", kFormat},
               {"version", request.version},
               {"exercises", request.exercises},
               {"shown_as", request.shown_as},
               {"files", json::object()}};
  for (const auto& [name, content] : request.files) message["files"][name] = as_hex(content);
  return message.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

Request request_from(std::string_view line) {
  const json message = parse(line);
  Request request;
  try {
    request = {message.at("version"),
               message.at("exercises").get<std::vector<std::string>>(),
               {},
               message.at("shown_as")};
    for (const auto& [name, content] : message.at("files").items())
      request.files[name] = from_hex<std::string>(content.get<std::string>());
  } catch (const json::exception&) {
    throw MessageError(kNoMessage);
  }
  check(request);
  return request;
}

std::string to_line(const Answer& answer) {
  json message{{"warpgrade", kFormat}, {"number", answer.number}, {"text", answer.text}};
  for (const auto& [kind, name] : kKinds)
    if (kind == answer.kind) message["kind"] = name;
  if (answer.kind == Answer::Kind::result) message["result"] = as_hex(stored(answer.result));
  return message.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

Answer answer_from(std::string_view line) {
  const json message = parse(line);
  Answer answer;
  try {
    for (const auto& [kind, name] : kKinds)
      if (message.at("kind") == name) answer.kind = kind;
    if (!message.at("number").is_number_unsigned()) throw MessageError(kNoMessage);
    answer.number = message.at("number");
    answer.text = message.at("text");
    if (answer.kind == Answer::Kind::result)
      answer.result = restored(from_hex<std::vector<std::uint8_t>>(message.at("result")));
  } catch (const json::exception&) {
    throw MessageError(kNoMessage);
  } catch (const MessageError&) {
    throw;
  } catch (const std::runtime_error&) {
    throw MessageError("the grader there has another version, whose results this one can't read");
  }
  return answer;
}

}  // namespace warpgrade::remote
