#include "referee/rules/rules_answer.h"

#include <algorithm>
#include <string_view>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/limits.h"
#include "protocol/nearest.h"
#include "protocol/numbers.h"

namespace referee::rules {
namespace {

constexpr std::size_t kLongestError = 2000;  // bytes of the author's words
constexpr std::size_t kMostOutcomes = 100'000;
constexpr fields::Range kWeights{1, 1'000'000'000'000};  // the sum of the most outcomes fits

const std::vector<std::string> kKeysOfAnswer{"to_move", "view",    "views",   "legal",   "events",
                                             "scores",  "outcome", "setup",   "picture", "pictures",
                                             "chance",  "state",   "refused", "error"};

constexpr const char* kPicture = "picture";

std::string indexed(std::string_view key, std::size_t i) {
  return std::string(key).append("[").append(std::to_string(i)).append("]");
}

/// Reads one answer; the first mistake is kept in `in`.
class AnswerReader {
 public:
  AnswerReader(const Json& json, const AnswerTerms& terms)
      : json_(json), terms_(terms), in_(json, "answer") {}

  RulesAnswer read() {
    in_.require();
    refuse_unknown();
    if (json_.contains("error")) {
      return checked(AuthorsError{in_.text("error", kLongestError)});
    }
    if (json_.contains("refused")) {
      return checked(read_refused());
    }
    if (json_.contains("chance")) {
      return checked(read_chance());
    }
    return checked(read_position());
  }

 private:
  template <class Kind>
  RulesAnswer checked(Kind kind) const {
    in_.require();
    return kind;
  }

  void refuse_unknown() {
    for (const auto& [key, value] : json_.items()) {
      if (std::ranges::find(kKeysOfAnswer, key) == kKeysOfAnswer.end()) {
        in_.fail(key, value,
                 "only keys of protocol/RULES_PROGRAM.md" + protocol::did_you_mean(key, kKeysOfAnswer));
      }
    }
    in_.require();
  }

  /// The answer has one of `only` and nothing else.
  void allow_only(const std::vector<std::string_view>& only) {
    for (const auto& [key, value] : json_.items()) {
      if (std::ranges::find(only, key) == only.end()) {
        in_.fail(key, value, "no such key beside " + std::string(only.front()));
      }
    }
  }

  Seat read_seat(fields::Object& in, std::string_view key) const {
    return static_cast<Seat>(in.integer(key, {0, static_cast<std::int64_t>(terms_.seats) - 1}));
  }

  Refused read_refused() {
    allow_only({"refused"});
    Refused refused;
    const Json& list = json_.at("refused");
    if (!list.is_array() || list.empty() || list.size() > terms_.seats) {
      in_.fail("refused", list, "a list with an entry for each move that is refused");
      return refused;
    }
    for (std::size_t i = 0; i < list.size() && !in_.error(); ++i) {
      refused.moves.push_back(read_refusal(list[i], i));
    }
    return refused;
  }

  engines::LateRefusal read_refusal(const Json& json, std::size_t i) {
    fields::Object in(json, indexed("answer.refused", i));
    engines::LateRefusal refusal;
    refusal.seat = read_seat(in, "seat");
    const std::string why = in.text("why", kLongestError);
    refusal.refusal.why = fields::brief_text(why, protocol::kMaxText);
    refusal.refusal.kind = in.boolean_or("malformed", false) ? engines::Refusal::Kind::malformed
                                                             : engines::Refusal::Kind::illegal;
    in.refuse_unknown();
    if (!in.error() && std::ranges::find(terms_.refusable, refusal.seat) == terms_.refusable.end()) {
      in.fail("seat", json.at("seat"), "a seat that has a move in this step");
    }
    in.require();
    return refusal;
  }

  ChanceNode read_chance() {
    allow_only({"chance", "view", "views", "events", "setup", "state", "picture", "pictures"});
    ChanceNode node;
    const Json& list = json_.at("chance");
    if (!list.is_array() || list.empty() || list.size() > kMostOutcomes) {
      in_.fail("chance", list, "a list of outcomes with their weights");
      return node;
    }
    for (std::size_t i = 0; i < list.size() && !in_.error(); ++i) {
      const Json& pair = list[i];
      const auto weight =
          pair.is_array() && pair.size() == 2 ? fields::as_integer(pair[1], kWeights) : std::nullopt;
      if (!weight) {
        in_.fail(indexed("chance", i), pair, "[outcome, weight], the weight an integer from 1 to 10^12");
        return node;
      }
      node.outcomes.emplace_back(pair[0], static_cast<std::uint64_t>(*weight));
    }
    node.events = read_events();
    node.setup = read_setup();
    node.state = read_state();
    return node;
  }

