#include "referee/report/explanation.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "protocol/messages.h"
#include "protocol/nearest.h"
#include "protocol/require.h"
#include "referee/base/text.h"
#include "referee/report/explanation_lines.h"
#include "referee/report/field_explanation.h"
#include "referee/report/standings_page.h"

namespace referee {
namespace {

/// Those that are not annulled, in the order of pairing numbers, in which tied entrants are named.
std::vector<Entrant> ranked_entrants(const ExplainedStandings& standings) {
  std::vector<Entrant> ranked;
  for (Entrant entrant = 0; entrant < standings.names.size(); ++entrant) {
    if (!standings.annulled[entrant]) {
      ranked.push_back(entrant);
    }
  }
  return ranked;
}

/// Writes the explanation of one entrant.
class Explanation {
 public:
  Explanation(const ExplainedStandings& standings, Entrant entrant)
      : standings_(standings), entrant_(entrant), breaker_(standings.breaker) {}

  std::string text() {
    const int rank = standings_.ranks[entrant_];
    if (standings_.final_places.empty()) {
      add_number(standings_.ranked[entrant_], rank);
    } else {
      add_number(standings_.final_places[entrant_].ranked, standings_.final_places[entrant_].rank);
      add_final();
    }
    if (standings_.annulled[entrant_]) {
      line(
          "Annulled: it withdrew before it had played half of its matches. It is last, and its matches count "
          "for nobody.");
      return std::move(text_);
    }
    if (breaker_.ranks_by_means()) {
      add_mean();
    }
    if (points_come_first(breaker_.tie_breaks())) {
      add_points();
    }
    for (std::size_t at = 0; at < breaker_.tie_breaks().size(); ++at) {
      line("");
      add_tie_break(at);
    }
    line("");
    add_place(rank);
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_.append(text).append("\n"); }
  void round_line(std::size_t round, const std::string& text) {
    line("  round " + std::to_string(round + 1) + ": " + text);
  }

  void add_number(bool ranked, int rank) {
    const auto places = static_cast<std::size_t>(std::ranges::count(standings_.staff, false));
    line(standings_.title + ": " + shown_name(standings_.names, entrant_) +
         (standings_.staff[entrant_] ? std::string(kStaffPlace) : place_text(ranked, rank, places)));
  }

  /// What the bracket has made of the place that the points had given.
  void add_final() {
    const FinalPlace& place = standings_.final_places[entrant_];
    line("");
    line("The final: " +
         (place.reached.empty() ? "it did not take part, so it is behind those who did" : place.reached) +
         (place.ranked ? ". Rank " + std::to_string(place.rank) : ""));
    line("Before the final: " + rank_before() + ", by what follows");
  }

  std::string rank_before() const {
    return standings_.ranked[entrant_] ? "rank " + std::to_string(standings_.ranks[entrant_]) : "no rank";
  }

  /// "8.67 (8 2/3)", or "8.5".
  static std::string value_text(const TieBreakValue& value) {
    const std::string exact = value.exact_text();
    return value.text() == exact ? exact : value.text() + " (" + exact + ")";
  }

  static std::string exact_or_none(const std::optional<TieBreakValue>& value) {
    return value ? value->exact_text() : "none";
  }

  /// The mean score, which ranks before the points.
  void add_mean() {
    const EntrantScores& scores = standings_.scores[entrant_];
    const std::optional<double> margin = scores.margin();
    line("");
    line("Mean score: " +
         (scores.summary.count == 0
              ? "none yet"
              : figure_text(scores.summary.mean) + (margin ? " +/- " + figure_text(margin) : "") + ", from " +
                    std::to_string(scores.summary.count) + " scores"));
    for (std::size_t round = 0; round < scores.rounds.size(); ++round) {
      const EntrantScores::Round& own = scores.rounds[round];
      std::vector<double> values = own.played;
      values.insert(values.end(), static_cast<std::size_t>(own.missed), scores.for_missed);
      std::string text;
      for (const double value : values) {
        text.append(text.empty() ? "" : ", ").append(score_text(value));
      }
      if (!text.empty()) {
        round_line(round, text + (own.missed > 0 ? " (" + std::to_string(own.missed) + " not played)" : ""));
      }
    }
    std::vector<Entrant> level = ranked_entrants(standings_);
    std::erase_if(level, [&](Entrant other) {
      return breaker_.before_points(other) != breaker_.before_points(entrant_);
    });
    line(level.size() == 1 ? "  No other entrant has the same mean."
                           : "  Level with " + names_without_self(level) + ": points decide.");
  }

