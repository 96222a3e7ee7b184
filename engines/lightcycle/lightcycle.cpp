#include "engines/lightcycle/lightcycle.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "engines/hosted.h"
#include "engines/lightcycle/steps.h"
#include "engines/random.h"

namespace engines {
namespace {

using lightcycle::are_neighbours;
using lightcycle::Cell;
using lightcycle::kSteps;
using lightcycle::moved;

// In the order of LightCycle::Cause.
constexpr std::array<std::string_view, 7> kCauses = {"clock",    "no_move",  "still",      "not_adjacent",
                                                     "off_grid", "occupied", "lost_square"};

constexpr std::int64_t kMaxInteger = std::int64_t{1} << 53;  // beyond it not every JSON library is exact

/// Reads a cell, or tells what was expected instead.
std::variant<Cell, std::string_view> parse_cell(const Json& json) {
  constexpr fields::Range kRange{.min = -kMaxInteger, .max = kMaxInteger};
  if (!json.is_array() || json.size() != 2 || !json[0].is_number_integer() || !json[1].is_number_integer()) {
    return "a list of two integers [x,y] (3.0 is not an integer)";
  }
  const auto x = fields::as_integer(json[0], kRange);
  const auto y = fields::as_integer(json[1], kRange);
  if (!x || !y) {
    return "x and y from -9007199254740992 to 9007199254740992";
  }
  return Cell{.x = *x, .y = *y};
}

/// The few cells that a cycle may choose from.
class Choices {
 public:
  void add(const Cell& cell) { cells_[size_++] = cell; }
  bool empty() const { return size_ == 0; }
  const Cell& draw(Rng& rng) const { return cells_[below(rng, size_)]; }

