// The check that no seat is told what it may not know.
#include <algorithm>
#include <variant>

#include "protocol/fields.h"
#include "referee/lab/game_check/check_outcome.h"
#include "referee/lab/game_check/game_checks.h"
#include "referee/lab/game_check/game_examination.h"
#include "referee/lab/game_check/game_secrets.h"

namespace referee {
namespace {

constexpr std::chrono::seconds kLongerForSecrets{20};  // few deals look alike

}  // namespace

/// Matches with these options. Adds up what looked alike to each seat.
void GameExamination::play_secrets(const engines::Facts& facts, SecretsPlayed& played) {
  const auto known = known_moves();
  GameSecrets secrets(
      facts.seats, {known.begin(), known.end()},
      [&](const engines::Seed& seed, DrawOutcome draw) { return trial(seed, host_, facts, std::move(draw)); },
      until_);
  secrets.play();
  played.matches += secrets.matches();
  for (std::size_t seat = 0; seat < facts.seats; ++seat) {
    played.alike += secrets.alike(seat);
    played.is_secret = played.is_secret || secrets.has_secret(seat);
    if (secrets.knows_all(seat)) {
      played.all_knowing.insert("seat " + std::to_string(seat));
    }
  }
}

/// Default options; also three seats if an option has the number of seats.
std::vector<engines::Facts> GameExamination::facts_for_secrets() const {
  constexpr std::size_t kMany = 3;
  std::vector<engines::Facts> all{facts_};
  const auto& seats = host_.folder->game().seats;
  if (const auto* const option = std::get_if<std::string>(&seats);
      option != nullptr && facts_.seats < kMany) {
    try {
      all.push_back(host_.folder->facts({{*option, kMany}}));
    } catch (const fields::Exception&) {  // the game is for fewer
      return all;
    }
  }
  return all;
}

std::string GameExamination::secrets() {
  if (!facts_.hidden) {
    throw NotReached{"nothing is hidden: \"hidden\" is false, all see one view"};
  }
  SecretsPlayed played;
  std::string seats;
  const auto all = facts_for_secrets();
  for (const engines::Facts& facts : all) {
    until_ = std::min(end_, std::chrono::steady_clock::now() + kLongerForSecrets / std::ssize(all));
    play_secrets(facts, played);
    seats += (seats.empty() ? "" : " and ") + std::to_string(facts.seats);
  }
  const std::string matches = std::to_string(played.matches) + " matches of " + seats + " seats";
  if (!played.is_secret && played.alike == 0) {
    throw NotReached{"nothing was hidden: no seat saw more than spectators, in " + matches};
  }
  if (!played.all_knowing.empty()) {
    throw Advice{joined({played.all_knowing.begin(), played.all_knowing.end()}) + ": could tell all of " +
                 matches +
                 " apart. Does its view show what is hidden? If not: an option for a smaller deal lets this "
                 "check find two that look alike"};
  }
  return std::to_string(played.alike) + " positions compared with one that looks the same to a seat, in " +
         matches;
}

}  // namespace referee
