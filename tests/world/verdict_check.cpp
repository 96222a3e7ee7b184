#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "tests/support/sample_record.h"
#include "tests/world/checks.h"
#include "tests/world/telling_game.h"
#include "tests/world/turn_times.h"

namespace world {
namespace {

using referee::ClockKind;
using referee::ClockSpec;
using referee::Microseconds;
using referee::Milliseconds;
using referee::Nanoseconds;

constexpr Microseconds kTick(1);  // records have whole microseconds

/// Turns that a bot was asked once only, by the match, the commitment of the attempt, which matches may
/// share, and the turn: with another, nobody but the referee knows which one an answer was for.
using AskedOnce = std::map<std::tuple<std::string, std::string, std::int64_t>, const AskedTurn*>;

AskedOnce asked_once(const DialledBot& bot) {
  AskedOnce by_turn;
  std::set<AskedOnce::key_type> again;
  for (const AskedTurn& asked : bot.asked()) {
    const AskedOnce::key_type key{asked.match, asked.commitment, asked.turn};
    if (!by_turn.emplace(key, &asked).second) {
      again.insert(key);
    }
  }
  for (const auto& key : again) {
    by_turn.erase(key);
  }
  return by_turn;
}

std::string text_of(Nanoseconds time) { return std::to_string(time.count() / 1000) + " us"; }

/// The clock of a seat by PROTOCOL.md, "Clocks", and what it may have ruled on a bot whose true times are
/// known.
class SeatModel {
 public:
  SeatModel(const ClockSpec& clock, std::string refusal) : clock_(clock), refusal_(std::move(refusal)) {}

  /// What is wrong with the answer to the next turn, as the record has it; "" if nothing is. `asked`: what
  /// the bot knows of the turn; null: nothing certain.
  std::string take(const AskedTurn* asked, const Json& answer, const Path& path) {
    verdict_ = answer.at("verdict");
    spent_ = Microseconds(answer.value("spent_us", std::int64_t{0}));
    std::string fault = verdict_ == "referee_error" ? "was " + verdict_ : "";
    if (fault.empty() && asked != nullptr) {
      fault = fault_of(*asked, path);
    } else {
      known_silence_ = Nanoseconds(0);  // it may have answered
    }
    ++turns_;
    used_ += spent_;
    late_in_a_row_ = verdict_ == "late" ? late_in_a_row_ + 1 : 0;
    return fault;
  }

 private:
  /// What the coming answer may be charged, without the margin.
  Microseconds left(double score) const {
    switch (clock_.kind) {
      case ClockKind::per_move:
        return Milliseconds(clock_.ms);
      case ClockKind::mean:
        return Milliseconds((turns_ + 1) * clock_.ms + clock_.burst_ms) - used_;
      case ClockKind::bank:
        return Milliseconds(clock_.ms + turns_ * clock_.increment_ms) - used_;
      case ClockKind::score_rate:
        return std::max<Microseconds>(
                   Milliseconds(clock_.floor_ms),
                   Microseconds(static_cast<std::int64_t>(score * static_cast<double>(clock_.ms_per_1000)))) -
               used_;
    }
    return Microseconds(0);
  }
  std::string overrun() const {
    const bool goes_on = clock_.kind == ClockKind::per_move &&
                         (!clock_.late_in_a_row || late_in_a_row_ + 1 < *clock_.late_in_a_row);
    return goes_on ? "late" : "forfeited";
  }

