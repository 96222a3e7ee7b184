#include "tests/e2e/tournament_match.h"

#include <openssl/sha.h>

#include <array>
#include <csignal>
#include <stdexcept>
#include <utility>

namespace e2e {
namespace {

constexpr const char* kHexDigits = "0123456789abcdef";

/// Computed without the referee's code.
std::string sha256(const std::string& text) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  std::string hex;
  for (const unsigned char byte : digest) {
    hex += kHexDigits[byte >> 4];
    hex += kHexDigits[byte & 15];
  }
  return hex;
}

std::string play_until_bye(DialIn connection) {
  for (Json message = connection.next(); !message.is_null(); message = connection.next()) {
    if (message.at("type") == "turn") {
      connection.answer(message);
    } else if (message.at("type") == "bye") {
      return message.at("reason");
    }
  }
  return "no bye";
}

}  // namespace

std::string token_of(const std::string& name) { return "token-of-" + name; }

Json dialled(const std::string& name) { return {{"name", name}, {"token_sha256", sha256(token_of(name))}}; }

Json launched(const std::string& name, const std::vector<std::string>& command) {
  return {{"name", name}, {"command", command}};
}

Json all_dialled(const std::vector<std::string>& names) {
  Json entrants = Json::array();
  for (const std::string& name : names) {
    entrants.push_back(dialled(name));
  }
  return entrants;
}

std::string sample_bot(const std::string& name) {
  return (std::filesystem::path(kReferee).parent_path() / "sample_bots" / name).string();
}

std::vector<std::string> rude_bot(const std::string& name, const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {"/usr/bin/python3", "-BS", std::string(RUDE_BOTS) + "/" + name + ".py"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

void TournamentMatch::TearDown() {
  if (referee_ != nullptr && referee_->code() < 0) {
    referee_->signal(SIGKILL);  // so that the play_on() threads end, also after a failed test
  }
  playing_.clear();
  RefereeTest::TearDown();
}

Json TournamentMatch::walls(int rounds, const Json& entrants) {
  return {{"name", "Spring"},
          {"game", "walls"},
          {"options", {{"n", 3}}},
          {"clock", Json::parse(kPatientClock)},
          {"seed", 1},
          {"format", {{"kind", "swiss"}, {"rounds", rounds}, {"best_of", 2}}},
          {"entrants", entrants},
          {"listen", {{"host", "127.0.0.1"}, {"port", 0}}},
          {"store", "spring.db"},
          {"reports", "out"}};
}

void TournamentMatch::write_config(const Json& config) const {
  Json written = config;
#ifdef SANITIZED
  if (!config.contains("sandbox")) {
    written.update({{"sandbox", "none"}, {"as_root", true}});  // a sanitizer wants more memory than one gives
  }
#endif
  test_support::write_file(path("config.json"), written.dump(2));
}

Child& TournamentMatch::serve(const Json& config, const std::vector<std::string>& options) {
  write_config(config);
  return serve_again(options);
}

Child& TournamentMatch::serve_again(const std::vector<std::string>& options) {
  std::vector<std::string> words = {"serve", "config.json"};
  words.insert(words.end(), options.begin(), options.end());
  referee_ = &start(words);
  where_ = referee_->wait_for_line("listening on ");
  if (where_.empty()) {
    throw std::runtime_error("it does not listen: " + referee_->out() + referee_->err());
  }
  return *referee_;
}

DialIn TournamentMatch::join(const std::string& name, const Json& more) {
  DialIn connection = dial();
  Json hello = {{"token", token_of(name)}};
  hello.update(more);
  connection.hello(name, hello);
  welcome_ = connection.next();
  if (welcome_.is_null() || welcome_.at("type") != "welcome") {
    throw std::runtime_error(name + " is turned away: " + welcome_.dump());
  }
  return connection;
}

Json TournamentMatch::refusal(const std::string& name, const Json& more) const {
  DialIn connection = dial();
  connection.hello(name, more);
  Json error = connection.next();
  EXPECT_TRUE(connection.at_end()) << name;
  return error;
}

void TournamentMatch::play_on(DialIn connection) {
  playing_.push_back(std::async(std::launch::async, play_until_bye, std::move(connection)));
}

std::vector<std::string> TournamentMatch::byes() {
  std::vector<std::string> reasons;
  for (auto& one : std::exchange(playing_, {})) {
    reasons.push_back(one.get());
  }
  return reasons;
}

Child& TournamentMatch::polite(const std::string& name, const std::string& sample) {
  return spawn({sample_bot(sample), "--connect", address(), "--name", name, "--token-file", token_file(name),
                "--seed", "1"});
}

std::string TournamentMatch::token_file(const std::string& name) const {
  std::string file = path(name + ".token");
  test_support::write_file(file, token_of(name) + "\n");
  return file;
}

Child& TournamentMatch::ctl(const std::vector<std::string>& words) {
  std::vector<std::string> arguments = {"ctl", "--socket", "spring.db.ctl"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  return run(arguments);
}

void TournamentMatch::finish() {
  referee().wait();
  EXPECT_EQ(referee().code(), 0) << referee().out() << referee().err();
  EXPECT_EQ(standings().at("finished"), true);
  for (const std::string& reason : byes()) {
    EXPECT_EQ(reason, "the tournament is over");
  }
}

Json TournamentMatch::standings() const {
  return Json::parse(test_support::read_file(folder() / "out" / "standings.json"));
}

Json TournamentMatch::row(const std::string& name) const {
  const Json page = standings();
  for (const Json& one : page.at("standings")) {
    if (one.at("name") == name) {
      return one;
    }
  }
  throw std::runtime_error(name + " is not in the standings");
}

std::vector<std::string> TournamentMatch::notes() const {
  const Json page = standings();
  std::vector<std::string> texts;
  for (const Json& note : page.at("notes")) {
    texts.push_back(note.at("text"));
  }
  return texts;
}

void TournamentMatch::expect_no_faults(const std::vector<std::string>& names) const {
  for (const std::string& name : names) {
    const Json found = row(name);
    EXPECT_EQ(found.at("faults"), 0) << found;
    EXPECT_EQ(found.at("faults_by_kind"), Json::object()) << found;
  }
}

bool TournamentMatch::has_record(const std::string& match) const {
  return std::filesystem::exists(folder() / "out" / "records" / (match + ".jsonl"));
}

Record TournamentMatch::record_of(const std::string& match) const {
  return Record(folder() / "out" / "records" / (match + ".jsonl"));
}

std::size_t TournamentMatch::seat_in(const Record& record, const std::string& name) {
  const Json& players = record.header().at("players");
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    if (players[seat] == name) {
      return seat;
    }
  }
  throw std::runtime_error(name + " does not play in " + record.header().at("match").dump());
}

}  // namespace e2e
