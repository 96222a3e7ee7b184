#include "referee/report/crosstable.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "referee/base/text.h"
#include "referee/report/bracket_rounds.h"
#include "referee/report/ladder_entrants.h"
#include "referee/report/standings_page.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee {
namespace {

using TableCell = Crosstable::Cell;

constexpr std::string_view kWithheld = "\u2026";  // in place of a number

/// "T1"
std::string lettered(char letter, int number) {
  return std::string(1, letter).append(std::to_string(number));
}

/// By entrant: its number in the table; 0: its place is withheld.
std::vector<int> numbers_of(const StandingsPage& page) {
  std::vector<int> numbers(page.history.entrants.size());
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    numbers[page.rows[i].entrant] = static_cast<int>(i) + 1;
  }
  return numbers;
}

Crosstable without_cells(const StandingsPage& page) {
  Crosstable table;
  for (const StandingsRow& row : page.rows) {
    const int number = static_cast<int>(table.rows.size()) + 1;
    table.rows.push_back({number, row.name, row.display, {}, row.points.text()});
  }
  return table;
}

/// A sentence about cells whose texts are of a kind.
struct CellMeaning {
  bool (*is_of)(std::string_view text);
  std::string_view sentence;
};

/// What is to say of the cells that there are.
std::string legend_of(const Crosstable& table, const std::vector<CellMeaning>& meanings) {
  std::string legend;
  for (const CellMeaning& meaning : meanings) {
    const bool occurs = std::ranges::any_of(table.rows, [&](const Crosstable::Row& row) {
      return std::ranges::any_of(row.cells, meaning.is_of, &TableCell::text);
    });
    if (occurs) {
      legend.append(legend.empty() ? "" : " ").append(meaning.sentence);
    }
  }
  return legend;
}

template <char letter>
bool begins_with(std::string_view text) {
  return text.starts_with(letter);
}

bool is_forfeit(std::string_view text) { return text.ends_with('f') || text.ends_with("f)"); }
bool is_bye(std::string_view text) { return text.ends_with("bye"); }
bool is_withheld_opponent(std::string_view text) { return text.find(kWithheld) != std::string_view::npos; }
bool is_open(std::string_view text) { return text.starts_with("vs ") || text.starts_with("at "); }

/// Points of one against another, over their decided encounters.
struct Against {
  Points mine;
  Points others;
  bool met = false;
  bool forfeited = false;
  std::size_t games = 0;
  std::vector<RecordLink> records;
};

TableCell cell_of(const Against& against, bool annulled) {
  if (!against.met) {
    return {};
  }
  const std::string text = against.mine.text() + (against.forfeited ? "f" : "");
  if (annulled) {
    return {"(" + text + ")", TableCell::Kind::other, against.records};
  }
  return {text,
          against.mine > against.others   ? TableCell::Kind::win
          : against.mine < against.others ? TableCell::Kind::loss
                                          : TableCell::Kind::draw,
          against.records};
}

std::vector<Against> results_by_pair(const StandingsPage& page) {
  const std::size_t n = page.history.entrants.size();
  std::vector<Against> results(n * n);
  for (const History::Round& round : page.history.rounds) {
    for (const PlayedEncounter& played : round) {
      const auto& [encounter, games] = played;
      const EncounterState state = state_of(page.rules(), encounter, games);
      if (!state.decided) {
        continue;
      }
      for (std::size_t i = 0; i < encounter.entrants.size(); ++i) {
        for (std::size_t j = 0; j < encounter.entrants.size(); ++j) {
          if (i == j) {
            continue;
          }
          Against& against = results[encounter.entrants[i] * n + encounter.entrants[j]];
          against.mine += Points::halves(state.halves_against(i, j));
          against.others += Points::halves(state.halves_against(j, i));
          against.met = true;
          against.forfeited = against.forfeited || encounter.kind == Encounter::Kind::forfeit;
          std::ranges::move(record_links(page, played, i, against.games),
                            std::back_inserter(against.records));
          against.games += games.size();
        }
      }
    }
  }
  return results;
}

Crosstable by_opponent(const StandingsPage& page) {
  Crosstable table = without_cells(page);
  const std::vector<Against> results = results_by_pair(page);
  const std::size_t n = page.history.entrants.size();
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    table.columns.push_back(std::to_string(i + 1));
    const StandingsRow& row = page.rows[i];
    for (const StandingsRow& other : page.rows) {
      table.rows[i].cells.push_back(
          row.entrant == other.entrant
              ? TableCell{"", TableCell::Kind::self}
              : cell_of(results[row.entrant * n + other.entrant], row.annulled || other.annulled));
    }
  }
  table.legend =
      legend_of(table, {{[](std::string_view) { return true; },
                         "Each cell has the points of the entrant on the left against the entrant above."},
                        {is_forfeit, "f: won or lost by forfeit, without play."},
                        {begins_with<'('>, "In brackets: annulled, these points count for nobody."}});
  return table;
}

