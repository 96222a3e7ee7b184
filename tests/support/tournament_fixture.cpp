#include "tests/support/tournament_fixture.h"

#include <gtest/gtest.h>

#include <utility>

#include "protocol/sha256.h"
#include "referee/store/sqlite_store.h"
#include "tests/support/patience.h"
#include "tests/support/sums.h"

namespace test_support {

namespace write = referee::store_write;
using referee::TournamentConfig;

namespace {

struct Describe {
  std::string operator()(const write::SetMeta& set) const { return "meta " + set.key; }
  std::string operator()(const write::PutEntrant& put) const { return "put " + put.entrant.name; }
  std::string operator()(const write::PutRound& put) const {
    return "round " + std::to_string(put.round.round);
  }
  std::string operator()(const write::BeginGame& begin) const { return "begin " + begin.game.match; }
  std::string operator()(const write::Journal& journal) const { return "journal " + journal.match; }
  std::string operator()(const write::FinishGame& finish) const { return "finish " + finish.match; }
  std::string operator()(const write::ChangeStatus& change) const { return "status " + change.match; }
  std::string operator()(const write::AddChange& add) const { return "note " + add.change.text; }
};

/// Passes commits through a gate on their way to a real store.
class StoreBehindGate final : public referee::Store {
 public:
  StoreBehindGate(const TournamentConfig& config, Gate& gate, std::string word)
      : store_(config.store, referee::SqliteStore::Access::exclusive), gate_(gate), word_(std::move(word)) {}

  referee::StoreContent load() override { return store_.load(); }
  void apply(const std::vector<referee::StoreWrite>& writes) override {
    std::string text;
    for (const referee::StoreWrite& one : writes) {
      text += std::visit(Describe{}, one) + "; ";
    }
    if (text.find(word_) != std::string::npos) {
      gate_.pass(text);
    }
    store_.apply(writes);
  }
  std::string record(const std::string& match, int attempt) override { return store_.record(match, attempt); }

