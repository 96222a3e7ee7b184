#include "bindings/c/rules.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/moves_in_parts.h"
#include "engines/registry.h"
#include "engines/step/position.h"
#include "engines/step/step_requests.h"
#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/limits.h"
#include "protocol/parse.h"
#include "protocol/server.h"
#include "referee/record/replay.h"
#include "referee/record/verified_json.h"

namespace {

using engines::Json;

std::unique_ptr<engines::Game> made(const engines::Entry& game, const Json& options,
                                    const engines::Seed& seed) {
  return game.make(options, seed);
}

}  // namespace

struct rules_session {
  explicit rules_session(std::size_t positions) : requests(positions, made) {}

  referee::StepRequests requests;
  std::string said;  // what the last call returned
};

struct rules_game {
  rules_game(const engines::Entry& rules, referee::Position start)
      : entry(&rules), position(std::move(start)) {}

  const engines::Entry* entry;
  referee::Position position;
  std::string said;  // what the last call returned
};

namespace {

/// Why a call has failed. It has its room already, because a call may have failed for want of memory.
class FailureText {
 public:
  void set(std::string_view why) noexcept {
    const std::size_t size = std::min(why.size(), text_.size() - 1);
    std::memcpy(text_.data(), why.data(), size);
    text_[size] = '\0';
  }
  const char* text() const { return text_.data(); }

 private:
  std::array<char, 2048> text_{};
};

thread_local FailureText failure;

/// What `call` returns; `failed` after an exception, which becomes the text of rules_error().
template <class Result, class Call>
Result guarded(Result failed, const Call& call) noexcept {
  try {
    return call();
  } catch (const std::exception& wrong) {
    failure.set(wrong.what());
  } catch (...) {
    failure.set("an unknown failure");
  }
  return failed;
}

/// Throws std::invalid_argument if there is none.
template <class Handle>
Handle& given(Handle* handle, const char* expected) {
  if (handle == nullptr) {
    throw std::invalid_argument(std::string("got NULL, expected ") + expected);
  }
  return *handle;
}

constexpr const char* kGame = "a game";
constexpr const char* kSession = "a session";

/// Throws std::invalid_argument, beginning with `where`, if the text is no JSON.
Json json_in(std::string_view text, const char* where) {
  auto parsed = protocol::parse_line(text);
  if (const auto* unreadable = std::get_if<protocol::Unreadable>(&parsed)) {
    throw std::invalid_argument(std::string(where) + ": " + unreadable->why);
  }
  return std::get<Json>(std::move(parsed));
}

const engines::Entry& game_named(const char* name) {
  const std::string_view wanted = &given(name, "the name of a game");
  std::string known;
  for (const engines::Entry& entry : engines::games()) {
    if (entry.name == wanted) {
      return entry;
    }
    known += (known.empty() ? "" : ", ") + std::string(entry.name);
  }
  throw std::invalid_argument("game: got " + fields::brief(Json(wanted)) + ", expected one of " + known);
}

engines::Seed seed_of(std::uint64_t number, const char* salt) {
  if (number > protocol::kMaxSeed) {
    throw std::invalid_argument("seed: got " + std::to_string(number) + ", expected 0 to " +
                                std::to_string(protocol::kMaxSeed));
  }
  return {number, salt == nullptr ? "" : salt};
}

engines::Observer observer_of(const engines::Game& game, int seat) {
  if (seat == RULES_EVERYBODY) {
    return engines::Observer::everybody();
  }
  if (seat < 0 || std::cmp_greater_equal(seat, game.seats())) {
    throw std::invalid_argument("seat: got " + std::to_string(seat) + ", expected -1 to " +
                                std::to_string(game.seats() - 1));
  }
  return engines::Observer::seat(static_cast<engines::Seat>(seat));
}

engines::Seat mover_of(const engines::Game& game, int seat) {
  const auto movers = game.to_move();
  if (seat < 0 || std::ranges::find(movers, static_cast<engines::Seat>(seat)) == movers.end()) {
    throw std::invalid_argument("seat: got " + std::to_string(seat) + ", expected a seat to move");
  }
  return static_cast<engines::Seat>(seat);
}

int refused_in(const referee::Position& position) {
  return static_cast<int>(std::ranges::count_if(
      position.answers(), [](const referee::PlayedAnswer& answer) { return answer.offered.has_value(); }));
}

/// Whether a seat may play `move`; true where the rules do not list moves.
class LegalMoves {
 public:
  LegalMoves(const engines::Game& game, engines::Seat seat) {
    if (const auto* in_parts = dynamic_cast<const engines::MovesInParts*>(&game)) {
      parts_ = in_parts->legal_parts(seat);
    } else {
      whole_ = game.legal(seat);
    }
  }

