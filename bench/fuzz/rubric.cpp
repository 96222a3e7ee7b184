#include "referee/score/rubric.h"

#include <cmath>
#include <stdexcept>

#include "bench/fuzz/targets.h"
#include "protocol/fields.h"
#include "referee/base/strict_json.h"

// A rubric.
namespace fuzz {

void rubric(std::string_view input) {
  try {
    const auto rubric =
        referee::score::Rubric::read(referee::parse_commented(input, "rubric.json"), "rubric.json");
    promise(rubric.game != nullptr && !rubric.items.empty(),
            "a rubric that is accepted has a game and items");
    promise(std::isfinite(rubric.max_points()) && rubric.max_points() >= 0, "points are finite");
    promise(!rubric.text().empty(), "a rubric has a summary");
  } catch (const fields::Exception&) {
    return;
  } catch (const std::invalid_argument&) {
    return;
  }
}

}  // namespace fuzz