 private:
  std::array<Cell, kSteps.size()> cells_;
  std::size_t size_ = 0;
};

}  // namespace

LightCycle::LightCycle(Options options, const Seed& /*seed*/)
    : options_(std::move(options)),
      grid_(static_cast<std::size_t>(options_.size * options_.size), kFree),
      living_teams_(options_.starts.size()) {
  for (const auto& starts : options_.starts) {
    for (const Cell& start : starts) {
      cycles_.push_back({.team = teams_.size(), .at = start, .alive = true, .trail = {index(start)}});
      grid_[index(start)] = kTaken;
    }
    teams_.push_back(
        {.first = cycles_.size() - starts.size(), .size = starts.size(), .living = starts.size()});
  }
}

// After turn t a living cycle has a trail of t + 1 cells, for it has moved to a free one every turn. Until
// the game is over at least two cycles are alive, and their trails are disjoint: 2 (t + 1) <= size^2. So the
// last turn is at most turn size^2 / 2.
std::size_t LightCycle::max_turns() const { return grid_.size() / 2; }

std::vector<Seat> LightCycle::to_move() const {
  std::vector<Seat> seats;
  if (over()) {
    return seats;
  }
  seats.reserve(living_teams_);
  for (Seat seat = 0; seat < teams_.size(); ++seat) {
    if (teams_[seat].living > 0) {
      seats.push_back(seat);
    }
  }
  return seats;
}

std::variant<LightCycle::Move, Fault> LightCycle::parse(Seat seat, const Json& json) const {
  const Team& team = teams_[seat];
  if (!json.is_array() || json.size() != team.size) {
    return "expected a list of " + std::to_string(team.size) +
           " cells [x,y], one for each cycle of your team (null for a dead one), got " + fields::brief(json);
  }
  Move move;
  move.targets.resize(team.size);
  for (std::size_t i = 0; i < team.size; ++i) {
    const std::size_t number = team.first + i;
    if (!cycles_[number].alive) {
      continue;
    }
    auto target = parse_cell(json[i]);
    if (const auto* expected = std::get_if<std::string_view>(&target)) {
      return "entry " + std::to_string(i) + ", for your living cycle " + std::to_string(number) +
             ": expected " + std::string(*expected) + ", got " + fields::brief(json[i]);
    }
    move.targets[i] = std::get<Cell>(target);
  }
  return move;
}

std::optional<Fault> LightCycle::check(Seat /*seat*/, const Move& /*move*/) const { return std::nullopt; }

void LightCycle::write_move(const Move& move, JsonWriter& out) const {
  out.begin_list();
  for (const auto& target : move.targets) {
    if (target) {
      out.pair(target->x, target->y);
    } else {
      out.null();
    }
  }
  out.end_list();
}

std::vector<std::vector<Json>> LightCycle::legal_parts(Seat seat) const {
  const Team& team = teams_[seat];
  std::vector<std::vector<Json>> parts(team.size);
  for (std::size_t i = 0; i < team.size; ++i) {
    const Cycle& cycle = cycles_[team.first + i];
    if (!cycle.alive) {
      parts[i].emplace_back(nullptr);
      continue;
    }
    for (const Cell& step : kSteps) {
      if (const Cell cell = moved(cycle.at, step); is_free(cell)) {
        parts[i].push_back(Json::array({cell.x, cell.y}));
      }
    }
  }
  return parts;
}

LightCycle::Move LightCycle::sample(Seat seat, Rng& rng) const {
  const Team& team = teams_[seat];
  Move move;
  move.targets.reserve(team.size);
  for (std::size_t i = 0; i < team.size; ++i) {
    const Cycle& cycle = cycles_[team.first + i];
    move.targets.push_back(cycle.alive ? std::optional(choose(cycle, move, rng)) : std::nullopt);
  }
  return move;
}

Cell LightCycle::choose(const Cycle& cycle, const Move& so_far, Rng& rng) const {
  Choices all;
  Choices free;
  Choices unclaimed;  // free, and no other cycle of the team goes there
  for (const Cell& step : kSteps) {
    const Cell cell = moved(cycle.at, step);
    all.add(cell);
    if (is_free(cell)) {
      free.add(cell);
      if (std::ranges::find(so_far.targets, cell) == so_far.targets.end()) {
        unclaimed.add(cell);
      }
    }
  }
  if (!unclaimed.empty()) {
    return unclaimed.draw(rng);
  }
  return free.empty() ? all.draw(rng) : free.draw(rng);
}

void LightCycle::apply(std::span<const Answer<Move>> by_seat, JsonWriter& events) {
  const std::vector<Cause> causes = judge(by_seat);
  events.begin_object().key("terminated").begin_list();
  for (std::size_t number = 0; number < cycles_.size(); ++number) {
    Cycle& cycle = cycles_[number];
    if (!cycle.alive) {
      continue;
    }
    if (causes[number] == Cause::none) {
      advance(cycle, target_of(number, by_seat[cycle.team]));
      continue;
    }
    terminate(cycle);
    const auto cause = kCauses[static_cast<std::size_t>(causes[number])];
    events.begin_object().field("cause", cause).field("cycle", number).end_object();
  }
  for (Team& team : teams_) {
    team.turns += team.living > 0 ? 1 : 0;
  }
  events.end_list().end_object();
}

std::vector<LightCycle::Cause> LightCycle::judge(std::span<const Answer<Move>> by_seat) {
  // The charges come first, because they, with this turn's, decide which team gets a contested cell.
  for (Seat seat = 0; seat < teams_.size(); ++seat) {
    teams_[seat].charged += by_seat[seat].spent;
  }
  std::vector<Cause> causes(cycles_.size(), Cause::none);
  for (std::size_t number = 0; number < cycles_.size(); ++number) {
    const Cycle& cycle = cycles_[number];
    if (!cycle.alive) {
      continue;
    }
    causes[number] = cause_of(number, by_seat[cycle.team]);
    if (causes[number] == Cause::none) {
      claim(number, target_of(number, by_seat[cycle.team]), causes);
    }
  }
  return causes;
}

const Cell& LightCycle::target_of(std::size_t number, const Answer<Move>& answer) const {
  return *answer.move->targets[number - teams_[cycles_[number].team].first];
}

LightCycle::Cause LightCycle::cause_of(std::size_t number, const Answer<Move>& answer) const {
  if (answer.forfeited) {
    return Cause::clock;
  }
  if (!answer.move) {
    return Cause::no_move;
  }
  const Cell& target = target_of(number, answer);
  const Cell& at = cycles_[number].at;
  if (target == at) {
    return Cause::still;
  }
  if (!are_neighbours(at, target)) {
    return Cause::not_adjacent;
  }
  if (!on_grid(target)) {
    return Cause::off_grid;
  }
  return grid_[index(target)] == kTaken ? Cause::occupied : Cause::none;
}

void LightCycle::claim(std::size_t number, const Cell& target, std::vector<Cause>& causes) {
  Square& square = grid_[index(target)];
  const auto mine = static_cast<Square>(kFirstClaim + number);
  if (square == kFree) {
    square = mine;
    return;
  }
  // Cycles claim in the order of their numbers: with equal times the earlier one keeps the cell.
  const std::size_t rival = square - kFirstClaim;
  if (teams_[cycles_[number].team].charged < teams_[cycles_[rival].team].charged) {
    causes[rival] = Cause::lost_square;
    square = mine;
  } else {
    causes[number] = Cause::lost_square;
  }
}

void LightCycle::advance(Cycle& cycle, const Cell& target) {
  cycle.at = target;
  cycle.trail.push_back(index(target));
  grid_[index(target)] = kTaken;
}

void LightCycle::terminate(Cycle& cycle) {
  for (const Index cell : cycle.trail) {
    grid_[cell] = kFree;
  }
  cycle.trail.clear();
  cycle.alive = false;
  if (--teams_[cycle.team].living == 0) {
    --living_teams_;
  }
}

bool LightCycle::on_grid(const Cell& cell) const {
  return cell.x >= 0 && cell.x < options_.size && cell.y >= 0 && cell.y < options_.size;
}

Json LightCycle::setup() const { return options_.json(); }

void LightCycle::write_view(Observer /*observer*/, JsonWriter& out) const {
  constexpr Cell kNowhere{.x = -1, .y = -1};
  out.begin_object().key("cycles").begin_list();
  for (const Cycle& cycle : cycles_) {
    const Cell& at = cycle.alive ? cycle.at : kNowhere;
    out.pair(at.x, at.y);
  }
  out.end_list().end_object();
}

std::vector<double> LightCycle::scores() const {
  std::vector<double> scores;
  for (const Team& team : teams_) {
    scores.push_back(static_cast<double>(team.turns + (is_sole_survivor(team) ? 1 : 0)));
  }
  return scores;
}

Json LightCycle::outcome() const {
  Json winner;
  Json teams = Json::array();
  for (Seat seat = 0; seat < teams_.size(); ++seat) {
    const Team& team = teams_[seat];
    if (is_sole_survivor(team)) {
      winner = seat;
    }
    teams.push_back(Json::object({{"turns", team.turns}, {"cycles_left", team.living}}));
  }
  return Json::object({{"winner", std::move(winner)}, {"teams", std::move(teams)}});
}

static_assert(Rules<LightCycle>);

const Entry& lightcycle_entry() { return host<LightCycle>(); }

}  // namespace engines
