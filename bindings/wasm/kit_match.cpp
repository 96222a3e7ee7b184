// What this build of the library has beside rules.h: one match with clocks, for the kit
// (bindings/referee-kit) and for pages (bindings/wasm/page). They start bots and measure; messages, verdicts,
// the arithmetic of clocks and the record are those of referee/match/.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "bindings/wasm/said_text.h"
#include "engines/registry.h"
#include "protocol/greeting.h"
#include "protocol/json_writer.h"
#include "protocol/verdict.h"
#include "referee/base/kernel_time.h"
#include "referee/clocks/clock_spec.h"
#include "referee/record/match_messages.h"
#include "referee/record/match_spec.h"
#include "referee/record/record.h"
#include "referee/record/recorded_position.h"
#include "referee/record/seat_turns.h"
#include "referee/record/turn_judge.h"

namespace {

using engines::Json;
using protocol::Verdict;
using referee::Microseconds;
using referee::TimePoint;

TimePoint time_of(const Json& request) {
  return TimePoint(Microseconds(request.at("at_us").get<std::int64_t>()));
}

std::int64_t microseconds_of(TimePoint time) {
  return std::chrono::ceil<Microseconds>(time.time_since_epoch()).count();
}

/// A match of bots that the host has. Times are the host's own, in microseconds.
class KitMatch {
 public:
  static constexpr std::size_t kMostListed = 200;  // moves for people

  KitMatch(referee::MatchSpec spec, bool with_legal)
      : spec_(std::move(spec)),
        game_(spec_.game->make(spec_.options, spec_.seed)),
        with_legal_(with_legal),
        past_(game_->seats()) {
    spec_.clock.measure = referee::Measure::wall;  // which is all that the host measures
    for (std::size_t seat = 0; seat < game_->seats(); ++seat) {
      seats_.emplace_back(seat, spec_.clock, referee::Measure::wall, game_);
    }
  }

  Json begun() const {
    return {{"game", spec_.game->name},
            {"seats", game_->seats()},
            {"options", game_->options()},
            {"clock", spec_.clock.json()}};
  }

  /// The players are known, and which of them have not come.
  Json open(const Json& order);
  /// Opens the turn of the seats to move.
  Json ask(TimePoint now);
  /// A seat has been sent its turn: its time runs.
  Json sent(engines::Seat seat, TimePoint now);
  /// A line of a bot.
  Json line(const Json& said);
  /// Nothing has come from a seat until now.
  Json silence(engines::Seat seat, TimePoint now);
  /// A bot has ended, or its connection.
  Json gone(engines::Seat seat, const std::string& why, TimePoint now);
  /// Plays the turn. REQUIRES: nobody is waited for.
  Json step();

 private:
  void open_record();
  void play_given();
  Json no_show();
  Json told_since(std::size_t recorded) const;
  Json state() const;
  Json result_json() const;
  void add_legal(Json& mover, engines::Seat seat) const;
  Json decided(engines::Seat seat, const referee::TurnVerdict& decision);
  Json fault_of(engines::Seat seat, Verdict verdict, const std::string& fault) const;
  Json finish();
  referee::SeatTurns& waiting_seat(engines::Seat seat);
  void note_fault(engines::Seat seat, const referee::TurnVerdict& decision);

