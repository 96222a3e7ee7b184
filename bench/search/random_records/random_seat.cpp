#include "bench/search/random_records/random_seat.h"

#include <algorithm>
#include <utility>

#include "bench/search/random_records/draw.h"
#include "protocol/json_writer.h"
#include "protocol/messages.h"
#include "referee/record/turn_judge.h"

namespace random_records {
namespace {

using protocol::Verdict;
using referee::Microseconds;
using referee::Milliseconds;
using referee::Ruling;

constexpr Microseconds kTick{1};
constexpr std::uint64_t kShades = 10;           // so that most answers take a small part of the time left
constexpr std::int64_t kStart = 1'000'000'000;  // us; any time will do

// Times as in the referee's messages.
std::string ms(Microseconds time) { return protocol::milliseconds_text(time.count()) + " ms"; }

/// A part of `all`, mostly small.
Microseconds part_of(Rng& rng, Microseconds all) {
  const auto most =
      static_cast<std::uint64_t>(std::max(all, Microseconds{0}).count()) >> engines::below(rng, kShades);
  return Microseconds(static_cast<std::int64_t>(engines::below(rng, most + 1)));
}

}  // namespace

Habits Habits::draw(Rng& rng) {
  static constexpr std::array<std::uint64_t, 5> kLevels = {0, 0, 2, 10, 60};
  const auto level = any_of(rng, kLevels);
  const auto up_to = [&rng](std::uint64_t most) { return engines::below(rng, most + 1); };
  return {.slow = up_to(level),
          .silent = up_to(level),
          .odd = up_to(level),
          .rude = up_to(level / 2),
          .rare = up_to(level / 2)};
}

RandomSeat::RandomSeat(const RandomGame& random, const referee::ClockSpec& spec, std::size_t seat, Rng& rng)
    : random_(random),
      spec_(spec),
      seat_(seat),
      measure_(spec.measure),
      habits_(Habits::draw(rng)),
      clock_(spec) {
  if (measure_ == referee::Measure::automatic) {
    measure_ = chance(rng, 500) ? referee::Measure::cpu : referee::Measure::wall;
  }
}

referee::SeatAnswer RandomSeat::answer(engines::Game& game, std::int64_t turn, Rng& rng,
                                       Microseconds& elapsed) {
  const referee::TimePoint sent{Microseconds(kStart)};
  open_.emplace(seat_, turn, referee::Moment{.mono = sent, .offset = {}}, Microseconds{0}, Microseconds{0});
  if (leave(game, rng)) {
    return std::move(open_->answer());
  }
  const Microseconds sending = chance(rng, 5) ? Microseconds(between(rng, 1, 5000)) : Microseconds{0};
  start_clock(game, sending);
  if (chance(rng, habits_.silent)) {
    stay_silent(game, rng, elapsed);
  } else {
    reply(game, rng, chance(rng, habits_.slow), elapsed);
  }
  return std::move(open_->answer());
}

bool RandomSeat::leave(engines::Game& game, Rng& rng) {
  if (!came_) {
    decide(game, Verdict::no_show, "never came to the match", Microseconds{0}, true);
    return true;
  }
  if (chance(rng, habits_.rare)) {
    if (chance(rng, 300)) {
      decide(game, Verdict::forfeited, "the entrant has withdrawn", Microseconds{0}, true);
      return true;
    }
    gone_ = chance(rng, 500) ? Verdict::flood : Verdict::disconnected;
  }
  if (gone_) {
    decide_gone(game, Microseconds(engines::below(rng, 50)));
    return true;
  }
  return false;
}

void RandomSeat::start_clock(const engines::Game& game, Microseconds sending) {
  const referee::TimePoint sent = open_->asked() + sending;
  const double score = spec_.kind == referee::ClockKind::score_rate ? game.scores()[seat_] : 0;
  open_->start_clock(spec_, clock_, {.sent = sent, .measure = measure_, .credit = {}, .score = score});
}

/// The bot went away, now or at an earlier turn; the referee sees it after `elapsed`.
void RandomSeat::decide_gone(engines::Game& game, Microseconds elapsed) {
  start_clock(game, Microseconds{0});
  const auto charge = open_->charge_until(open_->asked() + elapsed, elapsed);
  const bool over_budget = charge.ruling == Ruling::forfeited;
  decide(game, over_budget ? Verdict::forfeited : *gone_,
         gone_ == Verdict::flood ? "the connection was closed after a flood of lines"
                                 : "the connection is closed",
         charge.spent, over_budget);
}

// ---- answers ----

void RandomSeat::reply(engines::Game& game, Rng& rng, bool slow, Microseconds& elapsed) {
  const Offer offer = draw_offer(game, rng);
  const Microseconds left = std::max(open_->left(), Microseconds{0});
  const Microseconds spent =
      slow ? left + Milliseconds(spec_.margin_ms) + kTick + part_of(rng, left) : part_of(rng, left);
  // A bot on processor time may also wait, but not longer than its wall time.
  const bool on_cpu = measure_ == referee::Measure::cpu;
  const Microseconds wall =
      on_cpu ? std::max(spent, std::min<Microseconds>(2 * spent, Milliseconds(spec_.wall_ms))) : spent;
  elapsed = std::max(elapsed, wall);
  referee::Arrival arrival;
  arrival.at = referee::TimePoint{Microseconds(kStart)} + open_->answer().sending + wall;
  arrival.earliest = arrival.at;
  arrival.real = arrival.at.time_since_epoch();
  arrival.source = chance(rng, 980)   ? referee::StampSource::kernel
                   : chance(rng, 500) ? referee::StampSource::upper
                                      : referee::StampSource::read;
  clock_.received();
  const auto charge = open_->charge(arrival, on_cpu ? spent : Microseconds{0});
  if (charge.ruling == Ruling::in_time) {
    judge(game, offer, charge.spent);
    return;
  }
  keep(offer);
  const bool forfeited = charge.ruling == Ruling::forfeited;
  decide(game, forfeited ? Verdict::forfeited : Verdict::late,
         "answered after " + ms(charge.spent) + ", " + ms(open_->left()) + " were left", charge.spent,
         forfeited);
}

RandomSeat::Offer RandomSeat::draw_offer(const engines::Game& game, Rng& rng) const {
  if (chance(rng, habits_.rude)) {
    return draw_rude(rng);
  }
  Offer offer;
  offer.move = chance(rng, habits_.odd) ? random_.odd_move(rng) : game.sample(seat_, rng);
  offer.text = protocol::dump(offer.move);
  return offer;
}

RandomSeat::Offer RandomSeat::draw_rude(Rng& rng) const {
  Offer offer;
  offer.is_move = false;
  if (chance(rng, 100)) {
    offer.verdict = Verdict::oversize;
    offer.fault = protocol::oversize_why();
    offer.text = std::string(protocol::kMaxLineFromBot + 1, 'x');
    offer.is_json = false;
    return offer;
  }
  static const std::array<std::string, 7> kLines = {
      "thinking ...",
      R"({"type":"move"})",
      R"({"type":"move","match":7})",
      "[1,2",
      "42",
      "{\"type\":\"move\",\"match\":\"m\",\"turn\":\"0\",\"move\":\"" + std::string(300, 'z') + "\"}",
      "\xff\xfe"};
  offer.text = any_of(rng, kLines);
  const auto message = protocol::read_line(offer.text);
  const auto& bad = std::get<protocol::BadMessage>(message);
  offer.fault = bad.why;
  offer.is_json = bad.json.has_value();
  return offer;
}

void RandomSeat::keep(const Offer& offer) {
  const Json json = offer.is_json ? Json::parse(offer.text) : Json();
  keep_offered(offer.is_json ? &json : nullptr, offer.text, open_->answer());
}

void RandomSeat::judge(engines::Game& game, const Offer& offer, Microseconds spent) {
  if (!offer.is_move) {
    keep(offer);
    decide(game, offer.verdict, offer.fault, spent, false);
    return;
  }
  auto submitted = game.submit(seat_, offer.move);
  if (auto* as_played = std::get_if<std::string>(&submitted)) {
    open_->answer().move = std::move(*as_played);
    decide(game, Verdict::ok, "", spent, false);
    return;
  }
  const auto& refusal = std::get<engines::Refusal>(submitted);
  keep(offer);
  const bool illegal = refusal.kind == engines::Refusal::Kind::illegal;
  decide(game, illegal ? Verdict::illegal : Verdict::malformed, refusal.why, spent, false);
}

// ---- silence ----

void RandomSeat::stay_silent(engines::Game& game, Rng& rng, Microseconds& elapsed) {
  const bool connected = measure_ == referee::Measure::cpu || chance(rng, 700);
  const bool computes = measure_ == referee::Measure::cpu && chance(rng, 500);
  referee::TimePoint now = open_->next_check();
  auto silence = open_->silence(now, Microseconds{0});
  while (silence.ruling == Ruling::in_time ||
         (silence.ruling == Ruling::late && spec_.late == referee::LatePolicy::wait && connected)) {
    if (silence.ruling == Ruling::late) {
      open_->wait_on(now, Microseconds{0});
    }
    now = std::max(now, open_->next_check());  // no next check if the silence is already too long
    silence = open_->silence(now, computes ? silence.elapsed : Microseconds{0});
  }
  elapsed = std::max(elapsed, silence.elapsed);
  clock_.silent(silence.elapsed);
  const bool forfeited = silence.ruling == Ruling::forfeited;
  Verdict verdict = forfeited ? Verdict::forfeited : Verdict::late;
  if (!connected && !forfeited) {
    verdict = Verdict::disconnected;
  }
  decide(game, verdict, silence_fault(silence, connected), silence.spent, forfeited);
}

std::string RandomSeat::silence_fault(const referee::TurnClock::Silence& silence, bool connected) const {
  if (!connected) {
    return "no connection when the turn ended";
  }
  if (silence.passed == referee::TimeLimit::wall) {
    return "no answer in " + std::to_string(spec_.wall_ms) + " ms of wall time (wall_ms)";
  }
  if (silence.passed == referee::TimeLimit::silence) {
    return "no answer for " + std::to_string(spec_.silence_ms) + " ms (silence_ms)";
  }
  return "no answer in " + ms(open_->left()) +
         (measure_ == referee::Measure::cpu ? " of processor time" : ": did you flush?");
}

void RandomSeat::decide(engines::Game& game, Verdict verdict, std::string fault, Microseconds spent,
                        bool forfeited) {
  referee::SeatAnswer& answer = open_->answer();
  answer.verdict = verdict;
  answer.fault = std::move(fault);
  answer.spent = spent;
  answer.forfeited = forfeited;
  clock_.charge(spent, verdict == Verdict::late);
  game.settle(seat_, spent, forfeited);
}

}  // namespace random_records
