#include "referee/lab/game_check/game_secrets.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engines/random.h"
#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/sha256.h"
#include "referee/base/kernel_time.h"
#include "referee/lab/game_check/game_checks.h"
#include "referee/lab/game_check/reader_views.h"

namespace referee {
namespace {

constexpr std::uint64_t kDealsTried = 400;
constexpr std::size_t kMostDeals = 24;      // that begin alike for a seat
constexpr std::size_t kMostOfOneStart = 6;  // of them
constexpr std::uint64_t kPlans = 3;         // ways to choose the moves of a seat
constexpr std::uint64_t kRounds = 30;       // worlds, for each plan and seat
constexpr std::size_t kSteps = 30;          // of a match
constexpr std::size_t kBriefTold = 120;     // bytes
constexpr int kShareForDeals = 5;           // a fifth of the time

std::string course_with(const std::string& course, const std::string& more) {
  return protocol::Sha256().add(course).add("\n").add(more).hex();
}

/// A number that follows from the text.
std::uint64_t number_of(const std::string& text) {
  return std::stoull(protocol::Sha256::hex_of(text).substr(0, 16), nullptr, 16);
}

const std::string& view_of(const rules::Position& now, std::size_t seat) {
  return now.views.empty() ? now.view : now.views[seat];
}

std::string all_views(const rules::Position& now) {
  std::string all = now.view + now.spectator_view;
  for (const std::string& view : now.views) {
    all += "\n" + view;
  }
  return all;
}

/// What the other seats see.
std::string views_beside(const rules::Position& now, std::size_t seat) {
  std::string all;
  for (std::size_t other = 0; other < now.views.size(); ++other) {
    all += other == seat ? "" : now.views[other] + "\n";
  }
  return all;
}

/// Throws if the position shows the source of chance.
void refuse_seed(const GameTrial& trial, const engines::Seed& seed) {
  const rules::Position& now = trial.position();
  std::string all = spectators_view(now) + now.events + (now.setup ? now.setup->dump() : "");
  for (const std::string& view : now.views) {
    all += view;
  }
  if (all.find(seed.salt) != std::string::npos ||
      all.find(std::to_string(seed.number)) != std::string::npos) {
    throw GameFault{&game_check::kSecrets,
                    "a view, events or setup show the seed or the salt, and so all chance",
                    trial.heard().back()};
  }
}

}  // namespace

struct GameSecrets::Course {
  engines::Seed seed;
  std::unique_ptr<GameTrial> trial;
  engines::Rng others;
  std::vector<SeatTold> told;
  std::string world;
  std::string shown;  // to spectators
};

GameSecrets::GameSecrets(std::size_t seats, std::vector<std::string> illegal, NewTrial trial, TimePoint until)
    : illegal_(std::move(illegal)),
      trial_(std::move(trial)),
      until_(until),
      seats_(seats),
      secret_(seats, false),
      deals_(seats) {}

void GameSecrets::play() {
  find_deals();
  for (std::uint64_t plan = 0; plan < kPlans; ++plan) {
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      for (std::size_t subject = 0; subject < seats_.size() && !late(); ++subject) {
        play_one(subject, plan, world(subject, plan, round));
      }
    }
  }
  refuse_leaks();
}

