#include "sample_bots/cpp/planets/ghosts.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

namespace planets {
namespace {

/// Whether a ghost can go there; kNowhere is beyond the edge.
bool can_enter(const Map& map, Transparency transparency, Cell cell) {
  return cell != kNowhere && (transparency == 2 || !map.is_asteroid(cell));
}

void enter(const Map& map, Transparency transparency, Body& ghost, Cell cell) {
  ghost.at = cell;
  ghost.held = transparency == 0 ? map.nebula(cell) : 0;
}

/// Uses up one turn of a hold; false if there is none.
bool rests(Body& ghost) {
  if (ghost.held == 0) {
    return false;
  }
  --ghost.held;
  return true;
}

}  // namespace

void chase(const Map& map, Transparency transparency, Body& ghost, Cell ship_before) {
  if (rests(ghost)) {
    return;
  }
  const int down = map.row(ship_before) - map.row(ghost.at);
  const int right = map.column(ship_before) - map.column(ghost.at);
  const Cell vertical = down == 0 ? kNowhere : map.next(ghost.at, down < 0 ? Move::up : Move::down);
  const Cell horizontal = right == 0 ? kNowhere : map.next(ghost.at, right < 0 ? Move::left : Move::right);
  const bool may_go_vertically = can_enter(map, transparency, vertical);
  const bool may_go_horizontally = can_enter(map, transparency, horizontal);
  if (may_go_vertically && may_go_horizontally) {
    const int lead = std::abs(down) - std::abs(right);
    const bool goes_vertically = lead == 0 ? map.rows() > map.columns() : lead > 0;
    enter(map, transparency, ghost, goes_vertically ? vertical : horizontal);
  } else if (may_go_vertically || may_go_horizontally) {
    enter(map, transparency, ghost, may_go_vertically ? vertical : horizontal);
  }
}

void patrol(const Map& map, Transparency transparency, Body& ghost, Move& heading) {
  if (rests(ghost)) {
    return;
  }
  const Cell ahead = map.next(ghost.at, heading);
  if (can_enter(map, transparency, ahead)) {
    enter(map, transparency, ghost, ahead);
    return;
  }
  const Cell behind = map.next(ghost.at, opposite(heading));
  if (can_enter(map, transparency, behind)) {
    heading = opposite(heading);
    enter(map, transparency, ghost, behind);
  }
}

Ghost Ghost::read(const Map& map, const Json& ghost) {
  Ghost read;
  const auto& type = ghost.at("type").get_ref<const std::string&>();
  read.chases = type == "towardplayer";
  read.transparency = ghost.at("transparency").get<int>();
  read.body = {map.cell(ghost.at("location")), ghost.at("held").get<int>()};
  if (!read.chases) {
    const auto& word = ghost.at("heading").get_ref<const std::string&>();
    const auto heading = std::find_if(kMoves.begin(), kMoves.end() - 1,  // `stay` is not a heading
                                      [&](Move move) { return word_of(move) == word; });
    read.heading = *heading;
    if (type != "backandforth" || read.heading == Move::stay) {
      throw std::invalid_argument("no ghost that is known: " + ghost.dump());
    }
  }
  return read;
}

void Ghost::advance(const Map& map, Cell ship_before) {
  if (chases) {
    chase(map, transparency, body, ship_before);
  } else {
    patrol(map, transparency, body, heading);
  }
}

}  // namespace planets
