#include "referee/lab/game_check/game_examination.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "referee/base/files.h"
#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/games/any/board_picture.h"
#include "referee/lab/game_check/game_checks.h"
#include "referee/lab/game_check/game_secrets.h"
#include "referee/match/replay.h"

namespace referee {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds kLongestCheck{5};
constexpr std::chrono::seconds kLongerForSecrets{20};  // few deals look alike
constexpr std::chrono::seconds kLongestBots{30};
constexpr std::size_t kMostStepsTried = 2000;  // of a match that is compared
constexpr std::uint64_t kSeedsCompared = 3;
constexpr std::int64_t kMostGrowthKib = 32 * 1024;
constexpr std::size_t kOptionSteps = 200;  // with options at the borders
constexpr std::size_t kBriefText = 120;    // bytes
constexpr std::int64_t kMostRecordMib = 64;
constexpr std::int64_t kMostReadmeMib = 64;

/// The check cannot be made, and why.
struct NotReached {
  std::string why;
};

/// Nothing is wrong for certain, but its author should look.
struct Advice {
  std::string note;
};

std::string brief(const std::string& text) { return fields::brief_text(text, kBriefText); }

/// What the time has cut short is compared as far as it goes.
void compare_courses(const Check& check, const GameTrial& one, const GameTrial& other,
                     const std::string& how) {
  const auto [left, right] = std::ranges::mismatch(one.heard(), other.heard());
  const bool cut = !one.over() || !other.over();
  const bool at_end = left == one.heard().end() || right == other.heard().end();
  if (at_end && (cut || one.heard().size() == other.heard().size())) {
    return;
  }
  const auto answer = left - one.heard().begin();
  const std::string was = left == one.heard().end() ? "nothing" : brief(*left);
  throw GameFault{
      &check,
      "answer " + std::to_string(answer + 1) + " of a match is another one " + how + ": it was " + was,
      right == other.heard().end() ? "" : *right};
}

/// How many pictures the views of a position have. One that cannot be drawn is a fault. `line`: the answer.
std::size_t pictures_in(const rules::Position& position, const std::string& line) {
  std::size_t drawn = 0;
  std::vector<std::string> views = position.views;
  views.push_back(position.view);
  views.push_back(position.spectator_view);
  for (const std::string& text : views) {
    const engines::Json view = text.empty() ? engines::Json() : engines::Json::parse(text);
    if (!view.is_object() || !view.contains("picture")) {
      continue;
    }
    const auto read = BoardPicture::read(view.at("picture"), "view.picture");
    if (const auto* const wrong = std::get_if<fields::Error>(&read)) {
      throw GameFault{&game_check::kPictures, wrong->text(), line};
    }
    ++drawn;
  }
  return drawn;
}

void need_lists(const GameTrial& trial) {
  if (trial.position().legal.empty() || !trial.position().legal.front().is_array()) {
    throw NotReached{"the program lists no legal moves"};
  }
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& one : texts) {
    all.append(all.empty() ? "" : ", ").append(one);
  }
  return all;
}

/// "3 of 5 records": the others were left out because the time was up; or "all 5 records".
std::string counted(std::size_t made, std::size_t of, const std::string& what) {
  return std::to_string(made) + (made == of ? "" : " of " + std::to_string(of)) + " " + what +
         (made == of ? "" : " (the time was up)");
}

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

bool GameExamination::late() const { return steady_clock::now() > until_; }

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
  if (steady_clock::now() > end_) {
    tell(check, Standing::not_reached,
         "left out: " + std::to_string(within_.count()) + " s are over (--seconds)");
    return;
  }
  until_ = std::min(end_, steady_clock::now() + kLongestCheck);
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
  end_ = steady_clock::now() + within_;
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

// ---- what people see ----

std::string GameExamination::pictures() {
  engines::Rng rng(0);
  const auto match = trial(0);
  std::size_t drawn = 0;
  for (std::size_t step = 0; !late(); ++step) {
    drawn += pictures_in(match->position(), match->heard().back());
    if (match->over() || step == kMostStepsTried) {
      break;
    }
    play_on(*match, rng, 1);
  }
  if (drawn == 0) {
    throw NotReached{"no view has a picture: people see views as text"};
  }
  return std::to_string(drawn) + " pictures can be drawn";
}

