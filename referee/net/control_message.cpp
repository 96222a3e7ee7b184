#include "referee/net/control_message.h"

#include <sys/socket.h>

#include <cstring>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/line_writer.h"
#include "protocol/parse.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxCommand = 64;  // bytes
constexpr std::size_t kMaxArguments = 64;
constexpr std::size_t kMaxReply = 64 * 1024 * 1024;  // bytes: more than any status

/// A string of a reply may be long; all else is bounded by the line.
std::vector<std::string> read_arguments(fields::Object& in) {
  std::vector<std::string> arguments;
  const Json* const list = in.find("arguments");
  if (list == nullptr) {
    return arguments;
  }
  if (!list->is_array() || list->size() > kMaxArguments) {
    in.fail("arguments", *list, "a list of at most " + std::to_string(kMaxArguments) + " strings");
    return arguments;
  }
  for (const Json& argument : *list) {
    if (!argument.is_string()) {
      in.fail("arguments", *list, "a list of strings");
      return arguments;
    }
    arguments.push_back(argument.get<std::string>());
  }
  return arguments;
}

}  // namespace

std::string line_of(const ControlRequest& request) {
  return protocol::LineWriter()
      .field("command", request.command)
      .json("arguments", Json(request.arguments))
      .take();
}

std::string line_of(const ControlReply& reply) {
  return protocol::LineWriter().field("ok", reply.ok).field("text", reply.text).take();
}

std::variant<ControlRequest, std::string> read_control_request(std::string_view line) {
  const auto parsed = protocol::parse_line(line);
  const Json* const json = std::get_if<Json>(&parsed);
  if (json == nullptr) {
    return "not a request: expected one JSON object a line, as " + line_of(ControlRequest{"status", {}});
  }
  fields::Object in(*json, "");
  ControlRequest request;
  request.command = in.text("command", kMaxCommand);
  request.arguments = read_arguments(in);
  in.refuse_unknown();
  if (in.error()) {
    return "not a request: " + in.error()->text();
  }
  return request;
}

ControlReply read_control_reply(std::string_view line) {
  const auto parsed = protocol::parse_line(line);
  const Json* const json = std::get_if<Json>(&parsed);
  const Json nothing;
  fields::Object in(json == nullptr ? nothing : *json, "");
  ControlReply reply;
  reply.ok = in.boolean("ok");
  reply.text = in.text("text", kMaxReply);
  if (in.error()) {
    throw std::runtime_error("the answer is not that of a referee");
  }
  return reply;
}

sockaddr_un control_address(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string& name = path.native();
  constexpr std::size_t kMost = sizeof(address.sun_path) - 1;
  if (name.empty() || name.size() > kMost || name.find('\0') != std::string::npos) {
    throw std::invalid_argument("control socket '" + name + "': got a path of " +
                                std::to_string(name.size()) + " bytes, expected 1 to " +
                                std::to_string(kMost));
  }
  std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
  return address;
}

}  // namespace referee
