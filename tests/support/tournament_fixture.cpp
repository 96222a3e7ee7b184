#include "tests/support/tournament_fixture.h"

#include <gtest/gtest.h>

#include <utility>

#include "protocol/sha256.h"
#include "referee/store/store.h"
#include "referee/tournament/formats/format_table.h"
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
  std::string operator()(const write::BeginAttempt& begin) const { return "begin " + begin.game.match; }
  std::string operator()(const write::Journal& journal) const { return "journal " + journal.match; }
  std::string operator()(const write::FinishAttempt& finish) const { return "finish " + finish.match; }
  std::string operator()(const write::ChangeStatus& change) const { return "status " + change.match; }
  std::string operator()(const write::AddChange& add) const { return "note " + add.change.text; }
  std::string operator()(const write::ForgetMatch& forget) const { return "forget " + forget.match; }
  std::string operator()(const write::RenameEntrant& rename) const { return "rename to " + rename.name; }
  std::string operator()(const write::RemoveMeta& remove) const { return "remove " + remove.key; }
  std::string operator()(const write::ReplaceRecord& replace) const { return "record " + replace.match; }
  std::string operator()(const write::ReplaceChanges&) const { return "changes"; }
  std::string operator()(const write::PutVersion& put) const {
    return "version " + std::to_string(put.version.number);
  }
  std::string operator()(const write::ForgetVersions& forget) const {
    return "forget versions of " + std::to_string(forget.entrant);
  }
  std::string operator()(const write::SignOfLife&) const { return "alive"; }
};

/// Passes commits through a gate on their way to a real store.
class StoreBehindGate final : public referee::Store {
 public:
  StoreBehindGate(const TournamentConfig& config, Gate& gate, std::string word)
      : store_(referee::open_store(config.store, referee::StoreAccess::exclusive)),
        gate_(gate),
        word_(std::move(word)) {}

  referee::StoreContent load() override { return store_->load(); }
  void apply(const std::vector<referee::StoreWrite>& writes) override {
    std::string text;
    for (const referee::StoreWrite& one : writes) {
      text += std::visit(Describe{}, one) + "; ";
    }
    if (text.find(word_) != std::string::npos) {
      gate_.pass(text);
    }
    store_->apply(writes);
  }
  std::string record(const std::string& match, int attempt) override {
    return store_->record(match, attempt);
  }
  void back_up(const referee::StoreUri& to) override { store_->back_up(to); }
  std::vector<std::string> damage() override { return store_->damage(); }
  void erase_deleted() override { store_->erase_deleted(); }
  std::unique_ptr<referee::JobPoster> job_poster() override { return store_->job_poster(); }

 private:
  std::unique_ptr<referee::Store> store_;
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
  return {name, "", std::nullopt, protocol::Sha256::hex_of("token of " + name)};
}