  referee::MatchSpec spec_;
  std::unique_ptr<engines::Game> game_;
  bool with_legal_;                       // people choose among legal moves
  std::deque<referee::SeatTurns> seats_;  // a deque: they stay where they are
  std::vector<std::string> names_;
  std::vector<std::optional<std::string>> absent_;  // by seat: why; nothing: it has come
  std::vector<Json> past_;                          // by seat: messages for a bot that wants the given turns
  std::vector<Json> first_fault_;                   // by seat; null: none
  std::optional<referee::Record> record_;
  referee::MatchResult result_;
  std::int64_t turn_ = 0;
};

// ---- the start ----

Json KitMatch::open(const Json& order) {
  spec_.id = order.at("match").get<std::string>();
  spec_.keep_seed_secret = order.value("keep_seed_secret", false);
  names_ = order.at("players").get<std::vector<std::string>>();
  if (names_.size() != game_->seats()) {
    throw std::invalid_argument("players: expected one for each seat");
  }
  first_fault_.resize(names_.size());
  for (const Json& why : order.at("absent")) {
    absent_.push_back(why.is_null() ? std::nullopt : std::optional(why.get<std::string>()));
  }
  open_record();
  play_given();
  const auto missing = static_cast<std::size_t>(
      std::ranges::count_if(absent_, [](const auto& why) { return why.has_value(); }));
  if (names_.size() - missing < std::min<std::size_t>(2, names_.size())) {
    return no_show();
  }
  Json json = told_since(0);
  json["say"] = Json::array();
  for (std::size_t seat = 0; seat < names_.size(); ++seat) {
    json["say"].push_back(
        {{"start", Json::parse(start_line(spec_, *game_, names_, seat, referee::Measure::wall, turn_))},
         {"past", past_[seat]}});
  }
  return json;
}

void KitMatch::open_record() {
  const std::size_t seats = names_.size();
  referee::Record::Header header{spec_,
                                 game_->options(),
                                 names_,
                                 std::vector(seats, referee::Measure::wall),
                                 std::vector(seats, referee::StampSource::read),
                                 std::vector<std::string>(seats, "none"),
                                 std::vector<std::string>(seats),
                                 referee::kernel_utc(),
                                 std::vector(seats, true)};
  record_.emplace(header);
}

/// Plays the given turns, and keeps what each seat saw before them.
void KitMatch::play_given() {
  for (std::size_t seat = 0; seat < names_.size(); ++seat) {
    past_[seat] = Json::array();
  }
  std::string events;
  for (const referee::GivenTurns::Turn& turn : spec_.given.turns) {
    for (const engines::Seat seat : game_->to_move()) {
      std::string view;
      game_->write_view(engines::Observer::seat(seat), view);
      past_[seat].push_back(Json::parse(protocol::past_line(spec_.id, turn_, view)));
    }
    events.clear();
    referee::play_given(turn, turn_, *game_, events);
    record_->turn(turn_++, turn, events, referee::Record::TurnKind::given);
  }
  if (turn_ > 0) {
    referee::refuse_ended(*game_, spec_.given.turns.size());
  }
}

Json KitMatch::no_show() {
  note_no_show(result_, absent_);
  record_->no_show(result_, referee::kernel_utc());
  Json json = told_since(0);
  json["result"] = result_json();
  return json;
}

// ---- a turn ----

Json KitMatch::ask(TimePoint now) {
  Json asked = Json::array();
  for (const engines::Seat seat : game_->to_move()) {
    referee::SeatTurns& turns = seats_[seat];
    turns.open(turn_, {now});
    if (absent_[seat]) {
      (void)decided(seat, referee::SeatTurns::absent(*absent_[seat]));
      continue;
    }
    std::string view;
    game_->write_view(engines::Observer::seat(seat), view);
    const Microseconds left = turns.clock().left(turns.score());
    asked.push_back({{"seat", seat}, {"say", Json::parse(turns.turn_line(spec_.id, view, left))}});
  }
  return {{"asked", asked}};
}

Json KitMatch::sent(engines::Seat seat, TimePoint now) {
  referee::SeatTurns& turns = waiting_seat(seat);
  turns.start_clock(now);
  return {{"until_us", microseconds_of(turns.turn().next_check())}};
}

referee::SeatTurns& KitMatch::waiting_seat(engines::Seat seat) {
  if (seat >= seats_.size() || !seats_[seat].waiting()) {
    throw std::invalid_argument("no answer of this seat is waited for");
  }
  return seats_[seat];
}

Json KitMatch::line(const Json& said) {
  const auto seat = said.at("seat").get<engines::Seat>();
  referee::SeatTurns& turns = waiting_seat(seat);
  const auto text = said.value("text", std::string());
  referee::Arrival arrival;
  arrival.at = arrival.earliest = time_of(said);
  const auto read = read_answer({text, said.value("oversize", false), arrival}, turns.latest(spec_.id));
  if (const auto* none = std::get_if<referee::NoAnswer>(&read)) {
    if (none->earlier_turn) {
      turns.clock().received();
    }
    return {{"decided", false}, {"say", Json::parse(none->reply)}};
  }
  turns.clock().received();
  return decided(seat, turns.answered(turns.turn().charge(arrival, Microseconds{0}),
                                      std::get<referee::TurnAnswer>(read), text));
}

Json KitMatch::silence(engines::Seat seat, TimePoint now) {
  referee::SeatTurns& turns = waiting_seat(seat);
  const auto silence = turns.turn().silence(now, Microseconds{0});
  if (silence.ruling != referee::Ruling::in_time && !turns.waits_on(silence, true)) {
    return decided(seat, turns.silent(silence, true, turns.silence_text(silence)));
  }
  Json json{{"decided", false}};
  if (silence.ruling != referee::Ruling::in_time) {
    turns.turn().wait_on(now, Microseconds{0});
    json["say"] = fault_of(seat, Verdict::late, turns.silence_text(silence));
  }
  json["until_us"] = microseconds_of(turns.turn().next_check());
  return json;
}

Json KitMatch::gone(engines::Seat seat, const std::string& why, TimePoint now) {
  return decided(seat,
                 waiting_seat(seat).cut_off({Verdict::disconnected, why, {}, false}, now, Microseconds{0}));
}

Json KitMatch::decided(engines::Seat seat, const referee::TurnVerdict& decision) {
  referee::SeatTurns& turns = seats_[seat];
  turns.decide(decision);
  note_fault(seat, decision);
  Json json{{"decided", true}};
  if (decision.verdict != Verdict::ok && !(turns.turn().told_late() && decision.verdict == Verdict::late)) {
    json["say"] = fault_of(seat, decision.verdict, decision.fault);
  }
  return json;
}

void KitMatch::note_fault(engines::Seat seat, const referee::TurnVerdict& decision) {
  if (decision.verdict != Verdict::ok && first_fault_[seat].is_null()) {
    first_fault_[seat] = {{"verdict", name_of(decision.verdict)}, {"turn", turn_}, {"fault", decision.fault}};
  }
}

Json KitMatch::fault_of(engines::Seat seat, Verdict verdict, const std::string& fault) const {
  return Json::parse(referee::fault_line(spec_.id, seats_[seat].turn().number(), verdict, fault));
}

Json KitMatch::step() {
  const std::vector<engines::Seat> movers = game_->to_move();
  std::vector<referee::SeatAnswer> answers;
  for (const engines::Seat seat : movers) {
    if (seats_[seat].waiting() || !seats_[seat].has_turn()) {
      throw std::invalid_argument("an answer of seat " + std::to_string(seat) + " is waited for");
    }
  }
  std::string events;
  game_->step(events);
  for (const engines::Seat seat : movers) {
    answers.push_back(seats_[seat].take_answer());
  }
  const std::size_t recorded = record_->text().size();
  record_->turn(turn_++, answers, events);
  return game_->to_move().empty() ? finish() : told_since(recorded);
}

Json KitMatch::finish() {
  const std::size_t recorded = record_->text().rfind('\n', record_->text().size() - 2) + 1;
  referee::finish(*game_, result_, *record_, referee::kernel_utc());
  Json json = told_since(recorded);
  json["result"] = result_json();
  json["say"] = Json::array();
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    const referee::SeatAccount& account = seats_[seat].account();
    json["say"].push_back(
        Json::parse(end_line(spec_, result_, seat, {account.last, account.result.faults()})));
  }
  return json;
}

