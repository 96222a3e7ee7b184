#include "engines/step/position.h"

#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include "engines/moves_in_parts.h"
#include "protocol/fields.h"

namespace referee {
namespace {

using engines::Json;

/// The answers of the seats to move, in their order. Throws std::invalid_argument, beginning with `where`.
std::vector<Json> answers_in(const Json& json, std::size_t seats, const std::string& where) {
  if (seats == 1) {
    return {json};
  }
  if (!json.is_array() || json.size() != seats) {
    throw std::invalid_argument(where + ": got " + fields::brief(json) + ", expected a list of " +
                                std::to_string(seats) + " answers, one for each seat to move");
  }
  return json.get<std::vector<Json>>();
}

/// The answer of a seat, after the game has taken or refused it.
PlayedAnswer submitted(engines::Game& game, engines::Seat seat, const Json& json) {
  PlayedAnswer answer;
  answer.seat = seat;
  if (json.is_null()) {
    answer.verdict = protocol::Verdict::late;
    answer.fault = "no move";
    return answer;
  }
  auto taken = game.submit(seat, json);
  if (auto* move = std::get_if<std::string>(&taken)) {
    answer.move = std::move(*move);
    return answer;
  }
  auto& refusal = std::get<engines::Refusal>(taken);
  const bool illegal = refusal.kind == engines::Refusal::Kind::illegal;
  answer.verdict = illegal ? protocol::Verdict::illegal : protocol::Verdict::malformed;
  answer.fault = std::move(refusal.why);
  answer.offered = protocol::dump(json);
  return answer;
}

void write_view(const engines::Game& game, engines::Observer observer, protocol::LineWriter& out) {
  std::string view;
  game.write_view(observer, view);
  out.raw(view);
}

/// The answers of the latest turn that were no moves, as far as the observer may know them.
void write_refused(const Position& position, engines::Observer observer, protocol::LineWriter& out) {
  out.key("refused").begin_list();
  for (const PlayedAnswer& answer : position.answers()) {
    const bool known = !position.game().hidden() || observer.sees(answer.seat);
    if (answer.offered && known) {
      out.begin_object().field("fault", answer.fault).field("seat", answer.seat).end_object();
    }
  }
  out.end_list();
}

/// The legal moves of the seats to move, as far as the observer may know them.
void write_all_legal(const engines::Game& game, engines::Observer observer, protocol::LineWriter& out) {
  out.key("legal").begin_list();
  for (const engines::Seat seat : game.to_move()) {
    if (!game.hidden() || observer.sees(seat)) {
      write_legal(game, seat, out.begin_object());
      out.end_object();
    }
  }
  out.end_list();
}

}  // namespace

Position::Position(const Position& other)
    : game_(other.game_->clone()), turns_(other.turns_), answers_(other.answers_), events_(other.events_) {}

void Position::play(const Json& answers, const std::string& where) {
  const std::vector<engines::Seat> movers = game_->to_move();
  if (movers.empty()) {
    throw std::invalid_argument(where + ": got " + fields::brief(answers) +
                                ", expected the end: the game is over");
  }
  const std::vector<Json> by_mover = answers_in(answers, movers.size(), where);
  answers_.clear();
  for (std::size_t i = 0; i < movers.size(); ++i) {
    answers_.push_back(submitted(*game_, movers[i], by_mover[i]));
    game_->settle(movers[i], {}, false);
  }
  events_.clear();
  game_->step(events_);
  ++turns_;
}

std::optional<engines::Refusal> Position::refusal_of(engines::Seat seat, const Json& move) const {
  auto taken = game_->clone()->submit(seat, move);
  auto* refusal = std::get_if<engines::Refusal>(&taken);
  return refusal != nullptr ? std::optional(std::move(*refusal)) : std::nullopt;
}

Json Position::sample(std::uint64_t seed) const {
  engines::Rng rng(seed);
  Json moves = Json::array();
  for (const engines::Seat seat : game_->to_move()) {
    moves.push_back(game_->sample(seat, rng));
  }
  if (moves.empty()) {
    return {};
  }
  return moves.size() == 1 ? Json(moves.front()) : moves;
}

void write_legal(const engines::Game& game, engines::Seat seat, protocol::LineWriter& out) {
  out.field("seat", seat);
  if (const auto* in_parts = dynamic_cast<const engines::MovesInParts*>(&game)) {
    out.json("parts", Json(in_parts->legal_parts(seat)));
    return;
  }
  const auto moves = game.legal(seat);
  out.json("moves", moves ? Json(*moves) : Json());
}

void write_position(const Position& position, engines::Observer observer, const PositionParts& parts,
                    protocol::LineWriter& out) {
  const engines::Game& game = position.game();
  const bool over = position.over();
  const bool tells_all = over || !game.hidden() || observer == engines::Observer::everybody();
  out.field("turn", position.turns()).key("to_move").begin_list();
  for (const engines::Seat seat : game.to_move()) {
    out.value(seat);
  }
  out.end_list();
  if (parts.setup) {
    out.json("setup", game.setup());
  }
  if (parts.view) {
    write_view(game, observer, out.key("view"));
  }
  if (parts.views) {
    out.key("views").begin_list();
    for (engines::Seat seat = 0; seat < game.seats(); ++seat) {
      write_view(game, engines::Observer::seat(seat), out);
    }
    out.end_list();
  }
  out.raw("events", position.events());
  write_refused(position, observer, out);
  out.field("over", over)
      .json("scores", tells_all ? protocol::numbers(game.scores()) : Json())
      .json("outcome", over ? game.outcome() : Json());
  if (parts.legal) {
    write_all_legal(game, observer, out);
  }
}

}  // namespace referee
