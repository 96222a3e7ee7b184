#include "referee/tournament/config/format.h"

#include <cmath>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/tournament/pairing/field.h"
#include "referee/tournament/pairing/round_robin.h"
#include "referee/tournament/pairing/round_robin_tables.h"
#include "referee/tournament/pairing/swiss_pairs.h"
#include "referee/tournament/pairing/swiss_tables.h"

namespace referee {
namespace {

constexpr fields::Range kRounds{1, 100};
constexpr fields::Range kCycles{1, 100};
constexpr fields::Range kBestOf{1, 99};
constexpr std::size_t kPair = 2;

const std::vector<std::string_view> kFormatKinds = {"swiss", "round_robin", "field", "practice"};

void read_best_of(FormatSpec& format, fields::Object& in) {
  format.best_of = static_cast<int>(in.integer_or("best_of", kBestOf, format.best_of));
}

/// A number of points squared, in thousandths.
void read_repeat_weight(FormatSpec& format, fields::Object& in) {
  constexpr double kMost = 1000;
  const fields::Json* weight = in.find("repeat_weight");
  if (weight == nullptr || weight->is_null()) {
    return;
  }
  const double number = weight->is_number() ? weight->get<double>() : -1;
  if (format.table == kPair) {
    in.fail("repeat_weight", *weight, "none: it is for tables of more than 2");
  } else if (!(number >= 0 && number <= kMost)) {
    in.fail("repeat_weight", *weight, "a number from 0 to 1000, or null");
  } else {
    format.repeat_weight = std::lround(number * 1000);
  }
}

void read_swiss(FormatSpec& format, fields::Object& in, std::size_t seats) {
  format.rounds = static_cast<int>(in.integer("rounds", kRounds));
  if (const fields::Json* table = in.find("table")) {
    const auto number = static_cast<std::int64_t>(format.table);
    if (!fields::as_integer(*table, {number, number})) {
      in.fail("table", *table,
              format.apart ? "2: a game of one seat is paired as a duel on the same instance"
                           : std::to_string(seats) + ", the seats of the game with these options");
    }
  }
  read_repeat_weight(format, in);
  read_best_of(format, in);
  format.tie_breaks =
      read_tie_breaks(in, {.round_robin = false, .seats_matter = format.table == kPair && !format.apart});
}

void read_round_robin(FormatSpec& format, fields::Object& in) {
  format.cycles = static_cast<int>(in.integer_or("cycles", kCycles, format.cycles));
  read_best_of(format, in);
  format.tie_breaks =
      read_tie_breaks(in, {.round_robin = true, .seats_matter = format.table == kPair && !format.apart});
}

}  // namespace

FormatSpec FormatSpec::read(const fields::Json& json, const std::string& path, std::size_t seats) {
  fields::Object in(json, path);
  FormatSpec format;
  format.apart = seats == 1;
  format.best_of = seats == kPair ? 2 : 1;
  const fields::Json* kind = in.find("kind");
  in.require();
  if (kind == nullptr) {
    throw fields::Exception({path + ".kind", "", R"(one of "swiss", "round_robin", "field", "practice")"});
  }
  format.kind = static_cast<Kind>(in.choice_or("kind", kFormatKinds, 0));
  if (seats > Points::kMaxTable) {
    in.fail("kind", *kind,
            "a game of at most " + std::to_string(Points::kMaxTable) + " seats; with these options it has " +
                std::to_string(seats));
  }
  const bool paired = format.kind == Kind::swiss || format.kind == Kind::round_robin;
  format.table = format.apart && paired ? kPair : seats;
  switch (format.kind) {
    case Kind::swiss:
      read_swiss(format, in, seats);
      break;
    case Kind::round_robin:
      read_round_robin(format, in);
      break;
    case Kind::field:
      if (!format.apart) {
        in.fail("kind", *kind,
                "swiss, round_robin or practice: a field is for games of one seat, and this one has " +
                    std::to_string(seats) + " with these options");
      }
      break;
    case Kind::practice:
      break;
  }
  in.refuse_unknown();
  in.require();
  return format;
}

fields::Json FormatSpec::json() const {
  fields::Json json = {{"kind", kFormatKinds[static_cast<std::size_t>(kind)]}};
  switch (kind) {
    case Kind::swiss:
      json["rounds"] = rounds;
      json["table"] = table;
      json["best_of"] = best_of;
      if (repeat_weight) {
        json["repeat_weight"] = static_cast<double>(*repeat_weight) / 1000;
      }
      json["tie_breaks"] = codes_of(tie_breaks);
      break;
    case Kind::round_robin:
      json["cycles"] = cycles;
      json["best_of"] = best_of;
      json["tie_breaks"] = codes_of(tie_breaks);
      break;
    case Kind::field:
    case Kind::practice:
      break;
  }
  return json;
}

std::unique_ptr<PairingSystem> FormatSpec::pairing_system(std::uint64_t seed) const {
  if (kind == Kind::round_robin) {
    if (table > kPair) {
      return std::make_unique<RoundRobinTables>(encounter_rules(), cycles);
    }
    return std::make_unique<RoundRobin>(cycles);
  }
  if (kind == Kind::field) {
    return std::make_unique<Field>(instances);
  }
  if (table == kPair) {
    return std::make_unique<SwissPairs>(encounter_rules(), rounds, seed);
  }
  return std::make_unique<SwissTables>(encounter_rules(), rounds, seed, repeat_weight);
}

Ranking FormatSpec::ranking() const {
  switch (kind) {
    case Kind::round_robin:
      return Ranking::round_robin;
    case Kind::field:
      return Ranking::field;
    case Kind::swiss:
    case Kind::practice:
      break;
  }
  return Ranking::swiss;
}

int FormatSpec::encounters_each(std::size_t entrants) const {
  if (table > kPair) {
    return cycles * RoundRobinTables(encounter_rules(), cycles).encounters_a_cycle(entrants);
  }
  return entrants < 2 ? 0 : cycles * static_cast<int>(entrants - 1);
}

}  // namespace referee