namespace {

/// Half of the deals have one seed, with salts of their own: a game may take only its secrets from the salt.
engines::Seed seed_of(std::uint64_t deal) {
  engines::Seed seed = examined_seed(deal);
  seed.number = deal % 2 == 0 ? seed.number : examined_seed(0).number;
  return seed;
}

/// The draws of a deal. `other`: one that is drawn anew.
DrawOutcome draws_of(std::uint64_t deal, std::optional<std::size_t> other, std::uint64_t anew) {
  return [=, count = std::size_t{0}](std::size_t outcomes) mutable {
    const std::uint64_t source = other == count ? anew + 1 : 0;
    const std::string text =
        std::to_string(deal) + "/" + std::to_string(source) + "/" + std::to_string(count++);
    return number_of(text) % outcomes;
  };
}

/// Deals that begin like others, from each start some.
std::vector<std::uint64_t> shared_deals(const std::map<std::string, std::vector<std::uint64_t>>& by_view) {
  std::vector<std::uint64_t> deals;
  for (const auto& [view, all] : by_view) {
    if (all.size() > 1 && deals.size() < kMostDeals) {
      deals.insert(deals.end(), all.begin(),
                   all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kMostOfOneStart)));
    }
  }
  if (deals.empty()) {
    for (std::uint64_t deal = 0; deal < kMostOfOneStart; ++deal) {
      deals.push_back(deal);
    }
  }
  return deals;
}

}  // namespace

void GameSecrets::find_deals() {
  const auto begun = kernel_now();
  const auto enough = begun + (until_ - begun) / kShareForDeals;
  std::vector<std::map<std::string, std::vector<std::uint64_t>>> by_view(seats_.size());
  for (std::uint64_t deal = 0; deal < kDealsTried && kernel_now() < enough; ++deal) {
    const auto one = trial_(seed_of(deal), draws_of(deal, std::nullopt, 0));
    draws_ = std::max(draws_, one->draws());
    for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
      by_view[seat][view_of(one->position(), seat)].push_back(deal);
    }
  }
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    deals_[seat] = shared_deals(by_view[seat]);
  }
}

GameSecrets::World GameSecrets::world(std::size_t subject, std::uint64_t plan, std::uint64_t round) const {
  const std::vector<std::uint64_t>& deals = deals_[subject];
  const std::uint64_t first = deals[plan % deals.size()];
  const std::uint64_t next = deals[(round / 3) % deals.size()];
  switch (round % 3) {
    case 0:
      return {.deal = next, .others = 0};
    case 1:
      return {.deal = first, .others = round};
    default:
      return draws_ > 0 ? World{.deal = first, .others = 0, .other_draw = (round / 3) % draws_}
                        : World{.deal = next, .others = round};
  }
}

void GameSecrets::play_one(std::size_t subject, std::uint64_t plan, const World& world) {
  ++matches_;
  Course course{seed_of(world.deal),
                nullptr,
                engines::Rng(world.others * kPlans + plan),
                std::vector<SeatTold>(seats_.size()),
                {},
                {}};
  course.trial = trial_(course.seed, draws_of(world.deal, world.other_draw, world.others + plan + 1));
  for (std::size_t step = 0; step < kSteps && !course.trial->over() && !late(); ++step) {
    if (!play_step(course, subject, plan)) {
      return;  // another check says why
    }
  }
}

/// Returns false if the match did not go as it should.
bool GameSecrets::play_step(Course& course, std::size_t subject, std::uint64_t plan) {
  refuse_seed(*course.trial, course.seed);
  hear(course);
  note_secrets(course);
  const GameTrial::Moves moves = choose(course, subject, plan);
  if (!tease(course, subject, moves)) {
    return false;
  }
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    seats_[seat].note(course.told[seat]);
  }
  for (const rules::SeatMove& move : moves) {
    const std::string text = move.move.value_or("no move");
    course.told[move.seat].known = course_with(course.told[move.seat].known, text);
    course.told[move.seat].heard = course_with(course.told[move.seat].heard, text);
    course.world = course_with(course.world, std::to_string(move.seat) + text);
  }
  return !course.trial->step(moves);
}

