#include "protocol/greeting.h"

#include <utility>

#include "protocol/fields.h"

namespace protocol {
namespace {

NoHello refused(const Error& error) { return {line_of(error), error.message}; }

}  // namespace

std::variant<Hello, Move, std::string> read_or_reply(std::string_view line, bool oversize) {
  if (oversize) {
    return line_of(Error{name_of(Verdict::oversize), oversize_why()});
  }
  FromBot message = read_line(line);
  if (auto* hello = std::get_if<Hello>(&message)) {
    return std::move(*hello);
  }
  if (auto* move = std::get_if<Move>(&message)) {
    return std::move(*move);
  }
  const auto* bad = std::get_if<BadMessage>(&message);
  return bad != nullptr ? line_of(*bad) : line_of(std::get<UnknownType>(message));
}

std::variant<Hello, NoHello> read_greeting(std::string_view line, bool oversize) {
  auto message = read_or_reply(line, oversize);
  if (auto* reply = std::get_if<std::string>(&message)) {
    return NoHello{std::move(*reply)};
  }
  auto* hello = std::get_if<Hello>(&message);
  if (hello == nullptr) {
    return NoHello{line_of(Error{error_code::kUnexpected, "a move before hello: say hello first"})};
  }
  if (hello->protocol < 1) {
    return refused({.code = error_code::kUnsupported,
                    .message = "protocol " + std::to_string(hello->protocol) +
                               ": the versions in \"supported\" are spoken here",
                    .supported = {kVersion}});
  }
  if (hello->role != "bot") {
    return refused({.code = error_code::kUnsupported,
                    .message = "role '" + fields::brief_text(hello->role, 40) + "': expected bot"});
  }
  return std::move(*hello);
}

}  // namespace protocol
