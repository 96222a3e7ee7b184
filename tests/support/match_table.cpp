#include "tests/support/match_table.h"

#include <sstream>
#include <utility>

#include "referee/net/session.h"

namespace test_support {

using referee::CloseReason;
using referee::Player;
using referee::Session;

MatchTable::MatchTable(const engines::Entry& game, Json options) {
  spec.id = "m1";
  spec.game = &game;
  spec.options = std::move(options);
  spec.seed = {7, "5a17"};
  set_clock(R"({"kind":"per_move","ms":600000,"silence_ms":600000})");
}

void MatchTable::set_clock(const char* json) {
  spec.clock = referee::ClockSpec::read(Json::parse(json), "clock");
}

Peer::OnMessage MatchTable::listening(std::size_t seat, Script script) {
  return [this, seat, script = std::move(script)](Peer& peer, const Json& message) {
    received_[seat].push_back(message);
    script(peer, message);
  };
}

std::unique_ptr<Peer> MatchTable::connect(std::size_t seat, Script script, bool resume) {
  auto pair = world_.loopback().make_pair();
  protocol::Hello hello;
  hello.resume = resume;
  players_[seat]->attach(Session::open(world_.tasks(), pair.ours.release(), *players_[seat]), hello);
  auto peer = std::make_unique<Peer>(world_, std::move(pair.theirs));
  peer->on_message(listening(seat, std::move(script)));
  return peer;
}

void MatchTable::seat(Script script, Origin origin) {
  seat_nobody(origin);
  peers_.back() = connect(players_.size() - 1, std::move(script), false);
}

void MatchTable::seat_resuming(Script script, Origin origin) {
  seat_nobody(origin);
  peers_.back() = connect(players_.size() - 1, std::move(script), true);
}

void MatchTable::seat_nobody(Origin origin) {
  players_.push_back(
      std::make_shared<Player>(world_.tasks().clock(), "bot" + std::to_string(players_.size()), origin));
  received_.emplace_back();
  peers_.emplace_back();
}

Peer& MatchTable::reconnect(std::size_t seat, Script script, bool resume) {
  auto peer = connect(seat, std::move(script), resume);
  old_peers_.push_back(std::exchange(peers_[seat], std::move(peer)));
  return *peers_[seat];
}

referee::Task<> MatchTable::run(referee::Match& match, std::optional<referee::MatchResult>& result) {
  referee::MatchResult played = co_await match.play();
  result = std::move(played);
}

void MatchTable::start() {
  if (match_ == nullptr) {
    match_ = std::make_unique<referee::Match>(world_.tasks(), spec, players_, observers);
    world_.run(match_->open(saved ? &*saved : nullptr));
    world_.tasks().start("match", run(*match_, result_));
  }
}

void MatchTable::play_until(const std::function<bool()>& condition) {
  start();
  world_.until(condition);
}

const referee::MatchResult& MatchTable::play() {
  play_until([this] { return result_.has_value(); });
  match_->tell_end(*result_);
  for (const auto& player : players_) {
    player->dismiss("done");
  }
  for (const auto& peer : peers_) {
    world_.until([&] { return peer == nullptr || peer->at_end(); });
  }
  return *result_;
}

std::vector<Json> MatchTable::received(std::size_t seat, std::string_view type) const {
  std::vector<Json> some;
  for (const Json& message : received_[seat]) {
    if (message.at("type") == type) {
      some.push_back(message);
    }
  }
  return some;
}

std::vector<Json> MatchTable::record() const {
  std::vector<Json> parsed;
  std::istringstream text(result_->record);
  for (std::string line; std::getline(text, line);) {
    parsed.push_back(Json::parse(line));
  }
  return parsed;
}

Json MatchTable::answer(std::size_t turn, std::size_t seat) const {
  const std::vector<Json> all = record();
  for (const Json& answer : all.at(turn + 1).at("answers")) {
    if (answer.at("seat") == seat) {
      return answer;
    }
  }
  return {};
}

std::string MatchTable::verdict(std::size_t turn, std::size_t seat) const {
  return answer(turn, seat)["verdict"];
}

std::string move_line(const Json& turn, const Json& move) {
  return Json{{"type", "move"}, {"match", turn.at("match")}, {"turn", turn.at("turn")}, {"move", move}}
      .dump();
}

MatchTable::Script always(const Json& move) {
  return [move](Peer& peer, const Json& message) {
    if (message.at("type") == "turn") {
      peer.send(move_line(message, move));
    }
  };
}

MatchTable::Script silent() {
  return [](Peer&, const Json&) {};
}

MatchTable::Script lines(std::vector<std::string> by_turn) {
  return [by_turn = std::move(by_turn)](Peer& peer, const Json& message) {
    if (message.at("type") != "turn") {
      return;
    }
    const auto turn = message.at("turn").get<std::size_t>();
    std::string line = by_turn[std::min(turn, by_turn.size() - 1)];
    if (line.starts_with('%')) {
      line = R"({"type":"move","match":"m1","turn":)" + std::to_string(turn) + R"(,"move":)" + line.substr(1);
    }
    if (!line.empty()) {
      peer.send(line);
    }
  };
}

}  // namespace test_support
