#include "referee/pages/tournament_tables.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "protocol/json_writer.h"
#include "referee/base/text.h"
#include "referee/pages/tournament_progress.h"
#include "referee/report/crosstable.h"
#include "referee/report/field_table.h"
#include "referee/report/html_sections.h"
#include "referee/report/points_by_round.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostCurves = 16;  // of a ladder's entrants

Json shown_matches(const std::vector<RecordLink>& links) {
  Json matches = Json::array();
  for (const RecordLink& link : links) {
    matches.push_back(link.match);
  }
  return matches;
}

std::string_view word_of(Crosstable::Cell::Kind kind) {
  static constexpr std::array<std::string_view, 6> kWords{"", "self", "win", "draw", "loss", "other"};
  return kWords.at(static_cast<std::size_t>(kind));
}

Json numbers_or_null(const std::vector<std::optional<double>>& values) {
  Json list = Json::array();
  for (const auto& value : values) {
    list.push_back(value ? Json(*value) : Json());
  }
  return list;
}

Json points_chart(const StandingsPage& page) {
  const PointsByRound points = points_by_round(page);
  Json lines = Json::array();
  auto row = page.rows.begin();
  for (const PointsByRound::Line& line : points.lines) {
    row = std::find_if(row, page.rows.end(), [](const StandingsRow& one) { return !one.annulled; });
    Json values = Json::array();
    for (const Points after : line.after) {
      values.push_back(after.value());
    }
    lines.push_back({{"entrant", row->entrant}, {"values", std::move(values)}});
    ++row;
  }
  return {{"kind", "points"}, {"rounds", points.rounds}, {"lines", std::move(lines)}};
}

Json means_chart(const StandingsPage& page) {
  Json lines = Json::array();
  std::size_t rounds = 0;
  for (const StandingsRow& row : page.rows) {
    const auto averages = row.field->running_average();
    rounds = std::max(rounds, averages.size());
    lines.push_back({{"entrant", row.entrant}, {"values", numbers_or_null(averages)}});
  }
  return {{"kind", "mean"}, {"rounds", rounds}, {"lines", std::move(lines)}};
}

Json side_data(const StandingsPage& page, const BracketPicture::Side& side) {
  const bool tells_seed = side.entrant && !is_withheld(page, *side.entrant);
  return {{"entrant", side.entrant ? Json(*side.entrant) : Json()},
          {"seed", tells_seed ? Json(side.seed) : Json()},
          {"label", side.label},
          {"score", side.score},
          {"won", side.won},
          {"from", side.from ? Json(*side.from) : Json()},
          {"height", side.height}};
}

}  // namespace

std::vector<const StoredAttempt*> matches_of(const TournamentSnapshot& snapshot, const Encounter& encounter) {
  std::vector<const StoredAttempt*> matches;
  const int most = snapshot.rules().games_at_most(encounter) * snapshot.rules().matches_a_game(encounter);
  for (int number = 1; number <= most; ++number) {
    const MatchPlace place{encounter.round, encounter.table, number};
    if (const StoredAttempt* attempt = snapshot.attempt(place.id())) {
      matches.push_back(attempt);
    }
  }
  return matches;
}

