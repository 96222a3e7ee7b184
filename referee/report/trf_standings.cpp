#include "referee/report/trf_standings.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/base/csv.h"
#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/report/explanation.h"
#include "referee/swiss/trf/trf_text.h"

namespace referee {
namespace {

using EntryKind = swiss::RoundEntry::Kind;
using Json = protocol::Json;

Points points_of(swiss::Tenths tenths) { return Points::of_units(tenths * (Points::kUnit / 10)); }
static_assert(Points::kUnit % 10 == 0);

CardRound::Kind card_kind(const swiss::RoundEntry& entry) {
  switch (entry.kind) {
    case EntryKind::win:
    case EntryKind::draw:
    case EntryKind::loss:
      return CardRound::Kind::played;
    case EntryKind::forfeit_win:
      return CardRound::Kind::forfeit_win;
    case EntryKind::forfeit_loss:
      return CardRound::Kind::forfeit_loss;
    case EntryKind::bye:
      return CardRound::Kind::pairing_bye;
    case EntryKind::full_bye:
      return CardRound::Kind::full_bye;
    case EntryKind::half_bye:
      return CardRound::Kind::half_bye;
    case EntryKind::zero_bye:
      return CardRound::Kind::zero_bye;
    case EntryKind::open:
      return CardRound::Kind::running;
  }
  throw std::logic_error("a result of no kind");
}

int halves_of(EntryKind kind) {
  const bool won = kind == EntryKind::win || kind == EntryKind::forfeit_win;
  return won ? 2 : kind == EntryKind::draw ? 1 : 0;
}

CardRound card_round(const swiss::RoundEntry& entry, const swiss::PointSystem& points) {
  CardRound round;
  round.kind = card_kind(entry);
  round.points = points_of(points.of(entry.kind));
  round.second_seat = entry.colour == swiss::Colour::black;
  if (entry.opponent) {
    const bool by_forfeit = entry.kind == EntryKind::forfeit_win || entry.kind == EntryKind::forfeit_loss;
    round.meetings.push_back({*entry.opponent, halves_of(entry.kind), by_forfeit, round.points});
  }
  return round;
}

std::vector<ScoreCard> cards_of(const swiss::Tournament& tournament) {
  std::vector<ScoreCard> cards;
  for (const swiss::Player& player : tournament.players) {
    ScoreCard& card = cards.emplace_back();
    for (std::size_t round = 0; round < tournament.played; ++round) {
      card.rounds.push_back(card_round(player.in(round), tournament.points));
      card.points += card.rounds.back().points;
    }
  }
  return cards;
}

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : list) {
    const bool divides = c == ',' || c == ' ' || c == '\t' || c == ';';
    if (!divides) {
      if (!inside) {
        words.emplace_back();
      }
      words.back() += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    inside = !divides;
  }
  return words;
}

/// The tie-breaks of a list of codes; `origin` names it in messages.
TieBreaks listed_tie_breaks(const std::string& list, const std::string& origin) {
  const fields::Json json = {{"tie_breaks", words_of(list)}};
  fields::Object in(json, "");
  TieBreaks tie_breaks =
      read_tie_breaks(in, {.round_robin = false, .seats_matter = true, .report_file = true});
  try {
    in.require();
  } catch (const fields::Exception& wrong) {
    throw std::invalid_argument(origin + ": " + wrong.what());
  }
  return tie_breaks;
}

TieBreaks tie_breaks_of(const swiss::TrfReport& report, const std::string& file,
                        const TrfStandingsRules& rules) {
  if (!rules.tie_breaks.empty()) {
    return listed_tie_breaks(rules.tie_breaks, "--tie-breaks");
  }
  return report.tie_breaks.empty()
             ? default_tie_breaks(false)
             : listed_tie_breaks(report.tie_breaks, file + ": 202 or 212 (--tie-breaks may give others)");
}

/// Article 10 of C.07: "unless rules are published", tie-breaks by ratings do not count where players are
/// unrated. Takes them out, and tells it.
void leave_out_ratings(const swiss::Tournament& tournament, const std::string& file, TieBreaks& tie_breaks,
                       std::vector<std::string>& warnings) {
  const auto unrated =
      std::ranges::count_if(tournament.players, [](const swiss::Player& p) { return p.rating == 0; });
  if (unrated == 0) {
    return;
  }
  for (const TieBreak& tie_break : tie_breaks) {
    if (tie_break.of_ratings()) {
      warnings.push_back(file + ": " + std::string(tie_break.code()) +
                         " is left out: " + counted(unrated, "player has", "players have") +
                         " no rating (C.07, Article 10); --unrated RATING gives them one");
    }
  }
  std::erase_if(tie_breaks, [](const TieBreak& tie_break) { return tie_break.of_ratings(); });
}

std::vector<int> ratings_of(const swiss::Tournament& tournament, int unrated) {
  std::vector<int> ratings;
  for (const swiss::Player& player : tournament.players) {
    ratings.push_back(player.rating == 0 ? unrated : player.rating);
  }
  return ratings;
}

/// A file that does not say how many rounds it has has all of them.
int planned_rounds(const swiss::Tournament& tournament) {
  return tournament.rounds > 0 ? tournament.rounds : static_cast<int>(tournament.played);
}

TieBreaker breaker_of(const swiss::Tournament& tournament, TieBreaks tie_breaks, int unrated,
                      TieBreakEdition edition) {
  const PointValues worth{points_of(tournament.points.win), points_of(tournament.points.draw)};
  const bool over =
      tournament.played > 0 && static_cast<int>(tournament.played) >= planned_rounds(tournament);
  return {Opposition(true, cards_of(tournament), worth, ratings_of(tournament, unrated), edition),
          std::move(tie_breaks), over ? std::optional(tournament.played - 1) : std::nullopt};
}

/// Whether any value differs between two editions. Direct encounter never does.
bool values_differ(const TieBreaker& one, const TieBreaker& other) {
  for (std::size_t at = 0; at < one.tie_breaks().size(); ++at) {
    for (Entrant player = 0; player < one.opposition().cards().size(); ++player) {
      if (one.tie_breaks()[at].kind != TieBreak::Kind::direct_encounter &&
          one.listed_value(at, player) != other.listed_value(at, player)) {
        return true;
      }
    }
  }
  return false;
}

/// Warns where the newest edition, which nobody has asked for, may not be the one of the tournament.
void warn_of_edition(const swiss::TrfReport& report, const std::string& file, const TieBreaker& newest,
                     int unrated, std::vector<std::string>& warnings) {
  constexpr std::string_view kInForce = "2026/03/01";
  if (report.day && *report.day < kInForce) {
    warnings.push_back(
        file + ": the tournament began on " + *report.day +
        " (042), and its tie-breaks are those in force since 2026/03/01: --edition 2024 has those before");
  } else if (!report.day && values_differ(newest, breaker_of(report.tournament, newest.tie_breaks(), unrated,
                                                             TieBreakEdition::of_2024))) {
    warnings.push_back(
        file +
        ": no first day (042), and tie-breaks have other values for a tournament that began before "
        "2026/03/01: --edition 2024 has those, --edition 2026 says that these are meant");
  }
}

std::string edition_of(const TrfStandings& standings) {
  return standings.breaker.opposition().edition() == TieBreakEdition::of_2024 ? "2024" : "2026";
}

/// "Tie-breaks: FIDE Handbook C.07, edition of 2026, ..."
std::string edition_text(const TrfStandings& standings) {
  const std::string edition = edition_of(standings);
  return "Tie-breaks by the FIDE Handbook, C.07, edition of " + edition +
         (edition == "2024" ? " (in force until 28 February 2026).\n" : " (in force since 1 March 2026).\n");
}

std::string text_of(const std::optional<TieBreakValue>& value) { return value ? value->text() : "-"; }

std::string points_text(const TrfStandings& standings, Entrant player) {
  return standings.breaker.opposition().card(player).points.text();
}

std::string rating_of(const swiss::Player& player) {
  return player.rating == 0 ? "" : std::to_string(player.rating);
}

std::string title_of(const TrfStandings& standings) {
  const swiss::Tournament& tournament = standings.report.tournament;
  const std::string name = tournament.name.empty() ? standings.file : tournament.name;
  const std::string played = "after round " + std::to_string(tournament.played);
  return printable(name, kShownText) + ", " +
         (tournament.rounds > 0 ? played + " of " + std::to_string(tournament.rounds) : played);
}

}  // namespace

