#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "sample_bots/cpp/planets/world.h"

/// Small maps for tests, drawn as pictures.
namespace planets {

/// A match at its start.
struct Chart {
  Map map;
  World world;
};

/// A ghost of the picture: `sign` is a letter in it, `type` as in the protocol, with a heading if it needs
/// one.
struct GhostSign {
  char sign = 'G';
  std::string type = "towardplayer";
  Transparency transparency = 0;
  std::string heading = {};
};

/// `#` asteroid, `.` empty, 1 to 9 nebula, `S` ship, `$` scrap (worth 10), letters ghosts.
inline Chart chart_of(const std::vector<std::string>& rows, int turns,
                      const std::vector<GhostSign>& ghosts = {}) {
  Json setup = {{"grid", Json::array()}, {"scraps", Json::array()}};
  Json view = {{"scraps", Json::array()}, {"ghosts", Json::array()}, {"remaining_turns", turns}};
  for (std::size_t row = 0; row < rows.size(); ++row) {
    Json cells = Json::array();
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      const char sign = rows[row][column];
      const Json location = {row, column};
      cells.push_back(sign == '#' ? Json() : sign >= '1' && sign <= '9' ? Json(sign - '0') : Json(0));
      if (sign == 'S') {
        view["ship"] = {{"location", location}, {"held", 0}, {"score", 0}};
      } else if (sign == '$') {
        setup["scraps"].push_back({{"location", location}, {"value", 10}});
      }
      for (const GhostSign& ghost : ghosts) {
        if (ghost.sign == sign) {
          view["ghosts"].push_back({{"location", location},
                                    {"type", ghost.type},
                                    {"transparency", ghost.transparency},
                                    {"heading", ghost.heading.empty() ? Json() : Json(ghost.heading)},
                                    {"held", 0}});
        }
      }
    }
    setup["grid"].push_back(std::move(cells));
  }
  view["scraps"] = setup["scraps"];
  Map map(setup);
  World world = World::read(map, view);
  return {std::move(map), std::move(world)};
}

/// A match after its end.
struct Course {
  std::string moves;  ///< the letters
  Fate fate = Fate::on;
  std::int64_t score = 0;
};

/// Plays to the end; `choose` takes a World and returns a Move.
template <class Choose>
Course play(const Chart& chart, Choose choose) {
  World world = chart.world;
  Course course;
  while (course.fate == Fate::on) {
    const Move move = choose(world);
    course.moves += word_of(move);
    course.fate = world.step(chart.map, move);
  }
  course.score = world.score;
  return course;
}

}  // namespace planets
