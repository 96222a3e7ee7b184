#include "engines/planets/map_reader.h"

#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace engines::planets {
namespace {

std::string entry(std::string_view list, std::size_t number) {
  return std::string(list).append("[").append(std::to_string(number)).append("]");
}

std::string text(Cell cell) {
  return std::string("[")
      .append(std::to_string(cell.row))
      .append(",")
      .append(std::to_string(cell.col))
      .append("]");
}

std::string at_most(std::size_t number, const char* what) {
  return std::string("a list of at most ").append(std::to_string(number)).append(what);
}

/// Reads one map. After a mistake its functions return a harmless value, as those of fields::Object do.
class MapReader {
 public:
  explicit MapReader(fields::Object& in) : in_(in) {}

  Map read() {
    map_.name = in_.text("name", kMaxMapName);
    read_grid();
    map_.turns = static_cast<int>(in_.integer("turns", {.min = 1, .max = kMaxTurns}));
    read_ship();
    read_scraps();
    read_ghosts();
    return std::move(map_);
  }

 private:
  void read_grid() {
    const Json* rows = in_.value("grid");
    if (rows == nullptr) {
      return;
    }
    if (!rows->is_array() || rows->empty() || rows->size() > kMaxSide) {
      in_.fail("grid", *rows, "a list of 1 to 200 rows");
      return;
    }
    map_.rows = static_cast<int>(rows->size());
    for (std::size_t row = 0; row < rows->size() && !in_.error(); ++row) {
      read_row((*rows)[row], entry("grid", row));
    }
    taken_by_.resize(map_.grid.size());
  }

  void read_row(const Json& cells, const std::string& key) {
    if (!cells.is_array() || cells.empty() || cells.size() > kMaxSide) {
      in_.fail(key, cells, "a list of 1 to 200 cells");
      return;
    }
    if (map_.cols != 0 && cells.size() != static_cast<std::size_t>(map_.cols)) {
      in_.fail(key, cells, std::to_string(map_.cols).append(" cells, as in the rows before"));
      return;
    }
    map_.cols = static_cast<int>(cells.size());
    for (std::size_t col = 0; col < cells.size(); ++col) {
      const auto value = cells[col].is_null() ? std::optional<std::int64_t>(Map::kAsteroid)
                                              : fields::as_integer(cells[col], {.min = 0, .max = kMaxNebula});
      if (!value) {
        in_.fail(entry(key, col), cells[col],
                 "null for an asteroid, 0 for empty space or a nebula's value from 1 to 100000");
      }
      map_.grid.push_back(static_cast<int>(value.value_or(0)));
    }
  }

  void read_ship() {
    if (const Json* cell = in_.value("ship")) {
      map_.ship = read_cell(*cell, "ship", "ship");
    }
  }

  void read_scraps() {
    const Json* list = in_.value("scraps");
    if (list == nullptr) {
      return;
    }
    if (!list->is_array() || list->empty() || list->size() > kMaxScraps) {
      in_.fail("scraps", *list, "a list of 1 to 1000 scraps");
      return;
    }
    for (std::size_t i = 0; i < list->size() && !in_.error(); ++i) {
      const std::string key = entry("scraps", i);
      fields::Object scrap((*list)[i], key);
      const Json* location = scrap.value("location");
      const auto value = scrap.integer("value", {.min = 1, .max = kMaxValue});
      scrap.refuse_unknown();
      in_.inherit(scrap.error());
      if (!in_.error()) {
        map_.scraps.push_back({.location = read_cell(*location, key + ".location", key), .value = value});
      }
    }
  }

  void read_ghosts() {
    const Json* list = in_.value("ghosts");
    if (list == nullptr) {
      return;
    }
    if (!list->is_array() || list->size() > kMaxGhosts) {
      in_.fail("ghosts", *list, at_most(kMaxGhosts, " ghosts"));
      return;
    }
    for (std::size_t i = 0; i < list->size() && !in_.error(); ++i) {
      read_ghost((*list)[i], entry("ghosts", i));
    }
  }

  void read_ghost(const Json& json, const std::string& key) {
    fields::Object ghost(json, key);
    GhostStart start;
    const Json* location = ghost.value("location");
    start.type = read_type(ghost);
    start.transparency = static_cast<int>(ghost.integer("transparency", {.min = 0, .max = 2}));
    if (start.type == GhostType::backandforth) {
      start.heading = read_heading(ghost);
    }
    ghost.refuse_unknown();
    in_.inherit(ghost.error());
    if (!in_.error()) {
      start.location = read_cell(*location, key + ".location", key);
      map_.ghosts.push_back(start);
    }
  }

  static GhostType read_type(fields::Object& ghost) {
    ghost.value("type");
    return static_cast<GhostType>(ghost.choice_or("type", {"backandforth", "towardplayer"}, 0));
  }

  static Heading read_heading(fields::Object& ghost) {
    ghost.value("heading");
    return static_cast<Heading>(ghost.choice_or("heading", {"U", "D", "L", "R"}, 0));
  }

  /// Reads a passable cell where nothing else starts; from now on `owner` starts there.
  Cell read_cell(const Json& pair, const std::string& key, const std::string& owner) {
    const bool is_pair = pair.is_array() && pair.size() == 2;
    const auto row = is_pair ? fields::as_integer(pair[0], {.min = 0, .max = map_.rows - 1}) : std::nullopt;
    const auto col = is_pair ? fields::as_integer(pair[1], {.min = 0, .max = map_.cols - 1}) : std::nullopt;
    if (!row || !col) {
      in_.fail(
          key, pair,
          std::string("a cell [row,column] from [0,0] to ").append(text({map_.rows - 1, map_.cols - 1})));
      return {};
    }
    const Cell cell{.row = static_cast<int>(*row), .col = static_cast<int>(*col)};
    std::string& taken_by = taken_by_[map_.index(cell)];
    if (map_.is_asteroid(cell)) {
      in_.fail(key, pair, "a passable cell: there is an asteroid");
    } else if (!taken_by.empty()) {
      in_.fail(key, pair, std::string("a cell where nothing else starts: ").append(taken_by).append(" does"));
    }
    taken_by = owner;
    return cell;
  }

  fields::Object& in_;
  Map map_;
  std::vector<std::string> taken_by_;  // by cell: what starts there; empty if nothing does
};

}  // namespace

Map read_map(fields::Object& in) { return MapReader(in).read(); }

}  // namespace engines::planets
