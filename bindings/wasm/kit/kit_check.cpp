// The examination of a bot (referee/lab/examination.h), asked and answered by the kit. {"check":{"games"?,
// "options"?,"clock"?,"turns"?,"answer_s"?,"pause_ms"?,"random"}} begins one. {"events":[...]}
// tells what the bot's process did, in order (host_bot.h); [] tells only that it is later. Both give the
// orders for the kit, in order: {"start"}, {"say":line}, {"finish"}, {"stop"}, {"scenario":...},
// {"finding":line of text}; and "wait_until_us", or at the end "report" and its parts: "json", "summary" and
// "stderr"; and "violations".
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/wasm/kit/host_bot.h"
#include "bindings/wasm/kit/kit_parts.h"
#include "engines/registry.h"
#include "protocol/sha256.h"
#include "referee/base/secrets.h"
#include "referee/lab/examination.h"
#include "referee/lab/finding_text.h"

namespace referee {

namespace {

/// Where random_hex() takes what nobody can guess: the host's own randomness.
struct RandomSource {
  std::string secret;
  std::uint64_t taken = 0;
};

RandomSource& random_source() {
  static RandomSource source;
  return source;
}

}  // namespace

std::string random_hex() {
  constexpr std::size_t kDigits = 32;
  RandomSource& source = random_source();
  return protocol::Sha256::hex_of(source.secret + "/" + std::to_string(source.taken++)).substr(0, kDigits);
}

}  // namespace referee

namespace kit {
namespace {

using referee::ClockSpec;
using referee::Examination;
using referee::ExaminationSpec;
using referee::Finding;
using referee::Standing;

std::vector<const engines::Entry*> games_of(const Json& asked) {
  std::vector<const engines::Entry*> games;
  for (const engines::Entry& game : engines::games()) {
    if (!asked.contains("games")) {
      games.push_back(&game);
    }
  }
  for (const Json& name : asked.value("games", Json::array())) {
    const engines::Entry* const game = engines::find_game(name.get<std::string>());
    if (game == nullptr) {
      throw std::invalid_argument("GAME: got '" + name.get<std::string>() + "', which is no game");
    }
    games.push_back(game);
  }
  return games;
}

ExaminationSpec spec_of(const Json& asked) {
  ExaminationSpec spec;
  spec.games = games_of(asked);
  spec.games_were_named = asked.contains("games");
  spec.options = asked.value("options", Json::object());
  if (!spec.options.empty() && spec.games.size() != 1) {
    throw std::invalid_argument("--option: expected one GAME whose option it is");
  }
  if (asked.contains("clock")) {
    spec.clock = ClockSpec::read(asked.at("clock"), "clock");
    if (const auto need = spec.clock->cpu_need()) {
      throw std::invalid_argument(need->text() + ": processor time is not known here");
    }
  }
  spec.peer.turns = asked.value("turns", spec.peer.turns);
  spec.peer.pause = Milliseconds(asked.value("pause_ms", spec.peer.pause.count()));
  if (asked.contains("answer_s")) {
    spec.peer.patience = std::chrono::seconds(asked.at("answer_s").get<std::int64_t>());
  }
  return spec;
}

class KitCheck {
 public:
  explicit KitCheck(const Json& asked)
      : connector_(host_),
        examination_(connector_, spec_of(asked), [this](const Finding& finding) { tell(finding); }),
        task_(examination_.run()) {}

  Json begin() {
    task_.begin();
    return go_on();
  }

  Json take(const Json& events) {
    for (const Json& event : events) {
      connector_.take(event);
    }
    return go_on();
  }

 private:
  Json go_on() {
    host_.go_on();
    if (!task_.done()) {
      return host_.take_orders();
    }
    task_.result();
    connector_.close();
    Json told = host_.take_orders();
    told.update({{"report", report()},
                 {"summary", summary_of(findings_)},
                 {"stderr", referee::last_lines(examination_.stderr_text())},
                 {"json", json_of(findings_)},
                 {"violations", std::ranges::count(findings_, Standing::violation, &Finding::standing)}});
    return told;
  }

  void tell(const Finding& finding) {
    findings_.push_back(finding);
    host_.order({{"finding", line_of(finding)}});
  }

  std::string report() const {
    std::string text = advice_on(findings_);
    if (const std::string words = referee::last_lines(examination_.stderr_text()); !words.empty()) {
      text += "\nthe bot's standard error, its last lines:\n" + words;
    }
    return text + "\n" + summary_of(findings_) + "\n";
  }

  Host host_;
  HostConnector connector_;
  std::vector<Finding> findings_;
  Examination examination_;
  Task<> task_;
};

}  // namespace

Json answer_check(const Json& request) {
  static std::unique_ptr<KitCheck> check;
  if (request.contains("check")) {
    const Json& asked = request.at("check");
    referee::random_source() = {asked.at("random").get<std::string>()};
    check = std::make_unique<KitCheck>(asked);
    return check->begin();
  }
  if (!check || !request.contains("events")) {
    throw std::invalid_argument(
        R"(expected "page", "series", "check" or, of a check that has begun, "events")");
  }
  return check->take(request.at("events"));
}

}  // namespace kit
