// The runner's end of the socket to the judge: one JSON message a line.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace warpgrade::protocol {

class Channel {
 public:
  explicit Channel(int socket) : socket_(socket) {}

  enum class Wait { asleep, spinning };

  /// The next message. Nothing if the judge closed its end. A spinning wait ends within a microsecond or two
  /// of the message, but it keeps a processor busy.
  std::optional<nlohmann::json> receive(Wait wait = Wait::asleep);
  /// Ends the process if the judge can't be reached any more.
  void send(const nlohmann::json& message);

 private:
  int socket_;
  std::string received_;
};

}  // namespace warpgrade::protocol
