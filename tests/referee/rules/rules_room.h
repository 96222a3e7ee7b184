#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "referee/rules/rules_entry.h"
#include "tests/support/temp_folder.h"

namespace referee::rules {

/// The text of a program of tests/referee/rules/programs/.
inline std::string program_text(const std::string& name) {
  return test_support::read_file(std::filesystem::path(PROGRAMS) / name);
}

/// A game.json with what must be there.
inline Json game_json(const std::string& name) {
  return {{"rules_program", 1},      {"name", name}, {"version", 1}, {"command", {"python3", "rules.py"}},
          {"files", {"../loop.py"}}, {"seats", 2}};
}

/// A folder of rules beside loop.py, which its programs import.
class GameFolder {
 public:
  GameFolder(const Json& game, const std::string& program) {
    test_support::write_file(parent_ / "loop.py", program_text("loop.py"));
    std::filesystem::create_directory(path());
    test_support::write_file(path() / "game.json", game.dump());
    test_support::write_file(path() / "rules.py", program);
  }

  std::filesystem::path path() const { return parent_ / "game"; }
  std::filesystem::path parent() const { return parent_.path(); }

 private:
  test_support::TempFolder parent_;
};

inline GameFolder sticks_folder(const Json& more = Json::object()) {
  Json game = game_json("sticks");
  game["options"] = {{"sticks", {{"type", "integer"}, {"minimum", 1}, {"maximum", 1000}, {"default", 7}}}};
  game.update(more);
  return {game, program_text("sticks.py")};
}

inline GameFolder cards_folder() {
  Json game = game_json("cards");
  game["seats"] = "players";
  game["at_once"] = true;
  game["hidden"] = true;
  game["options"] = {{"players", {{"type", "integer"}, {"minimum", 2}, {"maximum", 4}, {"default", 2}}}};
  return {game, program_text("cards.py")};
}

/// A folder of rules, hosted on a thread of its own.
class RulesRoom {
 public:
  explicit RulesRoom(const std::filesystem::path& folder)
      : thread_(std::make_shared<RulesThread>(SandboxLevel::basic)), entry_(host_rules(thread_, folder)) {}
  explicit RulesRoom(const GameFolder& folder) : RulesRoom(folder.path()) {}
  ~RulesRoom() { thread_->stop(); }

  const RulesEntry& entry() const { return entry_; }
  const std::shared_ptr<RulesThread>& thread() const { return thread_; }
  std::unique_ptr<engines::Game> make(const Json& options = Json::object(),
                                      const engines::Seed& seed = {}) const {
    return entry_.make(options, seed);
  }

 private:
  std::shared_ptr<RulesThread> thread_;
  RulesEntry entry_;
};

/// One seat moves, and the step is played: its events.
inline Json play(engines::Game& game, const Json& move,
                 engines::Microseconds spent = engines::Microseconds{0}) {
  const engines::Seat seat = game.to_move().front();
  (void)game.submit(seat, move);
  game.settle(seat, spent, false);
  return game.step();
}

}  // namespace referee::rules