/// At a table of two: "+5", "-5f", "vs 5".
TableCell against_one(const Encounter& encounter, const EncounterState& state, std::size_t position,
                      int opponent) {
  const std::string number = opponent == 0 ? std::string(kWithheld) : std::to_string(opponent);
  if (!state.decided) {
    return {"vs " + number, TableCell::Kind::empty};
  }
  const bool forfeit = encounter.kind == Encounter::Kind::forfeit;
  const Points mine = state.points[position];
  const Points other = state.points[1 - position];
  const std::string end = number + (forfeit ? "f" : "");
  if (mine == other && !forfeit) {
    return {"=" + end, TableCell::Kind::draw};
  }
  return mine > other ? TableCell{"+" + end, TableCell::Kind::win}
                      : TableCell{"-" + end, TableCell::Kind::loss};
}

/// At a table of k: "2. of 4 (T1)", "at T1".
TableCell at_table(const Encounter& encounter, const EncounterState& state, std::size_t position) {
  const std::string table = lettered('T', encounter.table);
  if (!state.decided) {
    return {"at " + table, TableCell::Kind::empty};
  }
  const int rank = state.rank[position];
  const bool shared = std::ranges::count(state.rank, rank) > 1;
  const bool last = std::ranges::max(state.rank) == rank;
  const TableCell::Kind kind = shared ? (rank == 1 && last ? TableCell::Kind::draw : TableCell::Kind::other)
                               : rank == 1 ? TableCell::Kind::win
                               : last      ? TableCell::Kind::loss
                                           : TableCell::Kind::other;
  return {std::to_string(rank) + (shared ? ".=" : ".") + " of " + std::to_string(state.rank.size()) + " (" +
              table + ")",
          kind};
}

TableCell round_cell(const StandingsPage& page, const PlayedEncounter& played, std::size_t position,
                     const std::vector<int>& numbers) {
  const auto& [encounter, games] = played;
  if (encounter.entrants.size() == 1) {
    return {std::string(kind_text(encounter.kind)), TableCell::Kind::other};
  }
  const EncounterState state = state_of(page.rules(), encounter, games);
  if (encounter.kind == Encounter::Kind::forfeit && encounter.entrants.size() > 2) {
    return {"forfeit", TableCell::Kind::other};
  }
  if (page.rules().seats == 2 || encounter.kind == Encounter::Kind::forfeit) {
    return against_one(encounter, state, position, numbers[encounter.entrants[1 - position]]);
  }
  return at_table(encounter, state, position);
}

TableCell score_cell(const LadderTable::Score& score) {
  if (score.wins + score.draws + score.losses == 0) {
    return {};
  }
  return {score_text(score), score.wins > score.losses   ? TableCell::Kind::win
                             : score.wins < score.losses ? TableCell::Kind::loss
                                                         : TableCell::Kind::draw};
}

Crosstable by_round(const StandingsPage& page) {
  Crosstable table = without_cells(page);
  const std::vector<int> numbers = numbers_of(page);
  const std::size_t rounds = page.history.rounds.size();
  const BracketRounds bracket(page);
  const StandingsColumn place = page.layout().place_column(page.rows);
  table.total = place.title;
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    table.rows[i].cells.resize(rounds);
    table.rows[i].total = place.text(page.rows[i]);
  }
  for (std::size_t r = 0; r < rounds; ++r) {
    const int number = static_cast<int>(r) + 1;
    const std::string name = bracket.name_of(number);
    table.columns.push_back(name.empty() ? lettered('R', number) : name);
    for (const PlayedEncounter& played : page.history.rounds[r]) {
      const std::vector<Entrant>& entrants = played.encounter.entrants;
      for (std::size_t i = 0; i < entrants.size(); ++i) {
        if (const int row = numbers[entrants[i]]; row > 0) {
          TableCell& cell = table.rows[static_cast<std::size_t>(row) - 1].cells[r];
          cell = round_cell(page, played, i, numbers);
          cell.records = record_links(page, played, i);
        }
      }
    }
  }
  table.legend =
      legend_of(table, {{begins_with<'+'>, "+5: won against number 5."},
                        {begins_with<'='>, "=5: draw."},
                        {begins_with<'-'>, "-5: lost."},
                        {[](std::string_view text) { return text.ends_with(')'); },
                         "2. of 4 (T1): second of four entrants at table 1."},
                        {[](std::string_view text) { return text.find(".=") != std::string_view::npos; },
                         "2.=: shares the second place."},
                        {is_withheld_opponent, "\u2026: an entrant whose place is not shown."},
                        {is_forfeit, "f: by forfeit, without play."},
                        {is_open, page.rules().seats == 2 ? "vs 5: not over yet." : "at T1: not over yet."},
                        {is_bye, "bye: no opponent."}});
  return table;
}

