#include <string>

#include <nlohmann/json.hpp>

#include "engines/battleship/fleet.h"

namespace engines::battleship {
namespace {

constexpr fields::Range kBoardSizes{.min = 5, .max = 20};
constexpr std::size_t kMaxShips = 20;

std::vector<int> read_ships(fields::Object& in, const Json& list, int size) {
  if (!list.is_array() || list.empty() || list.size() > kMaxShips) {
    in.fail("ships", list, "a list of 1 to 20 lengths");
    return {};
  }
  std::vector<int> lengths;
  for (const Json& length : list) {
    const auto number = fields::as_integer(length, {.min = 1, .max = size});
    if (!number) {
      in.fail("ships[" + std::to_string(lengths.size()) + "]", length,
              "an integer from 1 to " + std::to_string(size));
      return {};
    }
    lengths.push_back(static_cast<int>(*number));
  }
  return lengths;
}

}  // namespace

Options Options::read(fields::Object& in) {
  Options options;
  options.size = static_cast<int>(in.integer_or("size", kBoardSizes, options.size));
  options.touching = in.boolean_or("touching", options.touching);
  if (const Json* list = in.find("ships")) {
    options.ships = read_ships(in, *list, options.size);
  }
  if (!in.error() && !fleet_in_rows(options)) {
    in.fail("ships", Json(options.ships),
            options.touching ? "ships that fit into the rows of the board"
                             : "ships that fit into every second row of the board with gaps between them");
  }
  return options;
}

Json Options::json() const {
  return Json::object({{"size", size}, {"ships", ships}, {"touching", touching}});
}

}  // namespace engines::battleship