std::string GameExamination::readme() {
  constexpr std::string_view kOfNewGame = "Say here what a player may do";  // what it begins with there
  const std::filesystem::path file = folder_ / "README.md";
  if (!std::filesystem::is_regular_file(file)) {
    throw Advice{"there is none: what do authors of bots read?"};
  }
  if (read_whole_file(file, kMostReadmeMib).find(kOfNewGame) != std::string::npos) {
    throw Advice{"it is still the one of `referee new-game`"};
  }
  return "";
}

// ---- the same match ----

std::string GameExamination::same_twice() {
  std::size_t steps = 0;
  for (std::uint64_t seed = 0; seed < kSeedsCompared && !late(); ++seed) {
    std::array<std::unique_ptr<GameTrial>, 2> twice;
    for (auto& one : twice) {
      engines::Rng rng(seed);
      one = trial(seed);
      play_on(*one, rng, kMostStepsTried);
    }
    compare_courses(game_check::kSame, *twice[0], *twice[1], "with the same seed and moves");
    steps += twice[0]->steps();
  }
  return std::to_string(steps) + " turns compared";
}

std::string GameExamination::matches_apart() {
  std::array<std::unique_ptr<GameTrial>, 2> alone;
  std::array<std::unique_ptr<GameTrial>, 2> together;
  std::array<engines::Rng, 2> rngs{engines::Rng(0), engines::Rng(1)};
  for (const std::uint64_t seed : {0U, 1U}) {
    engines::Rng rng(seed);
    alone[seed] = trial(seed);
    play_on(*alone[seed], rng, kMostStepsTried);
  }
  for (const std::uint64_t seed : {1U, 0U}) {
    together[seed] = trial(seed);
  }
  for (std::size_t step = 0; step < kMostStepsTried && !(together[0]->over() && together[1]->over());
       ++step) {
    for (const std::uint64_t seed : {1U, 0U}) {
      play_on(*together[seed], rngs[seed], 1);
    }
  }
  for (const std::uint64_t seed : {0U, 1U}) {
    compare_courses(game_check::kOrder, *alone[seed], *together[seed], "beside another match");
  }
  return "two matches in turn";
}

std::string GameExamination::after_restart() {
  engines::Rng rng(0);
  engines::Rng again(0);
  const auto here = trial(0);
  play_on(*here, rng, kMostStepsTried);
  const auto there = trial(examined_seed(0), other_, facts_);
  play_on(*there, again, kMostStepsTried);
  compare_courses(game_check::kRestart, *here, *there, "in a program that was started anew");
  return "played again in another process";
}

std::string GameExamination::state_given_back() {
  engines::Rng rng(0);
  const auto here = trial(0);
  if (here->state().empty()) {
    throw NotReached{"the program hands out no state: it remembers its matches"};
  }
  std::size_t steps = 0;
  for (; !here->over() && steps < kMostStepsTried && !late(); ++steps) {
    const GameTrial::Moves moves = here->random_moves(rng);
    GameTrial there(other_, facts_, examined_seed(0), "check" + std::to_string(++trials_));
    there.take_up(*here);
    const auto refused = there.step(moves);
    (void)here->step(moves);
    if (refused || here->heard().back() != there.heard().back()) {
      throw GameFault{&game_check::kState,
                      "step " + std::to_string(steps + 1) + " is another one from the state alone",
                      refused ? "" : there.heard().back()};
    }
  }
  return std::to_string(steps) + " turns, each in a program that had only the state";
}

// ---- moves ----

std::string GameExamination::listed_moves() {
  constexpr std::uint64_t kPaths = 4;
  constexpr std::size_t kDepth = 6;
  const auto first = trial(0);
  need_lists(*first);
  std::size_t tried = 0;
  for (std::uint64_t path = 0; path < kPaths; ++path) {
    for (std::size_t depth = 0; depth < kDepth && !late(); ++depth) {
      for (std::size_t choice = 0; !late(); ++choice, ++tried) {
        engines::Rng rng(path);
        const auto one = trial(path);
        play_on(*one, rng, depth);
        if (one->over()) {
          break;
        }
        GameTrial::Moves moves = one->random_moves(rng);
        const auto& legal = one->position().legal;
        if (legal.empty() || !legal.front().is_array() || choice >= legal.front().size()) {
          break;
        }
        moves.front().move = protocol::dump(legal.front()[choice]);
        if (const auto refused = one->step(moves)) {
          throw GameFault{&game_check::kListed,
                          "step " + std::to_string(depth + 1) + ": it lists " + brief(*moves.front().move) +
                              ", and refuses it: " + refused->moves.front().refusal.why,
                          {}};
        }
      }
    }
  }
  return std::to_string(tried) + " moves, each in a match of its own";
}

