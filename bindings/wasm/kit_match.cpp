// What this build of the library has beside rules.h: one match with clocks, for the kit
// (bindings/referee-kit) and for pages (bindings/wasm/page). They start bots and measure; the rules, the
// arithmetic of clocks and the lines of the record are these.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "bindings/wasm/said_text.h"
#include "engines/registry.h"
#include "protocol/json_writer.h"
#include "protocol/sha256.h"
#include "protocol/verdict.h"
#include "referee/match/commitment.h"
#include "referee/match/match_result.h"
#include "referee/match/record_lines.h"
#include "referee/match/replay.h"
#include "referee/net/clock_spec.h"
#include "referee/net/seat_clock.h"

namespace {

using engines::Json;
using protocol::Verdict;
using referee::Microseconds;

/// What the kit says of a seat's turn: a move, or a verdict for which no rule is asked.
struct Measured {
  std::optional<Json> move;
  Verdict verdict = Verdict::ok;
  std::string fault;
  Microseconds spent{0};
  bool silent = false;  ///< not a line has come
};

Measured measured_of(const Json& json) {
  Measured measured;
  measured.spent = Microseconds(json.at("spent_us").get<std::int64_t>());
  measured.silent = json.value("silent", false);
  if (json.contains("verdict")) {
    measured.verdict = protocol::verdict_of(json.at("verdict").get<std::string>()).value();
    measured.fault = json.at("fault").get<std::string>();
  }
  if (json.contains("move")) {
    measured.move = json.at("move");
  }
  return measured;
}

/// An answer of a given turn: what a record has of one for which nobody was asked.
Json given_answer(const Json& answer) {
  Json given = Json::object();
  for (const char* const key :
       {"seat", "verdict", "move", "offered", "offered_cut", "fault", "spent_us", "forfeited"}) {
    if (const auto found = answer.find(key); found != answer.end()) {
      given[key] = *found;
    }
  }
  return given;
}

/// The order for a match that plays `record` on from its turn `turn`: game, options, seed and salt of that
/// record. Throws std::invalid_argument if its seed is secret, and a Difference if it is not a record.
Json order_of(std::string_view record) {
  const referee::Replay replay(record);
  const Json& header = replay.header();
  if (!header.at("seed").is_number_unsigned() || !header.at("salt").is_string()) {
    throw std::invalid_argument("the seed of this match is still secret: it cannot be played on");
  }
  return {{"game", header.at("game")},
          {"options", header.at("options")},
          {"seed", header.at("seed")},
          {"salt", header.at("salt")}};
}

class KitMatch {
 public:
  static constexpr std::size_t kMostListed = 200;  // moves for people

  KitMatch(const engines::Entry& game, const Json& order)
      : seed_{order.at("seed").get<std::uint64_t>(), order.at("salt").get<std::string>()},
        game_(game.make(order.at("options"), seed_)),
        spec_(referee::ClockSpec::read(order.contains("clock") ? order.at("clock") : Json::parse(game.clock),
                                       "clock")),
        clocks_(game_->seats(), referee::SeatClock(spec_)),
        is_out_(game_->seats(), false),
        with_legal_(order.value("legal", false)) {
    spec_.measure = referee::Measure::wall;  // which is all that the kit measures
    engine_ = std::string(game.name) + "/" + std::to_string(game.version);
  }

  Json begun() const {
    Json json = state();
    json.update({{"options", game_->options()},
                 {"setup", game_->setup()},
                 {"clock", spec_.json()},
                 {"engine", engine_},
                 {"commitment", referee::commitment_of(seed_)},
                 {"given", given_},
                 {"past", past_}});
    return json;
  }

  /// Plays the turns of `record` before turn `turn`, for which nobody is asked. Throws std::invalid_argument,
  /// or the Difference of a record that is not true up to there.
  void give(std::string_view record, std::int64_t turn) {
    referee::Replay replay(record);
    past_ = Json::array();
    for (engines::Seat seat = 0; seat < game_->seats(); ++seat) {
      past_.push_back(Json::array());
    }
    while (turn_ < turn) {
      remember_views();
      if (!replay.next_turn()) {
        throw std::invalid_argument("the record has " + std::to_string(turn_) + " turns, got turn " +
                                    std::to_string(turn));
      }
      give_turn(replay);
    }
    if (game_->to_move().empty()) {
      throw std::invalid_argument("the game is over after " + std::to_string(turn_) + " turns");
    }
  }

