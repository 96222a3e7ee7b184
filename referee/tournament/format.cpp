#include "referee/tournament/format.h"

#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/tournament/round_robin.h"
#include "referee/tournament/swiss_pairs.h"
#include "referee/tournament/swiss_tables.h"

namespace referee {
namespace {

constexpr fields::Range kRounds{1, 100};
constexpr fields::Range kCycles{1, 100};
constexpr fields::Range kBestOf{1, 99};
constexpr std::size_t kPair = 2;

const std::vector<std::string_view> kKinds = {"swiss", "round_robin", "practice"};

void read_best_of(FormatSpec& format, fields::Object& in) {
  format.best_of = static_cast<int>(in.integer_or("best_of", kBestOf, format.best_of));
}

void read_swiss(FormatSpec& format, fields::Object& in, std::size_t seats) {
  format.rounds = static_cast<int>(in.integer("rounds", kRounds));
  format.table = seats;
  if (const fields::Json* table = in.find("table")) {
    const auto number = static_cast<std::int64_t>(seats);
    if (!fields::as_integer(*table, {number, number})) {
      in.fail("table", *table, std::to_string(seats) + ", the seats of the game with these options");
    }
  }
  read_best_of(format, in);
}

void read_round_robin(FormatSpec& format, fields::Object& in, const fields::Json& kind, std::size_t seats) {
  if (seats != kPair) {
    in.fail("kind", kind,
            "swiss or practice: a round robin is for games of 2 seats, and this one has " +
                std::to_string(seats) + " with these options");
  }
  format.cycles = static_cast<int>(in.integer_or("cycles", kCycles, format.cycles));
  read_best_of(format, in);
}

}  // namespace

FormatSpec FormatSpec::read(const fields::Json& json, const std::string& path, std::size_t seats) {
  fields::Object in(json, path);
  FormatSpec format;
  format.table = seats;
  format.best_of = seats == kPair ? 2 : 1;
  const fields::Json* kind = in.find("kind");
  in.require();
  if (kind == nullptr) {
    throw fields::Exception({path + ".kind", "", R"(one of "swiss", "round_robin", "practice")"});
  }
  format.kind = static_cast<Kind>(in.choice_or("kind", kKinds, 0));
  if (seats < kPair || seats > Points::kMaxTable) {
    in.fail("kind", *kind,
            "a game of 2 to " + std::to_string(Points::kMaxTable) + " seats; with these options it has " +
                std::to_string(seats));
  }
  switch (format.kind) {
    case Kind::swiss:
      read_swiss(format, in, seats);
      break;
    case Kind::round_robin:
      read_round_robin(format, in, *kind, seats);
      break;
    case Kind::practice:
      break;
  }
  in.refuse_unknown();
  in.require();
  return format;
}

fields::Json FormatSpec::json() const {
  fields::Json json = {{"kind", kKinds[static_cast<std::size_t>(kind)]}};
  switch (kind) {
    case Kind::swiss:
      json["rounds"] = rounds;
      json["table"] = table;
      json["best_of"] = best_of;
      break;
    case Kind::round_robin:
      json["cycles"] = cycles;
      json["best_of"] = best_of;
      break;
    case Kind::practice:
      break;
  }
  return json;
}

std::unique_ptr<PairingSystem> FormatSpec::pairing_system(std::uint64_t seed) const {
  if (kind == Kind::round_robin) {
    return std::make_unique<RoundRobin>(cycles);
  }
  const EncounterRules rules{table, best_of};
  if (table == kPair) {
    return std::make_unique<SwissPairs>(rules, rounds);
  }
  return std::make_unique<SwissTables>(rules, rounds, seed);
}

TieBreaks FormatSpec::tie_breaks() const {
  return kind == Kind::round_robin ? TieBreaks::round_robin : TieBreaks::swiss;
}

}  // namespace referee
