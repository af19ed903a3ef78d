#include "oracle/oracle_messages.hpp"

#include <stdexcept>

#include "model/element_type.hpp"

namespace warpgrade::kit {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Strips, elements, in_one_piece, step)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CaseData::Growth, strip, largest_n, parameters)

}  // namespace warpgrade::kit

namespace warpgrade::oracle {
namespace {

using Json = nlohmann::json;
using ReadBytes = std::function<void(std::uint64_t, std::span<std::byte>)>;

constexpr std::uint64_t kAlignment = 64;

// ---- Arrays ------------------------------------------------------------------------------------------

template <class T>
Json place(const std::vector<T>& values, Placed& placed) {
  const auto bytes = std::as_bytes(std::span(values));
  return {{"at", placed.add(bytes)}, {"bytes", bytes.size()}};
}

template <class T>
std::vector<T> take(const Json& part, const ReadBytes& read) {
  std::vector<T> values(part.at("bytes").get<std::uint64_t>() / sizeof(T));
  if (!values.empty()) read(part.at("at").get<std::uint64_t>(), std::as_writable_bytes(std::span(values)));
  return values;
}

Json describe(const kit::Array& array, Placed& placed) {
  return {{"name", array.name},
          {"type", array.type.name()},
          {"sealed", array.sealed},
          {"strips", array.strips},
          {"values", place(array.bytes, placed)}};
}

kit::Array read_array(const Json& j, const ReadBytes& read) {
  return {.name = j.at("name"),
          .type = ElementType::parse(j.at("type").get<std::string>()),
          .bytes = take<std::byte>(j.at("values"), read),
          .sealed = j.at("sealed"),
          .strips = j.at("strips").get<kit::Strips>()};
}

Json describe(const kit::ExpectedArray& output, Placed& placed) {
  return {{"array", describe(output.values, placed)},
          {"magnitude", place(output.magnitude, placed)},
          {"room", output.room},
          {"length_in", output.length_in},
          {"every_bit", output.every_bit}};
}

kit::ExpectedArray read_output(const Json& j, const ReadBytes& read) {
  return {.values = read_array(j.at("array"), read),
          .magnitude = take<double>(j.at("magnitude"), read),
          .room = j.at("room"),
          .length_in = j.at("length_in"),
          .every_bit = j.at("every_bit")};
}

// ---- Pictures ----------------------------------------------------------------------------------------

Json describe(const kit::Picture& picture, Placed& placed) {
  return {{"output", picture.output},
          {"width", picture.width},
          {"height", picture.height},
          {"before", place(picture.before, placed)}};
}

kit::Picture read_picture(const Json& j, const ReadBytes& read) {
  return {.output = j.at("output"),
          .width = j.at("width"),
          .height = j.at("height"),
          .before = take<std::byte>(j.at("before"), read)};
}

}  // namespace

// ---- Cases -------------------------------------------------------------------------------------------

std::uint64_t Placed::add(std::span<const std::byte> part) {
  const std::uint64_t offset = end;
  parts.push_back(part);
  offsets.push_back(offset);
  end += (part.size() + kAlignment - 1) / kAlignment * kAlignment;
  return offset;
}

Json describe(const kit::CaseData& data, Placed& placed) {
  Json inputs = Json::array(), outputs = Json::array();
  for (const kit::Array& input : data.inputs) inputs.push_back(describe(input, placed));
  for (const kit::ExpectedArray& output : data.outputs) outputs.push_back(describe(output, placed));
  return {{"inputs", inputs},
          {"outputs", outputs},
          {"parameters", data.parameters},
          {"calls", data.calls},
          {"note", data.note},
          {"has_examine", bool(data.examine)},
          {"proves", data.proves},
          {"outputs_are_stages", data.outputs_are_stages},
          {"picture", data.picture ? describe(*data.picture, placed) : Json()},
          {"growth", data.growth},
          {"mistakes", data.mistakes}};
}

kit::CaseData read_case(const Json& j, const ReadBytes& read) {
  kit::CaseData data;
  for (const Json& input : j.at("inputs")) data.inputs.push_back(read_array(input, read));
  for (const Json& output : j.at("outputs")) data.outputs.push_back(read_output(output, read));
  j.at("parameters").get_to(data.parameters);
  j.at("calls").get_to(data.calls);
  j.at("note").get_to(data.note);
  j.at("proves").get_to(data.proves);
  j.at("outputs_are_stages").get_to(data.outputs_are_stages);
  if (!j.at("picture").is_null()) data.picture = read_picture(j.at("picture"), read);
  j.at("growth").get_to(data.growth);
  j.at("mistakes").get_to(data.mistakes);
  return data;
}

bool has_examine(const Json& description) { return description.at("has_examine"); }

// ---- Errors ------------------------------------------------------------------------------------------

Json describe(const std::exception& error) {
  const auto* name = dynamic_cast<const kit::UnknownName*>(&error);
  if (name == nullptr) return {{"error", {{"what", error.what()}}}};
  return {{"error", {{"kind", name->what_kind}, {"value", name->value}, {"known", name->known}}}};
}

void throw_if_error(const Json& answer) {
  if (!answer.contains("error")) return;
  const Json& error = answer.at("error");
  if (error.contains("what")) throw std::runtime_error(error.at("what").get<std::string>());
  throw kit::UnknownName(error.at("kind"), error.at("value"), error.at("known"));
}

}  // namespace warpgrade::oracle
