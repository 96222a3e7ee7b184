#include "referee/report/prize_list.h"

#include <algorithm>
#include <cstddef>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/report/standings_page.h"

namespace referee {
namespace {

/// The prize for a place, from 1.
double prize_for(const std::vector<double>& extra, std::size_t place) {
  return place <= extra.size() ? extra[place - 1] : 0;
}

bool can_win(const StandingsRow& row) {
  return !row.withdrawn && !row.annulled && !row.staff && has_played(row);
}

std::string place_text(const PrizeList::Row& row) { return row.place ? std::to_string(*row.place) : "-"; }

std::string row_json(const PrizeList::Row& row) {
  protocol::LineWriter out;
  out.field("rank", row.rank)
      .raw("place", row.place ? std::to_string(*row.place) : "null")
      .field("name", row.name)
      .field("display", row.display)
      .field("withdrawn", row.withdrawn)
      .raw("extra", score_text(row.extra));
  if (row.staff) {
    out.field("staff", true);
  }
  return out.take();
}

std::string feedback_of(const PrizeList& list, const PrizeList::Row& row) {
  const std::string so_far = list.finished ? "" : " (" + list.progress + ")";
  const std::string better = row.better_than.empty() ? "" : ", better than " + row.better_than;
  return (row.place ? "place " + std::to_string(*row.place) + better : "no place") + so_far;
}

}  // namespace

std::vector<double> prizes_of(const std::vector<int>& ranks, const std::vector<double>& extra,
                              Sharing sharing) {
  std::vector<double> prizes;
  for (const int rank : ranks) {
    const auto first = static_cast<std::size_t>(rank);
    const auto sharers = static_cast<std::size_t>(std::ranges::count(ranks, rank));
    const std::size_t shared = sharing == Sharing::average ? sharers : 1;
    double sum = 0;
    for (std::size_t place = first; place < first + shared; ++place) {
      sum += prize_for(extra, place);
    }
    prizes.push_back(sum / static_cast<double>(shared));
  }
  return prizes;
}

PrizeList prize_list_of(const StandingsPage& page, std::vector<double> extra, Sharing sharing) {
  PrizeList list{page.tournament, page.game, progress_text(page), page.finished, std::move(extra),
                 sharing,         {}};
  std::vector<int> places;
  for (const StandingsRow& row : page.rows) {
    list.rows.push_back(
        {row.rank, {}, row.name, row.display, row.withdrawn, row.staff, better_than(page, row.entrant), 0});
    if (can_win(row)) {
      const auto better = std::ranges::count_if(
          page.rows, [&](const StandingsRow& other) { return can_win(other) && other.rank < row.rank; });
      places.push_back(static_cast<int>(better) + 1);
      list.rows.back().place = places.back();
    }
  }
  const std::vector<double> prizes = prizes_of(places, list.extra, list.sharing);
  std::size_t next = 0;
  for (PrizeList::Row& row : list.rows) {
    if (row.place) {
      row.extra = prizes[next++];
    }
  }
  return list;
}

std::string prize_list_text(const PrizeList& list) {
  TextTable table({"rank", "name", "place", "extra"}, 2);
  for (const PrizeList::Row& row : list.rows) {
    table.add({row.staff ? "-" : std::to_string(row.rank) + ".",
               printable(row.name, kShownText) + (row.withdrawn ? " (withdrawn)"
                                                  : row.staff   ? " (staff)"
                                                                : ""),
               place_text(row), decimal_text(row.extra)});
  }
  return printable(list.tournament, kShownText) + " (" + printable(list.game, kShownText) +
         "): " + list.progress +
         (list.finished ? "\n" : ". The tournament is not over: places may still change.\n") + table.text();
}

std::string prize_list_json(const PrizeList& list) {
  std::string rows;
  for (const PrizeList::Row& row : list.rows) {
    rows.append(rows.empty() ? "\n" : ",\n").append(row_json(row));
  }
  protocol::LineWriter out;
  out.field("tournament", list.tournament)
      .field("game", list.game)
      .field("progress", list.progress)
      .field("finished", list.finished)
      .json("extra", protocol::numbers(list.extra))
      .field("sharing", list.sharing == Sharing::best ? "best" : "average")
      .raw("entrants", rows.empty() ? "[]" : "[" + rows + "\n]");
  return escaped_json(out.take()) + "\n";
}

Gradebook gradebook_of(const PrizeList& list) {
  Gradebook book{list.tournament + ", extra", 0, {}};
  for (const PrizeList::Row& row : list.rows) {
    if (row.staff) {
      continue;
    }
    Gradebook::Student student;
    student.name = row.display;
    student.login = row.name;
    student.points = row.extra;
    student.feedback = feedback_of(list, row);
    book.students.push_back(std::move(student));
  }
  return book;
}

}  // namespace referee
