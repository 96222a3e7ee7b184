#include <nlohmann/json.hpp>

#include "engines/planets/map.h"

namespace engines::planets {
namespace {

Json cell_json(Cell cell) { return Json::array({cell.row, cell.col}); }

Json grid_json(const Map& map) {
  Json rows = Json::array();
  for (int row = 0; row < map.rows; ++row) {
    Json::array_t cells;
    cells.reserve(static_cast<std::size_t>(map.cols));
    for (int col = 0; col < map.cols; ++col) {
      const int value = map.grid[map.index({.row = row, .col = col})];
      cells.emplace_back(value == Map::kAsteroid ? Json() : Json(value));
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

Json ghost_json(const GhostStart& ghost) {
  Json json = Json::object({{"location", cell_json(ghost.location)},
                            {"type", type_name(ghost.type)},
                            {"transparency", ghost.transparency}});
  if (ghost.type == GhostType::backandforth) {
    json["heading"] = letter_of(ghost.heading);
  }
  return json;
}

}  // namespace

std::int64_t total_value(const std::vector<Scrap>& scraps) {
  std::int64_t sum = 0;
  for (const Scrap& scrap : scraps) {
    sum += scrap.value;
  }
  return sum;
}

void write_scrap(const Scrap& scrap, JsonWriter& out) {
  out.begin_object().key("location");
  write_cell(scrap.location, out);
  out.field("value", scrap.value).end_object();
}

Json scraps_json(const std::vector<Scrap>& scraps) {
  Json list = Json::array();
  for (const Scrap& scrap : scraps) {
    list.push_back(Json::object({{"location", cell_json(scrap.location)}, {"value", scrap.value}}));
  }
  return list;
}

std::string_view type_name(GhostType type) {
  return type == GhostType::backandforth ? "backandforth" : "towardplayer";
}

Json setup_json(const Map& map) {
  Json ghosts = Json::array();
  for (const GhostStart& ghost : map.ghosts) {
    ghosts.push_back(ghost_json(ghost));
  }
  return Json::object({{"name", map.name},
                       {"grid", grid_json(map)},
                       {"ship", cell_json(map.ship)},
                       {"scraps", scraps_json(map.scraps)},
                       {"ghosts", std::move(ghosts)}});
}

Json map_json(const Map& map) {
  Json json = setup_json(map);
  json["turns"] = map.turns;
  return json;
}

}  // namespace engines::planets
