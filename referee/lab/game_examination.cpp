#include "referee/lab/game_examination.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <future>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "referee/base/files.h"
#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/lab/game_checks.h"
#include "referee/match/replay.h"

namespace referee {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds kLongestCheck{5};
constexpr std::chrono::seconds kLongerForSecrets{25};  // few deals look alike
constexpr std::size_t kMostStepsTried = 2000;          // of a match that is compared
constexpr std::uint64_t kSeedsCompared = 3;
constexpr std::int64_t kMostGrowthKib = 32 * 1024;
constexpr std::uint64_t kDeals = 60;
constexpr std::uint64_t kPlans = 3;       // ways to choose moves, for each deal
constexpr std::size_t kSecretSteps = 30;  // of each deal
constexpr std::size_t kBriefText = 120;   // bytes
constexpr std::int64_t kMostRecordMib = 64;

/// The check cannot be made, and why.
struct NotReached {
  std::string why;
};

std::string brief(const std::string& text) { return fields::brief_text(text, kBriefText); }

engines::Seed examined_seed(std::uint64_t number) {
  // A number and a salt that nobody writes by chance: who shows them gives away all chance.
  constexpr std::uint64_t kFirst = 7'310'522'986'141'000;
  std::string salt = "5eedc0de0ddba11ca11ab1e0" + std::to_string(10'000'000 + number);
  return {kFirst + number, std::move(salt)};
}

/// Plays to the end with moves by chance, or for so many steps.
void play_on(GameTrial& trial, engines::Rng& rng, std::size_t steps) {
  const Check& check = game_check::kListed;
  for (std::size_t i = 0; i < steps && !trial.over(); ++i) {
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

void compare_courses(const Check& check, const GameTrial& one, const GameTrial& other,
                     const std::string& how) {
  const auto [left, right] = std::ranges::mismatch(one.heard(), other.heard());
  if (left == one.heard().end() && right == other.heard().end()) {
    return;
  }
  const auto answer = left - one.heard().begin();
  const std::string was = left == one.heard().end() ? "nothing" : brief(*left);
  throw GameFault{
      &check,
      "answer " + std::to_string(answer + 1) + " of a match is another one " + how + ": it was " + was,
      right == other.heard().end() ? "" : *right};
}

void need_lists(const GameTrial& trial) {
  if (trial.position().legal.empty() || !trial.position().legal.front().is_array()) {
    throw NotReached{"the program lists no legal moves"};
  }
}

/// The position of `trial` without what says how it came about.
std::string last_answer(const GameTrial& trial) { return trial.heard().back(); }

/// What a seat is told so far, beside its view, and what it knows by its view.
struct Told {
  std::string known;                             // its own views and moves
  std::string heard;                             // known, with setup and events
  std::string everybody;                         // what nobody but the referee knows
  std::map<std::string, std::string> by_public;  // only what all may know
  std::map<std::string, std::string> by_seat;    // beside that
};

}  // namespace

GameExamination::GameExamination(std::filesystem::path folder, SandboxLevel least, std::size_t turns,
                                 OnFinding on_finding, PlayBots play_bots)
    : folder_(std::move(folder)),
      least_(least),
      turns_(turns),
      on_finding_(std::move(on_finding)),
      play_bots_(std::move(play_bots)) {}

GameExamination::~GameExamination() {
  if (thread_ != nullptr) {
    thread_->stop();
  }
}

void GameExamination::tell(const Check& check, Standing standing, std::string note, std::string line) {
  if (standing == Standing::violation && !broken_.insert(&check).second) {
    return;  // its author knows
  }
  on_finding_({std::string(check.name), &check, standing, std::move(note), std::move(line),
               standing == Standing::violation ? std::string(check.mend) : ""});
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

std::unique_ptr<GameTrial> GameExamination::trial(std::uint64_t seed, const rules::RulesHost* host) {
  auto made = std::make_unique<GameTrial>(host == nullptr ? host_ : *host, facts_, examined_seed(seed),
                                          "check" + std::to_string(++trials_));
  made->begin();
  return made;
}

bool GameExamination::late() const { return steady_clock::now() > until_; }

void GameExamination::make(const Check& check, Made made) {
  if (dead_ || broken_.contains(&check)) {
    if (!broken_.contains(&check)) {
      tell(check, Standing::not_reached, "the program has failed");
    }
    return;
  }
  until_ = steady_clock::now() + kLongestCheck;
  try {
    std::string note = (this->*made)();
    if (!broken_.contains(&check)) {
      tell(check, Standing::ok, std::move(note));
    }
  } catch (const GameFault& fault) {
    dead_ = fault.check == &game_check::kServes;
    tell(*fault.check, Standing::violation, fault.what, fault.line);
    if (fault.check != &check) {
      tell(check, Standing::not_reached, "see: " + std::string(fault.check->name));
    }
  } catch (const NotReached& reason) {
    tell(check, Standing::not_reached, reason.why);
  }
}

void GameExamination::run() {
  if (!open()) {
    return;
  }
  make(game_check::kSame, &GameExamination::same_twice);
  make(game_check::kOrder, &GameExamination::matches_apart);
  make(game_check::kRestart, &GameExamination::after_restart);
  make(game_check::kState, &GameExamination::state_given_back);
  make(game_check::kListed, &GameExamination::listed_moves);
  make(game_check::kUnlisted, &GameExamination::other_moves);
  make(game_check::kMalformed, &GameExamination::malformed_moves);
  make(game_check::kUnchanged, &GameExamination::refusals);
  make(game_check::kEnds, &GameExamination::ends);
  make(game_check::kForfeits, &GameExamination::forfeits);
  make(game_check::kSecrets, &GameExamination::secrets);
  make(game_check::kRecords, &GameExamination::records);
  make(game_check::kBots, &GameExamination::bots);
  make(game_check::kSpeed, &GameExamination::speed);
  make(game_check::kMemory, &GameExamination::memory);
  for (const Check* check : {&game_check::kServes, &game_check::kAnswers, &game_check::kNoError}) {
    if (!broken_.contains(check) && !dead_) {
      tell(*check, Standing::ok, "");
    }
  }
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
  const auto there = trial(0, &other_);
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
    if (refused || last_answer(*here) != last_answer(there)) {
      throw GameFault{&game_check::kState,
                      "step " + std::to_string(steps + 1) + " is another one from the state alone",
                      refused ? "" : last_answer(there)};
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
  return std::to_string(longest) + " turns in the longest of two matches, " +
         std::to_string(facts_.max_turns) + " are allowed";
}

std::string GameExamination::forfeits() {
  engines::Rng rng(4);
  const auto one = trial(4);
  bool first = true;
  while (!one->over() && one->steps() <= facts_.max_turns) {
    if (late()) {
      throw NotReached{"the match is not over after " + std::to_string(one->steps()) + " turns and 5 s"};
    }
    GameTrial::Moves moves = one->random_moves(rng);
    if (std::exchange(first, false)) {
      moves.front().move.reset();
      moves.front().forfeited = true;
    }
    try {
      (void)one->step(moves);
    } catch (GameFault& fault) {
      fault.what += " (a seat has been forfeited in step 1)";
      if (fault.check == &game_check::kAnswers) {
        fault.check = &game_check::kForfeits;
      }
      throw;
    }
  }
  if (!one->over()) {
    throw GameFault{&game_check::kForfeits, "the match is not over after max_turns turns", {}};
  }
  return "over after " + std::to_string(one->steps()) + " turns";
}

// ---- what seats may know ----

namespace {

/// What `seat` has been told when `trial` stands there, after `before`.
void note_told(const GameTrial& trial, std::size_t seat, Told& told) {
  const rules::Position& now = trial.position();
  told.known += "\n" + now.views.at(seat);
  told.heard += "\n" + now.views.at(seat) + now.events + (now.setup ? now.setup->dump() : "");
  told.everybody += "\n" + now.view;
  for (const std::string& view : now.views) {
    told.everybody += view;
  }
  told.by_public["events"] += "\n" + now.events;
  told.by_public["setup"] += now.setup ? now.setup->dump() : "";
  told.by_public["the view of spectators"] = now.spectator_view;
  const auto at = std::ranges::find(now.to_move, seat);
  told.by_seat["to_move"] = at == now.to_move.end() ? "not asked" : "asked";
  const auto index = static_cast<std::size_t>(at - now.to_move.begin());
  told.by_seat["legal"] = at == now.to_move.end() || now.legal.empty() ? "" : now.legal[index].dump();
}

/// What was told to those who knew the same.
class Knowledge {
 public:
  /// Notes it. What is told differently, and was before: by the name of what tells it, with the other text.
  void note(const Told& told) {
    for (const auto& [what, text] : told.by_seat) {
      compare(seat_[told.heard + "\n" + what], what, text);
    }
    for (const auto& [what, text] : told.by_public) {
      compare(public_[told.known + "\n" + what], what, text);
      auto [at, is_new] = determined_.try_emplace(told.everybody + "\n" + what, text);
      if (!is_new && at->second != text) {
        free_.insert(what);  // chance that no view shows: it gives no secret away
      }
    }
    alike_ += is_known_.insert(told.known).second ? 0 : 1;
  }

  /// A leak: its name and both texts.
  std::optional<std::array<std::string, 3>> leak() const {
    for (const auto& found : found_) {
      if (!free_.contains(found[0])) {
        return found;
      }
    }
    return std::nullopt;
  }
  std::size_t alike() const { return alike_; }

 private:
  void compare(std::string& before, const std::string& what, const std::string& text) {
    if (before.empty()) {
      before = text;
    } else if (before != text) {
      found_.push_back({what, before, text});
    }
  }

  std::map<std::string, std::string> seat_;
  std::map<std::string, std::string> public_;
  std::map<std::string, std::string> determined_;
  std::set<std::string> is_known_;
  std::set<std::string> free_;
  std::vector<std::array<std::string, 3>> found_;
  std::size_t alike_ = 0;
};

/// Throws if the position shows the source of chance.
void refuse_seed(const GameTrial& trial, const engines::Seed& seed) {
  const rules::Position& now = trial.position();
  std::string all = now.spectator_view + now.events + (now.setup ? now.setup->dump() : "");
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

std::string GameExamination::secrets() {
  if (!facts_.hidden) {
    return "no secrets: \"hidden\" is false, all see one view";
  }
  until_ += kLongerForSecrets;
  std::vector<Knowledge> by_seat(facts_.seats);
  for (std::uint64_t deal = 0; deal < kDeals && !late(); ++deal) {
    for (std::uint64_t plan = 0; plan < kPlans && !late(); ++plan) {
      engines::Rng rng(plan);
      const auto one = trial(deal);
      std::vector<Told> told(facts_.seats);
      for (std::size_t step = 0; step < kSecretSteps && !one->over(); ++step) {
        refuse_seed(*one, examined_seed(deal));
        for (std::size_t seat = 0; seat < facts_.seats; ++seat) {
          note_told(*one, seat, told[seat]);
        }
        const GameTrial::Moves moves = one->random_moves(rng);
        GameTrial::Moves wrong = moves;
        wrong.front().move = "\"no such move\"";
        if (const auto refused = one->step(wrong)) {
          told[wrong.front().seat].by_seat["a refusal"] = refused->moves.front().refusal.why;
        } else {
          break;  // it accepts anything: another check says so
        }
        for (std::size_t seat = 0; seat < facts_.seats; ++seat) {
          by_seat[seat].note(told[seat]);
          told[seat].by_seat.clear();
        }
        for (const rules::SeatMove& move : moves) {
          told[move.seat].known += move.move.value_or("");
          told[move.seat].heard += move.move.value_or("");
        }
        (void)one->step(moves);
      }
    }
  }
  std::size_t alike = 0;
  for (std::size_t seat = 0; seat < facts_.seats; ++seat) {
    if (const auto leak = by_seat[seat].leak()) {
      throw GameFault{&game_check::kSecrets,
                      "seat " + std::to_string(seat) + " sees and does the same in two matches, but " +
                          (*leak)[0] + " tells them apart: " + brief((*leak)[1]) + " and " +
                          brief((*leak)[2]),
                      {}};
    }
    alike += by_seat[seat].alike();
  }
  if (alike == 0) {
    throw NotReached{"no two of " + std::to_string(kDeals) + " deals look the same to a seat"};
  }
  return std::to_string(alike) + " positions compared with one that looks the same to a seat";
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
  for (const auto& path : records) {
    const Verified verified = verify_record(read_whole_file(path, kMostRecordMib));
    if (verified.difference) {
      throw GameFault{&game_check::kRecords,
                      "records/" + path.filename().string() + ": " + verified.difference->text(),
                      {}};
    }
  }
  return std::to_string(records.size()) + (records.size() == 1 ? " record plays" : " records play") +
         " again";
}

std::string GameExamination::bots() {
  if (host_.folder->game().bots.empty()) {
    throw NotReached{"game.json names no bots"};
  }
  return play_bots_(*host_.folder);
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
