#include "referee/lab/game_check/game_examination.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "protocol/fields.h"
#include "referee/base/kernel_time.h"
#include "referee/lab/game_check/check_outcome.h"
#include "referee/lab/game_check/game_checks.h"

namespace referee {
namespace {

constexpr std::chrono::seconds kLongestCheck{5};

}  // namespace

GameExamination::GameExamination(std::filesystem::path folder, SandboxLevel least, std::size_t turns,
                                 std::chrono::seconds within, OnFinding on_finding, PlayBots play_bots)
    : folder_(std::move(folder)),
      least_(least),
      turns_(turns),
      within_(within),
      on_finding_(std::move(on_finding)),
      play_bots_(std::move(play_bots)) {}

GameExamination::~GameExamination() {
  if (thread_ != nullptr) {
    thread_->stop();
  }
}

void GameExamination::tell(const Check& check, Standing standing, std::string note, std::string line,
                           std::string_view mend) {
  if (standing == Standing::violation && !broken_.insert(&check).second) {
    return;  // its author knows
  }
  on_finding_({std::string(check.name), &check, standing, std::move(note), std::move(line),
               standing == Standing::violation ? std::string(mend.empty() ? check.mend : mend) : ""});
}

bool GameExamination::open() {
  try {
    thread_ = std::make_shared<rules::RulesThread>(least_);
    host_ = rules::host_rules(thread_, folder_);
    other_ = rules::host_rules(thread_, folder_);
    facts_ = host_.folder->facts(engines::Json::object());
    tell(game_check::kFolder, Standing::ok,
         host_.folder->game().name + "/" + std::to_string(host_.folder->game().version));
    return true;
  } catch (const fields::Exception& wrong) {
    tell(game_check::kFolder, Standing::violation, wrong.error().text());
  } catch (const std::invalid_argument& wrong) {
    tell(game_check::kFolder, Standing::violation, wrong.what());
  }
  return false;
}

std::unique_ptr<GameTrial> GameExamination::trial(std::uint64_t seed) {
  return trial(examined_seed(seed), host_, facts_);
}

std::unique_ptr<GameTrial> GameExamination::trial(const engines::Seed& seed, const rules::RulesHost& host,
                                                  const engines::Facts& facts, DrawOutcome draw) {
  auto made = std::make_unique<GameTrial>(host, facts, seed, "check" + std::to_string(++trials_));
  if (draw) {
    made->draw_by(std::move(draw));
  }
  made->begin();
  return made;
}

/// Plays with moves by chance: to the end, for so many steps, or until the time is up.
void GameExamination::play_on(GameTrial& trial, engines::Rng& rng, std::size_t steps) const {
  const Check& check = game_check::kListed;
  for (std::size_t i = 0; i < steps && !trial.over() && !late(); ++i) {
    const GameTrial::Moves moves = trial.random_moves(rng);
    if (const auto refused = trial.step(moves)) {
      const auto& first = refused->moves.front();
      const auto at = std::ranges::find(moves, first.seat, &rules::SeatMove::seat);
      throw GameFault{&check,
                      "step " + std::to_string(trial.steps() + 1) + ": it lists " +
                          brief(at->move.value_or("")) + " for seat " + std::to_string(first.seat) +
                          ", and refuses it: " + first.refusal.why,
                      {}};
    }
  }
}

bool GameExamination::late() const { return kernel_now() > until_; }

void GameExamination::make(const Check& check, Made made, std::initializer_list<const Check*> after) {
  if (broken_.contains(&check)) {
    return;
  }
  const auto known = std::ranges::find_if(after, [this](const Check* one) { return broken_.contains(one); });
  if (dead_ || known != after.end()) {
    tell(check, Standing::not_reached,
         dead_ ? "the program has failed" : "see: " + std::string((*known)->name));
    return;
  }
  if (kernel_now() > end_) {
    tell(check, Standing::not_reached,
         "left out: " + std::to_string(within_.count()) + " s are over (--seconds)");
    return;
  }
  until_ = std::min(end_, kernel_now() + kLongestCheck);
  try {
    std::string note = (this->*made)();
    if (!broken_.contains(&check)) {
      tell(check, Standing::ok, std::move(note));
    }
  } catch (const GameFault& fault) {
    if (fault.check == &game_check::kListed && broken_.contains(&game_check::kSame)) {
      tell(check, Standing::not_reached, "see: " + std::string(game_check::kSame.name));
      return;  // the list was of another position
    }
    dead_ = fault.check == &game_check::kServes;
    tell(*fault.check, Standing::violation, fault.what, fault.line, fault.mend);
    if (fault.check != &check) {
      tell(check, Standing::not_reached, "see: " + std::string(fault.check->name));
    }
  } catch (const Advice& advice) {
    tell(check, Standing::advice, advice.note);
  } catch (const NotReached& reason) {
    tell(check, Standing::not_reached, reason.why);
  }
}

void GameExamination::run() {
  end_ = kernel_now() + within_;
  if (!open()) {
    return;
  }
  using namespace game_check;
  make(kReadme, &GameExamination::readme);
  make(kSame, &GameExamination::same_twice);
  make(kOrder, &GameExamination::matches_apart, {&kSame});
  make(kRestart, &GameExamination::after_restart, {&kSame, &kOrder});
  make(kState, &GameExamination::state_given_back, {&kSame});
  make(kListed, &GameExamination::listed_moves, {&kSame});
  make(kUnlisted, &GameExamination::other_moves, {&kSame});
  make(kMalformed, &GameExamination::malformed_moves);
  make(kUnchanged, &GameExamination::refusals, {&kSame});
  make(kEnds, &GameExamination::ends);
  make(kForfeits, &GameExamination::forfeits, {&kEnds});
  make(kScores, &GameExamination::scores, {&kEnds});
  make(kOptions, &GameExamination::options);
  make(kSecrets, &GameExamination::secrets, {&kSame, &kOrder});
  make(kPictures, &GameExamination::pictures);
  make(kRecords, &GameExamination::records);
  make(kBots, &GameExamination::bots);
  make(kSpeed, &GameExamination::speed);
  make(kMemory, &GameExamination::memory);
  for (const Check* check : {&kServes, &kAnswers, &kNoError}) {
    if (!broken_.contains(check) && !dead_) {
      tell(*check, Standing::ok, "");
    }
  }
}

}  // namespace referee