/// All moves that some matches have listed.
std::set<std::string> GameExamination::known_moves() {
  constexpr std::size_t kMost = 300;
  std::set<std::string> known;
  for (std::uint64_t seed = 0; seed < kSeedsCompared; ++seed) {
    engines::Rng rng(seed);
    const auto one = trial(seed);
    for (std::size_t step = 0; step < kMostStepsTried && !one->over() && known.size() < kMost; ++step) {
      for (const auto& list : one->position().legal) {
        for (std::size_t i = 0; list.is_array() && i < list.size() && known.size() < kMost; ++i) {
          known.insert(protocol::dump(list[i]));
        }
      }
      play_on(*one, rng, 1);
    }
  }
  return known;
}

/// At each of some positions: those of `moves` that are not listed are refused there.
std::string GameExamination::refused_all(const Check& check, const std::vector<std::string>& moves) {
  constexpr std::size_t kPositions = 12;
  std::size_t tried = 0;
  engines::Rng rng(1);
  auto one = trial(1);
  need_lists(*one);
  for (std::size_t position = 0; position < kPositions && !one->over() && !late(); ++position) {
    const GameTrial::Moves good = one->random_moves(rng);
    for (std::size_t at = 0; at < good.size(); ++at) {
      const auto& list = one->position().legal.at(at);
      for (const std::string& move : moves) {
        const auto json = engines::Json::parse(move);
        if (late() || !list.is_array() || std::ranges::find(list, json) != list.end()) {
          continue;
        }
        GameTrial::Moves wrong = good;
        wrong[at].move = move;
        ++tried;
        if (!one->step(wrong)) {
          throw GameFault{&check,
                          "step " + std::to_string(position + 1) + ": it accepts " + brief(move) +
                              " of seat " + std::to_string(wrong[at].seat) + ", which legal does not list",
                          one->heard().back()};
        }
      }
    }
    (void)one->step(good);
  }
  if (tried == 0) {
    throw NotReached{late() ? "the time for this check was over before it could try a move"
                            : "every move that it knows was legal wherever it was tried: nothing to refuse"};
  }
  return std::to_string(tried) + " moves refused";
}

std::string GameExamination::other_moves() {
  const auto known = known_moves();
  return refused_all(game_check::kUnlisted, {known.begin(), known.end()});
}

