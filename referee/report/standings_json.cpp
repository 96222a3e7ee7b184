#include <algorithm>
#include <cmath>
#include <iterator>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/base/text.h"
#include "referee/report/crosstable.h"
#include "referee/report/rating_text.h"
#include "referee/report/standings_page.h"

namespace referee {
namespace {

using protocol::LineWriter;

std::string number(double value) { return score_text(value); }

/// A list with an entry a line, so that two files can be compared line by line.
std::string list_of(const std::vector<std::string>& entries) {
  std::string out = "[";
  for (const std::string& entry : entries) {
    out.append(out.size() > 1 ? ",\n" : "\n").append(entry);
  }
  return out + (entries.empty() ? "]" : "\n]");
}

std::string strings(const std::vector<std::string>& texts) { return protocol::dump(protocol::Json(texts)); }

std::string faults_json(const GameTally& tally) {
  LineWriter out;
  for (const auto& [name, count] : faults_by_kind(tally)) {
    out.field(name, count);
  }
  return out.take();
}

std::string number_or_null(const std::optional<double>& value) { return value ? number(*value) : "null"; }

std::string value_or_null(const std::optional<TieBreakValue>& value) {
  return value ? number(value->value()) : "null";
}

/// The values by code, in the order in which they break ties.
std::string tie_breaks_json(const StandingsPage& page, const StandingsRow& row) {
  LineWriter out;
  for (std::size_t i = 0; i < row.tie_breaks.size(); ++i) {
    out.raw(page.tie_breaks()[i].code(), value_or_null(row.tie_breaks[i]));
  }
  return out.take();
}

std::string scores_json(const FieldScores& scores) {
  LineWriter out;
  for (const ScoreFigure& figure : score_figures()) {
    out.raw(figure.key, number_or_null(figure.value_in(scores.summary)));
  }
  std::string averages = "[";
  for (const std::optional<double>& average : scores.running_average()) {
    averages.append(averages.size() > 1 ? "," : "").append(number_or_null(average));
  }
  return out.raw("running_average", averages + "]").take();
}

std::string scores_json(const EntrantScores& scores) {
  LineWriter out;
  for (const ScoreFigure& figure : score_figures()) {
    out.raw(figure.key, number_or_null(figure.value_in(scores.summary)));
  }
  return out.raw("margin", number_or_null(scores.margin())).take();
}

/// What the game's own scores say of an entrant; null in standings that do not show them.
std::string score_json(const StandingsPage& page, const StandingsRow& row) {
  return row.field                                 ? scores_json(*row.field)
         : page.layout().mean_scores && row.scores ? scores_json(*row.scores)
                                                   : "null";
}

std::string course_json(const BracketCourse& course) {
  LineWriter out;
  out.field("seed", course.seed).field("losses", course.losses).field("reached", course.reached);
  return out.take();
}

/// In whole Elo, as the rating, or in the game's scores.
std::string trend_json(const LadderFigures& figures) {
  if (!figures.trend) {
    return "null";
  }
  return figures.score ? number(*figures.trend) : std::to_string(std::lround(*figures.trend));
}

std::string ladder_json(const LadderFigures& figures) {
  LineWriter out;
  out.field("version", figures.version)
      .field("matches", figures.matches)
      .raw("trend", trend_json(figures))
      .field("provisional", figures.provisional);
  if (figures.score) {
    out.raw("mean", number(figures.score->mean))
        .raw("margin", number_or_null(figures.score->margin))
        .raw("newest_block", number_or_null(figures.score->newest));
  }
  return out.take();
}

std::string row_json(const StandingsPage& page, const StandingsRow& row) {
  const bool played = row.tally.turns > 0;
  const bool meet = page.layout().entrants_meet;
  LineWriter out;
  out.field("rank", row.rank);
  if (!is_ranked(row)) {
    out.field("ranked", false);
  }
  out.field("name", row.name)
      .field("display", row.display)
      .raw("points", meet ? number(row.points.value()) : "null")
      .field("encounters", row.encounters)
      .field("games", row.games)
      .field("wins", row.wins)
      .field("faults", faults_of(row.tally))
      .raw("faults_by_kind", faults_json(row.tally))
      .field("turns", row.tally.turns)
      .raw("mean_ms", played ? protocol::milliseconds_text(row.tally.used.count() / row.tally.turns) : "null")
      .raw("worst_ms", played ? protocol::milliseconds_text(row.tally.worst.count()) : "null")
      .raw("head_to_head", value_or_null(row.head_to_head))
      .raw("sonneborn_berger", meet ? number(row.sonneborn_berger.value()) : "null")
      .raw("buchholz", value_or_null(row.buchholz))
      .raw("tie_breaks", tie_breaks_json(page, row))
      .field("withdrawn", row.withdrawn)
      .field("annulled", row.annulled)
      .raw("rating", rating_json(rating_of(page, row)))
      .raw("score", score_json(page, row));
  if (row.ladder) {
    out.raw("ladder", ladder_json(*row.ladder));
  }
  if (has_staff(page)) {
    out.field("staff", row.staff).field("better_than", better_than(page, row.entrant));
  }
  if (page.layout().has(ReportLayout::Section::bracket)) {
    out.raw("bracket", row.bracket ? course_json(*row.bracket) : "null");
  }
  return out.take();
}

std::string crosstable_json(const StandingsPage& page) {
  const Crosstable table = crosstable_of(page);
  std::vector<std::string> rows;
  for (const Crosstable::Row& row : table.rows) {
    std::vector<std::string> cells;
    for (const Crosstable::Cell& cell : row.cells) {
      cells.push_back(cell.text);
    }
    LineWriter out;
    out.field("number", row.number).field("name", row.name).raw("cells", strings(cells));
    rows.push_back(out.take());
  }
  LineWriter out;
  out.field("legend", table.legend).raw("columns", strings(table.columns)).raw("rows", list_of(rows));
  return out.take();
}

/// Names by seat, null for a house bot; where entrants play apart, the names of all.
std::string seats_json(const StandingsPage& page, const Encounter& encounter, int game_no) {
  protocol::Json seats = protocol::Json::array();
  if (page.rules().apart) {  // each on seat 0 of its own match
    for (const Entrant entrant : encounter.entrants) {
      seats.push_back(page.history.entrants[entrant].name);
    }
    return protocol::dump(seats);
  }
  for (const auto& position : seating_of(page.rules(), encounter, game_no)) {
    seats.push_back(position ? protocol::Json(page.history.entrants[encounter.entrants[*position]].name)
                             : protocol::Json(nullptr));
  }
  return protocol::dump(seats);
}

std::string game_json(const StandingsPage& page, const Encounter& encounter, const GameResult& game) {
  LineWriter out;
  out.field("game", game.game_no)
      .raw("seats", seats_json(page, encounter, game.game_no))
      .json("scores", protocol::numbers(game.scores))
      .json("no_show", game.no_show)
      .field("struck", game.struck);
  if (!game.why_absent.empty()) {
    out.json("why_absent", game.why_absent);
  }
  return out.take();
}

std::string encounter_json(const StandingsPage& page, const PlayedEncounter& played) {
  const auto& [encounter, games] = played;
  const EncounterState state = state_of(page.rules(), encounter, games);
  std::vector<std::string> names;
  for (const Entrant entrant : encounter.entrants) {
    names.push_back(page.history.entrants[entrant].name);
  }
  std::vector<double> points;
  for (const Points p : state.points) {
    points.push_back(p.value());
  }
  std::string list = "[";
  for (const GameResult& game : games) {
    list.append(list.size() > 1 ? "," : "").append(game_json(page, encounter, game));
  }
  LineWriter out;
  out.field("round", encounter.round)
      .field("table", encounter.table)
      .field("kind", Encounter::kKinds.at(static_cast<std::size_t>(encounter.kind)))
      .field("decided", state.decided)
      .raw("instance", encounter.instance ? std::to_string(*encounter.instance) : "null")
      .raw("entrants", strings(names))
      .json("rank", state.rank)
      .json("points", protocol::numbers(points))
      .raw("games", list + "]");
  return out.take();
}

// ---- a bracket ----

std::string side_json(const StandingsPage& page, const BracketPicture::Part& part,
                      const BracketPicture::Side& side) {
  const auto text_or_null = [](bool known, const std::string& text) {
    return known ? protocol::dump(protocol::Json(text)) : "null";
  };
  LineWriter out;
  out.raw("name", text_or_null(side.entrant.has_value(),
                               side.entrant ? page.history.entrants[*side.entrant].name : ""))
      .raw("seed", side.entrant ? std::to_string(side.seed) : "null")
      .field("score", side.score)
      .field("won", side.won)
      .raw("winner_of", text_or_null(side.from.has_value(), side.from ? part.boxes[*side.from].id() : ""))
      .field("label", side.label);
  return out.take();
}

std::string part_json(const StandingsPage& page, const BracketPicture::Part& part) {
  std::vector<std::string> encounters;
  for (const BracketPicture::Box& box : part.boxes) {
    LineWriter out;
    out.field("id", box.id())
        .field("round", box.round)
        .field("table", box.table)
        .field("column", part.columns[box.column])
        .field("paired", box.paired)
        .raw("sides",
             "[" + side_json(page, part, box.sides[0]) + "," + side_json(page, part, box.sides[1]) + "]");
    encounters.push_back(out.take());
  }
  LineWriter out;
  out.field("title", part.title).raw("encounters", list_of(encounters));
  return out.take();
}

/// Null as long as the bracket has not been paired.
std::string bracket_json(const StandingsPage& page) {
  const auto picture = page.format->bracket(page.history);
  if (!picture) {
    return "null";
  }
  std::vector<std::string> parts;
  for (const BracketPicture::Part& part : picture->parts) {
    parts.push_back(part_json(page, part));
  }
  protocol::Json winner;
  if (picture->winner) {
    winner = page.history.entrants[*picture->winner].name;
  }
  LineWriter out;
  out.raw("winner", protocol::dump(winner)).raw("parts", list_of(parts));
  return out.take();
}

std::string machine_json(const MachineKind& kind) {
  const auto ms = [](Microseconds time) { return fixed_text(static_cast<double>(time.count()) / 1000, 3); };
  LineWriter out;
  out.field("cpu", kind.cpu)
      .raw("sandbox", kind.sandbox.empty() ? "null" : protocol::dump(protocol::Json(kind.sandbox)))
      .field("matches", kind.matches)
      .raw("calibration_ms",
           kind.calibration ? "[" + ms(kind.calibration->first) + "," + ms(kind.calibration->second) + "]"
                            : "null");
  return out.take();
}

std::string note_json(const StandingsNote& note) {
  LineWriter out;
  out.field("at", note.at).field("round", note.round).field("text", note.text);
  return out.take();
}

}  // namespace

std::string standings_json(const StandingsPage& page) {
  std::vector<std::string> rows;
  for (const StandingsRow& row : page.rows) {
    rows.push_back(row_json(page, row));
  }
  std::vector<std::string> encounters;
  for (const History::Round& round : page.history.rounds) {
    for (const PlayedEncounter& played : round) {
      encounters.push_back(encounter_json(page, played));
    }
  }
  std::vector<std::string> notes;
  for (const StandingsNote& note : page.notes) {
    notes.push_back(note_json(note));
  }
  LineWriter out;
  out.field("tournament", page.tournament).field("game", page.game).field("updated", page.updated);
  if (!page.sandbox.empty()) {
    out.field("sandbox", page.sandbox);
  }
  out.field("finished", page.finished)
      .field("round", last_decided_round(page))
      .field("rounds", page.rounds)
      .raw("tie_break_order", strings(codes_of(page.tie_breaks())))
      .raw("first_seat_advantage", rating_json(whole(page.ratings.first_seat)))
      .raw("standings", list_of(rows))
      .raw("crosstable", crosstable_json(page))
      .raw("encounters", list_of(encounters))
      .raw("notes", list_of(notes));
  if (page.layout().has(ReportLayout::Section::bracket)) {
    out.raw("bracket", bracket_json(page));
  }
  if (!page.machines.empty()) {
    std::vector<std::string> machines;
    std::ranges::transform(page.machines, std::back_inserter(machines), machine_json);
    out.raw("machines", list_of(machines));
  }
  return escaped_json(out.take()) + "\n";
}

}  // namespace referee
