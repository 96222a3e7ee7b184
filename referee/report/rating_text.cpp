#include "referee/report/rating_text.h"

#include <algorithm>
#include <cmath>

#include "protocol/json_writer.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee {
namespace {

std::string interval_text(const WholeElo& rating, const char* to) {
  return std::to_string(rating.low) + to + std::to_string(rating.high);
}

}  // namespace

std::optional<WholeElo> whole(const std::optional<rating::Estimate>& estimate) {
  return estimate ? std::optional(WholeElo{std::lround(estimate->elo), std::lround(estimate->low),
                                           std::lround(estimate->high)})
                  : std::nullopt;
}

std::optional<WholeElo> rating_of(const StandingsPage& page, const StandingsRow& row) {
  const auto& players = page.ratings.players;
  return row.entrant < players.size() ? whole(players[row.entrant]) : std::nullopt;
}

bool has_ratings(const StandingsPage& page) {
  return std::ranges::any_of(page.ratings.players, [](const auto& rating) { return rating.has_value(); });
}

std::string rating_text(const std::optional<WholeElo>& rating) {
  return rating ? std::to_string(rating->elo) + " (" + interval_text(*rating, "..") + ")" : "-";
}

std::string rating_legend(const StandingsPage& page) {
  if (!has_ratings(page)) {
    return "";
  }
  const auto first = whole(page.ratings.first_seat);
  const auto& ladder = page.history.ladder;
  const bool has_house = ladder && ladder->players()[LadderTable::kHouse].rating;
  return std::string("Elo: a rating from all games, by maximum likelihood, with its 95% interval. ") +
         (has_house ? "The house bot, which fills empty seats, has 0."
          : ladder  ? "The mean of all bots, old and new, is 0."
                    : "The mean of all entrants is 0.") +
         (first ? " The first seat is an advantage of " + rating_text(first) + " Elo." : "") +
         (page.ratings.converged ? "" : std::string(" ") + rating::kNotConverged);
}

std::string rating_json(const std::optional<WholeElo>& rating) {
  if (!rating) {
    return "null";
  }
  protocol::LineWriter out;
  out.field("elo", rating->elo).field("low", rating->low).field("high", rating->high);
  return out.take();
}

std::vector<std::string> rating_cells(const std::optional<WholeElo>& rating) {
  if (!rating) {
    return {"", "", ""};
  }
  return {std::to_string(rating->elo), std::to_string(rating->low), std::to_string(rating->high)};
}

}  // namespace referee