TrfStandings trf_standings_of(swiss::TrfReport report, const std::string& file,
                              const TrfStandingsRules& rules) {
  std::vector<std::string> warnings;
  TieBreaks tie_breaks = tie_breaks_of(report, file, rules);
  if (rules.unrated == 0) {
    leave_out_ratings(report.tournament, file, tie_breaks, warnings);
  }
  TieBreaker breaker = breaker_of(report.tournament, std::move(tie_breaks), rules.unrated,
                                  rules.edition.value_or(TieBreakEdition::of_2026));
  if (!rules.edition) {
    warn_of_edition(report, file, breaker, rules.unrated, warnings);
  }
  const std::size_t players = report.tournament.players.size();
  TrfStandings standings{file, std::move(report),  std::move(breaker), std::vector<int>(players),
                         {},   std::move(warnings)};
  std::vector<Entrant> all(players);
  std::iota(all.begin(), all.end(), Entrant{0});
  for (const std::vector<Entrant>& group : standings.breaker.ranked(all)) {
    const int rank = static_cast<int>(standings.in_order.size()) + 1;
    for (const Entrant player : group) {
      standings.ranks[player] = rank;
      standings.in_order.push_back(player);
    }
  }
  return standings;
}

std::string trf_standings_text(const TrfStandings& standings) {
  std::vector<std::string> head{"", "id", "name", "rating", "points"};
  for (const std::string& code : codes_of(standings.breaker.tie_breaks())) {
    head.push_back(code);
  }
  TextTable table(std::move(head), 3);
  const auto values = standings.breaker.values(standings.breaker.ties(standings.in_order));
  for (const swiss::PlayerIndex index : standings.in_order) {
    const swiss::Player& player = standings.report.tournament.players[index];
    std::vector<std::string> cells{std::to_string(standings.ranks[index]) + ".", std::to_string(index + 1),
                                   player.name, rating_of(player), points_text(standings, index)};
    for (const auto& value : values[index]) {
      cells.push_back(text_of(value));
    }
    table.add(std::move(cells));
  }
  return title_of(standings) + "\n" + table.text() + tie_breaks_legend(standings.breaker.tie_breaks()) +
         "\n" + edition_text(standings);
}