  bool has(const Json& move) const {
    if (!parts_) {
      return !whole_ || is_in(move, *whole_);
    }
    return move.is_array() && std::ranges::equal(move, *parts_, is_in);
  }

 private:
  static bool is_in(const Json& move, const std::vector<Json>& list) {
    return std::ranges::find(list, move) != list.end();
  }

  std::optional<std::vector<std::vector<Json>>> parts_;
  std::optional<std::vector<Json>> whole_;
};

/// rules_play(): the moves are read once for all games.
class TurnOfMany {
 public:
  /// Throws std::invalid_argument if an array is missing, or the moves are no list.
  explicit TurnOfMany(const rules_turn& turn);
  /// Plays game `i`, and writes what it gives. Returns how many answers were refused.
  int play(std::size_t i) const;

 private:
  Json answer(std::size_t i, const std::vector<engines::Seat>& movers) const;
  const Json& move_of(std::size_t i, engines::Seat seat) const;
  std::size_t place(std::size_t i, engines::Seat seat) const {
    return i * turn_.width + (turn_.width == 1 ? 0 : seat);
  }
  void write_masks(std::size_t i, const engines::Game& game, const std::vector<engines::Seat>& movers) const;

  const rules_turn& turn_;
  std::vector<Json> moves_;
  const engines::Entry* entry_ = nullptr;
  std::size_t seats_ = 0;
};

TurnOfMany::TurnOfMany(const rules_turn& turn) : turn_(turn) {
  const Json moves = json_in({&given(turn.moves, "moves"), turn.moves_size}, "moves");
  if (!moves.is_array()) {
    throw std::invalid_argument("moves: got " + fields::brief(moves) + ", expected a list");
  }
  moves_ = moves.get<std::vector<Json>>();
  if (turn.count == 0) {
    return;
  }
  const rules_game& first = given(*&given(turn.games, "games"), kGame);
  given(turn.actions, "actions");
  given(turn.movers, "movers");
  given(turn.rewards, "rewards");
  entry_ = first.entry;
  seats_ = first.position.game().seats();
  if (turn.width != 1 && turn.width != seats_) {
    throw std::invalid_argument("width: got " + std::to_string(turn.width) + ", expected 1 or " +
                                std::to_string(seats_) + ", the number of seats");
  }
}

int TurnOfMany::play(std::size_t i) const {
  rules_game& game = given(turn_.games[i], kGame);
  const engines::Game& rules = game.position.game();
  if (game.entry != entry_ || rules.seats() != seats_) {
    throw std::invalid_argument("games: got " + std::string(game.entry->name) + " of " +
                                std::to_string(rules.seats()) + " seats at number " + std::to_string(i) +
                                ", expected that of number 0");
  }
  double* const rewards = turn_.rewards + i * seats_;
  int refused = 0;
  if (const auto movers = rules.to_move(); movers.empty()) {
    game.position = referee::Position(
        entry_->make(rules.options(), seed_of(turn_.seeds == nullptr ? 0 : turn_.seeds[i], nullptr)));
    std::fill_n(rewards, seats_, 0.0);
  } else {
    const auto before = rules.scores();
    game.position.play(answer(i, movers), "actions");
    std::ranges::transform(rules.scores(), before, rewards, std::minus<>());
    refused = refused_in(game.position);
  }
  const engines::Game& now = game.position.game();
  const auto movers = now.to_move();
  turn_.movers[i] = movers.empty() ? -1 : static_cast<std::int32_t>(movers.front());
  if (turn_.masks != nullptr) {
    write_masks(i, now, movers);
  }
  return refused;
}

/// The answers of the seats to move, as Position::play() takes them.
Json TurnOfMany::answer(std::size_t i, const std::vector<engines::Seat>& movers) const {
  if (movers.size() == 1) {
    return move_of(i, movers.front());
  }
  if (turn_.width != seats_) {
    throw std::invalid_argument("width: got 1, expected " + std::to_string(seats_) + ": " +
                                std::to_string(movers.size()) + " seats are to move at once");
  }
  Json all = Json::array();
  for (const engines::Seat seat : movers) {
    all.push_back(move_of(i, seat));
  }
  return all;
}

const Json& TurnOfMany::move_of(std::size_t i, engines::Seat seat) const {
  static const Json kNone;
  const std::int32_t action = turn_.actions[place(i, seat)];
  return action >= 0 && std::cmp_less(action, moves_.size()) ? moves_[static_cast<std::size_t>(action)]
                                                             : kNone;
}

void TurnOfMany::write_masks(std::size_t i, const engines::Game& game,
                             const std::vector<engines::Seat>& movers) const {
  std::fill_n(turn_.masks + i * turn_.width * moves_.size(), turn_.width * moves_.size(), 0);
  for (const engines::Seat seat : movers) {
    const LegalMoves legal(game, seat);
    std::ranges::transform(moves_, turn_.masks + place(i, seat) * moves_.size(),
                           [&](const Json& move) { return legal.has(move) ? 1 : 0; });
  }
}

}  // namespace