  void add_points() {
    const ScoreCard& card = breaker_.opposition().card(entrant_);
    line("");
    line("PTS, points: " + value_text(TieBreakValue::of(card.points)));
    for (std::size_t round = 0; round < card.rounds.size(); ++round) {
      round_line(round, round_text(standings_.names, card.rounds[round]) + ": " +
                            TieBreakValue::of(card.rounds[round].points).exact_text());
    }
    if (breaker_.ranks_by_points_a_match()) {
      line("  Points a match: " + figure_text(breaker_.before_points(entrant_)) +
           ". They rank, because entrants have different numbers of matches.");
    }
    tell_ties(0);
  }

  /// The entrants that are level with this one after the first `applied` tie-breaks, and itself.
  const std::vector<Entrant>& tied_after(std::size_t applied) const {
    const auto& groups = standings_.ties[applied];
    const auto own = std::ranges::find_if(groups, [&](const std::vector<Entrant>& group) {
      return std::ranges::find(group, entrant_) != group.end();
    });
    REQUIRE(own != groups.end());
    return *own;
  }

  std::string names_without_self(std::vector<Entrant> group) const {
    std::erase(group, entrant_);
    return shown_names(standings_.names, group);
  }

  /// Tells which entrants are still tied after the first `applied` tie-breaks.
  void tell_ties(std::size_t applied) {
    const std::vector<Entrant>& now = tied_after(applied);
    if (applied == 0) {
      const std::string both = breaker_.ranks_by_means()            ? "mean and points"
                               : breaker_.ranks_by_points_a_match() ? "points a match"
                                                                    : "points";
      line(now.size() == 1 ? "  No other entrant has the same " + both + "."
                           : "  Tied with " + names_without_self(now));
      return;
    }
    const std::vector<Entrant>& before = tied_after(applied - 1);
    if (before.size() == 1) {
      return;
    }
    tell_others(applied - 1, before);
    line(now.size() == 1 ? "  This breaks the tie." : "  Still tied with " + names_without_self(now));
  }

  /// Tells the values of a tie-break for the other entrants that were tied before it.
  void tell_others(std::size_t at, const std::vector<Entrant>& tied) {
    if (breaker_.tie_breaks()[at].kind == TieBreak::Kind::direct_encounter) {
      return;  // all of them have been shown
    }
    std::string others;
    for (const Entrant other : tied) {
      if (other != entrant_ && others.size() < kShownText) {
        others.append(others.empty() ? "" : ", ").append(shown_name(standings_.names, other)).append(" ");
        others.append(exact_or_none(breaker_.listed_value(at, other)));
      }
    }
    line("  The others in the tie: " + others + (others.size() < kShownText ? "" : " ..."));
  }

  void add_tie_break(std::size_t at) {
    const TieBreak& tie_break = breaker_.tie_breaks()[at];
    const std::string name = std::string(tie_break.code()) + ", " + std::string(tie_break.meaning());
    if (tie_break.kind == TieBreak::Kind::direct_encounter) {
      add_direct_encounter(name, tied_after(at));
    } else {
      const std::vector<Share> shares = breaker_.shares(tie_break, entrant_);
      const auto value = value_of(tie_break, shares);
      line(name + ": " + (value ? value_text(*value) : "none, because it has played no opponent"));
      add_shares(tie_break, shares);
    }
    tell_ties(at + 1);
  }