namespace {

Json box_data(const TournamentSnapshot& snapshot, const StandingsPage& page, const BracketPicture::Box& box) {
  Json matches = Json::array();
  if (box.paired && static_cast<std::size_t>(box.round) <= page.history.rounds.size()) {
    for (const PlayedEncounter& played : page.history.rounds[static_cast<std::size_t>(box.round) - 1]) {
      if (played.encounter.table != box.table) {
        continue;
      }
      for (const StoredAttempt* attempt : matches_of(snapshot, played.encounter)) {
        if (snapshot.is_shown(attempt->match)) {
          matches.push_back(attempt->match);
        }
      }
    }
  }
  return {{"id", box.id()},
          {"column", box.column},
          {"round", box.round},
          {"table", box.table},
          {"paired", box.paired},
          {"matches", std::move(matches)},
          {"sides", Json::array({side_data(page, box.sides[0]), side_data(page, box.sides[1])})}};
}

// ---- rounds ----

/// Who plays a match, by their positions at the table, ascending; house bots are left out.
std::vector<std::size_t> positions_of(const TournamentSnapshot& snapshot, const Encounter& encounter,
                                      int match_no) {
  std::vector<std::size_t> positions;
  for (const auto& position : seating_of(snapshot.rules(), encounter, match_no)) {
    if (position) {
      positions.push_back(*position);
    }
  }
  std::ranges::sort(positions);
  return positions;
}

Json table_data(const TournamentSnapshot& snapshot, const StandingsPage& page,
                const PlayedEncounter& played) {
  const auto& [encounter, games] = played;
  const bool frozen = snapshot.visibility().is_frozen(encounter.round);
  Json matches = Json::array();
  for (const StoredAttempt* attempt : matches_of(snapshot, encounter)) {
    matches.push_back(played_data(snapshot, *attempt));
  }
  Json points;
  if (const EncounterState state = state_of(page.rules(), encounter, games);
      state.decided && !frozen && !encounter.instance) {
    points = Json::array();
    for (const Points one : state.points) {
      points.push_back(one.text());
    }
  }
  Json instance;
  if (encounter.instance) {
    const auto index = static_cast<std::size_t>(*encounter.instance) - 1;
    instance = index < page.instances.size() ? page.instances[index] : std::to_string(index + 1);
  }
  const bool tells_kind = !frozen || encounter.kind != Encounter::Kind::forfeit;
  return {{"table", encounter.table},        {"kind", tells_kind ? kind_text(encounter.kind) : ""},
          {"instance", std::move(instance)}, {"entrants", encounter.entrants},
          {"points", std::move(points)},     {"matches", std::move(matches)}};
}

}  // namespace

nlohmann::json crosstable_data(const StandingsPage& page) {
  const Crosstable table = crosstable_of(page);
  if (table.rows.size() * table.columns.size() > html::kMostCells) {
    return nullptr;
  }
  Json rows = Json::array();
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    Json cells = Json::array();
    for (const Crosstable::Cell& cell : table.rows[i].cells) {
      cells.push_back(
          {{"text", cell.text}, {"kind", word_of(cell.kind)}, {"matches", shown_matches(cell.records)}});
    }
    rows.push_back(
        {{"entrant", page.rows[i].entrant}, {"cells", std::move(cells)}, {"points", table.rows[i].total}});
  }
  return {{"legend", table.legend},
          {"columns", table.columns},
          {"total", table.total},
          {"rows", std::move(rows)}};
}

nlohmann::json scores_data(const StandingsPage& page) {
  const FieldTable table = field_table_of(page);
  Json order = Json::array();
  for (const StandingsRow& row : page.rows) {
    order.push_back(row.entrant);
  }
  const std::size_t lines =
      std::min(table.lines.size(), html::kMostCells / std::max<std::size_t>(1, page.rows.size()));
  Json rows = Json::array();
  for (std::size_t i = 0; i < lines; ++i) {
    Json cells = Json::array();
    for (const FieldTable::Cell& cell : table.lines[i].cells) {
      cells.push_back({{"score", cell.score},
                       {"average", cell.average},
                       {"best", cell.best},
                       {"matches", shown_matches(cell.records)}});
    }
    rows.push_back({{"instance", table.lines[i].instance}, {"cells", std::move(cells)}});
  }
  std::string legend = table.legend;
  if (lines < table.lines.size()) {
    legend += " Only the first " + std::to_string(lines) + " instances are shown here.";
  }
  return {{"legend", legend}, {"order", std::move(order)}, {"rows", std::move(rows)}};
}

nlohmann::json chart_data(const StandingsPage& page) {
  return page.layout().entrants_meet ? points_chart(page) : means_chart(page);
}

nlohmann::json curves_data(const StandingsPage& page) {
  if (!page.history.ladder) {
    return nullptr;
  }
  const auto& sums = page.history.ladder->sums();
  Json lines = Json::array();
  for (const StandingsRow& row : page.rows) {
    if (lines.size() == kMostCurves || row.entrant >= sums.size()) {
      continue;
    }
    Json points = Json::array();
    for (const LadderTable::Point& point : sums[row.entrant].points) {
      points.push_back({point.at, point.value});
    }
    lines.push_back({{"entrant", row.entrant}, {"points", std::move(points)}});
  }
  return {{"kind", page.layout().entrants_meet ? "elo" : "mean"}, {"lines", std::move(lines)}};
}

