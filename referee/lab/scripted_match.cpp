#include "referee/lab/scripted_match.h"

#include <algorithm>
#include <stdexcept>

#include "protocol/json_writer.h"
#include "protocol/messages.h"
#include "referee/base/secrets.h"
#include "referee/record/commitment.h"
#include "referee/record/match_result.h"
#include "referee/record/match_spec.h"

namespace referee {
namespace {

constexpr std::uint64_t kSeed = 7;        // any number, the same each time, so that a check can be repeated
constexpr std::uint64_t kMostBegun = 50;  // matches, until the bot's seat is asked in one

}  // namespace

ScriptedMatch::ScriptedMatch(const ScriptedMatchSpec& spec, int number, std::string bot)
    : spec_(spec),
      rng_(kSeed),
      match_(std::string(spec.game->name).append("-check").append(std::to_string(number))),
      clock_(spec.clock) {
  begin();
  for (engines::Seat seat = 0; seat < game_->seats(); ++seat) {
    players_.push_back(seat == spec.seat ? bot : std::string("chance-").append(std::to_string(seat)));
  }
}

/// Begins a match in which the bot is asked: in some games others may end it before.
void ScriptedMatch::begin() {
  for (std::uint64_t begun = 0; begun < kMostBegun; ++begun) {
    past_.clear();
    turn_ = 0;
    seed_ = {kSeed + begun, random_hex()};
    game_ = spec_.game->make(spec_.options, seed_);
    play_others();
    if (!over()) {
      return;
    }
  }
  throw std::runtime_error("game " + std::string(spec_.game->name) + ": seat " + std::to_string(spec_.seat) +
                           " was never asked in " + std::to_string(kMostBegun) + " matches");
}

bool ScriptedMatch::is_bots_turn() const { return std::ranges::count(game_->to_move(), spec_.seat) > 0; }

bool ScriptedMatch::over() const { return !is_bots_turn(); }

double ScriptedMatch::score() const {
  return spec_.clock.kind == ClockKind::score_rate ? game_->scores()[spec_.seat] : 0;
}

// ---- lines ----

std::string ScriptedMatch::start_line(Measure measure) const {
  protocol::Start start;
  start.match = match_;
  start.game = spec_.game->name;
  start.seat = spec_.seat;
  start.players = players_;
  start.setup = game_->setup();
  start.clock = spec_.clock.json();
  start.clock["measure"] = name_of(measure);
  start.commitment = commitment_of(seed_);
  return line_of(start);
}

std::string ScriptedMatch::turn_line(Microseconds left) const {
  const std::string view = view_text();
  return line_of(protocol::Turn{match_, turn_, view, left.count(), clock_.used().count(), std::nullopt});
}

std::string ScriptedMatch::view_text() const {
  std::string text;
  game_->write_view(engines::Observer::seat(spec_.seat), text);
  return text;
}

std::vector<std::string> ScriptedMatch::past_lines() const {
  std::vector<std::string> lines;
  for (const auto& [turn, view] : past_) {
    lines.push_back(protocol::past_line(match_, turn, view));
  }
  return lines;
}

std::string ScriptedMatch::end_line() const {
  protocol::End end;
  end.match = match_;
  end.scores = game_->scores();
  end.rank = ranks_of(end.scores)[spec_.seat];
  end.outcome = game_->outcome();
  end.seed = seed_.number;
  end.salt = seed_.salt;
  return line_of(end);
}

// ---- play ----

std::optional<engines::Refusal> ScriptedMatch::play(const Json& move, Microseconds spent) {
  auto submitted = game_->submit(spec_.seat, move);
  std::optional<engines::Refusal> refusal;
  if (auto* refused = std::get_if<engines::Refusal>(&submitted)) {
    refusal = std::move(*refused);
    submit_sample(spec_.seat);
  }
  game_->settle(spec_.seat, spent, false);
  clock_.charge(spent);
  step();
  for (const engines::LateRefusal& late : game_->refused()) {
    if (late.seat == spec_.seat) {
      refusal = late.refusal;
    }
  }
  play_others();
  return refusal;
}

void ScriptedMatch::pass() {
  past_.emplace_back(turn_, view_text());
  ++turn_;
}

void ScriptedMatch::play_others() {
  while (!game_->to_move().empty() && !is_bots_turn()) {
    step();
  }
}

void ScriptedMatch::step() {
  past_.emplace_back(turn_, view_text());
  for (const engines::Seat seat : game_->to_move()) {
    if (seat != spec_.seat) {
      submit_sample(seat);
      game_->settle(seat, Microseconds{0}, false);
    }
  }
  (void)game_->step();
  ++turn_;
}

void ScriptedMatch::submit_sample(engines::Seat seat) {
  (void)game_->submit(seat, game_->sample(seat, rng_));
}

}  // namespace referee