/// On a ladder: by the present version of the row's entrant, against all versions of the column's.
Crosstable by_ladder_opponent(const StandingsPage& page) {
  const LadderTable& ladder = *page.history.ladder;
  Crosstable table = without_cells(page);
  table.legend =
      "5-1-2: the entrant's newest submission has 5 games won, 1 drawn and 2 lost. A game that repeats an "
      "earlier one move for move is left out.";
  table.total = "Elo";
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    const auto rating = rating_of(page, page.rows[i]);
    table.rows[i].total = rating ? std::to_string(rating->elo) : "-";
  }
  std::map<Entrant, std::size_t> column_of;
  for (const std::string& label : labels_of(page)) {
    table.columns.push_back(label);
  }
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    column_of[page.rows[i].entrant] = i;
  }
  std::vector<std::vector<LadderTable::Score>> cells(page.rows.size());
  std::ranges::for_each(cells, [&](auto& row) { row.resize(page.rows.size()); });
  for (const auto& [players, score] : ladder.scores()) {
    const auto own = ladder.players()[players.first].entrant;
    const auto other = ladder.players()[players.second].entrant;
    if (own && other && ladder.sums()[*own].player == players.first && column_of.contains(*own) &&
        column_of.contains(*other)) {
      LadderTable::Score& sum = cells[column_of.at(*own)][column_of.at(*other)];
      sum.wins += score.wins;
      sum.draws += score.draws;
      sum.losses += score.losses;
    }
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t column = 0; column < cells.size(); ++column) {
      table.rows[i].cells.push_back(column == i ? TableCell{"", TableCell::Kind::self}
                                                : score_cell(cells[i][column]));
    }
  }
  return table;
}

Crosstable by_instance(const StandingsPage& page) {
  Crosstable table = without_cells(page);
  table.legend = "The score on each instance: one map, maze or deal.";
  table.columns = page.instances;
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    const auto& scores = page.rows[i].field->by_instance;
    for (std::size_t instance = 0; instance < table.columns.size(); ++instance) {
      const bool known = instance < scores.size() && scores[instance];
      table.rows[i].cells.push_back(known ? TableCell{score_text(*scores[instance]), TableCell::Kind::other}
                                          : TableCell{});
    }
  }
  return table;
}

/// The scores of all versions of an entrant.
TableCell block_cell(const LadderTable& ladder, const LadderBlocks::Closed& block, Entrant entrant) {
  LadderBlocks::Scores all;
  for (const auto& [player, scores] : block.scores) {
    if (ladder.players()[player].entrant == entrant) {
      all += scores;
    }
  }
  return all.matches == 0 ? TableCell{} : TableCell{figure_text(all.mean()), TableCell::Kind::other};
}

Crosstable by_block(const StandingsPage& page) {
  constexpr std::size_t kMostColumns = 14;
  const LadderTable& ladder = *page.history.ladder;
  const auto& closed = ladder.blocks().closed();
  Crosstable table = without_cells(page);
  table.legend =
      "The mean score in each of the newest closed blocks. A block is a set of secret instances that all "
      "play.";
  table.total = "Mean";
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    const auto& score = page.rows[i].ladder->score;
    table.rows[i].total = score ? figure_text(score->mean) : "-";
  }
  const std::size_t shown = std::min(closed.size(), kMostColumns);
  for (std::size_t i = closed.size() - shown; i < closed.size(); ++i) {
    table.columns.push_back("Block " + std::to_string(closed[i].number));
    for (std::size_t row = 0; row < page.rows.size(); ++row) {
      table.rows[row].cells.push_back(block_cell(ladder, closed[i], page.rows[row].entrant));
    }
  }
  return table;
}

}  // namespace

Crosstable crosstable_of(const StandingsPage& page) {
  switch (page.layout().crosstable) {
    case ReportLayout::Crosstable::opponents:
      return page.history.ladder ? by_ladder_opponent(page) : by_opponent(page);
    case ReportLayout::Crosstable::blocks:
      return by_block(page);
    case ReportLayout::Crosstable::instances:
      return by_instance(page);
    case ReportLayout::Crosstable::rounds:
      break;
  }
  return by_round(page);
}

std::vector<std::string> labels_of(const StandingsPage& page) {
  std::map<std::string_view, int> with_display;
  for (const StandingsRow& row : page.rows) {
    ++with_display[row.display];
  }
  std::vector<std::string> labels;
  for (const StandingsRow& row : page.rows) {
    labels.push_back(row.display.empty() || with_display[row.display] > 1 ? row.name : row.display);
  }
  return labels;
}

std::vector<std::string> names_by_entrant(const StandingsPage& page) {
  const std::vector<std::string> labels = labels_of(page);
  std::vector<std::string> names;
  for (const History::EntrantInfo& entrant : page.history.entrants) {
    names.push_back(entrant.name);
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    names[page.rows[i].entrant] = labels[i];
  }
  return names;
}

}  // namespace referee