 private:
  referee::SqliteStore store_;
  Gate& gate_;
  std::string word_;
};

}  // namespace

// ---- tournaments to play ----

Json single_games() { return {{"kind", "round_robin"}, {"best_of", 1}}; }

Json swiss(int rounds, int best_of) { return {{"kind", "swiss"}, {"rounds", rounds}, {"best_of", best_of}}; }

TournamentConfig started_by_hand(TournamentConfig config) {
  config.start.when = referee::StartSpec::When::manual;
  return config;
}

TournamentConfig step_by_step(TournamentConfig config) {
  config.between_rounds = referee::BetweenRounds::manual;
  return config;
}

referee::EntrantSpec dialling(const std::string& name) {
  return {name, "", {}, protocol::Sha256::hex_of("token of " + name)};
}

TournamentConfig tournament(const TempFolder& folder, Json json) {
  if (!json.contains("entrants") && !json.contains("registration")) {
    json["registration"] = "open";
  }
  json["clock"] = {
      {"kind", "per_move"}, {"ms", kLong.count()}, {"silence_ms", kLong.count()}, {"init_ms", kLong.count()}};
  json["store"] = folder / "t.db";
  json["reports"] = folder / "out";
  if (!json.contains("seed")) {
    json["seed"] = 42;
  }
  json["no_show_ms"] = kLong.count();
  return TournamentConfig::read(json, "test.json");
}

TournamentConfig sums_tournament(const TempFolder& folder, const std::vector<std::string>& names,
                                 const Json& format, Json options) {
  TournamentConfig config = tournament(
      folder, {{"name", "Spring"}, {"game", "walls"}, {"format", {{"kind", "swiss"}, {"rounds", 1}}}});
  config.open_registration = false;
  config.game = &kSums;
  config.instances = referee::Instances(Json(), "instances", kSums, options);
  const auto game = kSums.make(options, {});
  config.options = game->options();
  config.seats = game->seats();
  config.format = referee::FormatSpec::read(format, "format", config.seats);
  for (const std::string& name : names) {
    config.entrants.push_back(dialling(name));
  }
  return config;
}

std::unique_ptr<referee::Store> gated_store(const TournamentConfig& config, Gate& gate, std::string word) {
  return std::make_unique<StoreBehindGate>(config, gate, std::move(word));
}

// ---- the hall ----

TournamentHall::TournamentHall(TournamentConfig configured)
    : TournamentHall(configured, std::make_unique<referee::SqliteStore>(
                                     configured.store, referee::SqliteStore::Access::exclusive)) {}

TournamentHall::TournamentHall(TournamentConfig configured, std::unique_ptr<referee::Store> store)
    : config_(std::move(configured)), opening_(referee::open_tournament(config_, *store)) {
  hall_ = std::make_unique<referee::Hall>(world_.tasks(), config_, opening_, std::move(store));
  const auto game_over = [this](const std::string& line) { lines_.push_back(line); };
  if (config_.format.kind == referee::FormatSpec::Kind::practice) {
    course_ = std::make_unique<referee::Practice>(*hall_, opening_, game_over);
  } else {
    auto played = std::make_unique<referee::Tournament>(*hall_, opening_,
                                                        referee::Tournament::Events{game_over, [] {}});
    tournament_ = played.get();
    course_ = std::move(played);
  }
  arbiter_ = std::make_unique<referee::Arbiter>(*hall_, tournament_);
}

/// Nothing of the hall may be left on the loop when it goes.
TournamentHall::~TournamentHall() {
  try {
    if (started_ && !over_) {
      course_->abort("the test is over");
      until([this] { return over_; });
    }
    hall_->close("the test is over");
    peers_.clear();
    world_.run_dry();
  } catch (const std::exception& failure) {
    ADD_FAILURE() << failure.what();
  }
}

Peer& TournamentHall::dial(const std::string& name, Script script, const std::string& token) {
  auto pair = world_.loopback().make_pair();
  hall_->lobby.accept(pair.ours.release());
  auto& peers = peers_[name];
  peers.push_back(std::make_unique<Peer>(world_, std::move(pair.theirs)));
  protocol::Hello hello;
  hello.name = name;
  hello.token = token;
  peers.back()->send(line_of(hello));
  peers.back()->on_message([this, name, script = std::move(script)](Peer& peer, const Json& message) {
    heard_[name].push_back(message);
    script(peer, message);
  });
  return *peers.back();
}

Peer& TournamentHall::enter(const std::string& name, Script script) {
  const std::size_t before = heard(name, "welcome").size();
  Peer& peer = dial(name, std::move(script), "token of " + name);
  until_heard(name, "welcome", before + 1);
  return peer;
}

void TournamentHall::leave(const std::string& name) {
  const auto entrant = hall_->roster.entrant(name);
  peers_[name].back()->close();
  until([&] { return !hall_->roster.here(entrant.value()); });
}

referee::Task<> TournamentHall::run(referee::Course& course, bool& over, std::exception_ptr& failure) {
  try {
    co_await course.play();
  } catch (...) {
    failure = std::current_exception();
  }
  over = true;
}

void TournamentHall::start() {
  if (!std::exchange(started_, true)) {
    world_.tasks().start("course", run(*course_, over_, failure_));
  }
}

void TournamentHall::until_round_is_over(int round) {
  until([&] { return tournament_->ledger().rounds() == round && tournament_->waiting(); });
}

void TournamentHall::play() {
  start();
  until([this] { return over_; });
  if (failure_) {
    std::rethrow_exception(failure_);
  }
  world_.poll();
}

void TournamentHall::until_asked(const std::string& name) {
  until([&] { return !heard_[name].empty() && heard_[name].back()["type"] == "turn"; });
}

void TournamentHall::move(const std::string& name, int digit) {
  peers_[name].back()->send(move_line(heard(name, "turn").back(), digit));
}

void TournamentHall::until_heard(const std::string& name, std::string_view type, std::size_t times) {
  until([&] { return heard(name, type).size() >= times; });
}

std::vector<Json> TournamentHall::heard(const std::string& name, std::string_view type) {
  std::vector<Json> some;
  for (const Json& message : heard_[name]) {
    if (message.at("type") == type) {
      some.push_back(message);
    }
  }
  return some;
}

void TournamentHall::until_told(const std::string& name, const std::string& reason) {
  until([&] { return waits_for(name) == reason; });
}

std::string TournamentHall::waits_for(const std::string& name) {
  const auto waits = heard(name, "wait");
  return waits.empty() ? "" : waits.back().at("reason").get<std::string>();
}

referee::Task<> TournamentHall::answer(referee::Arbiter& arbiter, referee::ControlRequest request,
                                       referee::ControlReply& reply) {
  referee::ControlReply answered = co_await arbiter.handle(std::move(request));
  reply = std::move(answered);
}

referee::ControlReply TournamentHall::ask(const std::vector<std::string>& words) {
  referee::ControlReply reply;
  world_.run(answer(*arbiter_, {words.front(), {words.begin() + 1, words.end()}}, reply));
  return reply;
}

// ---- what is left of it ----

Json TournamentHall::standings() const { return Json::parse(read_file(config_.reports / "standings.json")); }

Json TournamentHall::standing(const std::string& name) const {
  const Json page = standings();
  for (const Json& row : page.at("standings")) {
    if (row.at("name") == name) {
      return row;
    }
  }
  return {};
}

std::vector<std::string> TournamentHall::notes() const {
  const Json page = standings();
  std::vector<std::string> texts;
  for (const Json& note : page.at("notes")) {
    texts.push_back(note.at("text"));
  }
  return texts;
}

std::string TournamentHall::record(const std::string& file) const {
  return read_file(config_.reports / "records" / file);
}

referee::Task<> TournamentHall::read(referee::StoreWriter& store, std::string match, int attempt,
                                     std::string& record) {
  std::string text = co_await store.record(std::move(match), attempt);
  record = std::move(text);
}

std::string TournamentHall::stored_record(const std::string& match, int attempt) {
  std::string record;
  world_.run(read(hall_->store, match, attempt, record));
  return record;
}

referee::StoreContent TournamentHall::stored() const {
  return referee::SqliteStore(config_.store, referee::SqliteStore::Access::read_only).load();
}

}  // namespace test_support
