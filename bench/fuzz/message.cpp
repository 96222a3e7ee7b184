#include <string>
#include <variant>

#include <nlohmann/json.hpp>

#include "bench/fuzz/targets.h"
#include "protocol/json_writer.h"
#include "protocol/limits.h"
#include "protocol/messages.h"
#include "protocol/parse.h"
#include "protocol/plain_move.h"

// One line from a bot.
namespace fuzz {
namespace {

using protocol::BadMessage;
using protocol::Hello;
using protocol::Move;
using protocol::UnknownType;

void check(const Hello& hello) {
  promise(hello.features.size() <= protocol::kMaxFeatures, "features are bounded");
  promise(hello.token.size() <= protocol::kMaxText && hello.role.size() <= protocol::kMaxText,
          "texts are bounded");
  const auto again = protocol::read_line(line_of(hello));
  const auto* same = std::get_if<Hello>(&again);
  promise(same != nullptr && same->name == hello.name && same->token == hello.token &&
              same->resume == hello.resume && same->protocol == hello.protocol,
          "a hello that is written is read as itself");
}

void check(const Move& move) {
  const auto again = protocol::read_line(line_of(move));
  const auto* same = std::get_if<Move>(&again);
  promise(same != nullptr && same->match == move.match && same->turn == move.turn && same->move == move.move,
          "a move that is written is read as itself");
}

void check(const UnknownType& unknown) {
  promise(protocol::Json::accept(line_of(unknown)), "the answer to an unknown type is JSON");
}

void check(const BadMessage& bad) {
  const std::string answer = line_of(bad);
  promise(protocol::Json::accept(answer) && answer.find('\n') == std::string::npos,
          "the answer to a bad message is one line of JSON");
  promise(answer.size() < protocol::kMaxLineFromBot, "the answer to a bad message is short");
}

}  // namespace

void message(std::string_view input) {
  input = input.substr(0, protocol::kMaxLineFromBot);
  const auto read = protocol::read_line(input);
  std::visit([](const auto& message) { check(message); }, read);
  if (const auto plain = protocol::read_plain_move(input)) {
    const auto* move = std::get_if<Move>(&read);
    promise(move != nullptr && move->match == plain->match && move->turn == plain->turn &&
                move->move == plain->move,
            "a plain move is read as by the general reader");
  }
}

}  // namespace fuzz
