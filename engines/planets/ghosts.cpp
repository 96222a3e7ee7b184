#include "engines/planets/ghosts.h"

#include <cstdlib>

namespace engines::planets {
namespace {

bool may_enter(const Map& map, const Ghost& ghost, Cell cell) {
  return map.contains(cell) && (ghost.transparency == 2 || !map.is_asteroid(cell));
}

/// The cell to which a backandforth ghost goes: ahead, or else back, or else its own; changes its heading.
Cell go_on(const Map& map, Ghost& ghost) {
  for (const Heading heading : {ghost.heading, opposite(ghost.heading)}) {
    const Cell cell = step(ghost.at, heading);
    if (may_enter(map, ghost, cell)) {
      ghost.heading = heading;
      return cell;
    }
  }
  return ghost.at;
}

/// The cell to which a towardplayer ghost tries to go; it may be blocked. REQUIRES: the ship is on another
/// cell.
Cell towards(const Map& map, const Ghost& ghost, Cell ship) {
  const int down = ship.row - ghost.at.row;
  const int right = ship.col - ghost.at.col;
  const Cell vertical = step(ghost.at, down > 0 ? Heading::down : Heading::up);
  const Cell horizontal = step(ghost.at, right > 0 ? Heading::right : Heading::left);
  if (down == 0) {
    return horizontal;
  }
  if (right == 0) {
    return vertical;
  }
  const bool vertical_passable = may_enter(map, ghost, vertical);
  if (vertical_passable != may_enter(map, ghost, horizontal)) {
    return vertical_passable ? vertical : horizontal;
  }
  if (std::abs(down) != std::abs(right)) {
    return std::abs(down) > std::abs(right) ? vertical : horizontal;
  }
  return map.rows > map.cols ? vertical : horizontal;
}

Cell next_cell(const Map& map, Cell ship, Ghost& ghost) {
  if (ghost.type == GhostType::backandforth) {
    return go_on(map, ghost);
  }
  const Cell cell = towards(map, ghost, ship);
  return may_enter(map, ghost, cell) ? cell : ghost.at;
}

}  // namespace

Ghost::Ghost(const Map& map, const GhostStart& start)
    : at(start.location),
      type(start.type),
      heading(start.heading),
      transparency(start.transparency),
      held(start.transparency == 0 ? map.hold(start.location) : 0) {
  if (type == GhostType::backandforth) {
    previous = step(at, opposite(heading));
  }
}

void move_ghost(const Map& map, Cell ship, Ghost& ghost) {
  ghost.previous = ghost.at;
  if (ghost.held > 0) {
    --ghost.held;
    return;
  }
  const Cell next = next_cell(map, ship, ghost);
  if (next != ghost.at && ghost.transparency == 0) {
    ghost.held = map.hold(next);
  }
  ghost.at = next;
}

}  // namespace engines::planets
