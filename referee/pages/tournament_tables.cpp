#include "referee/pages/tournament_tables.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "referee/base/text.h"
#include "referee/pages/played_match.h"
#include "referee/report/crosstable.h"
#include "referee/report/field_table.h"
#include "referee/report/html_sections.h"
#include "referee/report/points_by_round.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;
using protocol::JsonWriter;

constexpr std::size_t kMostCurves = 16;  // of a ladder's entrants

void write_matches(JsonWriter& out, const std::vector<RecordLink>& links) {
  out.key("matches").begin_list();
  for (const RecordLink& link : links) {
    out.value(link.match);
  }
  out.end_list();
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

void write_table(JsonWriter& out, const TournamentSnapshot& snapshot, const StandingsPage& page,
                 const PlayedEncounter& played) {
  const auto& [encounter, games] = played;
  const bool frozen = snapshot.visibility().is_frozen(encounter.round);
  const bool tells_kind = !frozen || encounter.kind != Encounter::Kind::forfeit;
  out.begin_object().field("table", encounter.table);
  out.field("kind", std::string_view(tells_kind ? kind_text(encounter.kind) : ""));
  out.key("instance");
  if (encounter.instance) {
    const auto index = static_cast<std::size_t>(*encounter.instance) - 1;
    out.value(index < page.instances.size() ? page.instances[index] : std::to_string(index + 1));
  } else {
    out.null();
  }
  out.key("entrants").begin_list();
  for (const Entrant entrant : encounter.entrants) {
    out.value(entrant);
  }
  out.end_list().key("points");
  if (const EncounterState state = state_of(page.rules(), encounter, games);
      state.decided && !frozen && !encounter.instance) {
    out.begin_list();
    for (const Points one : state.points) {
      out.value(one.text());
    }
    out.end_list();
  } else {
    out.null();
  }
  out.key("matches").begin_list();
  for (const StoredAttempt* attempt : matches_of(snapshot, encounter)) {
    write_played(out, played_match(snapshot, *attempt));
  }
  out.end_list().end_object();
}

}  // namespace

void write_crosstable(JsonWriter& out, const StandingsPage& page) {
  const Crosstable table = crosstable_of(page);
  if (table.rows.size() * table.columns.size() > html::kMostCells) {
    out.null();
    return;
  }
  out.begin_object().field("legend", table.legend).json("columns", table.columns);
  out.field("total", table.total).key("rows").begin_list();
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    out.begin_object().field("entrant", page.rows[i].entrant).key("cells").begin_list();
    for (const Crosstable::Cell& cell : table.rows[i].cells) {
      out.begin_object().field("text", cell.text).field("kind", word_of(cell.kind));
      write_matches(out, cell.records);
      out.end_object();
    }
    out.end_list().field("points", table.rows[i].total).end_object();
  }
  out.end_list().end_object();
}

void write_scores(JsonWriter& out, const StandingsPage& page) {
  const FieldTable table = field_table_of(page);
  const std::size_t lines =
      std::min(table.lines.size(), html::kMostCells / std::max<std::size_t>(1, page.rows.size()));
  out.begin_object().key("order").begin_list();
  for (const StandingsRow& row : page.rows) {
    out.value(row.entrant);
  }
  out.end_list().key("rows").begin_list();
  for (std::size_t i = 0; i < lines; ++i) {
    out.begin_object().field("instance", table.lines[i].instance).key("cells").begin_list();
    for (const FieldTable::Cell& cell : table.lines[i].cells) {
      out.begin_object().field("score", cell.score).field("average", cell.average).field("best", cell.best);
      write_matches(out, cell.records);
      out.end_object();
    }
    out.end_list().end_object();
  }
  std::string legend = table.legend;
  if (lines < table.lines.size()) {
    legend += " Only the first " + std::to_string(lines) + " instances are shown here.";
  }
  out.end_list().field("legend", legend).end_object();
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

void write_rounds(JsonWriter& out, const TournamentSnapshot& snapshot, const StandingsPage& page) {
  out.begin_list();
  int number = 0;
  for (const History::Round& round : snapshot.page().history.rounds) {
    ++number;
    out.begin_object().field("round", number).field("hidden", snapshot.visibility().is_frozen(number));
    out.key("tables").begin_list();
    for (const PlayedEncounter& played : round) {
      if (snapshot.visibility().tells_pairings(number)) {
        write_table(out, snapshot, page, played);
      }
    }
    out.end_list().end_object();
  }
  out.end_list();
}

}  // namespace referee::pages