  Position read_position() {
    Position position;
    position.to_move = read_to_move();
    read_views(position);
    read_legal(position);
    position.events = read_events();
    position.scores = read_scores(position.to_move.empty());
    position.outcome = read_outcome(position.to_move.empty());
    position.setup = read_setup();
    position.state = read_state();
    return position;
  }

  Json read_outcome(bool is_over) {
    const Json* const found = in_.find("outcome");
    Json outcome = found == nullptr ? Json() : *found;
    if (is_over) {
      bound("outcome", outcome);
    }
    if (is_over && !terms_.decided_by.empty() && !counts_in(outcome)) {
      in_.fail("outcome", outcome,
               "an object with a number for each of " + std::to_string(terms_.seats) +
                   " seats in the list \"" + terms_.decided_by + "\", as \"decided_by\" of game.json says");
    }
    return outcome;
  }

  bool counts_in(const Json& outcome) const {
    if (!outcome.is_object() || !outcome.contains(terms_.decided_by)) {
      return false;
    }
    const Json& list = outcome.at(terms_.decided_by);
    return list.is_array() && list.size() == terms_.seats &&
           std::ranges::all_of(list, [](const Json& count) { return count.is_number(); });
  }

  std::vector<Seat> read_to_move() {
    std::vector<Seat> seats;
    const Json* const found = in_.find("to_move");
    if (found == nullptr) {
      return seats;
    }
    if (!found->is_array()) {
      in_.fail("to_move", *found, "a list of seats");
      return seats;
    }
    for (const Json& one : *found) {
      const auto seat = fields::as_integer(one, {0, static_cast<std::int64_t>(terms_.seats) - 1});
      if (!seat || (!seats.empty() && seats.back() >= static_cast<Seat>(*seat))) {
        in_.fail("to_move", *found,
                 "seats from 0 to " + std::to_string(terms_.seats - 1) + ", ascending, each once");
        return {};
      }
      seats.push_back(static_cast<Seat>(*seat));
      if (terms_.forfeited.at(seats.back())) {
        in_.fail("to_move", *found, "no seat that has been told as forfeited: seat " + one.dump() + " has");
      }
    }
    if (seats.size() > 1 && !terms_.at_once) {
      in_.fail("to_move", *found, "one seat: game.json does not say \"at_once\": true");
    }
    return seats;
  }

  void read_views(Position& position) {
    const Json* const view = in_.find("view");
    const Json* const views = in_.find("views");
    if ((view == nullptr) == (views == nullptr)) {
      in_.fail_missing(view == nullptr ? "view" : "views", "view or views, and not both");
      return;
    }
    if (views == nullptr) {
      position.view = view_text(*view, common_picture(), "view", position.view_value);
      if (terms_.hidden && json_.contains("pictures")) {
        in_.fail("pictures", json_.at("pictures"), "no pictures by reader where all have one view");
      }
      return;
    }
    if (!terms_.hidden) {
      in_.fail("views", *views, "view: game.json does not say \"hidden\": true");
      return;
    }
    const bool all_read = terms_.readers == Readers::all;
    const bool everybody_reads = all_read || position.to_move.empty();
    check_by_reader("views", *views, everybody_reads);
    const Json* const pictures = in_.find("pictures");
    if (pictures != nullptr) {
      check_by_reader("pictures", *pictures, everybody_reads);
    }
    if (in_.error()) {
      return;
    }
    position.views.resize(terms_.seats);
    position.view_values.resize(terms_.seats);
    for (Seat seat = 0; seat < terms_.seats; ++seat) {
      if (all_read || std::ranges::binary_search(position.to_move, seat)) {
        const Json* const picture = pictures == nullptr ? common_picture() : &pictures->at("seats")[seat];
        position.views[seat] = view_text(views->at("seats")[seat], picture, indexed("views.seats", seat),
                                         position.view_values[seat]);
      }
    }
    const auto other = [&](const char* reader) {
      const Json* const picture = pictures == nullptr ? common_picture() : &pictures->at(reader);
      Json value;
      return view_text(views->at(reader), picture, std::string("views.") + reader, value);
    };
    if (all_read) {
      position.spectator_view = other("spectator");
    }
    if (everybody_reads) {
      position.view = other("all");
    }
  }