// ---- what is told ----

Json KitMatch::told_since(std::size_t recorded) const {
  Json json = state();
  json["recorded"] = record_->text().substr(recorded);
  return json;
}

/// What comes next.
Json KitMatch::state() const {
  Json json{{"turn", turn_}, {"to_move", Json::array()}};
  for (const engines::Seat seat : game_->to_move()) {
    json["to_move"].push_back({{"seat", seat}});
    if (with_legal_) {
      add_legal(json["to_move"].back(), seat);
    }
  }
  return json;
}

/// "legal": the legal moves, or null if they are too many to list; "any": one of them.
void KitMatch::add_legal(Json& mover, engines::Seat seat) const {
  const auto legal = game_->legal(seat);
  mover["legal"] = legal && legal->size() <= kMostListed ? Json(*legal) : Json();
  engines::Rng rng(static_cast<std::uint64_t>(turn_));
  mover["any"] = game_->sample(seat, rng);
}

Json KitMatch::result_json() const {
  Json seats = Json::array();
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    const referee::MatchResult::Seat& done = seats_[seat].account().result;
    Json verdicts = Json::object();
    for (std::size_t i = 1; i < done.by_verdict.size(); ++i) {
      if (done.by_verdict[i] > 0) {
        verdicts[name_of(static_cast<Verdict>(i))] = done.by_verdict[i];
      }
    }
    seats.push_back({{"turns", done.turns},
                     {"faults", done.faults()},
                     {"verdicts", verdicts},
                     {"first", first_fault_[seat]},
                     {"spent_us", done.used.count()},
                     {"worst_us", done.worst.count()}});
  }
  return {{"scores", protocol::numbers(result_.scores)},
          {"rank", result_.rank},
          {"outcome", result_.outcome},
          {"seats", seats}};
}

// ---- requests ----

/// The first words of a bot.
Json hello(const Json& said) {
  const auto read = protocol::read_greeting(said.value("text", std::string()), said.value("oversize", false));
  if (const auto* hello = std::get_if<protocol::Hello>(&read)) {
    return {{"resume", hello->resume}};
  }
  const auto& none = std::get<protocol::NoHello>(read);
  return {{"say", Json::parse(none.reply)}, {"refusal", none.refusal}};
}

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

