#include <cmath>
#include <functional>

#include <nlohmann/json.hpp>

#include "referee/tournament/formats/formats.h"
#include "referee/tournament/formats/ladder_layout.h"
#include "referee/tournament/formats/paired_encounters.h"
#include "referee/tournament/formats/roundless_format.h"

namespace referee {
namespace {

constexpr fields::Range kMatches{1, 10'000'000};
constexpr fields::Range kPlies{1, 1000};
constexpr fields::Range kInstances{1, 1000};
constexpr std::int64_t kDay = 24 * 3600;  // seconds
constexpr fields::Range kEverySeconds{1, 366 * kDay};
constexpr std::size_t kMaxTime = 20;  // bytes
constexpr std::size_t kMostOpenings = 10'000;

std::string why_unexplained(const FormatGame& game) {
  return game.seats == 1 ? "this ladder is ranked by mean score, which its standings show"
                         : "a ladder is ranked by rating, which its standings show";
}

class LadderFormat final : public RoundlessFormat {
 public:
  LadderFormat(const FormatGame& game, const LadderTerms& terms)
      : RoundlessFormat({.encounters = {.seats = game.seats, .best_of = 1},
                         .traits = {.least_entrants = 1, .unexplained = why_unexplained(game)},
                         .layout = ladder_layout(game.seats)},
                        terms),
        terms_(*ladder()) {}

  fields::Json json() const override {
    fields::Json openings;
    if (terms_.random_plies > 0) {
      openings["plies"] = terms_.random_plies;
    } else if (!terms_.openings.empty()) {
      openings = fields::Json::parse(terms_.openings);
    }
    fields::Json json = {{"kind", kLadderFormat.kind},
                         {"until", terms_.until ? fields::Json(*terms_.until) : fields::Json()},
                         {"matches", terms_.matches ? fields::Json(*terms_.matches) : fields::Json()},
                         {"openings", std::move(openings)}};
    if (terms_.blocks) {
      json["blocks"] = {{"instances", terms_.blocks->instances},
                        {"first_closes", terms_.blocks->first_closes},
                        {"every_s", terms_.blocks->every_s}};
    }
    return json;
  }
  std::string text() const override {
    std::string text = terms_.blocks ? "ladder: ranked by mean score" : "ladder: ranked by rating";
    if (terms_.blocks) {
      text += ", blocks of " + std::to_string(terms_.blocks->instances) + " instances, the first one until " +
              terms_.blocks->first_closes + ", then one every " + std::to_string(terms_.blocks->every_s) +
              " s";
    }
    text += terms_.matches
                ? ", " + std::to_string(*terms_.matches) + (*terms_.matches == 1 ? " match" : " matches")
                : "";
    text += terms_.until ? ", until " + *terms_.until : "";
    text += terms_.matches || terms_.until ? "" : ", until it is stopped";
    if (terms_.random_plies > 0) {
      text += ", openings of " + std::to_string(terms_.random_plies) + " random turns";
    } else if (!terms_.openings.empty()) {
      text += ", " + std::to_string(fields::Json::parse(terms_.openings).size()) + " openings";
    }
    return text;
  }

 private:
  const LadderTerms& terms_;
};

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

void read_blocks(fields::Object& in, const FormatGame& game, LadderTerms& terms) {
  const fields::Json* blocks = in.find("blocks");
  if (game.seats > 1) {
    if (blocks != nullptr) {
      in.fail(
          "blocks", *blocks,
          "no such key: blocks are for games of one seat, and this one has " + std::to_string(game.seats));
    }
    return;
  }
  if (const fields::Json* openings = in.find("openings"); openings != nullptr && !openings->is_null()) {
    in.fail("openings", *openings, "no such key: a game of one seat has new instances in each block");
  }
  if (blocks == nullptr) {
    throw fields::Exception({"format.blocks", "",
                             "an object, as {\"first_closes\": \"2026-11-20T08:00:00Z\"}: a ladder of a "
                             "game of one seat is played in blocks"});
  }
  fields::Object keys(*blocks, "format.blocks");
  BlockTerms& read = terms.blocks.emplace();
  read.instances = static_cast<int>(keys.integer_or("instances", kInstances, read.instances));
  read.first_closes = keys.text("first_closes", kMaxTime);
  read.every_s = keys.integer_or("every_s", kEverySeconds, kDay);
  keys.refuse_unknown();
  keys.require();
}

std::shared_ptr<const TournamentFormat> read_ladder(fields::Object& in, const FormatGame& game) {
  LadderTerms terms;
  if (const fields::Json* until = in.find("until"); until != nullptr && !until->is_null()) {
    terms.until = in.text_or("until", kMaxTime, "");
  }
  if (const fields::Json* matches = in.find("matches"); matches != nullptr && !matches->is_null()) {
    terms.matches = static_cast<int>(in.integer("matches", kMatches));
  }
  read_blocks(in, game, terms);
  read_openings(in, terms);
  return std::make_shared<LadderFormat>(game, terms);
}

}  // namespace

const FormatEntry kLadderFormat{
    .kind = "ladder",
    .about = "Matches are played all the time, and new bots may come at any time.",
    .suits = "Right for days or weeks.",
    .roundless = true,
    .objection = no_objection,
    .read = read_ladder,
    .keys_of_new_file = [](const FormatGame& game, const std::string& closes) {
      return game.seats > 1 ? std::string("{}") : R"({"blocks": {"first_closes": ")" + closes + "\"}}";
    }};

}  // namespace referee
