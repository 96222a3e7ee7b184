#include "engines/planets/planets.h"

#include <algorithm>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "engines/hosted.h"
#include "engines/random.h"

namespace engines {
namespace {

using planets::Ghost;
using planets::GhostType;
using planets::Heading;
using planets::Map;
using planets::Scrap;
using planets::write_cell;
using planets::write_scrap;

constexpr std::string_view kMoveLetters = "UDLR.";  // in the order of Planets::Move

/// `cell` itself; if it is just off the grid, the cell at the opposite edge.
planets::Cell wrapped(const Map& map, planets::Cell cell) {
  return {.row = (cell.row + map.rows) % map.rows, .col = (cell.col + map.cols) % map.cols};
}

}  // namespace

Planets::Planets(Options options, const Seed& /*seed*/)
    : options_(std::move(options)),
      ship_{.at = map().ship, .held = map().hold(map().ship)},
      left_(map().scraps) {
  ghosts_.reserve(map().ghosts.size());
  for (const auto& start : map().ghosts) {
    ghosts_.emplace_back(map(), start);
  }
}

std::vector<Seat> Planets::to_move() const { return over() ? std::vector<Seat>{} : std::vector<Seat>{0}; }

std::variant<Planets::Move, Fault> Planets::parse(Seat /*seat*/, const Json& json) const {
  if (json.is_string()) {
    const auto& letter = json.get_ref<const std::string&>();
    const auto at = letter.size() == 1 ? kMoveLetters.find(letter[0]) : std::string_view::npos;
    if (at != std::string_view::npos) {
      return static_cast<Move>(at);
    }
  }
  return R"(expected one of "U", "D", "L", "R", ".", got )" + fields::brief(json);
}

std::optional<Fault> Planets::check(Seat /*seat*/, Move /*move*/) const { return std::nullopt; }

void Planets::write_move(Move move, JsonWriter& out) const {
  out.plain(kMoveLetters.substr(static_cast<std::size_t>(move), 1));
}

std::optional<std::vector<Planets::Move>> Planets::legal(Seat /*seat*/) const {
  return std::vector{Move::up, Move::down, Move::left, Move::right, Move::stay};
}

Planets::Move Planets::sample(Seat /*seat*/, Rng& rng) const {
  return static_cast<Move>(below(rng, kMoveLetters.size()));
}

void Planets::apply(std::span<const Answer<Move>> by_seat, JsonWriter& events) {
  const Answer<Move>& answer = by_seat[0];
  if (answer.forfeited) {
    forfeited_ = true;
    write_events(false, events);
    return;
  }
  const planets::Cell before = ship_.at;
  move_ship(answer.move.value_or(Move::stay));
  for (Ghost& ghost : ghosts_) {
    planets::move_ghost(map(), before, ghost);
  }
  find_catches(before);
  const bool picked = pick_up();
  ++turns_;
  write_events(picked, events);
}

void Planets::move_ship(Move move) {
  if (ship_.held > 0) {
    --ship_.held;
    return;
  }
  const planets::Cell target = ship_target(move);
  if (target != ship_.at) {
    ship_ = {.at = target, .held = map().hold(target)};
  }
}

planets::Cell Planets::ship_target(Move move) const {
  if (move == Move::stay) {
    return ship_.at;
  }
  const planets::Cell target = wrapped(map(), planets::step(ship_.at, static_cast<Heading>(move)));
  return map().is_asteroid(target) ? ship_.at : target;
}

void Planets::find_catches(planets::Cell ship_before) {
  for (std::size_t i = 0; i < ghosts_.size(); ++i) {
    const Ghost& ghost = ghosts_[i];
    if (ghost.at == ship_.at) {
      samespot_.push_back(i);
    } else if (ghost.at == ship_before && ghost.previous == ship_.at) {
      switched_.push_back(i);
    }
  }
}

bool Planets::pick_up() {
  const auto scrap = std::ranges::find(left_, ship_.at, &Scrap::location);
  if (scrap == left_.end()) {
    return false;
  }
  picked_up_.push_back(*scrap);
  left_.erase(scrap);
  return true;
}

void Planets::write_events(bool picked, JsonWriter& events) const {
  events.begin_object().key("caught_by").begin_list();
  for (std::size_t i = 0; caught() && i < ghosts_.size(); ++i) {
    if (std::ranges::count(samespot_, i) + std::ranges::count(switched_, i) > 0) {
      events.value(i);
    }
  }
  events.end_list().key("ghosts").begin_list();
  for (const Ghost& ghost : ghosts_) {
    write_cell(ghost.at, events);
  }
  events.end_list().key("picked").begin_list();
  if (picked) {
    write_scrap(picked_up_.back(), events);
  }
  events.end_list().key("ship");
  write_cell(ship_.at, events);
  events.end_object();
}

Json Planets::setup() const { return planets::setup_json(map()); }

void Planets::write_view(Observer /*observer*/, JsonWriter& out) const {
  out.begin_object().key("ghosts").begin_list();
  for (const Ghost& ghost : ghosts_) {
    write_ghost(ghost, out);
  }
  out.end_list().field("remaining_turns", map().turns - turns_).key("scraps").begin_list();
  for (const Scrap& scrap : left_) {
    write_scrap(scrap, out);
  }
  out.end_list().key("ship").begin_object().field("held", ship_.held).key("location");
  write_cell(ship_.at, out);
  out.field("score", score()).end_object().end_object();
}

void Planets::write_ghost(const Ghost& ghost, JsonWriter& out) {
  out.begin_object().key("heading");
  if (ghost.type == GhostType::backandforth) {
    out.plain(planets::letter_of(ghost.heading));
  } else {
    out.null();
  }
  out.field("held", ghost.held).key("location");
  write_cell(ghost.at, out);
  out.key("previous");
  if (ghost.previous) {
    write_cell(*ghost.previous, out);
  } else {
    out.null();
  }
  out.field("transparency", ghost.transparency)
      .key("type")
      .plain(planets::type_name(ghost.type))
      .end_object();
}

std::vector<double> Planets::scores() const { return {static_cast<double>(score())}; }

Json Planets::outcome() const {
  return Json::object({{"win", left_.empty() && !caught() && !forfeited_},
                       {"max_turns", map().turns},
                       {"n_turns", turns_},
                       {"score", score()},
                       {"scraps_total_value", planets::total_value(map().scraps)},
                       {"scraps_picked_up", planets::scraps_json(picked_up_)},
                       {"scraps_left", planets::scraps_json(left_)},
                       {"caught", caught()},
                       {"ghosts_catch_samespot", samespot_},
                       {"ghosts_catch_switch", switched_}});
}

static_assert(Rules<Planets>);

const Entry& planets_entry() { return host<Planets>(); }

}  // namespace engines
