#include "referee/play/defaults.h"

#include <stdexcept>

namespace referee::play {
namespace {

using Json = nlohmann::json;

void add_missing(Json& options, const Json& defaults) {
  for (const auto& [key, value] : defaults.items()) {
    if (!options.contains(key)) {
      options[key] = value;
    }
  }
}

/// The handout's arena, smaller.
Json small_arena() {
  return Json::parse(R"({"size":40,"starts":[[[39,10],[39,20],[39,30]],[[10,39],[20,39],[30,39]],
                         [[0,10],[0,20],[0,30]],[[10,0],[20,0],[30,0]]]})");
}

}  // namespace

void complete_options(std::string_view game, Json& options) {
  if (game == "planets") {
    add_missing(options, {{"map", "three_blocks_ghosts"}});
  } else if (game == "lightcycle" && !options.contains("size") && !options.contains("starts")) {
    options.update(small_arena());
  } else if (game == "snake") {
    add_missing(options,
                {{"maze", "c3_garden"}, {"max_turns", 100000}});  // a person takes a turn for each step
    if (options.contains("whole_path") && options["whole_path"] == true) {
      throw std::invalid_argument("options.whole_path: got true, expected false: a person goes step by step");
    }
  }
}

ClockSpec patient_clock() {
  return ClockSpec::read(
      Json::parse(R"({"kind":"per_move","ms":86400000,"silence_ms":86400000,"measure":"wall",
                                         "rules_time":"none"})"),
      "clock");
}

std::string default_bot(std::string_view game, std::size_t number) {
  if (game == "lightcycle") {
    return number == 0 ? "sample:lightcycle_smart" : "sample:lightcycle_dumb";
  }
  return "sample:walls_search";
}

bool is_played_in_lines(std::string_view game) { return game == "superball"; }

}  // namespace referee::play