  void add_shares(const TieBreak& tie_break, const std::vector<Share>& shares) {
    if (tie_break.kind == TieBreak::Kind::fore_buchholz && &breaker_.fore() != &breaker_.opposition()) {
      line("  Calculated as if every match of round " + std::to_string(standings_.rounds) + " were a draw.");
    }
    for (const Share& share : shares) {
      std::string text = share_text(standings_.names, breaker_, tie_break, entrant_, share);
      text.append(": ").append(share.value.exact_text());
      if (share.cut != Share::Cut::none) {
        text.append(", left out").append(share.voluntary ? ": it chose not to play this round" : "");
      }
      if (tie_break.kind != TieBreak::Kind::pairing_number) {
        round_line(share.round, text);
      }
    }
    add_conclusion(tie_break, shares);
  }

  /// Tells how the shares of a tie-break that is no sum make its value.
  void add_conclusion(const TieBreak& tie_break, const std::vector<Share>& shares) {
    const auto counted = std::ranges::count(shares, Share::Cut::none, &Share::cut);
    if (counted == 0) {
      return;
    }
    int halves = 0;
    for (const Share& share : shares) {
      halves += share.cut == Share::Cut::none ? share.halves : 0;
    }
    const std::string score =
        TieBreakValue::of(Points::halves(halves)).exact_text() + " of " + std::to_string(counted);
    switch (tie_break.total()) {
      case TieBreak::Total::sum:
        break;
      case TieBreak::Total::mean:
      case TieBreak::Total::rounded_mean:
        line("  The mean of " + std::to_string(counted) + (counted == 1 ? " value." : " values."));
        break;
      case TieBreak::Total::performance:
        line("  The value is their mean, plus the rating difference for a score of " + score + ".");
        break;
      case TieBreak::Total::perfect_performance:
        line("  The value is the lowest rating whose expected score is at least " + score + ".");
        break;
    }
  }

  void add_direct_encounter(const std::string& name, std::vector<Entrant> tied) {
    if (tied.size() == 1) {
      line(name + ": not needed");
      return;
    }
    bool again = false;
    while (tied.size() > 1) {
      const DirectEncounter encounter = direct_encounter(breaker_.opposition(), tied);
      line(again ? "  Again, among those who are still tied:" : name + ":");
      for (std::size_t i = 0; i < tied.size(); ++i) {
        line("  " + shown_name(standings_.names, tied[i]) + ": " + encounter.scores[i].exact_text() +
             (encounter.missing[i] == 0
                  ? ""
                  : ", has not met " + std::to_string(encounter.missing[i]) + " of them"));
      }
      if (!encounter.all_met) {
        line(encounter.decides()
                 ? "  Not all have met. Ahead whatever the missing results are: " + sure_names(encounter)
                 : "  Not all have met, so nobody is ahead for certain.");
      }
      if (!encounter.decides()) {
        return;
      }
      tied = *std::ranges::find_if(encounter.parts, [&](const std::vector<Entrant>& part) {
        return std::ranges::find(part, entrant_) != part.end();
      });
      again = true;
    }
  }

  /// The entrants whose places are certain: all parts but the last one, and that too if it is certain.
  std::string sure_names(const DirectEncounter& encounter) const {
    std::vector<Entrant> sure;
    for (const std::vector<Entrant>& part : encounter.parts) {
      if (part.size() == 1) {
        sure.push_back(part.front());
      }
    }
    return shown_names(standings_.names, sure);
  }

  void add_place(int rank) {
    std::vector<Entrant> group = tied_after(breaker_.tie_breaks().size());
    std::erase_if(group, [&](Entrant other) { return other != entrant_ && standings_.staff[other]; });
    const std::string shared = group.size() == 1 ? "" : ", shared with " + names_without_self(group);
    if (!standings_.final_places.empty()) {
      line("Before the final: " + rank_before() + shared);
    } else {
      line(standings_.ranked[entrant_] ? "Rank " + std::to_string(rank) + shared : "No rank");
    }
  }

