#include "bindings/c/rules.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/limits.h"
#include "protocol/parse.h"
#include "protocol/server.h"
#include "referee/match/replay.h"
#include "referee/match/verified_json.h"
#include "step/position.h"
#include "step/step_requests.h"

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
  explicit rules_game(referee::Position start) : position(std::move(start)) {}

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
    return std::make_unique<rules_game>(referee::Position(entry.make(wanted, seed_of(seed, salt)))).release();
  });
}

rules_game* rules_clone(const rules_game* game) {
  return guarded<rules_game*>(nullptr, [&] {
    return std::make_unique<rules_game>(referee::Position(given(game, kGame).position)).release();
  });
}

void rules_free(rules_game* game) { delete game; }

int rules_apply(rules_game* game, const char* answers, std::size_t size) {
  return guarded(-1, [&] {
    referee::Position& position = given(game, kGame).position;
    position.play(json_in({&given(answers, "answers"), size}, "answers"), "answers");
    return static_cast<int>(std::ranges::count_if(
        position.answers(), [](const referee::PlayedAnswer& answer) { return answer.offered.has_value(); }));
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