  std::string fault_of(const AskedTurn& asked, const Path& path) {
    const Microseconds own = left(asked.score);
    limit_ = own + Milliseconds(clock_.margin_ms);
    // Its time may have begun before it could be asked, if it did not read what came first.
    if (asked.plain && (asked.left > own || asked.left < own - asked.unread || asked.used != used_)) {
      return "was told " + text_of(asked.left) + " left and " + text_of(asked.used) + " used, not " +
             text_of(own) + " and " + text_of(used_);
    }
    if (verdict_ == "ok" && spent_ > limit_) {
      return "was ok, charged more than " + text_of(limit_);
    }
    const ChargeBounds beyond = beyond_thinking(path, clock_, asked.extra);
    off_ = 2 * path.latency + 2 * path.jitter - beyond.most;
    silence_ = Milliseconds(clock_.silence_ms) + asked.extra;
    if (clock_.kind == ClockKind::score_rate) {
      silence_ = std::max<Nanoseconds>(silence_, 2 * limit_ + off_);
    }
    const Nanoseconds known_silence = std::exchange(known_silence_, Nanoseconds(0));
    if (!asked.plain) {
      return "";
    }
    switch (asked.deed) {
      case Deed::answers:
      case Deed::answers_late:
      case Deed::wrong_turn:
      case Deed::illegal:
      case Deed::garbage:
      case Deed::stops_reading:
      case Deed::repeats:
        return fault_of_answered(asked, path, beyond);
      case Deed::stays_silent:
        return fault_of_silent(asked, path, known_silence);
      default:
        return "";
    }
  }

  /// The seat may have been forfeited for a silence since its last answer that had arrived by the verdict.
  bool may_be_too_silent(const AskedTurn& asked, const Path& path) const {
    const referee::TimePoint sent = asked.read_at - path.latency;  // at the latest
    const auto& [last, before] = asked.answered;
    const referee::TimePoint earliest = sent - asked.unread;
    const bool heard = last + path.latency + path.jitter + path.lag < earliest - path.jitter + spent_;
    const referee::TimePoint silent_from = std::min(earliest, (heard ? last : before) + path.latency);
    return verdict_ == "forfeited" && silent_from + silence_ < sent + spent_ + off_ + kTick;
  }

  std::string fault_of_answered(const AskedTurn& asked, const Path& path, const ChargeBounds& beyond) const {
    const Nanoseconds took = *asked.wrote_at - asked.read_at;
    const Nanoseconds least = std::max(Nanoseconds(0), took + beyond.least);
    const Nanoseconds most = std::max(Nanoseconds(0), took + asked.unread + beyond.most);
    const std::string at_best = asked.deed == Deed::illegal   ? refusal_
                                : asked.deed == Deed::garbage ? "malformed"
                                                              : "ok";
    if (verdict_ == at_best) {
      if (least > limit_ + kTick) {
        return "was " + verdict_ + " after " + text_of(least) + ", with a limit of " + text_of(limit_);
      }
      if (least + off_ > silence_ + kTick) {
        return "was " + verdict_ + " after a silence of " + text_of(least + off_);
      }
      // Where the referee has read both at once, it knows when the second one came.
      const Nanoseconds again = asked.repeated_at ? *asked.repeated_at - *asked.wrote_at : Nanoseconds(0);
      const Nanoseconds read = std::max<Nanoseconds>(most, std::min<Nanoseconds>(limit_, most + again));
      return spent_ < least - kTick || spent_ > read + kTick
                 ? "charged other than " + text_of(least) + " to " + text_of(read)
                 : "";
    }
    if (may_be_too_silent(asked, path)) {
      return "";
    }
    if (verdict_ != overrun()) {
      return "was " + verdict_ + ", not " + at_best + " or " + overrun();
    }
    if (most <= limit_) {
      return "was " + verdict_ + " after " + text_of(most) + ", with a limit of " + text_of(limit_);
    }
    const bool whole = spent_ > limit_ && spent_ >= least - kTick && spent_ <= most + kTick;
    return whole || spent_ == least_overrun()
               ? ""
               : "charged other than its limit of " + text_of(limit_) + " and 1 us, or " + text_of(least) +
                     " to " + text_of(most);
  }

