#include "referee/pages/podium.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "referee/base/shown_result.h"
#include "referee/base/text.h"
#include "referee/pages/tournament_progress.h"
#include "referee/report/html_parts.h"
#include "referee/report/prize_list.h"
#include "referee/report/round_list.h"

namespace referee::pages {
namespace {

constexpr int kLastPlace = 3;
constexpr int kWorst = 1'000'000;  // a rank that no entrant has: of house bots, and of withheld places

/// A game that spectators may see, by who played it.
struct SeenGame {
  const StoredAttempt* attempt = nullptr;
  std::vector<Entrant> entrants;
  DecidingCount decided;  ///< in the order of `entrants`: the scores, without a name, where they decide
};

/// A game as one of its entrants sees it; the greater, the better to look at.
struct Merit {
  int against = 0;    ///< minus the best rank among the opponents
  double margin = 0;  ///< to the best of them; of an entrant alone its score

  auto operator<=>(const Merit&) const = default;
};

std::optional<SeenGame> seen_game(const TournamentSnapshot& snapshot, const StoredAttempt& attempt) {
  const MatchPlace place{attempt.round, attempt.table, attempt.game_no};
  if (attempt.status != StoredAttempt::Status::done || &attempt != snapshot.attempt(attempt.match) ||
      !snapshot.is_shown(attempt.match)) {
    return std::nullopt;
  }
  const auto encounter = snapshot.encounter(place);
  const GameResult result = read_game_result(attempt.result);
  SeenGame game{.attempt = &attempt, .entrants = {}, .decided = {result.deciding.name, {}}};
  for (const auto& position : seating_of(snapshot.rules(), *encounter, attempt.game_no)) {
    if (!position) {
      continue;
    }
    if (result.no_show.at(*position)) {
      return std::nullopt;
    }
    game.entrants.push_back(encounter->entrants[*position]);
    game.decided.values.push_back(
        (game.decided.name.empty() ? result.scores : result.deciding.values).at(*position));
  }
  return game;
}

/// Nothing if the entrant at `position` has not won.
std::optional<Merit> merit_of(const SeenGame& game, std::size_t position,
                              const std::map<Entrant, int>& ranks) {
  if (game.entrants.size() == 1) {
    return Merit{.margin = game.decided.values.front()};
  }
  Merit merit{.against = -kWorst, .margin = 0};
  bool is_first = true;
  for (std::size_t other = 0; other < game.entrants.size(); ++other) {
    if (other == position) {
      continue;
    }
    const double lead = game.decided.values[position] - game.decided.values[other];
    merit.margin = is_first ? lead : std::min(merit.margin, lead);
    const auto rank = ranks.find(game.entrants[other]);
    merit.against = std::max(merit.against, rank == ranks.end() ? -kWorst : -rank->second);
    is_first = false;
  }
  return merit.margin > 0 ? std::optional(merit) : std::nullopt;
}

std::string text_of(const SeenGame& game, std::size_t position, const TournamentSnapshot& snapshot) {
  const std::vector<double>& values = game.decided.values;
  if (game.entrants.size() == 1) {
    return "score " + decimal_text(values.front());
  }
  const auto name_of = [&](std::size_t other) {
    return snapshot.names().of(snapshot.content().entrants.at(game.entrants[other]).name);
  };
  if (values.size() == 2) {
    const std::size_t other = 1 - position;
    return deciding_text({game.decided.name, {values[position], values[other]}}) + " against " +
           name_of(other);
  }
  std::string others;
  for (std::size_t other = 0; other < game.entrants.size(); ++other) {
    if (other != position) {
      others += (others.empty() ? "" : ", ") + name_of(other) + " " + decimal_text(values[other]);
    }
  }
  return deciding_text({game.decided.name, {values[position]}}) + " (" + others + ")";
}

/// The best games of `steps`, which have none yet.
void find_games(const TournamentSnapshot& snapshot, const StandingsPage& page,
                std::vector<Podium::Step>& steps) {
  std::map<Entrant, int> ranks;
  for (const StandingsRow& row : page.rows) {
    ranks[row.entrant] = row.rank;
  }
  std::map<Entrant, Merit> merits;
  for (const StoredAttempt& attempt : snapshot.content().games) {
    const auto game = seen_game(snapshot, attempt);
    for (Podium::Step& step : steps) {
      const auto found =
          game ? std::ranges::find(game->entrants, step.entrant) : decltype(game->entrants.end()){};
      if (!game || found == game->entrants.end()) {
        continue;
      }
      const auto position = static_cast<std::size_t>(found - game->entrants.begin());
      const auto merit = merit_of(*game, position, ranks);
      const auto known = merits.find(step.entrant);
      if (merit && (known == merits.end() || *merit > known->second)) {
        merits[step.entrant] = *merit;
        step.best = {attempt.match, text_of(*game, position, snapshot)};
      }
    }
  }
}

/// "ada, bob and carol".
std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

std::vector<std::string> notes_of(const PrizeList& list, const StandingsPage& page) {
  std::vector<std::string> notes;
  for (int place = 1; place <= kLastPlace; ++place) {
    std::vector<std::string> sharers;
    for (std::size_t i = 0; i < list.rows.size(); ++i) {
      if (list.rows[i].place == place) {
        sharers.push_back(page.rows[i].name);
      }
    }
    const std::size_t more = sharers.size() > Podium::kMostSteps ? sharers.size() - Podium::kMostSteps : 0;
    sharers.resize(sharers.size() - more);
    if (more > 0) {
      sharers.push_back(std::to_string(more) + " more");
    }
    if (sharers.size() > 1) {
      notes.push_back(list_of(sharers) + " share place " + std::to_string(place) + ".");
    }
  }
  std::size_t end = list.rows.size();  // behind the last one that has a place of the podium
  while (end > 0 && list.rows[end - 1].place.value_or(kLastPlace + 1) > kLastPlace) {
    --end;
  }
  for (std::size_t i = 0; i < end; ++i) {
    if (!list.rows[i].place && !list.rows[i].staff) {
      const StandingsRow& row = page.rows[i];
      notes.push_back(row.name + (row.withdrawn ? " is withdrawn" : " has played no game") +
                      " and takes no place: the next one moves up.");
    }
  }
  return notes;
}

}  // namespace

std::optional<Podium> podium_of(const TournamentSnapshot& snapshot, const StandingsPage& page) {
  if (!page.finished) {
    return std::nullopt;
  }
  const PrizeList list = prize_list_of(page, {}, Sharing::best);
  Podium podium;
  for (std::size_t i = 0; i < list.rows.size() && podium.steps.size() < Podium::kMostSteps; ++i) {
    if (list.rows[i].place && *list.rows[i].place <= kLastPlace) {
      const StandingsRow& row = page.rows[i];
      podium.steps.push_back({.place = *list.rows[i].place,
                              .entrant = row.entrant,
                              .name = row.name,
                              .result = result_text(page, row)});
    }
  }
  if (podium.steps.empty()) {
    return std::nullopt;
  }
  find_games(snapshot, page, podium.steps);
  podium.notes = notes_of(list, page);
  return podium;
}

std::string podium_html(const Podium& podium, const StandingsPage& page) {
  std::string steps;
  for (const Podium::Step& step : podium.steps) {
    steps += "<li class=\"place-" + std::to_string(step.place) + "\"><span class=\"place\">" +
             std::to_string(step.place) + "</span><strong class=\"who\">" +
             html::link(page.href_of(step.entrant), html::foreign(step.name)) +
             "</strong><span class=\"result\">" + html::escaped(step.result) + "</span>";
    if (step.best) {
      steps += "<a class=\"best-game\"" + html::attribute("href", page.links.match(step.best->match)) +
               ">Best game: " + html::foreign(step.best->text) + "</a>";
    }
    steps += "</li>\n";
  }
  std::string notes;
  for (const std::string& note : podium.notes) {
    notes += "<li>" + html::foreign(note) + "</li>\n";
  }
  return "<ol class=\"podium\">\n" + steps + "</ol>\n" +
         (notes.empty() ? "" : "<ul class=\"podium-notes\">\n" + notes + "</ul>\n");
}

}  // namespace referee::pages
