#include <algorithm>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "engines/lightcycle/lightcycle.h"

namespace engines {
namespace {

using Cell = LightCycle::Cell;
using Starts = LightCycle::Starts;

constexpr fields::Range kGridSizes{.min = 2, .max = 1000};
constexpr std::size_t kMinTeams = 2;
constexpr std::size_t kMaxTeams = 64;
constexpr std::size_t kMaxCyclesOfTeam = 64;
constexpr std::size_t kMaxCycles = 256;

/// Reads the option "starts". Reports the first mistake to the options' reader, and ignores the rest.
class StartsReader {
 public:
  StartsReader(fields::Object& in, std::int64_t size)
      : in_(in), size_(size), taken_(static_cast<std::size_t>(size * size), false) {}

  Starts read(const Json& list) {
    if (!list.is_array() || list.size() < kMinTeams || list.size() > kMaxTeams) {
      in_.fail("starts", list, "a list of 2 to 64 teams");
      return {};
    }
    Starts starts;
    for (const Json& team : list) {
      starts.push_back(read_team(team, "starts[" + std::to_string(starts.size()) + "]"));
      if (in_.error()) {
        return {};
      }
    }
    if (cycles_ > kMaxCycles) {
      in_.fail("starts", list, "at most 256 cycles in all");
    }
    return starts;
  }

 private:
  std::vector<Cell> read_team(const Json& list, const std::string& key) {
    if (!list.is_array() || list.empty() || list.size() > kMaxCyclesOfTeam) {
      in_.fail(key, list, "a list of 1 to 64 cells [x,y]");
      return {};
    }
    std::vector<Cell> cells;
    for (const Json& cell : list) {
      cells.push_back(read_cell(cell, key + "[" + std::to_string(cells.size()) + "]"));
    }
    cycles_ += cells.size();
    return cells;
  }

  Cell read_cell(const Json& pair, const std::string& key) {
    const fields::Range on_grid{.min = 0, .max = size_ - 1};
    const bool is_pair = pair.is_array() && pair.size() == 2;
    const auto x = is_pair ? fields::as_integer(pair[0], on_grid) : std::nullopt;
    const auto y = is_pair ? fields::as_integer(pair[1], on_grid) : std::nullopt;
    if (!x || !y) {
      in_.fail(key, pair, "a cell on the " + std::to_string(size_) + " x " + std::to_string(size_) + " grid");
      return {};
    }
    if (taken_[static_cast<std::size_t>(*y * size_ + *x)]) {
      in_.fail(key, pair, "a cell where no other cycle starts");
    }
    taken_[static_cast<std::size_t>(*y * size_ + *x)] = true;
    return {.x = *x, .y = *y};
  }

  fields::Object& in_;
  std::int64_t size_;
  std::vector<bool> taken_;
  std::size_t cycles_ = 0;
};

}  // namespace

LightCycle::Starts LightCycle::Options::handout_starts() {
  return {{{169, 45}, {169, 85}, {169, 125}},
          {{45, 169}, {85, 169}, {125, 169}},
          {{0, 45}, {0, 85}, {0, 125}},
          {{45, 0}, {85, 0}, {125, 0}}};
}

LightCycle::Options LightCycle::Options::read(fields::Object& in) {
  Options options;
  const std::int64_t handout_size = options.size;
  options.size = in.integer_or("size", kGridSizes, handout_size);
  if (const Json* starts = in.find("starts")) {
    options.starts = StartsReader(in, options.size).read(*starts);
  } else if (options.size < handout_size) {
    in.fail("size", options.size,
            "170 or more where no starts are given: the handout's would not be on the grid");
  }
  return options;
}

Json LightCycle::Options::json() const {
  Json teams = Json::array();
  for (const auto& team : starts) {
    Json cells = Json::array();
    for (const Cell& cell : team) {
      cells.push_back(Json::array({cell.x, cell.y}));
    }
    teams.push_back(std::move(cells));
  }
  return Json::object({{"size", size}, {"starts", std::move(teams)}});
}

}  // namespace engines