TournamentConfig tournament(const TempFolder& folder, Json json) {
  if (!json.contains("entrants") && !json.contains("registration")) {
    json["registration"] = "open";
    json["start"] = {{"when", "all"}};
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
  config.registration.open = false;
  config.game = &kSums;
  config.instances = referee::Instances(Json(), "instances", kSums, options);
  const auto game = kSums.make(options, {});
  config.options = game->options();
  config.seats = game->seats();
  config.format = referee::read_format(format, "format", {config.seats, config.instances.size()});
  for (const std::string& name : names) {
    config.entrants.push_back(dialling(name));
  }
  return config;
}

std::unique_ptr<referee::Store> gated_store(const TournamentConfig& config, Gate& gate, std::string word) {
  return std::make_unique<StoreBehindGate>(config, gate, std::move(word));
}

// ---- the fixture ----

TournamentFixture::TournamentFixture(TournamentConfig configured)
    : TournamentFixture(configured, referee::open_store(configured.store, referee::StoreAccess::exclusive)) {}

TournamentFixture::TournamentFixture(TournamentConfig configured, std::unique_ptr<referee::Store> store)
    : config_(std::move(configured)), running_(world_.tasks(), config_, std::move(store)) {}

/// Runs the loop until no task refers to the fixture any more.
TournamentFixture::~TournamentFixture() {
  try {
    if (running_.started() && !over()) {
      running_.runner().abort("the test is over");
      until([this] { return over(); });
    }
    parts().connections.close("the test is over");
    peers_.clear();
    world_.run_dry();
  } catch (const std::exception& failure) {
    ADD_FAILURE() << failure.what();
  }
}

Peer& TournamentFixture::dial(const std::string& name, Script script, const std::string& token) {
  auto pair = world_.loopback().make_pair();
  parts().connections.lobby().accept(pair.ours.release());
  auto& peers = peers_[name];
  peers.push_back(std::make_unique<Peer>(world_, std::move(pair.theirs)));
  protocol::Hello hello;
  hello.name = name;
  hello.token = token;
  hello.resume = resume_;
  hello.features = features_;
  peers.back()->send(line_of(hello));
  peers.back()->on_message([this, name, script = std::move(script)](Peer& peer, const Json& message) {
    received_[name].push_back(message);
    script(peer, message);
  });
  return *peers.back();
}

Peer& TournamentFixture::enter(const std::string& name, Script script) {
  const std::size_t before = received(name, "welcome").size();
  Peer& peer = dial(name, std::move(script), "token of " + name);
  until_received(name, "welcome", before + 1);
  return peer;
}

void TournamentFixture::leave(const std::string& name) {
  const auto entrant = parts().roster.entrant(name);
  peers_[name].back()->close();
  until([&] { return !parts().roster.here(entrant.value()); });
}

void TournamentFixture::start() { running_.start(); }

void TournamentFixture::start(const std::vector<std::pair<std::string, Script>>& bots) {
  start();
  for (const auto& [name, script] : bots) {
    enter(name, script);
  }
}

void TournamentFixture::until_round_is_over(int round) {
  until([&] { return tournament().ledger().rounds() == round && tournament().waiting(); });
}

void TournamentFixture::play() {
  start();
  until([this] { return over(); });
  running_.rethrow_failure();
  world_.poll();
}

void TournamentFixture::until_asked(const std::string& name) {
  until([&] { return !received_[name].empty() && received_[name].back()["type"] == "turn"; });
}

void TournamentFixture::move(const std::string& name, int digit) {
  peers_[name].back()->send(move_line(received(name, "turn").back(), digit));
}

void TournamentFixture::until_received(const std::string& name, std::string_view type, std::size_t times) {
  until([&] { return received(name, type).size() >= times; });
}

std::vector<Json> TournamentFixture::received(const std::string& name, std::string_view type) {
  std::vector<Json> some;
  for (const Json& message : received_[name]) {
    if (message.at("type") == type) {
      some.push_back(message);
    }
  }
  return some;
}

void TournamentFixture::until_told(const std::string& name, const std::string& reason) {
  until([&] { return waits_for(name) == reason; });
}

std::string TournamentFixture::waits_for(const std::string& name) {
  const auto waits = received(name, "wait");
  return waits.empty() ? "" : waits.back().at("reason").get<std::string>();
}

referee::ControlReply TournamentFixture::ask(const std::vector<std::string>& words) {
  referee::ControlReply reply;
  bool done = false;
  running_.ask(words, reply, done);
  until([&] { return done; });
  return reply;
}

// ---- its standings, records and store ----

Json TournamentFixture::standings() const {
  return Json::parse(read_file(config_.reports / "standings.json"));
}

Json TournamentFixture::standing(const std::string& name) const {
  const Json page = standings();
  for (const Json& row : page.at("standings")) {
    if (row.at("name") == name) {
      return row;
    }
  }
  return {};
}

std::vector<std::string> TournamentFixture::notes() const {
  const Json page = standings();
  std::vector<std::string> texts;
  for (const Json& note : page.at("notes")) {
    texts.push_back(note.at("text"));
  }
  return texts;
}

std::string TournamentFixture::record(const std::string& file) const {
  return read_file(config_.reports / "records" / file);
}

referee::Task<> TournamentFixture::read(referee::StoreWriter& store, std::string match, int attempt,
                                        std::string& record) {
  std::string text = co_await store.record(std::move(match), attempt);
  record = std::move(text);
}

std::string TournamentFixture::stored_record(const std::string& match, int attempt) {
  std::string record;
  world_.run(read(parts().store, match, attempt, record));
  return record;
}

referee::StoreContent TournamentFixture::stored() const {
  return referee::open_store(config_.store, referee::StoreAccess::read_only)->load();
}

}  // namespace test_support