  std::string fault_of_silent(const AskedTurn& asked, const Path& path, Nanoseconds known_silence) {
    const bool waits = clock_.kind == ClockKind::per_move && clock_.late == referee::LatePolicy::wait;
    // The silence begins with a late answer to the turn before, if one has come in this turn.
    const referee::TimePoint sent = asked.read_at - asked.unread - path.latency - path.jitter;
    const Nanoseconds heard =
        std::max(Nanoseconds(0), asked.answered[0] + path.latency + path.jitter + path.lag - sent);
    const Nanoseconds elapsed = limit_ + off_ + kTick;
    if (waits && verdict_ != "forfeited") {
      return "was " + verdict_ + " without an answer";
    }
    if (waits || may_be_too_silent(asked, path)) {
      return spent_ <= silence_ + heard + kTick ? "" : "charged more than its silence";
    }
    if (verdict_ != overrun()) {
      return "was " + verdict_ + ", not " + overrun();
    }
    known_silence_ = std::max(Nanoseconds(0), known_silence + elapsed - heard);
    if (verdict_ == "late" && known_silence_ > silence_ + kTick) {
      return "was late after a silence of " + text_of(known_silence_);
    }
    return spent_ == least_overrun() ? "" : "charged other than its limit and 1 us";
  }

  Microseconds least_overrun() const { return std::max(Microseconds(0), limit_ + kTick); }

