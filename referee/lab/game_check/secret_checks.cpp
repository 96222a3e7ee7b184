// The check that no seat is told what it may not know.
#include <algorithm>
#include <variant>

#include "protocol/fields.h"
#include "referee/base/kernel_time.h"
#include "referee/lab/game_check/check_outcome.h"
#include "referee/lab/game_check/game_checks.h"
#include "referee/lab/game_check/game_examination.h"
#include "referee/lab/game_check/game_secrets.h"

namespace referee {
namespace {

constexpr std::chrono::seconds kLongerForSecrets{20};  // few deals look alike
constexpr std::chrono::seconds kLongestForReaders{3};
constexpr std::uint64_t kMatchesOfReaders = 20;
constexpr std::string_view kMendReaders =
    "Show in the view and the picture of a reader only what it may know: in the libraries reader.sees(seat) "
    "tells. Or remove \"hidden\": true from game.json: what nobody may see before the end is shown when the "
    "match is over.";

bool has_move(const GameTrial::Moves& moves) {
  return std::ranges::any_of(moves, [](const rules::SeatMove& one) { return one.move.has_value(); });
}

}  // namespace

/// What the readers see in matches between moves by chance. Those that are not over in time do not count, and
/// those without a valid move, in which secrets may never come up.
ReaderViews GameExamination::seen_by_readers() {
  until_ = std::min(end_, kernel_now() + kLongestForReaders);
  ReaderViews seen;
  for (std::uint64_t seed = 0; seed < kMatchesOfReaders && !late(); ++seed) {
    engines::Rng rng(seed);
    const auto one = trial(seed);
    bool is_played = false;
    seen.note(one->position());
    while (!one->over() && one->steps() < kMostStepsTried && !late()) {
      const GameTrial::Moves moves = one->random_moves(rng);
      is_played = is_played || has_move(moves);
      if (one->step(moves)) {
        break;  // another check says that a listed move was refused
      }
      seen.note(one->position());
    }
    seen.matches += one->over() && is_played ? 1 : 0;
  }
  return seen;
}

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
  const ReaderViews seen = seen_by_readers();
  const std::string in_matches =
      ", in " + std::to_string(seen.matches) + " matches that were played to their end";
  if (seen.matches > 0 && seen.seats_alike() && (facts_.seats > 1 || !seen.all_differs)) {
    throw GameFault{
        &game_check::kSecrets,
        "game.json says \"hidden\": true, and every seat always saw what spectators see" + in_matches,
        {},
        kMendReaders};
  }
  SecretsPlayed played;
  std::string seats;
  const auto all = facts_for_secrets();
  for (const engines::Facts& facts : all) {
    until_ = std::min(end_, kernel_now() + kLongerForSecrets / std::ssize(all));
    play_secrets(facts, played);
    seats += (seats.empty() ? "" : " and ") + std::to_string(facts.seats);
  }
  const std::string matches = std::to_string(played.matches) + " matches of " + seats + " seats";
  if (!played.is_secret && facts_.seats > 1) {
    throw Advice{"no seat saw anything that spectators did not know, in " + matches +
                 ": has a seat a secret, or does every reader see it? " + std::string(kMendReaders)};
  }
  if (!played.is_secret && played.alike == 0) {
    throw NotReached{"nothing was hidden: the seat saw no more than spectators, in " + matches};
  }
  if (!played.all_knowing.empty()) {
    throw Advice{joined({played.all_knowing.begin(), played.all_knowing.end()}) +
                 ": knew all that the other seats saw, in " + matches +
                 ". Does its view show what is hidden? If not: an option for a smaller deal lets this check "
                 "find two that look alike"};
  }
  if (seen.views_differ && seen.has_pictures && !seen.pictures_differ) {
    throw Advice{"the views of seats differ, and their pictures are those of spectators" + in_matches +
                 ": does the picture show what is hidden? People who play see it in place of their view"};
  }
  return std::to_string(played.alike) + " positions compared with one that looks the same to a seat, in " +
         matches;
}

}  // namespace referee
