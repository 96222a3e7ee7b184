#include "referee/score/kept_games.h"

#include <spdlog/spdlog.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/sha256.h"
#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/match/recorded_result.h"

namespace referee::score {
namespace {

constexpr std::size_t kDigits = 32;  // of a SHA-256, in a name

/// The attempt that a record's header names: void ones may have come before it.
int attempt_of(const std::string& record) {
  const Json header = Json::parse(record.substr(0, record.find('\n')), nullptr, false);
  const auto found = header.is_object() ? header.find("attempt") : header.end();
  return found != header.end() && found->is_number_integer() ? found->get<int>() : 1;
}

}  // namespace

std::string name_by_content(const MatchJob& job, GameTerms terms) {
  const MatchSpec& spec = job.spec;
  std::vector<std::string> programs;
  for (const MatchSpec::Version& version : spec.versions) {
    programs.push_back(version.sha256);
  }
  const Json content = {{"game", spec.game->name},        {"rules", spec.game->rules_sha256()},
                        {"options", spec.options},        {"seed", spec.seed.number},
                        {"salt", spec.seed.salt},         {"plies", terms.plies},
                        {"number", terms.number},         {"clock", spec.clock.json()},
                        {"players", names_of(job.seats)}, {"programs", std::move(programs)}};
  return protocol::Sha256::hex_of(content.dump()).substr(0, kDigits);
}

std::optional<PlayedAttempt> kept_game(const MatchJob& job, const std::filesystem::path& record) {
  const auto text = read_own_file(record);
  if (!text) {
    return std::nullopt;
  }
  PlayedAttempt played;
  played.job = job;
  played.job.spec.attempt = attempt_of(*text);
  try {
    played.result = recorded_result(*text, played.job.spec, names_of(job.seats));
  } catch (const std::runtime_error& wrong) {
    spdlog::warn("{}: {}; the game is played again", escaped(record.string()), wrong.what());
    return std::nullopt;
  }
  if (played.result.is_void) {
    return std::nullopt;
  }
  played.record = record;
  played.how_bots_ended.resize(job.seats.size());
  played.bot_stderr.resize(job.seats.size());
  return played;
}

}  // namespace referee::score
