#include "referee/pages/entrant_results.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "referee/pages/entrant_parts.h"
#include "referee/report/bracket_rounds.h"
#include "referee/report/html_parts.h"
#include "referee/report/points_by_round.h"
#include "referee/tournament/standings/encounter_state.h"

namespace referee::pages {
namespace {

using html::cell;
using html::column;
using html::foreign;

constexpr const char* kOpponentHead = " class=\"name\"";
constexpr const char* kTextHead = " class=\"text\"";

/// An encounter of the entrant.
struct Own {
  const PlayedEncounter* played = nullptr;
  std::size_t position = 0;  ///< of the entrant at the table
};

std::vector<Own> own_encounters(const StandingsPage& page, Entrant entrant) {
  std::vector<Own> own;
  for (const History::Round& round : page.history.rounds) {
    for (const PlayedEncounter& played : round) {
      const auto& entrants = played.encounter.entrants;
      if (const auto found = std::ranges::find(entrants, entrant); found != entrants.end()) {
        own.push_back({&played, static_cast<std::size_t>(found - entrants.begin())});
      }
    }
  }
  return own;
}

/// "won", "lost" or "drawn" at `position` of these scores; "" alone at the table.
std::string word_of(const std::vector<double>& scores, std::size_t position) {
  if (scores.size() < 2) {
    return "";
  }
  double others = position == 0 ? scores[1] : scores[0];
  for (std::size_t i = 0; i < scores.size(); ++i) {
    others = i == position ? others : std::max(others, scores[i]);
  }
  return scores[position] > others ? "won" : scores[position] < others ? "lost" : "drawn";
}

/// What all pages of a tournament's entrants have in common while one of them is made.
class Results {
 public:
  Results(const TournamentSnapshot& snapshot, const StandingsPage& page, Entrant entrant,
          const PageLinks& links)
      : snapshot_(snapshot),
        page_(page),
        entrant_(entrant),
        links_(links),
        meet_(page.layout().entrants_meet),
        bracket_(page),
        own_(own_encounters(page, entrant)) {}

  std::string html() const {
    const std::string curve = curve_html();
    return (curve.empty() ? "" : entrant_section(meet_ ? "Points by round" : "Mean score", curve)) +
           entrant_section("Results", page_.withheld.matches ? "<p>Only the entrants of a game see it.</p>\n"
                                                             : results_html()) +
           opponents_html();
  }

 private:
  std::string curve_html() const {
    if (is_withheld(page_, entrant_)) {
      return "";
    }
    const StandingsRow& row = standings_row(page_, entrant_);
    EntrantCurve curve{meet_ ? "Points" : "Mean score", meet_ ? "Rounds" : "Instances", {}, meet_ ? 0 : 1};
    if (!meet_) {
      curve.values = row.field ? row.field->running_average() : std::vector<std::optional<double>>();
      return entrant_curve_html(curve);
    }
    const PointsByRound points = points_by_round(page_);
    std::size_t line = 0;  // annulled entrants have none
    for (const StandingsRow& other : page_.rows) {
      if (&other == &row && !row.annulled && points.rounds > 0) {
        for (const Points after : points.lines[line].after) {
          curve.values.emplace_back(after.value());
        }
      }
      line += other.annulled ? 0 : 1;
    }
    return entrant_curve_html(curve);
  }

  std::string name_html(Entrant other) const {
    return "<a href=\"" + links_.entrant(other) + "\">" +
           foreign(snapshot_.names().of(snapshot_.content().entrants.at(other).name)) + "</a>";
  }

  /// Whom it has met at a table, or what it has played alone.
  std::string against_html(const Own& own) const {
    const Encounter& encounter = own.played->encounter;
    if (encounter.instance) {
      const auto number = static_cast<std::size_t>(*encounter.instance);
      return html::escaped(number <= page_.instances.size() ? page_.instances[number - 1]
                                                            : std::to_string(number));
    }
    std::string text;
    for (std::size_t i = 0; i < encounter.entrants.size(); ++i) {
      if (i != own.position) {
        text += (text.empty() ? "" : ", ") + name_html(encounter.entrants[i]);
      }
    }
    const std::string kind(kind_text(encounter.kind));
    return text + (kind.empty() ? "" : (text.empty() ? "" : " ") + kind);
  }

  /// "1.5 : 0.5", a score, or how far it is.
  std::string result_text(const Own& own) const {
    const auto& [encounter, games] = *own.played;
    if (encounter.instance) {
      const bool scored = !games.empty() && !games.back().struck;
      return scored ? figure_text(games.back().scores.at(own.position)) : "";
    }
    const EncounterState state = state_of(page_.rules(), encounter, games);
    if (!state.decided) {
      return games.empty() ? "not played yet" : "being played";
    }
    const auto points = [&](std::size_t position) {
      const std::string games_won = bracket_.points_of(encounter, position);
      return games_won.empty() ? state.points.at(position).text() : games_won;
    };
    return points(own.position) + (encounter.entrants.size() == 2 ? " : " + points(1 - own.position) : "");
  }