  /// Plays a turn. `answers`: by mover, in seat order.
  Json play(const Json& answers) {
    const std::vector<engines::Seat> movers = game_->to_move();
    if (answers.size() != movers.size()) {
      throw std::invalid_argument("answers: expected one of each seat to move");
    }
    Json judged = Json::array();
    for (std::size_t i = 0; i < movers.size(); ++i) {
      judged.push_back(judge(movers[i], measured_of(answers[i])));
    }
    std::string events;
    game_->step(events);
    Json json;
    json["line"] = R"({"turn":)" + std::to_string(turn_) + R"(,"answers":)" + protocol::dump(judged) +
                   R"(,"events":)" + events + "}";
    ++turn_;
    json.update(state());
    json["answers"] = std::move(judged);
    return json;
  }

 private:
  double score(engines::Seat seat) const {
    return spec_.kind == referee::ClockKind::score_rate ? game_->scores()[seat] : 0;
  }

  /// What each seat to move sees, for the messages `past`.
  void remember_views() {
    for (const engines::Seat seat : game_->to_move()) {
      past_[seat].push_back({{"turn", turn_}, {"view", game_->view(engines::Observer::seat(seat))}});
    }
  }

  void give_turn(const referee::Replay& replay) {
    Json answers = Json::array();
    for (const Json& answer : replay.line().at("answers")) {
      Json given = given_answer(answer);
      const auto seat = given.at("seat").get<engines::Seat>();
      const auto spent = replay.for_rules(Microseconds(given.at("spent_us").get<std::int64_t>()));
      given["spent_us"] = spent.count();
      if (const auto move = given.find("move"); move != given.end()) {
        (void)game_->submit(seat, *move);
      }
      game_->settle(seat, spent, given.value("forfeited", false));
      answers.push_back(std::move(given));
    }
    std::string events;
    game_->step(events);
    given_.push_back(R"({"turn":)" + std::to_string(turn_) + R"(,"given":true,"answers":)" +
                     protocol::dump(answers) + R"(,"events":)" + events + "}");
    ++turn_;
  }

  /// What comes next: the seats to move with their views and times, or the result.
  Json state() const {
    Json json{{"turn", turn_}, {"seats", game_->seats()}, {"to_move", Json::array()}};
    for (const engines::Seat seat : game_->to_move()) {
      json["to_move"].push_back({{"seat", seat},
                                 {"view", game_->view(engines::Observer::seat(seat))},
                                 {"left_us", clocks_[seat].left(score(seat)).count()},
                                 {"limit_us", clocks_[seat].limit(score(seat)).count()},
                                 {"used_us", clocks_[seat].used().count()},
                                 {"is_out", bool(is_out_[seat])}});
      if (with_legal_) {
        add_legal(json["to_move"].back(), seat);
      }
    }
    if (json["to_move"].empty()) {
      const auto scores = game_->scores();
      const Json result{{"scores", protocol::numbers(scores)},
                        {"rank", referee::ranks_of(scores)},
                        {"outcome", game_->outcome()}};
      json["result"] = result;
      json["closing"] = R"({"status":"done","result":)" + protocol::dump(result) + R"(,"view":)" +
                        protocol::dump(game_->view(engines::Observer::everybody()));
    }
    return json;
  }

  /// "legal": the legal moves, or null if they are too many to list; "any": one of them.
  void add_legal(Json& mover, engines::Seat seat) const {
    const auto legal = game_->legal(seat);
    mover["legal"] = legal && legal->size() <= kMostListed ? Json(*legal) : Json();
    engines::Rng rng(static_cast<std::uint64_t>(turn_));
    mover["any"] = game_->sample(seat, rng);
  }

  /// The entry of the record for an answer, which the rules have then.
  Json judge(engines::Seat seat, Measured measured) {
    referee::SeatClock& clock = clocks_[seat];
    Verdict verdict = measured.verdict;
    rule_on_time(seat, measured, verdict);
    Json entry{{"seat", seat}};
    if (verdict == Verdict::ok) {
      const auto taken = game_->submit(seat, measured.move.value());
      if (const auto* refusal = std::get_if<engines::Refusal>(&taken)) {
        verdict = refusal->kind == engines::Refusal::Kind::illegal ? Verdict::illegal : Verdict::malformed;
        measured.fault = refusal->why;
      } else {
        entry["move"] = Json::parse(std::get<std::string>(taken));
      }
    }
    if (verdict != Verdict::ok) {
      entry["fault"] = measured.fault;
      if (measured.move) {
        entry["offered"] = *measured.move;
      }
    }
    entry["verdict"] = protocol::name_of(verdict);
    entry["spent_us"] = measured.spent.count();
    if (is_out_[seat]) {
      entry["forfeited"] = true;
    }
    clock.charge(measured.spent);
    game_->settle(seat, spec_.for_rules(measured.spent), is_out_[seat]);
    return entry;
  }