std::string GameExamination::malformed_moves() {
  std::vector<std::string> moves{"null",
                                 "true",
                                 "false",
                                 "-1",
                                 "0.5",
                                 "1e300",
                                 "123456789012345678",
                                 "\"\"",
                                 "\"no such move\"",
                                 "\"\\u0000\"",
                                 "[]",
                                 "[[]]",
                                 "{}",
                                 "[null]",
                                 "{\"a\":1}",
                                 "[1,2,3,4,5,6,7,8,9]",
                                 "{\"move\":0}",
                                 "\"" + std::string(10'000, 'x') + "\""};
  std::string deep = "0";
  for (int i = 0; i < 50; ++i) {
    deep = "[" + deep + "]";
  }
  moves.push_back(deep);
  const auto known = known_moves();
  std::size_t wrapped = 0;
  for (auto at = known.begin(); at != known.end() && wrapped < 3; ++at, ++wrapped) {
    moves.push_back("[" + *at + "]");
    moves.push_back(engines::Json(*at).dump());
  }
  return refused_all(game_check::kMalformed, moves);
}

std::string GameExamination::refusals() {
  const std::vector<std::string> wrong{"null", "{}", "\"no such move\"", "[[[]]]"};
  engines::Rng rng(2);
  const auto plain = trial(2);
  const auto teased = trial(2);
  std::size_t refused = 0;
  for (std::size_t step = 0; step < kMostStepsTried && !plain->over() && !late(); ++step) {
    const GameTrial::Moves good = plain->random_moves(rng);
    for (std::size_t at = 0; at < good.size(); ++at) {
      GameTrial::Moves bad = good;
      bad[at].move = wrong[step % wrong.size()];
      if (!teased->step(bad)) {
        throw NotReached{"it accepts " + *bad[at].move};
      }
      ++refused;
    }
    (void)plain->step(good);
    (void)teased->step(good);
  }
  compare_courses(game_check::kUnchanged, *plain, *teased, "after moves that were refused");
  return std::to_string(refused) + " moves refused in one match";
}

// ---- the end ----

std::string GameExamination::ends() {
  std::size_t longest = 0;
  for (const bool silent : {false, true}) {
    engines::Rng rng(3);
    const auto one = trial(3);
    while (!one->over() && one->steps() <= facts_.max_turns) {
      if (late()) {
        throw NotReached{"the match is not over after " + std::to_string(one->steps()) + " turns and 5 s"};
      }
      GameTrial::Moves moves = one->random_moves(rng);
      for (auto& move : moves) {
        move.move = silent ? std::nullopt : move.move;
      }
      (void)one->step(moves);
    }
    if (!one->over()) {
      throw GameFault{&game_check::kEnds,
                      "the match is not over after " + std::to_string(facts_.max_turns) +
                          " turns (max_turns)" + (silent ? " in which no seat gives a move" : ""),
                      {}};
    }
    longest = std::max(longest, one->steps());
  }
  const std::string words = std::to_string(longest) + " turns in the longest of two matches, ";
  if (!host_.folder->game().tells_max_turns) {
    throw Advice{words + "and game.json has no max_turns: `referee check` tells times for " +
                 std::to_string(facts_.max_turns) + " turns. Write the most that a match can have"};
  }
  return words + std::to_string(facts_.max_turns) + " are allowed";
}

/// A match that goes on without `seat`, which is out when it is asked for the `asked`th time; nothing: all
/// seats are.
void GameExamination::play_without(std::optional<std::size_t> seat, std::size_t asked) {
  engines::Rng rng(4);
  const auto one = trial(4);
  std::vector<std::size_t> times(facts_.seats, 0);
  const std::string whose = seat ? "seat " + std::to_string(*seat) : "each seat";
  while (!one->over() && one->steps() <= facts_.max_turns) {
    if (late()) {
      throw NotReached{"the match is not over after " + std::to_string(one->steps()) + " turns and 5 s"};
    }
    GameTrial::Moves moves = one->random_moves(rng);
    for (rules::SeatMove& move : moves) {
      const bool now_out = ++times[move.seat] == asked && (!seat || *seat == move.seat);
      move.forfeited = now_out;
      move.move = now_out ? std::nullopt : move.move;
    }
    try {
      (void)one->step(moves);
    } catch (GameFault& fault) {
      fault.what += " (" + whose + " was out when it was asked for the " + std::to_string(asked) + ". time)";
      if (fault.check == &game_check::kAnswers) {
        fault.check = &game_check::kForfeits;
      }
      throw;
    }
  }
  if (!one->over()) {
    throw GameFault{
        &game_check::kForfeits, "the match is not over after max_turns turns, and " + whose + " is out", {}};
  }
}

std::string GameExamination::forfeits() {
  std::size_t played = 0;
  for (const std::size_t asked : {1U, 2U}) {
    for (std::size_t seat = 0; seat < facts_.seats && !late(); ++seat, ++played) {
      play_without(seat, asked);
    }
    play_without(std::nullopt, asked);
    ++played;
  }
  return counted(played, 2 * (facts_.seats + 1), "matches, in which each seat is out, or all are");
}

std::string GameExamination::scores() {
  constexpr std::uint64_t kMatches = 20;
  if (facts_.seats == 1) {
    throw NotReached{"one seat has nobody to be compared with"};
  }
  std::uint64_t level = 0;
  for (std::uint64_t seed = 0; seed < kMatches && !late(); ++seed) {
    engines::Rng rng(seed);
    const auto one = trial(seed);
    play_on(*one, rng, kMostStepsTried);
    if (!one->over()) {
      continue;
    }
    const std::vector<double>& scores = one->position().scores;
    if (std::ranges::adjacent_find(scores, std::not_equal_to<>()) != scores.end()) {
      return "match " + std::to_string(seed + 1) + " of " + std::to_string(kMatches) +
             " is the first that is not level";
    }
    ++level;
  }
  if (level == 0) {
    throw NotReached{"no match was over in time"};
  }
  throw Advice{"all " + std::to_string(level) +
               " matches between moves by chance end with equal scores: nobody wins"};
}

// ---- options and secrets ----

std::string GameExamination::options() {
  const std::vector<engines::Json> extremes = host_.folder->game().options.extremes();
  if (extremes.empty()) {
    throw NotReached{"no option has bounds, a list of values or true and false"};
  }
  std::size_t played = 0;
  std::vector<std::string> refused;
  for (const engines::Json& options : extremes) {
    if (late()) {
      break;
    }
    const std::string where = "options " + brief(protocol::dump(options)) + ": ";
    try {
      engines::Rng rng(5);
      const auto one = trial(examined_seed(5), host_, host_.folder->facts(options));
      play_on(*one, rng, kOptionSteps);
      ++played;
    } catch (const fields::Exception& wrong) {  // as of a number of seats
      throw GameFault{&game_check::kOptions, where + wrong.error().text(), {}};
    } catch (GameFault& fault) {
      if (fault.check != &game_check::kNoError) {
        fault.what = where + fault.what;
        throw;
      }
      refused.push_back(where + fault.what);
    }
  }
  return counted(played + refused.size(), extremes.size(), "choices at the borders of the schemas tried") +
         (refused.empty() ? "" : "; refused: " + joined(refused));
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
  SecretsPlayed played;
  std::string seats;
  const auto all = facts_for_secrets();
  for (const engines::Facts& facts : all) {
    until_ = std::min(end_, steady_clock::now() + kLongerForSecrets / std::ssize(all));
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

// ---- records, speed, memory ----

std::string GameExamination::records() {
  std::vector<std::filesystem::path> records;
  const std::filesystem::path folder = folder_ / "records";
  if (std::filesystem::is_directory(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".jsonl") {
        records.push_back(entry.path());
      }
    }
  }
  if (records.empty()) {
    throw NotReached{"there is no record in records/"};
  }
  std::ranges::sort(records);
  try {
    (void)rules::open_rules(folder_, least_);
  } catch (const std::invalid_argument& other) {
    throw NotReached{other.what()};
  }
  std::size_t verified_records = 0;
  for (const auto& path : records) {
    if (late()) {
      break;
    }
    ++verified_records;
    const Verified verified = verify_record(read_whole_file(path, kMostRecordMib));
    if (verified.difference) {
      throw GameFault{&game_check::kRecords,
                      "records/" + path.filename().string() + ": " + verified.difference->text(),
                      {}};
    }
  }
  return counted(verified_records, records.size(),
                 records.size() == 1 ? "record plays again" : "records play again");
}

std::string GameExamination::bots() {
  if (host_.folder->game().bots.empty()) {
    throw NotReached{"game.json names no bots"};
  }
  const auto played = play_bots_(*host_.folder, std::min(end_, steady_clock::now() + kLongestBots));
  if (!played) {
    throw NotReached{"a match of the bots is not over after " + std::to_string(kLongestBots.count()) + " s"};
  }
  return *played;
}

/// All that the program and what it has started keep in memory.
std::int64_t GameExamination::memory_kib() const {
  const auto promise = std::make_shared<std::promise<std::vector<pid_t>>>();
  auto processes = promise->get_future();
  (void)thread_->post([promise, program = host_.program] { promise->set_value(program->processes()); });
  std::int64_t pages = 0;
  for (const pid_t process : processes.get()) {
    std::ifstream file("/proc/" + std::to_string(process) + "/statm");
    std::int64_t size = 0;
    std::int64_t resident = 0;
    if (file >> size >> resident) {
      pages += resident;
    }
  }
  return pages * ::sysconf(_SC_PAGESIZE) / 1024;
}

/// Measures memory() as well.
std::string GameExamination::speed() {
  const auto open = trial(0);  // keeps the program, and its answers come after each "end"
  const std::int64_t before = memory_kib();
  const auto begun = steady_clock::now();
  for (std::uint64_t seed = 0; measured_ < turns_ && !late(); ++seed) {
    engines::Rng rng(seed);
    const auto one = trial(seed);
    while (!one->over() && measured_ < turns_ && !late()) {
      play_on(*one, rng, 1);
      ++measured_;
    }
  }
  const std::chrono::duration<double> took = steady_clock::now() - begun;
  (void)trial(0);
  grown_kib_ = memory_kib() - before;
  return std::to_string(static_cast<std::int64_t>(static_cast<double>(measured_) / took.count())) +
         " turns a second, one match at a time";
}

std::string GameExamination::memory() {
  if (measured_ == 0) {
    throw NotReached{"see: " + std::string(game_check::kSpeed.name)};
  }
  std::string words = std::to_string(std::max<std::int64_t>(grown_kib_, 0)) + " KiB more after " +
                      std::to_string(measured_) + " turns";
  if (grown_kib_ > kMostGrowthKib) {
    throw GameFault{&game_check::kMemory, words, {}};
  }
  return words;
}

}  // namespace referee