std::string trf_standings_json(const TrfStandings& standings) {
  const swiss::Tournament& tournament = standings.report.tournament;
  Json page;
  page["name"] = tournament.name;
  page["rounds"] = tournament.rounds == 0 ? Json(nullptr) : Json(tournament.rounds);
  page["played"] = tournament.played;
  page["tie_breaks"] = codes_of(standings.breaker.tie_breaks());
  page["edition"] = edition_of(standings);
  page["players"] = Json::array();
  const auto values = standings.breaker.values(standings.breaker.ties(standings.in_order));
  for (const swiss::PlayerIndex index : standings.in_order) {
    const swiss::Player& player = tournament.players[index];
    Json row;
    row["rank"] = standings.ranks[index];
    row["id"] = index + 1;
    row["name"] = player.name;
    row["rating"] = player.rating == 0 ? Json(nullptr) : Json(player.rating);
    row["points"] = standings.breaker.opposition().card(index).points.value();
    row["tie_breaks"] = Json::array();
    for (const auto& value : values[index]) {
      row["tie_breaks"].push_back(value ? Json(value->value()) : Json(nullptr));
    }
    page["players"].push_back(std::move(row));
  }
  return protocol::dump(page) + "\n";
}

std::string trf_standings_csv(const TrfStandings& standings) {
  std::vector<std::string> head{"rank", "id", "name", "rating", "points"};
  for (const std::string& code : codes_of(standings.breaker.tie_breaks())) {
    head.push_back(code);
  }
  std::string text = csv::line_of(head);
  const auto values = standings.breaker.values(standings.breaker.ties(standings.in_order));
  for (const swiss::PlayerIndex index : standings.in_order) {
    const swiss::Player& player = standings.report.tournament.players[index];
    std::vector<std::string> cells{std::to_string(standings.ranks[index]), std::to_string(index + 1),
                                   csv::text_cell(player.name), rating_of(player),
                                   points_text(standings, index)};
    for (const auto& value : values[index]) {
      cells.push_back(value ? value->text() : "");
    }
    text += csv::line_of(cells);
  }
  return text;
}

std::string trf_standings_trf(const TrfStandings& standings, std::string_view text) {
  swiss::TrfText file(text);
  const swiss::Tournament& tournament = standings.report.tournament;
  for (swiss::PlayerIndex player = 0; player < tournament.players.size(); ++player) {
    file.set_points(player, tournament.players[player].score(tournament.points, tournament.played));
    file.set_rank(player, standings.ranks[player]);
  }
  std::string list;
  for (const std::string& code : codes_of(standings.breaker.tie_breaks())) {
    list.append(list.empty() ? "" : ",").append(code);
  }
  // 202 breaks ties on points; only 212 has a place for the points.
  const bool points_first = points_come_first(standings.breaker.tie_breaks());
  file.remove(points_first ? "212" : "202");
  file.set_record(points_first ? "202" : "212", list);
  return file.text();
}

std::string trf_explanation(const TrfStandings& standings, swiss::PlayerIndex player) {
  const swiss::Tournament& tournament = standings.report.tournament;
  std::vector<Entrant> by_number(standings.ranks.size());
  std::iota(by_number.begin(), by_number.end(), Entrant{0});
  ExplainedStandings explained{
      .title = title_of(standings),
      .rounds = planned_rounds(tournament),
      .names = {},
      .ranks = standings.ranks,
      .annulled = std::vector<bool>(standings.ranks.size()),
      .ranked = std::vector<bool>(standings.ranks.size(), true),
      .staff = std::vector<bool>(standings.ranks.size()),
      .breaker = standings.breaker,
      .ties = standings.breaker.ties(by_number),
  };
  for (const swiss::Player& other : tournament.players) {
    // With the id: names have commas, as "Abadi, Noor", and need not differ.
    explained.names.push_back(other.name + " (" + std::to_string(explained.names.size() + 1) + ")");
  }
  return explanation_text(explained, player) + edition_text(standings);
}

}  // namespace referee