/// What all are told at this position.
void GameSecrets::hear(Course& course) const {
  const rules::Position& now = course.trial->position();
  const std::string setup = now.setup ? now.setup->dump() : "";
  course.world = course_with(course.world, all_views(now));
  course.shown = course_with(course.shown, spectators_view(now) + course.trial->events());
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    SeatTold& told = course.told[seat];
    told.known = course_with(told.known, view_of(now, seat));
    told.heard = course_with(told.heard, view_of(now, seat) + course.trial->events() + setup);
    told.world = course.world;
    told.others = course_with(told.others, views_beside(now, seat));
    told.by_public = {{"events", course.trial->events()},
                      {"setup", setup},
                      {"the view of spectators", spectators_view(now)}};
    const auto at = std::ranges::find(now.to_move, seat);
    const auto index = static_cast<std::size_t>(at - now.to_move.begin());
    const bool asked = at != now.to_move.end();
    told.by_seat = {{"to_move", asked ? "asked" : "not asked"},
                    {"legal", asked && !now.legal.empty() ? now.legal[index].dump() : ""}};
  }
}

/// The moves of the next step. Those of `subject` follow from what it knows.
GameTrial::Moves GameSecrets::choose(Course& course, std::size_t subject, std::uint64_t plan) const {
  GameTrial::Moves moves = course.trial->random_moves(course.others);
  const rules::Position& now = course.trial->position();
  for (std::size_t at = 0; at < moves.size(); ++at) {
    if (moves[at].seat == subject && moves[at].move) {
      const auto& listed = now.legal[at];
      const std::uint64_t chosen =
          number_of(std::to_string(plan) + course.told[subject].known) % listed.size();
      moves[at].move = protocol::dump(listed[chosen]);
    }
  }
  return moves;
}

/// Notes how a wrong move is refused. Returns false if it was not.
bool GameSecrets::tease(Course& course, std::size_t subject, const GameTrial::Moves& good) {
  const auto asked = std::ranges::find(good, subject, &rules::SeatMove::seat);
  const auto at = asked == good.end() ? 0 : static_cast<std::size_t>(asked - good.begin());
  SeatTold& told = course.told[good[at].seat];
  GameTrial::Moves wrong = good;
  wrong[at].move = wrong_move(*course.trial, at, told.known);
  const auto refused = course.trial->step(wrong);
  if (!refused) {
    return false;
  }
  for (const engines::LateRefusal& one : refused->moves) {
    if (one.seat == good[at].seat) {
      told.by_seat["the refusal of " + fields::brief_text(*wrong[at].move, kBriefTold)] = one.refusal.why;
    }
  }
  return true;
}

/// A move that is not listed there: in half of the positions one that is listed elsewhere.
std::string GameSecrets::wrong_move(const GameTrial& trial, std::size_t at, const std::string& known) const {
  const rules::Position& now = trial.position();
  const std::uint64_t chance = number_of("wrong" + known);
  if (chance % 2 == 0 && !illegal_.empty() && at < now.legal.size() && now.legal[at].is_array()) {
    const std::string& move = illegal_[(chance / 2) % illegal_.size()];
    if (std::ranges::find(now.legal[at], engines::Json::parse(move)) == now.legal[at].end()) {
      return move;
    }
  }
  return "\"no such move\"";
}

void GameSecrets::note_secrets(const Course& course) {
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    const std::string view = protocol::Sha256::hex_of(view_of(course.trial->position(), seat));
    const auto [at, is_new] = as_public_.try_emplace({course.shown, seat}, view);
    secret_[seat] = secret_[seat] || (!is_new && at->second != view);
  }
}

bool GameSecrets::knows_all(std::size_t seat) const {
  bool others = false;
  for (std::size_t other = 0; other < seats_.size(); ++other) {
    others = others || (other != seat && secret_[other]);
  }
  return others && seats_[seat].blind() == 0;
}

void GameSecrets::refuse_leaks() const {
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    if (const auto leak = seats_[seat].leak()) {
      throw GameFault{&game_check::kSecrets,
                      "seat " + std::to_string(seat) + " sees and does the same in two matches, but " +
                          leak->teller + " tells them apart: " + fields::brief_text(leak->one, kBriefTold) +
                          " and " + fields::brief_text(leak->other, kBriefTold),
                      {}};
    }
  }
}

}  // namespace referee