/// Turns that were drawn or chosen: lists of {"seat","move"}.
referee::GivenTurns given_of(const Json& turns) {
  referee::GivenTurns given;
  for (const Json& turn : turns) {
    referee::GivenTurns::Turn& answers = given.turns.emplace_back();
    for (const Json& move : turn) {
      referee::SeatAnswer& answer = answers.emplace_back();
      answer.seat = move.at("seat").get<std::size_t>();
      answer.move = protocol::dump(move.at("move"));
    }
  }
  return given;
}

/// The match that is meant: of a game with options and a seed, or one that plays a record on.
referee::MatchSpec spec_of(const Json& order) {
  referee::MatchSpec spec;
  if (const auto from = order.find("from"); from != order.end()) {
    auto position = referee::position_in(from->at("record").get_ref<const std::string&>(),
                                         from->at("turn").get<std::int64_t>(), "the record");
    spec.game = position.game;
    spec.options = std::move(position.options);
    spec.seed = std::move(position.seed);
    spec.given = std::move(position.given);
  } else {
    spec.game = &game_named(order.at("game").get<std::string>());
    spec.options = order.at("options");
    spec.seed = {order.at("seed").get<std::uint64_t>(), order.at("salt").get<std::string>()};
    spec.given = given_of(order.value("given", Json::array()));
  }
  spec.clock = referee::ClockSpec::read(
      order.contains("clock") ? order.at("clock") : Json::parse(spec.game->clock), "clock");
  if (spec.clock.ponder == referee::Ponder::charged) {
    throw std::invalid_argument(spec.clock.cpu_need()->text() + ": processor time is not known here");
  }
  return spec;
}

Json answer(std::unique_ptr<KitMatch>& match, const Json& request) {
  if (request.contains("begin")) {
    const Json& order = request.at("begin");
    match = std::make_unique<KitMatch>(spec_of(order), order.value("legal", false));
    return match->begun();
  }
  if (request.contains("hello")) {
    return hello(request.at("hello"));
  }
  if (!match) {
    throw std::invalid_argument("no match has begun");
  }
  if (request.contains("open")) {
    return match->open(request.at("open"));
  }
  if (request.contains("ask")) {
    return match->ask(time_of(request.at("ask")));
  }
  if (request.contains("sent")) {
    const Json& sent = request.at("sent");
    return match->sent(sent.at("seat").get<engines::Seat>(), time_of(sent));
  }
  if (request.contains("line")) {
    return match->line(request.at("line"));
  }
  if (request.contains("silence")) {
    const Json& silence = request.at("silence");
    return match->silence(silence.at("seat").get<engines::Seat>(), time_of(silence));
  }
  if (request.contains("gone")) {
    const Json& gone = request.at("gone");
    return match->gone(gone.at("seat").get<engines::Seat>(), gone.at("why").get<std::string>(),
                       time_of(gone));
  }
  return match->step();
}

}  // namespace

extern "C" {

/// Answers a request of a host that plays a match, JSON, in this order:
///   {"begin":{"game","options","seed","salt","given"?:[[{"seat","move"}]]}}, or
///   {"begin":{"from":{"record":text,"turn"}}}, with "clock"? and
///     "legal"?, gives {"game","seats","options","clock"}
///   {"hello":{"text" or "oversize"}}, for each line of a bot until it says hello, gives {"resume"}: whether
///   it wants past turns; or {"say","refusal"}: the line is no hello. "refusal": the bot cannot play, or ""
///   {"open":{"match","players","absent":[why or null],"keep_seed_secret"?}} gives the state, and by seat
///   "say":
///     {"start","past"}; if too few have come, "result" and no "say"
///   {"ask":{"at_us"}} gives {"asked":[{"seat","say"}]}; {"sent":{"seat","at_us"}} gives {"until_us"}: then
///   silence is told
///   {"line":{"seat","text" or "oversize","at_us"}}, {"silence":{"seat","at_us"}} and
///   {"gone":{"seat","why","at_us"}}
///     give {"decided","say"?,"until_us"?}
///   {"step":{}}, once all who were asked are decided, gives the state; in the end with "result" and by seat
///   "say"
/// The state is {"turn","to_move":[{"seat","legal"?,"any"?}],"recorded"}: text that the record has more.
/// "say" is a message for the bot. Times are of a steady clock of the host. A match with its clock is in this
/// memory until the next one begins. A failure is {"error":why}. NULL if there is no memory.
const char* rules_match(const char* request, std::size_t size) noexcept {
  static std::unique_ptr<KitMatch> match;
  static std::string said;
  return said_text(
      said, [&] { return protocol::dump(answer(match, Json::parse(std::string_view(request, size)))); });
}

}  // extern "C"