nlohmann::json bracket_data(const TournamentSnapshot& snapshot, const StandingsPage& page) {
  const auto picture = page.format->bracket(page.history);
  if (!picture) {
    return nullptr;
  }
  Json parts = Json::array();
  for (const BracketPicture::Part& part : picture->parts) {
    Json boxes = Json::array();
    for (const BracketPicture::Box& box : part.boxes) {
      boxes.push_back(box_data(snapshot, page, box));
    }
    parts.push_back({{"title", part.title}, {"columns", part.columns}, {"boxes", std::move(boxes)}});
  }
  return {{"winner", picture->winner ? Json(*picture->winner) : Json()}, {"parts", std::move(parts)}};
}

nlohmann::json rounds_data(const TournamentSnapshot& snapshot, const StandingsPage& page) {
  Json rounds = Json::array();
  for (const History::Round& round : snapshot.page().history.rounds) {
    const int number = static_cast<int>(rounds.size()) + 1;
    Json tables = Json::array();
    for (const PlayedEncounter& played : round) {
      if (snapshot.visibility().tells_pairings(number)) {
        tables.push_back(table_data(snapshot, page, played));
      }
    }
    rounds.push_back({{"round", number},
                      {"hidden", snapshot.visibility().is_frozen(number)},
                      {"tables", std::move(tables)}});
  }
  return rounds;
}

nlohmann::json deciding_data(const DecidingCount& count) {
  return count.name.empty()
             ? Json()
             : Json{{"text", deciding_text(count)}, {"values", protocol::numbers(count.values)}};
}

nlohmann::json played_data(const TournamentSnapshot& snapshot, const StoredAttempt& attempt) {
  static constexpr std::array<std::string_view, 4> kWords{"running", "done", "void", "struck"};
  const auto encounter = snapshot.encounter({attempt.round, attempt.table, attempt.game_no});
  if (!encounter) {
    throw std::invalid_argument("it has a match " + attempt.match + " that is not paired");
  }
  const bool frozen = snapshot.visibility().is_frozen(attempt.round);
  const bool in_open_block = snapshot.is_ladder() &&
                             snapshot.visibility().is_secret({attempt.round, attempt.table, attempt.game_no});
  std::optional<GameResult> result;
  if (is_over(attempt) && !frozen && !in_open_block) {
    result = read_game_result(attempt.result);
  }
  Json entrants = Json::array();
  Json scores = Json::array();
  Json no_show = Json::array();
  Json why_absent = Json::array();
  std::vector<double> counts;
  for (const std::size_t position : positions_of(snapshot, *encounter, attempt.game_no)) {
    entrants.push_back(encounter->entrants[position]);
    if (result) {
      scores.push_back(protocol::numbers({result->scores.at(position)}).front());
      no_show.push_back(static_cast<bool>(result->no_show.at(position)));
      why_absent.push_back(result->why_absent_at(position));
      if (!result->deciding.name.empty()) {
        counts.push_back(result->deciding.values.at(position));
      }
    }
  }
  const auto seats = seating_of(snapshot.rules(), *encounter, attempt.game_no);
  const auto houses = std::ranges::count_if(seats, [](const auto& position) { return !position; });
  const bool is_left = attempt.status == StoredAttempt::Status::running && !snapshot.terms().live;
  const bool shown = snapshot.is_shown(attempt.match);
  const std::string why = is_left ? "The game was interrupted." : snapshot.visibility().why_hidden(attempt);
  return {
      {"match", attempt.match},
      {"game_no", attempt.game_no},
      {"status", frozen && is_over(attempt) ? "done" : kWords.at(static_cast<std::size_t>(attempt.status))},
      {"entrants", std::move(entrants)},
      {"houses", houses},
      {"scores", result ? std::move(scores) : Json()},
      {"deciding", result ? deciding_data({result->deciding.name, std::move(counts)}) : Json()},
      {"no_show", std::move(no_show)},
      {"why_absent", std::move(why_absent)},
      {"shown", shown},
      {"why_not", shown ? Json() : Json(why)}};
}

}  // namespace referee::pages