  /// A bot that is gone is charged what it had at most; too much time is late, or the end for the seat.
  void rule_on_time(engines::Seat seat, Measured& measured, Verdict& verdict) {
    referee::SeatClock& clock = clocks_[seat];
    if (is_out_[seat]) {
      verdict = Verdict::forfeited;
      measured.fault = "out of the game by its clock";
      measured.spent = Microseconds{0};
      return;
    }
    if (verdict == Verdict::disconnected) {
      measured.spent =
          std::clamp(measured.spent, Microseconds{0}, std::max(Microseconds{0}, clock.limit(score(seat))));
    }
    if (measured.silent) {
      clock.silent(measured.spent);
    } else {
      clock.received();
    }
    const referee::Ruling ruling = clock.rule(measured.spent, score(seat));
    const bool is_silent = clock.silence_left() == Microseconds{0};
    is_out_[seat] = ruling == referee::Ruling::forfeited || is_silent;
    if (is_out_[seat] || (ruling == referee::Ruling::late && verdict == Verdict::ok)) {
      verdict = is_out_[seat] ? Verdict::forfeited : Verdict::late;
      measured.fault = is_silent ? "silent for silence_ms" : "its clock has run out";
    }
  }

  engines::Seed seed_;
  std::unique_ptr<engines::Game> game_;
  referee::ClockSpec spec_;
  std::vector<referee::SeatClock> clocks_;  // by seat
  std::vector<bool> is_out_;                // by seat: forfeited
  bool with_legal_;                         // people choose among legal moves
  std::string engine_;
  std::int64_t turn_ = 0;
  Json given_ = Json::array();  // lines of the given turns
  Json past_ = Json::array();   // by seat: what it saw before each of them; empty without given turns
};

const engines::Entry& game_named(const std::string& name) {
  if (const engines::Entry* entry = engines::find_game(name)) {
    return *entry;
  }
  std::string known;
  for (const engines::Entry& entry : engines::games()) {
    known += (known.empty() ? "" : ", ") + std::string(entry.name);
  }
  throw std::invalid_argument("GAME: got '" + name + "', expected one of " + known);
}

/// The order that is meant: one with "from" takes what makes the game from that record.
Json whole_order(Json order) {
  if (const auto from = order.find("from"); from != order.end()) {
    order.update(order_of(from->at("record").get_ref<const std::string&>()));
  }
  return order;
}

Json begin(std::unique_ptr<KitMatch>& match, const Json& order) {
  match = std::make_unique<KitMatch>(game_named(order.at("game").get<std::string>()), order);
  Json begun{{"game", order.at("game")}, {"seed", order.at("seed")}, {"salt", order.at("salt")}};
  if (const auto from = order.find("from"); from != order.end()) {
    try {
      match->give(from->at("record").get_ref<const std::string&>(), from->at("turn").get<std::int64_t>());
    } catch (const referee::Difference& difference) {
      throw std::invalid_argument("the record cannot be played on: " + difference.text());
    }
  }
  begun.update(match->begun());
  return begun;
}

Json answer(std::unique_ptr<KitMatch>& match, const Json& request) {
  if (request.contains("digest")) {
    return {{"digest", protocol::Sha256::hex_of(request.at("digest").get_ref<const std::string&>())}};
  }
  if (request.contains("begin")) {
    return begin(match, whole_order(request.at("begin")));
  }
  if (!match) {
    throw std::invalid_argument("no match has begun");
  }
  return match->play(request.at("answers"));
}

}  // namespace

extern "C" {

/// Answers a request of the kit, JSON: {"begin":{game,options,seed,salt,clock?}},
/// {"begin":{from:{record,turn}, clock?}}, {"answers":[...]} of the match of this memory, or {"digest":text},
/// which gives its SHA-256. A failure is {"error":why}. NULL if there is no memory.
const char* rules_match(const char* request, std::size_t size) noexcept {
  static std::unique_ptr<KitMatch> match;
  static std::string said;
  return said_text(
      said, [&] { return protocol::dump(answer(match, Json::parse(std::string_view(request, size)))); });
}

}  // extern "C"