  const Json* common_picture() { return in_.find(kPicture); }

  /// {"seats": [...], "spectator": ..., "all": ...}; the last two only where somebody reads them.
  void check_by_reader(std::string_view key, const Json& value, bool everybody_reads) {
    fields::Object in(value, "answer." + std::string(key));
    const Json* const seats = in.value("seats");
    (void)(terms_.readers == Readers::all ? in.value("spectator") : in.find("spectator"));
    (void)(everybody_reads ? in.value("all") : in.find("all"));
    in.refuse_unknown();
    if (seats != nullptr && (!seats->is_array() || seats->size() != terms_.seats)) {
      in.fail("seats", *seats, "a list of " + std::to_string(terms_.seats) + ", one for each seat");
    }
    in.require();
  }

  /// `picture`: null or nullptr for none. `value`: becomes what the text says, where views get UntoldEvents.
  std::string view_text(const Json& view, const Json* picture, const std::string& key, Json& value) {
    std::string text;
    if (picture == nullptr || picture->is_null()) {
      text = protocol::dump(view);
      value = terms_.views_have_events ? view : Json();
    } else if (!picture->is_object()) {
      in_.fail(kPicture, *picture, "a picture: an object");
    } else if (!view.is_object() || view.contains(kPicture)) {
      in_.fail(key, view, "an object without the key \"picture\": it gets the picture in that key");
    } else {
      Json with = view;
      with[kPicture] = *picture;
      text = protocol::dump(with);
      value = terms_.views_have_events ? std::move(with) : Json();
    }
    if (terms_.views_have_events && (!view.is_object() || view.contains(kEventsInView))) {
      in_.fail(key, view,
               "an object without the key \"events\": it gets the events in that key, as game.json says");
    }
    if (text.size() > kLongestView) {
      in_.fail(key, view, "a view of at most " + std::to_string(kLongestView) + " bytes");
    }
    return text;
  }

  void read_legal(Position& position) {
    const Json* const legal = in_.find("legal");
    if (legal == nullptr || legal->is_null()) {
      return;
    }
    const auto is_moves = [](const Json& one) { return one.is_null() || one.is_array(); };
    if (!legal->is_array() || legal->size() != position.to_move.size() ||
        !std::ranges::all_of(*legal, is_moves)) {
      in_.fail("legal", *legal,
               "a list of moves, or null, for each of the " + std::to_string(position.to_move.size()) +
                   " seats to move");
      return;
    }
    position.legal.assign(legal->begin(), legal->end());
  }

  std::string read_events() {
    const Json* const events = in_.find("events");
    return events == nullptr ? "[]" : protocol::dump(*events);
  }

  std::vector<double> read_scores(bool over) {
    std::vector<double> scores(terms_.seats, 0.0);
    const Json* const found = in_.find("scores");
    const std::string expected = "a finite number for each of the " + std::to_string(terms_.seats) +
                                 " seats; an integer beyond 2^53 only if a double holds it";
    if (found == nullptr) {
      if (over) {
        in_.fail_missing("scores", expected + ", when the match is over (no to_move)");
      }
      return scores;
    }
    const auto is_score = [](const Json& one) { return protocol::as_score(one).has_value(); };
    if (!found->is_array() || found->size() != terms_.seats || !std::ranges::all_of(*found, is_score)) {
      in_.fail("scores", *found, expected);
      return scores;
    }
    return found->get<std::vector<double>>();
  }

  std::optional<Json> read_setup() {
    const Json* const setup = in_.find("setup");
    if (setup == nullptr) {
      return std::nullopt;
    }
    if (!terms_.is_first) {
      in_.fail("setup", *setup, "no setup but in the answer to \"new\": it never changes");
    }
    bound("setup", *setup);
    return *setup;
  }

  /// Bots are told it in one line, as they are their views.
  void bound(std::string_view key, const Json& value) {
    if (protocol::dump(value).size() > kLongestView) {
      in_.fail(key, value, "at most " + std::to_string(kLongestView) + " bytes: bots get it in one line");
    }
  }

  std::string read_state() {
    const Json* const state = in_.find("state");
    return state == nullptr || state->is_null() ? "" : protocol::dump(*state);
  }

  const Json& json_;
  const AnswerTerms& terms_;
  fields::Object in_;
};

}  // namespace

RulesAnswer read_answer(const Json& json, const AnswerTerms& terms) {
  return AnswerReader(json, terms).read();
}

}  // namespace referee::rules
