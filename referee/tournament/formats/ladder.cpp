#include <cmath>

#include <nlohmann/json.hpp>

#include "referee/tournament/formats/formats.h"
#include "referee/tournament/formats/paired_encounters.h"
#include "referee/tournament/standings/ladder_standings.h"

namespace referee {
namespace {

constexpr fields::Range kMatches{1, 10'000'000};
constexpr fields::Range kPlies{1, 1000};
constexpr std::size_t kMaxTime = 20;  // bytes
constexpr std::size_t kMostOpenings = 10'000;

/// Matches are made one by one.
class NoRoundsOfLadder final : public PairingSystem {
 public:
  int rounds(std::size_t) const override { return 0; }
  std::vector<Encounter> pair(const History&) const override { return {}; }
};

std::string version_text(const StandingsRow& row) {
  return row.ladder->version == 0 ? "-" : std::to_string(row.ladder->version);
}

std::string trend_text(const StandingsRow& row) {
  if (!row.ladder->trend) {
    return "-";
  }
  const long trend = std::lround(*row.ladder->trend);
  return (trend > 0 ? "+" : "") + std::to_string(trend);
}

std::vector<StandingsColumn> ladder_columns() {
  return {{"version", "Version", "version", version_text},
          {"matches", "Matches", "matches",
           [](const StandingsRow& row) { return std::to_string(row.ladder->matches); }},
          {"trend", "Trend", "trend", trend_text},
          {"provisional", "Provisional", "provisional",
           [](const StandingsRow& row) { return std::string(row.ladder->provisional ? "yes" : "no"); }}};
}

class LadderFormat final : public TournamentFormat {
 public:
  LadderFormat(const FormatGame& game, LadderTerms terms)
      : TournamentFormat(
            {.encounters = {.seats = game.seats, .best_of = 1},
             .traits = {.least_entrants = 1,
                        .unexplained = "a ladder is ranked by rating, which its standings show"},
             .layout = {.results = ladder_columns(),
                        .ranking = "Ranked by rating, in whole Elo; equal ones share a rank. Matches are "
                                   "those of the present version, trend is the change of a day, and a "
                                   "rating is provisional before " +
                                   std::to_string(LadderTable::kSettled) + " matches.",
                        .crosstable = ReportLayout::Crosstable::opponents,
                        .sections = {ReportLayout::Section::crosstable,
                                     ReportLayout::Section::ladder_entrants}}}),
        terms_(std::move(terms)) {}

  fields::Json json() const override {
    fields::Json openings;
    if (terms_.random_plies > 0) {
      openings["plies"] = terms_.random_plies;
    } else if (!terms_.openings.empty()) {
      openings = fields::Json::parse(terms_.openings);
    }
    return {{"kind", kLadderFormat.kind},
            {"until", terms_.until ? fields::Json(*terms_.until) : fields::Json()},
            {"matches", terms_.matches ? fields::Json(*terms_.matches) : fields::Json()},
            {"openings", std::move(openings)}};
  }
  const LadderTerms* ladder() const override { return &terms_; }
  std::unique_ptr<PairingSystem> pairing_system(std::uint64_t) const override {
    return std::make_unique<NoRoundsOfLadder>();
  }
  std::vector<StandingsRow> standings(const History& history) const override {
    return ladder_standings(history);
  }
  std::string text() const override {
    std::string text = "ladder: ranked by rating";
    text += terms_.matches ? ", " + std::to_string(*terms_.matches) + " matches" : "";
    text += terms_.until ? ", until " + *terms_.until : "";
    text += terms_.matches || terms_.until ? "" : ", until it is stopped";
    if (terms_.random_plies > 0) {
      text += ", openings of " + std::to_string(terms_.random_plies) + " random turns";
    } else if (!terms_.openings.empty()) {
      text += ", " + std::to_string(fields::Json::parse(terms_.openings).size()) + " openings";
    }
    return text;
  }
  std::vector<PlannedRounds> planned_rounds(std::size_t) const override { return {}; }

 private:
  LadderTerms terms_;
};

std::string objection_to_ladder(const FormatGame& game) {
  return game.seats >= 2 ? "" : "a ladder is for games of two seats or more, and this one has one";
}

/// A list of openings, or the number of random turns. (In a tournament file it may be the name of a file:
/// the list is then in its place.)
void read_openings(fields::Object& in, LadderTerms& terms) {
  const fields::Json* openings = in.find("openings");
  if (openings == nullptr || openings->is_null()) {
    return;
  }
  if (openings->is_object()) {
    fields::Object random(*openings, "format.openings");
    terms.random_plies = static_cast<int>(random.integer("plies", kPlies));
    random.refuse_unknown();
    random.require();
    return;
  }
  if (!openings->is_array() || openings->empty() || openings->size() > kMostOpenings) {
    in.fail("openings", *openings,
            "the name of a file, a list of openings, each a list of turns, or {\"plies\": N}");
  }
  terms.openings = openings->dump();
}

std::shared_ptr<const TournamentFormat> read_ladder(fields::Object& in, const FormatGame& game) {
  LadderTerms terms;
  if (const fields::Json* until = in.find("until"); until != nullptr && !until->is_null()) {
    terms.until = in.text_or("until", kMaxTime, "");
  }
  if (const fields::Json* matches = in.find("matches"); matches != nullptr && !matches->is_null()) {
    terms.matches = static_cast<int>(in.integer("matches", kMatches));
  }
  read_openings(in, terms);
  return std::make_shared<LadderFormat>(game, std::move(terms));
}

}  // namespace

const FormatEntry kLadderFormat{"ladder", objection_to_ladder, read_ladder};

}  // namespace referee
