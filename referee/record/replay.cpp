#include "referee/record/replay.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "engines/registry.h"
#include "engines/views_on_demand.h"
#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/limits.h"
#include "referee/record/commitment.h"
#include "referee/record/match_result.h"
#include "referee/record/record_closing.h"
#include "referee/record/record_forms.h"
#include "referee/rules/told_game.h"

namespace referee {
namespace {

constexpr std::int64_t kMaxSpent =
    1'000'000'000'000;  // us of one answer: clocks allow days, and sums must not overflow

// What protocol/RECORD.md names.
constexpr std::array<std::string_view, 28> kHeaderKeys{
    "record",   "match",   "attempt", "tournament", "round",      "table",        "game_no",
    "game",     "options", "seed",    "salt",       "commitment", "given_turns",  "from",
    "players",  "clock",   "measure", "stamp",      "sandbox",    "cpu_by",       "launched",
    "versions", "worker",  "engine",  "server",     "started",    "rules_sha256", "match_program"};
constexpr std::array<std::string_view, 4> kSourceKeys{"match", "attempt", "turn", "seal"};
constexpr std::array<std::string_view, 5> kTurnKeys{"turn", "given", "resumed", "answers", "events"};
constexpr std::array<std::string_view, 14> kAnswerKeys{
    "seat",      "verdict", "move",       "offered",    "offered_cut", "fault",       "spent_us",
    "forfeited", "stamp",   "clock_step", "sending_us", "rtt_us",      "loop_lag_us", "between_us"};
constexpr std::array<std::string_view, 10> kLastKeys{"status", "result", "view",  "no_show", "why_absent",
                                                     "why",    "digest", "ended", "seal",    "replay"};
constexpr std::array<std::string_view, 4> kResultKeys{"scores", "rank", "outcome", "turns"};
constexpr std::array<std::string_view, 3> kReplayKeys{"file", "bytes", "sha256"};

/// Whether the rules have seen the answer: then it was in time.
bool was_judged(protocol::Verdict verdict) {
  using protocol::Verdict;
  return verdict == Verdict::ok || verdict == Verdict::illegal || verdict == Verdict::malformed ||
         verdict == Verdict::oversize;
}

/// "" if there is none.
std::string_view header_text(const Json& header, const char* key) {
  const auto found = header.find(key);
  return found != header.end() && found->is_string() ? found->get_ref<const std::string&>()
                                                     : std::string_view();
}

}  // namespace

std::optional<OtherRules> other_rules(std::string_view record, const engines::Entry* game) {
  RecordLines lines(record);
  try {
    if (!lines.next()) {
      return std::nullopt;
    }
  } catch (const Difference&) {
    return std::nullopt;  // the replay says it
  }
  const Json& header = lines.json();
  if (header.contains("match_program")) {
    return std::nullopt;  // nothing is played again
  }
  const engines::Entry* const here = game == nullptr ? recorded_game(header) : game;
  const std::string_view recorded = header_text(header, "rules_sha256");
  if (here == nullptr || here->rules_sha256() == recorded) {
    return std::nullopt;
  }
  return OtherRules{std::string(recorded), here->rules_sha256(), here->folder()};
}

const engines::Entry* recorded_game(const Json& header) {
  const std::string_view name = header_text(header, "game");
  const engines::Entry* const exact = engines::find_rules(header_text(header, "rules_sha256"));
  return exact != nullptr && exact->name == name ? exact : engines::find_game(name);
}

Replay::Replay(std::string_view record, const engines::Entry* game, const engines::Poster& poster)
    : lines_(record) {
  if (!lines_.next()) {
    lines_.differ("record", "an empty file", "a record of version 1");
  }
  header_ = std::make_shared<const Json>(lines_.json());
  lines_.expect("record", lines_.member("record"), 1);
  make_game(game, poster);
  const Json& players = lines_.member("players");
  if (!players.is_array() || players.size() != game_->seats()) {
    lines_.differ("players", fields::brief(players), std::to_string(game_->seats()) + " names");
  }
  read_clock();
  read_given();
  check_header_forms(lines_, game_->seats());
  lines_.note_unknown(*header_, "", kHeaderKeys, unknown_);
}

Replay::Replay(const Replay& other)
    : lines_(other.lines_),
      header_(other.header_),
      game_(other.game_->clone()),
      told_(dynamic_cast<rules::ToldGame*>(game_.get())),
      clock_(other.clock_),
      clocks_(other.clocks_),
      turns_(other.turns_),
      given_turns_(other.given_turns_),
      is_void_(other.is_void_),
      turn_is_open_(other.turn_is_open_),
      events_(other.events_),
      refused_(other.refused_),
      unknown_(other.unknown_) {}

void Replay::make_game(const engines::Entry* entry, const engines::Poster& poster) {
  const Json& name = lines_.member("game");
  const bool known = entry != nullptr;
  if (!known) {
    entry = recorded_game(*header_);
  }
  if (header_->contains("match_program")) {
    return make_told_game(known ? entry : nullptr);
  }
  if (entry == nullptr || name != Json(entry->name)) {
    const bool is_program = header_->contains("rules_sha256");
    lines_.differ(
        "game", fields::brief(name),
        std::string("a game that is known here") +
            (is_program ? ": name the folder of its rules (--game DIR; match and play: GAME)" : ""));
  }
  lines_.expect("engine", lines_.member("engine"),
                std::string(entry->name) + "/" + std::to_string(entry->version));
  const engines::Seed seed = read_seed();
  const Json& options = lines_.member("options");
  try {
    game_ = poster == nullptr ? entry->make(options, seed) : entry->begin(options, seed, poster);
  } catch (const fields::Exception& wrong) {
    lines_.differ(wrong.error().path, wrong.error().got, wrong.error().expected);
  }
  lines_.expect("options", options, game_->options());
}

engines::Seed Replay::read_seed() const {
  const Json& seed_json = lines_.member("seed");
  const Json& salt = lines_.member("salt");
  for (const std::string key : {"seed", "salt"}) {
    if (lines_.member(key).is_null()) {
      lines_.differ(key, "null", "its value: it is still secret, and without it nothing can be played again");
    }
  }
  const auto number = fields::as_integer(seed_json, {0, static_cast<std::int64_t>(protocol::kMaxSeed)});
  if (!number || !salt.is_string()) {
    lines_.differ("seed", fields::brief(seed_json), "an integer from 0 to 2^53-1, and a salt");
  }
  engines::Seed seed{static_cast<std::uint64_t>(*number), salt.get<std::string>()};
  lines_.expect("commitment", lines_.member("commitment"), commitment_of(seed));
  return seed;
}

/// A program has played the match by itself: the record says all that is known, and the folder of the program
/// need not be here. `entry`: the game, where that is known; else nullptr.
void Replay::make_told_game(const engines::Entry* entry) {
  lines_.expect("match_program", lines_.member("match_program"), 1);
  lines_.expect("clock", lines_.member("clock"), nullptr);
  (void)read_seed();
  const Json& players = lines_.member("players");
  const Json& options = lines_.member("options");
  if (!players.is_array() || players.empty()) {
    lines_.differ("players", fields::brief(players), "a list of names");
  }
  if (!options.is_object()) {
    lines_.differ("options", fields::brief(options), "an object");
  }
  engines::Facts facts{options, players.size(), 1, players.size(), false};
  if (entry != nullptr) {
    lines_.expect("game", lines_.member("game"), entry->name);
    lines_.expect("engine", lines_.member("engine"),
                  std::string(entry->name) + "/" + std::to_string(entry->version));
    facts = entry->facts(options);
    lines_.expect("options", options, facts.options);
  }
  auto told = std::make_unique<rules::ToldGame>(std::move(facts));
  told_ = told.get();
  game_ = std::move(told);
}

void Replay::read_clock() {
  if (told_ != nullptr) {
    clocks_.assign(game_->seats(), SeatClock(clock_));
    return;
  }
  try {
    clock_ = ClockSpec::read(lines_.member("clock"), "clock");
  } catch (const fields::Exception& wrong) {
    lines_.differ(wrong.error().path, wrong.error().got, wrong.error().expected);
  }
  clocks_.assign(game_->seats(), SeatClock(clock_));
}

/// What the header says of given turns, and of the record that they are from.
void Replay::read_given() {
  const auto given = header_->find("given_turns");
  const auto from = header_->find("from");
  if (given != header_->end()) {
    const auto turns = fields::as_integer(*given, {1, static_cast<std::int64_t>(game_->max_turns())});
    if (!turns) {
      lines_.differ("given_turns", fields::brief(*given, RecordLines::kShownValue),
                    "an integer from 1 to " + std::to_string(game_->max_turns()));
    }
    given_turns_ = *turns;
  }
  if (from != header_->end()) {
    for (const std::string key : {"match", "seal"}) {
      if (const Json& text = lines_.member(*from, key, "from." + key); !text.is_string()) {
        lines_.differ("from." + key, fields::brief(text, RecordLines::kShownValue), "a string");
      }
    }
    const Json& attempt = lines_.member(*from, "attempt", "from.attempt");
    if (!fields::as_integer(attempt, {1, kMaxSpent})) {
      lines_.differ("from.attempt", fields::brief(attempt, RecordLines::kShownValue), "an integer from 1");
    }
    lines_.expect("from.turn", lines_.member(*from, "turn", "from.turn"), given_turns_);
    lines_.note_unknown(*from, "from.", kSourceKeys, unknown_);
  }
}

bool Replay::begin_turn() {
  if (!lines_.next() || !lines_.json().contains("turn")) {
    return false;
  }
  told_ != nullptr ? take_told_turn() : open_turn();
  turn_is_open_ = true;
  return true;
}

/// What the program has told, or a fault that it saw. It cannot be checked, but for its form.
void Replay::take_told_turn() {
  lines_.expect("turn", lines_.member("turn"), turns_);
  const Json& events = lines_.member("events");
  if (!events.is_object()) {
    lines_.differ("events", fields::brief(events), "an object");
  }
  const Json& answers = lines_.member("answers");
  if (!answers.is_array()) {
    lines_.differ("answers", fields::brief(answers), "a list");
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::string path = "answers[" + std::to_string(i) + "]";
    const Json& seat = lines_.member(answers[i], "seat", path);
    if (!fields::as_integer(seat, {0, static_cast<std::int64_t>(game_->seats()) - 1})) {
      lines_.differ(path + ".seat", fields::brief(seat), "a seat");
    }
    const Json& word = lines_.member(answers[i], "verdict", path);
    if (!word.is_string() || !protocol::verdict_of(word.get_ref<const std::string&>())) {
      lines_.differ(path + ".verdict", fields::brief(word), "a verdict");
    }
    if (!fields::as_integer(lines_.member(answers[i], "spent_us", path), {0, 0})) {
      lines_.differ(path + ".spent_us", fields::brief(answers[i].at("spent_us")), "0: nobody was asked");
    }
    check_answer_forms(lines_, answers[i], path);
    lines_.note_unknown(answers[i], path + ".", kAnswerKeys, unknown_);
  }
  if (!events.empty()) {
    told_->tell(events);
  }
  events_ = protocol::dump(events);
}

bool Replay::complete() {
  game_->complete(events_);
  if (!std::exchange(turn_is_open_, false)) {
    return true;
  }
  refused_.check(lines_, *game_);
  lines_.expect("events", lines_.member("events"), Json::parse(events_));
  lines_.note_unknown(lines_.json(), "", kTurnKeys, unknown_);
  ++turns_;
  if (turns_ == given_turns_ && game_->to_move().empty()) {
    lines_.differ("given", "true", "another turn: the game is over after this one, and nobody was asked");
  }
  return true;
}

/// Checks that exactly the turns of which the header says so are marked as given.
void Replay::check_kind() {
  if (is_given(turns_)) {
    lines_.expect("given", lines_.member("given"), true);
  } else {
    lines_.expect_none("given", "by the header, " + std::to_string(given_turns_) + " turns are given");
  }
  if (lines_.json().contains("resumed")) {
    lines_.expect("resumed", lines_.member("resumed"), true);
  }
}

void Replay::open_turn() {
  lines_.expect("turn", lines_.member("turn"), turns_);
  check_kind();
  const auto movers = game_->to_move();
  if (movers.empty()) {
    lines_.differ("turn", fields::brief(lines_.member("turn")), "the last line: the game is over");
  }
  const Json& answers = lines_.member("answers");
  if (!answers.is_array() || answers.size() != movers.size()) {
    lines_.differ("answers", fields::brief(answers, RecordLines::kShownValue),
                  std::to_string(movers.size()) + " answers");
  }
  for (std::size_t i = 0; i < movers.size(); ++i) {
    take_answer(movers[i], answers[i], "answers[" + std::to_string(i) + "]");
  }
  events_.clear();
  game_->step(events_);
}

void Replay::take_answer(engines::Seat seat, const Json& answer, const std::string& path) {
  lines_.expect(path + ".seat", lines_.member(answer, "seat", path), seat);
  const Json& word = lines_.member(answer, "verdict", path);
  const auto verdict =
      word.is_string() ? protocol::verdict_of(word.get_ref<const std::string&>()) : std::nullopt;
  if (!verdict) {
    lines_.differ(path + ".verdict", fields::brief(word), "a verdict");
  }
  const Json& microseconds = lines_.member(answer, "spent_us", path);
  const auto spent = fields::as_integer(microseconds, {0, kMaxSpent});
  if (!spent) {
    lines_.differ(path + ".spent_us", fields::brief(microseconds), "microseconds");
  }
  const bool forfeited = answer.value("forfeited", Json(false)) == Json(true);
  const bool given = is_given(turns_);
  if (!given) {
    check_time(seat, *verdict, forfeited, Microseconds(*spent), path);
    check_between(answer, *verdict, *spent, path);
  }
  const auto move = answer.find("move");
  const bool ok = *verdict == protocol::Verdict::ok;
  if (ok != (move != answer.end()) || (ok && forfeited)) {
    lines_.differ(path + ".move",
                  move == answer.end() ? "nothing" : fields::brief(*move, RecordLines::kShownValue),
                  ok && !forfeited ? "the move that was applied" : "nothing, as the verdict is not ok");
  }
  check_answer_forms(lines_, answer, path);
  if (ok) {
    submit(seat, *move, path + ".move");
  } else if (*verdict == protocol::Verdict::illegal || *verdict == protocol::Verdict::malformed) {
    refused_.offer(lines_, answer, *verdict, seat, path, *game_);
  }
  game_->settle(seat, given ? Microseconds(*spent) : clock_.for_rules(Microseconds(*spent)), forfeited);
  lines_.note_unknown(answer, path + ".", kAnswerKeys, unknown_);
}

/// Checks by the clock of the header: an answer that the rules have judged was in time, and a charge over the
/// seat's budget, or one late turn too many in a row, has taken the seat out.
void Replay::check_time(engines::Seat seat, protocol::Verdict verdict, bool forfeited, Microseconds spent,
                        const std::string& path) {
  const double score = clock_.kind == ClockKind::score_rate ? game_->scores()[seat] : 0;
  const Microseconds limit = clocks_[seat].limit(score);
  if (was_judged(verdict) && spent > limit) {
    lines_.differ(path + ".spent_us", std::to_string(spent.count()),
                  "at most " + std::to_string(limit.count()) + " by the clock, or another verdict");
  }
  if (!forfeited && clocks_[seat].rule(spent, score) == Ruling::forfeited) {
    lines_.differ(path + ".forfeited", "nothing",
                  "true: the clock left " + std::to_string(limit.count()) + " us, and " +
                      std::to_string(spent.count()) + " were charged");
  }
  const bool late = verdict == protocol::Verdict::late;
  if (late && clock_.late_in_a_row && !forfeited && clocks_[seat].overrun() == Ruling::forfeited) {
    lines_.differ(path + ".forfeited", "nothing",
                  "true: late in " + std::to_string(*clock_.late_in_a_row) + " turns in a row");
  }
  clocks_[seat].charge(spent, late);
}

/// Where time between turns is charged, it is a part of the charge. Of a bot that is gone the charge is at
/// most what its clock left.
void Replay::check_between(const Json& answer, protocol::Verdict verdict, std::int64_t spent,
                           const std::string& path) const {
  const auto between = answer.find("between_us");
  if (clock_.ponder == Ponder::free || between == answer.end()) {
    return;
  }
  const auto part = fields::as_integer(*between, {0, kMaxSpent});
  const bool is_whole = was_judged(verdict) || verdict == protocol::Verdict::late;
  if (!part || (is_whole && *part > spent)) {
    lines_.differ(path + ".between_us", fields::brief(*between),
                  "at most spent_us, " + std::to_string(spent) + ": it is a part of the charge (ponder)");
  }
}

void Replay::submit(engines::Seat seat, const Json& move, const std::string& path) {
  const auto submitted = game_->submit(seat, move);
  if (const auto* refusal = std::get_if<engines::Refusal>(&submitted)) {
    lines_.differ(path, fields::brief(move, RecordLines::kShownValue), "a legal move: " + refusal->why);
  }
  lines_.expect(path, move, Json::parse(std::get<std::string>(submitted)));
}

void Replay::close() {
  check_digest(lines_);
  const Json& status = lines_.member("status");
  if (turns_ < given_turns_) {
    lines_.differ("status", fields::brief(status), "turn " + std::to_string(turns_) + ", which is given");
  }
  is_void_ = status == "void";
  if (!is_void_) {
    lines_.expect("status", status, "done");
  }
  check_ending();
  if (lines_.json().contains("no_show")) {
    check_no_show();
  } else if (!is_void_ || lines_.json().contains("result")) {
    check_result();
  }
  check_seal(lines_);
  note_unknown_of_last_line();
  check_end(lines_);
}

/// Checks the form of the time, and of the reason that exactly void attempts have.
void Replay::check_ending() {
  const Json& ended = lines_.member("ended");
  if (!ended.is_string() || !is_utc_time(ended.get_ref<const std::string&>())) {
    lines_.differ("ended", fields::brief(ended), "a time such as \"2026-11-20T08:00:00.000Z\"");
  }
  if (!is_void_) {
    lines_.expect_none("why", "the match is not void");
    return;
  }
  lines_.expect_none("view", "the match is void");
  const Json& why = lines_.member("why");
  if (!why.is_string() || why.get_ref<const std::string&>().empty()) {
    lines_.differ("why", fields::brief(why), "the reason, a string that is not empty");
  }
}

void Replay::note_unknown_of_last_line() {
  lines_.note_unknown(lines_.json(), "", kLastKeys, unknown_);
  if (const auto result = lines_.json().find("result"); result != lines_.json().end()) {
    lines_.note_unknown(*result, "result.", kResultKeys, unknown_);
  }
  if (const auto replay = lines_.json().find("replay"); replay != lines_.json().end()) {
    lines_.note_unknown(*replay, "replay.", kReplayKeys, unknown_);
  }
}

/// What a program has told of the end: scores and ranks agree, and nothing else can be checked.
void Replay::check_told_result() {
  const Json& result = lines_.member("result");
  const Json& scores = lines_.member(result, "scores", "result.scores");
  const auto is_score = [](const Json& one) { return one.is_number(); };
  if (!scores.is_array() || scores.size() != game_->seats() || !std::ranges::all_of(scores, is_score)) {
    lines_.differ("result.scores", fields::brief(scores), std::to_string(game_->seats()) + " numbers");
  }
  auto numbers = scores.get<std::vector<double>>();
  lines_.expect("result.rank", lines_.member(result, "rank", "result.rank"), ranks_of(numbers));
  const Json& turns = lines_.member(result, "turns", "result.turns");
  if (!fields::as_integer(turns, {0, kMaxSpent})) {
    lines_.differ("result.turns", fields::brief(turns), "an integer from 0");
  }
  told_->end(std::move(numbers), lines_.member(result, "outcome", "result.outcome"));
  (void)recorded_replay();
}

std::optional<RecordedReplay> Replay::recorded_replay() const {
  const auto replay = lines_.json().find("replay");
  if (replay == lines_.json().end()) {
    return std::nullopt;
  }
  const Json& file = lines_.member(*replay, "file", "replay.file");
  const Json& bytes = lines_.member(*replay, "bytes", "replay.bytes");
  const Json& sha256 = lines_.member(*replay, "sha256", "replay.sha256");
  if (!file.is_string() || file.get_ref<const std::string&>().find('/') != std::string::npos) {
    lines_.differ("replay.file", fields::brief(file), "the name of a file");
  }
  if (!fields::as_integer(bytes, {0, kMaxSpent})) {
    lines_.differ("replay.bytes", fields::brief(bytes), "a number of bytes");
  }
  if (!sha256.is_string() || sha256.get_ref<const std::string&>().size() != kHashDigits) {
    lines_.differ("replay.sha256", fields::brief(sha256), "64 hex digits");
  }
  return RecordedReplay{file.get<std::string>(), bytes.get<std::uint64_t>(), sha256.get<std::string>()};
}

void Replay::check_result() {
  if (told_ != nullptr) {
    return check_told_result();
  }
  if (!game_->to_move().empty()) {
    lines_.differ("status", fields::brief(lines_.member("status")), "another turn: the game is not over");
  }
  const Json& result = lines_.member("result");
  lines_.expect("result.scores", lines_.member(result, "scores", "result.scores"),
                protocol::numbers(game_->scores()));
  lines_.expect("result.rank", lines_.member(result, "rank", "result.rank"), ranks_of(game_->scores()));
  lines_.expect("result.outcome", lines_.member(result, "outcome", "result.outcome"), game_->outcome());
  if (!is_void_) {
    lines_.expect("view", lines_.member("view"), game_->view(engines::Observer::everybody()));
  }
}

void Replay::check_why_absent(std::size_t absent) {
  const auto why = lines_.json().find("why_absent");
  if (why == lines_.json().end()) {
    return;
  }
  if (!why->is_array() || why->size() != absent || !std::ranges::all_of(*why, &Json::is_string)) {
    lines_.differ("why_absent", fields::brief(*why), "a list of texts, one for each seat of no_show");
  }
}

void Replay::check_no_show() {
  const Json& absent = lines_.member("no_show");
  if (turns_ > given_turns_) {
    lines_.differ("no_show", fields::brief(absent), "nothing: turns were played");
  }
  if (!absent.is_array() || absent.empty()) {
    lines_.differ("no_show", fields::brief(absent), "a list of seats");
  }
  std::vector<double> scores(game_->seats(), 1);
  for (const Json& seat : absent) {
    const auto number = fields::as_integer(seat, {0, static_cast<std::int64_t>(scores.size()) - 1});
    if (!number) {
      lines_.differ("no_show", fields::brief(seat), "a seat");
    }
    scores[static_cast<std::size_t>(*number)] = 0;
  }
  if (std::ranges::count(scores, 1) > 1) {
    lines_.differ("no_show", fields::brief(absent), "a match that was played: two seats came");
  }
  check_why_absent(absent.size());
  const Json& result = lines_.member("result");
  lines_.expect("result.scores", lines_.member(result, "scores", "result.scores"), protocol::numbers(scores));
  lines_.expect("result.rank", lines_.member(result, "rank", "result.rank"), ranks_of(scores));
  lines_.expect_none(result, "outcome", "result.outcome", "the match was not played");
  lines_.expect_none("view", "the match was not played");
}

std::string OtherRules::text() const {
  return "the rules are not those of the match: its rules_sha256 is " +
         (recorded.empty() ? "missing" : recorded) + ", and " + (folder.empty() ? "the game" : folder) +
         " has " + (here.empty() ? "none" : here);
}

Verified verify_record(std::string_view record, const engines::Entry* game,
                       const std::function<void(std::size_t bytes)>& watch) {
  Verified verified;
  verified.other_rules = other_rules(record, game);
  std::optional<Replay> replay;
  try {
    replay.emplace(record, game);
    engines::only_movers_look(replay->game());
    while (replay->next_turn()) {
      if (watch) {
        watch(replay->before().size());
      }
    }
    replay->close();
    verified.turns = replay->turns();
    verified.given_turns = replay->given_turns();
    verified.is_void = replay->is_void();
    verified.is_told = replay->is_told();
    verified.replay = replay->recorded_replay();
  } catch (const Difference& difference) {
    verified.difference = difference;
  } catch (const engines::RulesFailure& failure) {
    verified.difference = Difference{1, std::nullopt, "game", "rules that have failed", failure.what()};
  }
  if (replay) {
    verified.unknown = replay->unknown();
  }
  return verified;
}

Verified read_record(std::string_view record) {
  Verified verified;
  RecordLines lines(record);
  try {
    do {
      if (!lines.next()) {
        lines.differ("status", "no last line", "\"done\" or \"void\": the match was interrupted");
      }
    } while (!lines.json().contains("status"));
    check_digest(lines);
    check_seal(lines);
    check_end(lines);
    verified.is_void = lines.json().at("status") == "void";
  } catch (const Difference& difference) {
    verified.difference = difference;
  }
  return verified;
}

}  // namespace referee
