#include "referee/tournament/config/config.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "bench/fuzz/targets.h"
#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "referee/base/strict_json.h"
#include "referee/tournament/config/plan.h"

// A tournament file.
namespace fuzz {

void config(std::string_view input) {
  try {
    const auto config =
        referee::TournamentConfig::read(referee::parse_commented(input, "class.json"), "class.json");
    promise(config.game != nullptr && config.format != nullptr,
            "a file that is accepted names game and format");
    promise(config.entrants.size() <= referee::EntrantSpec::kMaxEntrants, "entrants are bounded");
    promise(protocol::Json::accept(protocol::dump(config.frozen())), "what is frozen is JSON");
  } catch (const fields::Exception&) {
    return;
  } catch (const std::invalid_argument&) {
    return;
  }
}

}  // namespace fuzz