  /// "1 won, 2 lost, 1 cancelled", with links to those that may be seen.
  std::string games_html(const Own& own) const {
    std::string text;
    for (const RecordLink& record : record_links(page_, *own.played, own.position)) {
      const GameResult& game = own.played->games.at(std::stoul(record.label) - 1);
      const std::string word = word_of(game.scores, own.position);
      const std::string label = word.empty() ? "watch" : record.label + " " + word;
      text += (text.empty() ? "" : ", ") +
              (snapshot_.is_shown(record.match)
                   ? "<a href=\"" + links_.match(record.match) + "\">" + label + "</a>"
                   : label);
    }
    const auto cancelled = std::ranges::count_if(own.played->games, &GameResult::struck);
    return cancelled == 0 ? text
                          : text + (text.empty() ? "" : ", ") + std::to_string(cancelled) + " cancelled";
  }

  GameTally tally_of(const Own& own) const {
    GameTally tally;
    for (const GameResult& game : own.played->games) {
      if (!game.struck) {
        tally += game.tallies.at(own.position);
      }
    }
    return tally;
  }

  /// The numbers of the versions that it has played, "2", or "2, 3"; "" without versions.
  std::string versions_text(const Own& own) const {
    std::set<int> versions;
    for (const GameResult& game : own.played->games) {
      if (!game.versions.empty() && game.versions.at(own.position) > 0) {
        versions.insert(game.versions[own.position]);
      }
    }
    std::string text;
    for (const int version : versions) {
      text += (text.empty() ? "" : ", ") + std::to_string(version);
    }
    return text;
  }

  std::string results_html() const {
    const bool has_versions =
        std::ranges::any_of(own_, [&](const Own& own) { return !versions_text(own).empty(); });
    std::string rows;
    for (const Own& own : own_) {
      const GameTally tally = tally_of(own);
      const std::string name = bracket_.name_of(own.played->encounter);
      rows += "<tr><th scope=\"row\">" + (name.empty() ? std::to_string(own.played->encounter.round) : name) +
              "</th>" + cell(against_html(own), "text") + cell(result_text(own)) +
              cell(games_html(own), "text") + html::faults_cell(tally) + cell(mean_ms_text(tally), "extra") +
              cell(worst_ms_text(tally), "extra") + (has_versions ? cell(versions_text(own)) : "") +
              "</tr>\n";
    }
    if (rows.empty()) {
      return "<p>No match yet.</p>\n";
    }
    return entrant_table("results", "Thinking times are in milliseconds for a turn.",
                         column("Round") + column(meet_ ? "Opponent" : "Played", kTextHead) +
                             column(meet_ ? "Points" : "Score") + column("Games", kTextHead) +
                             column("Faults") + column("Mean time", html::kExtraColumn) +
                             column("Longest", html::kExtraColumn) +
                             (has_versions ? column("Submission") : ""),
                         rows, true);
  }

  /// What it has won and lost against one opponent.
  struct Sum {
    int encounters = 0;
    std::map<std::string, int> games;  ///< by word_of()
  };

  std::string opponents_html() const {
    std::map<Entrant, Sum> sums;
    for (const auto& [played, position] : own_) {
      const auto& entrants = played->encounter.entrants;
      for (std::size_t i = 0; i < entrants.size(); ++i) {
        if (i == position || played->encounter.kind != Encounter::Kind::play) {
          continue;
        }
        Sum& sum = sums[entrants[i]];
        ++sum.encounters;
        for (const GameResult& game : played->games) {
          if (!game.struck) {
            const std::vector<double> both{game.scores.at(position), game.scores.at(i)};
            ++sum.games[word_of(both, 0)];
          }
        }
      }
    }
    std::string rows;
    for (auto& [other, sum] : sums) {
      rows += "<tr><th scope=\"row\" class=\"name\">" + name_html(other) + "</th>" +
              cell(std::to_string(sum.encounters)) +
              cell(std::to_string(sum.games["won"]) + "-" + std::to_string(sum.games["drawn"]) + "-" +
                   std::to_string(sum.games["lost"])) +
              "</tr>\n";
    }
    if (rows.empty()) {
      return "";
    }
    return entrant_section("Opponents", entrant_table("opponents", "Games won, drawn and lost.",
                                                      column("Opponent", kOpponentHead) + column("Matches") +
                                                          column("Won-drawn-lost"),
                                                      rows));
  }

  const TournamentSnapshot& snapshot_;
  const StandingsPage& page_;
  Entrant entrant_;
  const PageLinks& links_;
  bool meet_;
  BracketRounds bracket_;
  std::vector<Own> own_;
};

}  // namespace

std::string entrant_results_html(const TournamentSnapshot& snapshot, const StandingsPage& page,
                                 Entrant entrant, const PageLinks& links) {
  return Results(snapshot, page, entrant, links).html();
}

}  // namespace referee::pages
