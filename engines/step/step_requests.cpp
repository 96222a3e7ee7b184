#include "engines/step/step_requests.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engines/registry.h"
#include "protocol/fields.h"
#include "protocol/limits.h"
#include "protocol/parse.h"

namespace referee {
namespace {

using engines::Json;

constexpr std::size_t kMaxSalt = 32;
constexpr fields::Range kPositionNumbers{0, std::numeric_limits<std::int64_t>::max()};

/// A move whose legality is asked for.
struct Question {
  std::optional<engines::Seat> seat;  ///< nothing: the only seat to move
  const Json* move = nullptr;
};

/// A request as it was written.
struct Request {
  std::optional<std::int64_t> position;
  const engines::Entry* game = nullptr;
  Json options = Json::object();
  engines::Seed seed;
  std::vector<Json> turns;
  std::optional<engines::Seat> seat;
  PositionParts parts;
  std::vector<Question> check;
  bool checks = false;
  std::optional<std::uint64_t> sample;
  bool forget = false;
};

std::vector<std::string_view> game_names() {
  std::vector<std::string_view> names;
  for (const engines::Entry& entry : engines::games()) {
    names.push_back(entry.name);
  }
  return names;
}

std::optional<engines::Seat> seat_in(fields::Object& in) {
  if (in.find("seat") == nullptr) {
    return std::nullopt;
  }
  return static_cast<engines::Seat>(in.integer("seat", {0, 1'000'000}));
}

/// A list, empty if it is not there.
const Json& list_in(fields::Object& in, std::string_view key) {
  static const Json kNone = Json::array();
  const Json* list = in.find(key);
  if (list != nullptr && !list->is_array()) {
    in.fail(key, *list, "a list");
  }
  return list != nullptr && list->is_array() ? *list : kNone;
}

void read_check(fields::Object& in, Request& request) {
  request.checks = in.find("check") != nullptr;
  std::size_t index = 0;
  for (const Json& entry : list_in(in, "check")) {
    fields::Object question(entry, "check[" + std::to_string(index++) + "]");
    Question asked;
    asked.seat = seat_in(question);
    asked.move = question.value("move");
    question.refuse_unknown();
    in.inherit(question.error());
    request.check.push_back(asked);
  }
}

void read_start(fields::Object& in, Request& request) {
  const auto names = game_names();
  const bool named = in.find("game") != nullptr;
  const std::size_t game = in.choice_or("game", names, 0);
  const Json* const position = in.find("position");
  if (named == (position != nullptr)) {
    if (named) {
      in.fail("position", *position, "nothing: a request has either a game or a position");
    } else {
      in.fail_missing("game", "a game, or a position");
    }
    in.require();
  }
  if (position != nullptr) {
    request.position = in.integer("position", kPositionNumbers);
    request.forget = in.boolean_or("forget", false);
    return;
  }
  request.game = &engines::games()[game].get();
  if (const Json* const options = in.find("options")) {
    request.options = *options;
    if (!options->is_object()) {
      in.fail("options", *options, "an object");
    }
  }
  request.seed.number = static_cast<std::uint64_t>(
      in.integer_or("seed", {0, static_cast<std::int64_t>(protocol::kMaxSeed)}, 0));
  request.seed.salt = in.text_or("salt", kMaxSalt, "");
}

Request read_request(const Json& json) {
  Request request;
  fields::Object in(json, "");
  in.require();
  read_start(in, request);
  for (const Json& turn : list_in(in, "turns")) {
    request.turns.push_back(turn);
  }
  request.seat = seat_in(in);
  request.parts.setup = in.boolean_or("setup", request.game != nullptr);
  request.parts.view = in.boolean_or("view", true);
  request.parts.views = in.boolean_or("views", false);
  request.parts.legal = in.boolean_or("legal", false);
  read_check(in, request);
  if (in.find("sample") != nullptr) {
    request.sample =
        static_cast<std::uint64_t>(in.integer("sample", {0, std::numeric_limits<std::int64_t>::max()}));
  }
  in.find("id");  // given back whatever it is
  in.refuse_unknown();
  in.require();
  return request;
}

engines::Observer observer_in(const Request& request, const engines::Game& game) {
  if (!request.seat) {
    return engines::Observer::everybody();
  }
  if (*request.seat >= game.seats()) {
    throw std::invalid_argument("seat: got " + std::to_string(*request.seat) + ", expected 0 to " +
                                std::to_string(game.seats() - 1));
  }
  return engines::Observer::seat(*request.seat);
}

/// Throws std::invalid_argument unless the seat of a question is to move.
engines::Seat seat_of(const Question& question, const Position& position, std::size_t index) {
  const auto movers = position.game().to_move();
  const std::string where = "check[" + std::to_string(index) + "].seat: got ";
  if (movers.empty()) {
    throw std::invalid_argument("check: got a move, expected none: the game is over");
  }
  if (!question.seat && movers.size() > 1) {
    throw std::invalid_argument(where + "nothing, expected a seat: several are to move");
  }
  const engines::Seat seat = question.seat.value_or(movers.front());
  if (std::ranges::find(movers, seat) == movers.end()) {
    throw std::invalid_argument(where + std::to_string(seat) + ", expected a seat to move");
  }
  return seat;
}

void write_checks(const Request& request, const Position& position, protocol::LineWriter& out) {
  out.key("checked").begin_list();
  for (std::size_t i = 0; i < request.check.size(); ++i) {
    const Question& question = request.check[i];
    const auto refusal = position.refusal_of(seat_of(question, position, i), *question.move);
    out.begin_object().field("legal", !refusal.has_value());
    if (refusal) {
      const bool illegal = refusal->kind == engines::Refusal::Kind::illegal;
      out.field("verdict", illegal ? "illegal" : "malformed").field("why", refusal->why);
    }
    out.end_object();
  }
  out.end_list();
}

/// Everything behind the number of the position.
void write_answer(const Request& request, const Position& position, protocol::LineWriter& out) {
  write_position(position, observer_in(request, position.game()), request.parts, out);
  if (request.checks) {
    write_checks(request, position, out);
  }
  if (request.sample) {
    out.json("sample", position.sample(*request.sample));
  }
}

/// The answer to a request with a mistake.
std::string mistake(const Json& id, std::string_view what) {
  return protocol::LineWriter().json("id", id).field("error", what).take();
}

}  // namespace

std::string StepRequests::answer(std::string_view line) {
  auto parsed = protocol::parse_line(line);
  if (const auto* unreadable = std::get_if<protocol::Unreadable>(&parsed)) {
    return mistake(nullptr, unreadable->why);
  }
  const Json& request = std::get<Json>(parsed);
  if (!request.is_object()) {
    return mistake(nullptr, "got " + fields::brief(request) + ", expected an object");
  }
  try {
    return answer_to(request);
  } catch (const fields::Exception& wrong) {
    return mistake(request.value("id", Json()), wrong.what());
  } catch (const std::invalid_argument& wrong) {
    return mistake(request.value("id", Json()), wrong.what());
  }
}

std::string StepRequests::answer_to(const Json& json) {
  Request request = read_request(json);
  protocol::LineWriter out;
  out.json("id", json.value("id", Json()));
  std::optional<Position> made;
  if (request.game != nullptr) {
    made.emplace(make_game_(*request.game, request.options, request.seed));
  } else if (!request.turns.empty()) {
    made = positions_.at(*request.position);
  }
  for (std::size_t i = 0; i < request.turns.size(); ++i) {
    made->play(request.turns[i], "turns[" + std::to_string(i) + "]");
  }
  // All is written before anything is kept or forgotten: a mistake that shows on the way changes nothing.
  if (made) {
    out.field("position", positions_.next());
  } else {
    out.json("position", request.forget ? Json() : Json(*request.position));
  }
  write_answer(request, made ? *made : positions_.at(*request.position), out);
  if (request.forget) {
    positions_.forget(*request.position);
  }
  if (made) {
    positions_.keep(std::move(*made));
  }
  return out.take();
}

std::string StepRequests::answer_to_oversize() {
  return mistake(nullptr, "a request of more than " + std::to_string(kMaxRequest) +
                              " bytes: play longer games in several requests, by \"position\"");
}

}  // namespace referee