// The name of the server ends with the version.
const char* rules_version(void) { return protocol::kServer.substr(protocol::kServer.find(' ') + 1).data(); }

const char* rules_error(void) { return failure.text(); }

rules_session* rules_open(std::size_t positions) {
  return guarded<rules_session*>(nullptr, [&] {
    if (positions == 0) {
      throw std::invalid_argument("positions: got 0, expected at least 1");
    }
    return std::make_unique<rules_session>(positions).release();
  });
}

const char* rules_answer(rules_session* session, const char* line, std::size_t size) {
  return guarded<const char*>(nullptr, [&] {
    rules_session& asked = given(session, kSession);
    asked.said = size > referee::StepRequests::kMaxRequest
                     ? referee::StepRequests::answer_to_oversize()
                     : asked.requests.answer({&given(line, "a line"), size});
    return asked.said.c_str();
  });
}

const char* rules_verify(rules_session* session, const char* record, std::size_t size) {
  return guarded<const char*>(nullptr, [&] {
    rules_session& asked = given(session, kSession);
    asked.said = protocol::dump(referee::json_of(referee::verify_record({&given(record, "a record"), size})));
    return asked.said.c_str();
  });
}

void rules_close(rules_session* session) { delete session; }

rules_game* rules_make(const char* game, const char* options, std::uint64_t seed, const char* salt) {
  return guarded<rules_game*>(nullptr, [&] {
    const engines::Entry& entry = game_named(game);
    const Json wanted = options == nullptr ? Json::object() : json_in(options, "options");
    if (!wanted.is_object()) {
      throw std::invalid_argument("options: got " + fields::brief(wanted) + ", expected an object");
    }
    return std::make_unique<rules_game>(entry, referee::Position(entry.make(wanted, seed_of(seed, salt))))
        .release();
  });
}

rules_game* rules_clone(const rules_game* game) {
  return guarded<rules_game*>(nullptr, [&] {
    const rules_game& original = given(game, kGame);
    return std::make_unique<rules_game>(*original.entry, referee::Position(original.position)).release();
  });
}

void rules_free(rules_game* game) { delete game; }

int rules_apply(rules_game* game, const char* answers, std::size_t size) {
  return guarded(-1, [&] {
    referee::Position& position = given(game, kGame).position;
    position.play(json_in({&given(answers, "answers"), size}, "answers"), "answers");
    return refused_in(position);
  });
}

int rules_play(const rules_turn* turn) {
  return guarded(-1, [&] {
    const TurnOfMany turns(given(turn, "a turn"));
    int refused = 0;
    for (std::size_t i = 0; i < turn->count; ++i) {
      refused += turns.play(i);
    }
    return refused;
  });
}

std::size_t rules_to_move(const rules_game* game, std::size_t* seats, std::size_t most) {
  return guarded(std::size_t{0}, [&] {
    const auto movers = given(game, kGame).position.game().to_move();
    std::copy_n(movers.begin(), std::min(seats == nullptr ? 0 : most, movers.size()), seats);
    return movers.size();
  });
}

const char* rules_legal(rules_game* game, int seat) {
  return guarded<const char*>(nullptr, [&] {
    const engines::Game& rules = given(game, kGame).position.game();
    protocol::LineWriter out;
    referee::write_legal(rules, mover_of(rules, seat), out);
    game->said = out.take();
    return game->said.c_str();
  });
}

const char* rules_view(rules_game* game, int seat) {
  return guarded<const char*>(nullptr, [&] {
    const engines::Game& rules = given(game, kGame).position.game();
    const engines::Observer observer = observer_of(rules, seat);
    game->said.clear();
    rules.write_view(observer, game->said);
    return game->said.c_str();
  });
}

std::size_t rules_scores(const rules_game* game, double* scores, std::size_t most) {
  return guarded(std::size_t{0}, [&] {
    const auto all = given(game, kGame).position.game().scores();
    std::copy_n(all.begin(), std::min(scores == nullptr ? 0 : most, all.size()), scores);
    return all.size();
  });
}

const char* rules_tell(rules_game* game, int seat) {
  return guarded<const char*>(nullptr, [&] {
    const referee::Position& position = given(game, kGame).position;
    const engines::Observer observer = observer_of(position.game(), seat);
    protocol::LineWriter out;
    referee::write_position(position, observer, {.setup = true, .view = false}, out);
    game->said = out.take();
    return game->said.c_str();
  });
}
