#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

#include "bindings/wasm/kit/kit_parts.h"
#include "referee/pages/audience.h"
#include "referee/pages/match_data.h"
#include "referee/pages/match_page.h"
#include "referee/record/replay.h"

namespace kit {

namespace {

namespace pages = referee::pages;

pages::Audience audience_of(const Json& request, const std::string& record) {
  if (!request.contains("seat")) {
    return pages::Audience::everybody();
  }
  const auto seat = request.at("seat").get<engines::Seat>();
  const std::size_t seats = referee::Replay(record).game().seats();
  if (seat >= seats) {
    throw std::invalid_argument("--seat: got " + std::to_string(seat) + ", expected 0 to " +
                                std::to_string(seats - 1));
  }
  return pages::Audience::player(seat);
}

}  // namespace

Json answer_page(const Json& request) {
  const auto record = request.at("record").get<std::string>();
  const std::string data = pages::match_data(record, {}, audience_of(request, record));
  std::optional<pages::OwnRecord> own;
  if (request.contains("rules")) {
    own = {record, request.at("rules").get_ref<const std::string&>()};
  }
  return {{"html", pages::match_page(data, own)}, {"problem", Json::parse(data).at("problem")}};
}

}  // namespace kit