  const ExplainedStandings& standings_;
  Entrant entrant_;
  const TieBreaker& breaker_;
  std::string text_;
};

constexpr std::size_t kNamesShown = 10;

std::string nearest_names(const History& history, std::string_view folded) {
  std::vector<Entrant> order(history.entrants.size());
  std::iota(order.begin(), order.end(), Entrant{0});
  std::ranges::stable_sort(order, {}, [&](Entrant e) {
    return protocol::edit_distance(protocol::folded_name(history.entrants[e].name), folded);
  });
  std::string names;
  for (std::size_t i = 0; i < std::min(order.size(), kNamesShown); ++i) {
    names.append(i == 0 ? "" : ", ").append(printable(history.entrants[order[i]].name, kShownText));
  }
  return names + (order.size() > kNamesShown ? " ..." : "");
}

}  // namespace

std::string explanation_text(const ExplainedStandings& standings, Entrant entrant) {
  return Explanation(standings, entrant).text();
}

std::optional<ExplainedStandings> explained_standings(const StandingsPage& whole) {
  std::optional<TieBreaker> breaker = whole.format->tie_breaker(whole.history);
  if (!breaker) {
    return std::nullopt;
  }
  const StandingsPage page = before_bracket(whole);
  ExplainedStandings standings{
      .title = printable(page.tournament, kShownText) + ", " + progress_text(whole),
      .rounds = page.rounds,
      .names = {},
      .ranks = std::vector<int>(page.rows.size()),
      .annulled = std::vector<bool>(page.rows.size()),
      .ranked = std::vector<bool>(page.rows.size()),
      .staff = {},
      .breaker = *std::move(breaker),
  };
  for (const History::EntrantInfo& info : page.history.entrants) {
    standings.names.push_back(info.name);
    standings.staff.push_back(info.staff);
  }
  const bool by_means = standings.breaker.ranks_by_means();
  standings.scores.resize(by_means ? page.rows.size() : 0);
  for (const StandingsRow& row : page.rows) {
    if (by_means && row.scores) {
      standings.scores[row.entrant] = *row.scores;
    }
    standings.ranks[row.entrant] = row.rank;
    standings.annulled[row.entrant] = row.annulled;
    standings.ranked[row.entrant] = is_ranked(row);
  }
  if (page.history.rounds.size() < whole.history.rounds.size()) {
    standings.final_places.resize(whole.rows.size());
    for (const StandingsRow& row : whole.rows) {
      standings.final_places[row.entrant] = {row.rank, is_ranked(row),
                                             row.bracket ? row.bracket->reached : ""};
    }
  }
  standings.ties = standings.breaker.ties(ranked_entrants(standings));
  return standings;
}

std::string explanation_text(const StandingsPage& page, Entrant entrant) {
  if (!page.rows.empty() && page.rows.front().field) {
    return field_explanation_text(page, entrant);
  }
  return explanation_text(explained_standings(page).value(), entrant);
}

Entrant entrant_named(const StandingsPage& page, std::string_view name) {
  const std::string folded = protocol::folded_name(std::string(name.substr(0, kShownText)));
  const auto& entrants = page.history.entrants;
  const auto found = std::ranges::find_if(entrants, [&](const History::EntrantInfo& entrant) {
    return protocol::folded_name(entrant.name) == folded;
  });
  if (found != entrants.end()) {
    return static_cast<Entrant>(found - entrants.begin());
  }
  throw std::invalid_argument("no entrant is called \"" + printable(name, kShownText) + "\"" +
                              (entrants.empty()
                                   ? ": the tournament has no entrants yet"
                                   : ". The nearest names are: " + nearest_names(page.history, folded)));
}

}  // namespace referee