  const ClockSpec& clock_;
  std::string refusal_;  // of a move that the rules refuse
  std::int64_t turns_ = 0;
  std::int64_t late_in_a_row_ = 0;
  Microseconds used_{0};
  Nanoseconds known_silence_{0};  // at least, of turns in a row without an answer
  // The turn that is looked at:
  std::string verdict_;
  Microseconds spent_{0};
  Microseconds limit_{0};
  Nanoseconds off_{0};  // of the wall time, before it is charged
  Nanoseconds silence_{0};
};

// ---- bots that are launched ----

/// `before`: processor time from before the turn that is charged, too.
std::string charge_fault(const AskedTurn& asked, Microseconds before, Microseconds spent) {
  const Nanoseconds took = before + asked.computed.value_or(*asked.wrote_at - asked.read_at);
  return spent < took - kTick || spent > took + kTick ? "charged other than " + text_of(took) : "";
}

/// What is wrong with the time between turns in a record, and with what the bot was told of it; "" if nothing
/// is.
std::string between_fault(const AskedTurn& asked, const Json& answer, const ClockSpec& clock) {
  if (!asked.plain || !asked.pondered) {
    return "";
  }
  const auto used = std::chrono::floor<Microseconds>(*asked.pondered);
  const Microseconds charged = clock.ponder == referee::Ponder::charged ? used : Microseconds(0);
  if (asked.left != std::max(Microseconds(0), Milliseconds(clock.ms) - charged)) {
    return "was told " + text_of(asked.left) + " left after " + text_of(charged);
  }
  return answer.value("between_us", std::int64_t{0}) == used.count()
             ? ""
             : "used " + text_of(used) + " of processor time since its answer before";
}

/// What is wrong with the verdict on a launched bot, whose clock is per move; "" if nothing is.
std::string launched_fault(const AskedTurn& asked, const Json& answer, const ClockSpec& clock) {
  const std::string verdict = answer.at("verdict");
  if (!asked.plain) {
    return verdict == "referee_error" ? "was " + verdict : "";
  }
  const Microseconds spent(answer.value("spent_us", std::int64_t{0}));
  const Microseconds before = Milliseconds(clock.ms) - asked.left;
  if (verdict == "forfeited" &&
      asked.wrote_at.value_or(asked.read_at) - asked.answered[0] > Milliseconds(clock.silence_ms)) {
    return "";
  }
  if (verdict == "late" && asked.left == Microseconds(0) && !asked.pondered) {
    return "";  // what it computed before the turn may alone be more than the limit
  }
  switch (asked.deed) {
    case Deed::leaves:
    case Deed::is_cut:
    case Deed::vanishes:
      return verdict != "disconnected" && (asked.computed || verdict == "referee_error")
                 ? "was " + verdict + ", not disconnected"
                 : "";
    case Deed::answers:
      return verdict != "ok" ? "was " + verdict : charge_fault(asked, before, spent);
    case Deed::answers_late:
    case Deed::stays_silent:
      return verdict != "late" && verdict != "forfeited" ? "was " + verdict + ", not late" : "";
    case Deed::illegal:
      return verdict != "illegal" ? "was " + verdict + ", not illegal" : charge_fault(asked, before, spent);
    case Deed::garbage:
      return verdict != "malformed" ? "was " + verdict + ", not malformed" : "";
    default:
      return verdict == "referee_error" ? "was " + verdict : "";
  }
}

/// By a verdict on a bot that was perhaps not asked.
bool is_gone(const std::string& verdict) { return verdict == "disconnected" || verdict == "flood"; }

struct Bot {
  AskedOnce asked;
  Path path;
  bool launched = false;
  bool unknown = false;  // the arbiter may have had it end any of its turns
};

void check_attempt(const TournamentWorld& world, const referee::StoredAttempt& attempt,
                   bool is_one_of_several, std::map<std::string, Bot>& bots,
                   std::vector<std::string>& faults) {
  const std::string& record = world.record(attempt.match, attempt.attempt);
  const Json header = test_support::head_of(record);
  const Json& players = header.at("players");
  std::vector<SeatModel> seats(players.size(),
                               SeatModel(world.config().clock, refused_move(*world.config().game).verdict));
  for (const std::string& line : test_support::lines_of(record)) {
    const Json turn = Json::parse(line);
    if (!turn.contains("answers") || turn.contains("given")) {
      continue;
    }
    for (const Json& answer : turn.at("answers")) {
      const auto seat = answer.at("seat").get<std::size_t>();
      const std::string name = players.at(seat);
      const Bot& bot = bots[name];
      const auto found = bot.asked.find({attempt.match, header.at("commitment"), turn.at("turn")});
      // The turn at which a match goes on may have been asked before the referee ended only.
      if (bot.unknown) {
        continue;
      }
      // A clock that was set meanwhile has changed the charge (SECURITY.md).
      const bool certain = found != bot.asked.end() && !is_one_of_several && !turn.contains("resumed") &&
                           !answer.contains("clock_step");
      const AskedTurn* const asked = certain ? found->second : nullptr;
      std::string fault;
      if (!bot.launched) {
        fault = seats[seat].take(asked, answer, bot.path);
      } else if (asked != nullptr && !(world.was_disturbed() && is_gone(answer.at("verdict")))) {
        // A program that the referee's end has ended may be asked nothing in the match that goes on, and one
        // that it then starts may be gone before it is asked what the first one was.
        fault = launched_fault(*asked, answer, world.config().clock);
        fault = fault.empty() ? between_fault(*asked, answer, world.config().clock) : fault;
      }
      if (!fault.empty()) {
        faults.push_back(attempt.match + ", turn " + turn.at("turn").dump() + ", " + name + ": " + fault +
                         ": " + answer.dump());
      }
    }
  }
}

}  // namespace

void check_verdicts(const TournamentWorld& world, std::vector<std::string>& faults) {
  std::map<std::string, Bot> bots;
  for (const std::string& name : world.people().disturbed()) {
    bots[name].unknown = true;
  }
  for (const auto& bot : world.bots()) {
    if (bots[bot->person().name].unknown) {
      continue;
    }
    bots[bot->person().name] = {asked_once(*bot), bot->person().path, bot->person().program.has_value()};
  }
  const std::set<std::string> retaken = world.people().retaken();
  for (const referee::StoredAttempt& attempt : world.content().games) {
    if (retaken.contains(attempt.match)) {
      continue;  // it may have been ended by the arbiter, at any turn
    }
    check_attempt(world, attempt, world.is_one_of_several(attempt.match), bots, faults);
  }
}

}  // namespace world
