#include "engines/battleship/battleship.h"

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "engines/hosted.h"
#include "engines/random.h"
#include "engines/secret_deal.h"

namespace engines {
namespace {

constexpr std::array<std::string_view, 3> kPhases = {"place", "shoot", "over"};  // in the order of Phase

std::optional<battleship::Cell> cell_in(const Json& pair, int size) {
  const fields::Range on_board{.min = 0, .max = size - 1};
  const bool is_pair = pair.is_array() && pair.size() == 2;
  const auto row = is_pair ? fields::as_integer(pair[0], on_board) : std::nullopt;
  const auto col = is_pair ? fields::as_integer(pair[1], on_board) : std::nullopt;
  if (!row || !col) {
    return std::nullopt;
  }
  return battleship::Cell{.row = static_cast<int>(*row), .col = static_cast<int>(*col)};
}

/// The form of a cell, for messages.
std::string cell_form(int size) { return "[row,column], two integers from 0 to " + std::to_string(size - 1); }

battleship::Ship read_ship(fields::Object& in, int size) {
  battleship::Ship ship;
  ship.across = in.boolean("across");
  ship.length = static_cast<int>(in.integer("length", {.min = 1, .max = size}));
  if (const Json* at = in.value("at")) {
    if (const auto cell = cell_in(*at, size)) {
      ship.at = *cell;
    } else {
      in.fail("at", *at, cell_form(size));
    }
  }
  in.refuse_unknown();
  return ship;
}

std::variant<Battleship::Move, Fault> parse_fleet(const Json& json, int size) {
  if (!json.is_object() || json.size() != 1 || !json.contains("ships") || !json["ships"].is_array()) {
    return R"(expected {"ships":[{"across":true,"at":[row,column],"length":5},...]}, got )" +
           fields::brief(json);
  }
  battleship::Fleet fleet;
  for (const Json& ship : json["ships"]) {
    fields::Object in(ship, "ships[" + std::to_string(fleet.size()) + "]");
    fleet.push_back(read_ship(in, size));
    if (in.error()) {
      return in.error()->text();
    }
  }
  return fleet;
}

std::variant<Battleship::Move, Fault> parse_shot(const Json& json, int size) {
  if (const auto cell = cell_in(json, size)) {
    return *cell;
  }
  return "expected " + cell_form(size) + ", got " + fields::brief(json);
}

}  // namespace

Battleship::Battleship(Options options, const Seed& seed)
    : options_(std::move(options)), seas_{battleship::Sea(options_.size), battleship::Sea(options_.size)} {
  SecretDeal deal(seed);
  for (std::uint64_t& number : drawn_from_) {
    number = deal.next();
  }
}

std::size_t Battleship::max_rounds() const {
  const auto size = static_cast<std::size_t>(options_.size);
  return size * size;
}

// One turn to place the ships, and then each seat can shoot at each cell.
std::size_t Battleship::max_turns() const { return 1 + kSeats * max_rounds(); }

std::vector<Seat> Battleship::to_move() const {
  switch (phase_) {
    case Phase::place:
      return {0, 1};
    case Phase::shoot:
      return {mover_};
    case Phase::over:
      break;
  }
  return {};
}

std::variant<Battleship::Move, Fault> Battleship::parse(Seat /*seat*/, const Json& json) const {
  return phase_ == Phase::place ? parse_fleet(json, options_.size) : parse_shot(json, options_.size);
}

std::optional<Fault> Battleship::check(Seat seat, const Move& move) const {
  if (const auto* fleet = std::get_if<battleship::Fleet>(&move)) {
    return fault_of(*fleet, options_);
  }
  const battleship::Cell cell = std::get<battleship::Cell>(move);
  if (target_of(seat).was_shot(cell)) {
    return "you have already shot at [" + std::to_string(cell.row) + "," + std::to_string(cell.col) + "]";
  }
  return std::nullopt;
}

void Battleship::write_move(const Move& move, JsonWriter& out) const {
  if (const auto* cell = std::get_if<battleship::Cell>(&move)) {
    out.pair(cell->row, cell->col);
    return;
  }
  out.begin_object().key("ships").begin_list();
  for (const battleship::Ship& ship : std::get<battleship::Fleet>(move)) {
    out.begin_object().field("across", ship.across).key("at").pair(ship.at.row, ship.at.col);
    out.field("length", ship.length).end_object();
  }
  out.end_list().end_object();
}

Battleship::Move Battleship::sample(Seat seat, Rng& rng) const {
  if (phase_ == Phase::place) {
    return draw_fleet(options_, rng);
  }
  const std::vector<Move> open = shots_of(seat);
  return open[below(rng, open.size())];
}

std::optional<std::vector<Battleship::Move>> Battleship::legal(Seat seat) const {
  if (phase_ == Phase::place) {
    return std::nullopt;
  }
  return shots_of(seat);
}

std::vector<Battleship::Move> Battleship::shots_of(Seat seat) const {
  std::vector<Move> open;
  for (int row = 0; row < options_.size; ++row) {
    for (int col = 0; col < options_.size; ++col) {
      if (const battleship::Cell cell{.row = row, .col = col}; !target_of(seat).was_shot(cell)) {
        open.emplace_back(cell);
      }
    }
  }
  return open;
}

void Battleship::apply(std::span<const Answer<Move>> by_seat, JsonWriter& events) {
  if (phase_ == Phase::place) {
    place(by_seat, events);
  } else {
    shoot(by_seat[mover_], events);
  }
}

void Battleship::place(std::span<const Answer<Move>> by_seat, JsonWriter& events) {
  for (Seat seat = 0; seat < kSeats; ++seat) {
    const Answer<Move>& answer = by_seat[seat];
    forfeited_[seat] = answer.forfeited;
    if (answer.move) {
      seas_[seat].place(std::get<battleship::Fleet>(*answer.move));
    } else {
      Rng rng(drawn_from_[seat]);
      seas_[seat].place(draw_fleet(options_, rng));
    }
  }
  events.begin_object().end_object();  // the seats may not know each other's ships
  phase_ = forfeited_[0] || forfeited_[1] ? Phase::over : Phase::shoot;
}

void Battleship::shoot(const Answer<Move>& answer, JsonWriter& events) {
  battleship::Sea::Result result;
  if (answer.move) {
    result = target_of(mover_).shoot(std::get<battleship::Cell>(*answer.move));
  }
  events.begin_object().field("hit", result.hit).key("shot");
  if (answer.move) {
    write_move(*answer.move, events);
  } else {
    events.null();
  }
  events.field("sunk", result.sunk).end_object();
  forfeited_[mover_] = answer.forfeited;
  end_turn();
}

void Battleship::end_turn() {
  const bool round_is_over = mover_ + 1 == kSeats;
  rounds_ += round_is_over ? 1 : 0;
  const bool sunk = seas_[0].afloat().empty() || seas_[1].afloat().empty();
  if (forfeited_[mover_] || (round_is_over && (sunk || rounds_ == max_rounds()))) {
    phase_ = Phase::over;
  }
  mover_ = 1 - mover_;
}

Json Battleship::setup() const { return options_.json(); }

void Battleship::write_view(Observer observer, JsonWriter& out) const {
  out.begin_object().key("afloat").begin_list();
  for (const battleship::Sea& sea : seas_) {
    out.begin_list();
    for (const int length : sea.afloat()) {
      out.value(length);
    }
    out.end_list();
  }
  out.end_list().key("boards").begin_list();
  for (Seat seat = 0; seat < kSeats; ++seat) {
    out.begin_list();
    for (int row = 0; row < options_.size; ++row) {
      out.plain(seas_[seat].row(row, observer.sees(seat)));
    }
    out.end_list();
  }
  out.end_list().field("mover", phase_ == Phase::shoot ? std::optional(mover_) : std::nullopt);
  out.key("phase").plain(kPhases[static_cast<std::size_t>(phase_)]).end_object();
}

std::optional<Seat> Battleship::winner() const {
  if (forfeited_[0] != forfeited_[1]) {
    return forfeited_[0] ? 1 : 0;
  }
  const int hits_of_0 = target_of(0).hits();
  const int hits_of_1 = target_of(1).hits();
  if (hits_of_0 == hits_of_1) {
    return std::nullopt;
  }
  return hits_of_0 > hits_of_1 ? 0 : 1;
}

std::vector<double> Battleship::scores() const {
  constexpr double kDraw = 0.5;
  const auto won = winner();
  if (!won) {
    return {kDraw, kDraw};
  }
  return *won == 0 ? std::vector<double>{1, 0} : std::vector<double>{0, 1};
}

Json Battleship::outcome() const {
  const auto by_seat = [&](int (battleship::Sea::*count)() const) {
    return Json::array({(target_of(0).*count)(), (target_of(1).*count)()});
  };
  const auto won = winner();
  return Json::object({{"hits", by_seat(&battleship::Sea::hits)},
                       {"shots", by_seat(&battleship::Sea::shots)},
                       {"sunk", by_seat(&battleship::Sea::sunk)},
                       {"winner", won ? Json(*won) : Json()}});
}

static_assert(Rules<Battleship>);

const Entry& battleship_entry() { return host<Battleship>(); }

}  // namespace engines
