#include "referee/net/inbound.h"

#include <utility>

namespace referee {

std::optional<std::variant<protocol::Hello, protocol::Move>> read_or_answer(Session& session,
                                                                            const Received& line) {
  if (line.oversize) {
    session.send(
        line_of(protocol::Error{protocol::name_of(protocol::Verdict::oversize), protocol::oversize_why()}));
    return std::nullopt;
  }
  auto message = protocol::read_line(line.text);
  if (auto* hello = std::get_if<protocol::Hello>(&message)) {
    return std::move(*hello);
  }
  if (auto* move = std::get_if<protocol::Move>(&message)) {
    return std::move(*move);
  }
  const auto* bad = std::get_if<protocol::BadMessage>(&message);
  session.send(bad != nullptr ? line_of(*bad) : line_of(std::get<protocol::UnknownType>(message)));
  return std::nullopt;
}

}  // namespace referee
