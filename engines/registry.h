#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engines/game.h"

namespace engines {

/// An option whose value is large and is kept in files: a map or a maze. A config or a command line may have
/// the name of a file in place of the value; the games themselves read no files.
struct FileOption {
  enum class Content {
    json,  ///< the value as JSON
    lines  ///< a list of strings, one a line
  };
  std::string_view key;  ///< "map"
  Content content = Content::json;
};

/// What is known of a game before it is played, for given options.
struct Facts {
  Json options;                   ///< complete: defaults included
  std::size_t seats = 0;          ///< from 1
  std::size_t max_turns = 0;      ///< a bound on steps
  std::size_t asked = 0;          ///< how many seats are asked first, and at most if the rules are a program
  bool hidden = false;            ///< whether seats may see different views
  std::size_t typical_turns = 0;  ///< of a game that tells it: how many a game usually has; else 0
};

/// Runs a function later, on the thread of an event loop. It may be called on any thread.
using Poster = std::function<void(std::function<void()>)>;

/// One game that can be played: one of ours, or a folder with a program that knows the rules.
class Entry {
 public:
  virtual ~Entry() = default;
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  std::string_view name;   ///< as in configs, in records and on the command line
  int version = 1;         ///< "walls/1" in records
  std::string_view clock;  ///< the game's own clock, JSON text of a clock specification
  std::optional<FileOption> file_option;
  /// The list in Game::outcome(), a number by seat, that decides a match whose scores are only points for it:
  /// "bricks". Empty: the scores are all that there is.
  std::string_view decided_by;
  /// Who scores most over many games is best, whoever wins the single one: standings show the mean score, and
  /// round robins are by default ranked by it.
  bool ranks_by_score = false;
  std::string_view title;  ///< what people read in place of the name; empty: the name

  /// Makes a game at its start. `options`: an object; missing keys take their defaults. Waits for rules that
  /// run elsewhere, now and in each step. Throws fields::Exception, with key paths below "options", if they
  /// are not valid, and RulesFailure.
  virtual std::unique_ptr<Game> make(const Json& options, const Seed& seed) const = 0;
  /// Makes a game that never waits, for the thread of `poster`: see Game::pending().
  virtual std::unique_ptr<Game> begin(const Json& options, const Seed& seed, const Poster& poster) const;
  /// Throws as make() does. Never waits for rules that run elsewhere.
  virtual Facts facts(const Json& options) const;
  /// The SHA-256 of the folder of rules that are a program, 64 hex digits; empty for our own games.
  virtual std::string rules_sha256() const { return {}; }
  /// The folder of rules that are a program, absolute; empty for our own games.
  virtual std::string folder() const { return {}; }
  /// Whether matches go turn by turn, by rules that the referee asks. If not, a program plays whole matches
  /// by itself (protocol/MATCH_PROGRAM.md): a game of make() is over from the beginning, and knows no scores.
  virtual bool has_turns() const { return true; }

 protected:
  Entry(std::string_view named, int of_version, std::string_view with_clock)
      : name(named), version(of_version), clock(with_clock) {}
};

/// The entry of each game. That of Walls is `host<Walls>()` (engines/hosted.h), in engines/walls/walls.cpp.
#define GAME(name) const Entry& name##_entry();
#include "engines/games.def"
#undef GAME

/// Our own games, in the order of engines/games.def.
std::span<const std::reference_wrapper<const Entry>> games();
/// The game of that name: one of ours, or the first of that name that add_game() has added; nullptr if there
/// is none.
const Entry* find_game(std::string_view name);
/// The game that add_game() has added with that Entry::rules_sha256(); nullptr if there is none.
const Entry* find_rules(std::string_view rules_sha256);
/// Adds a game until the program ends. Any thread may call it. Games of one name may be added that differ in
/// their rules_sha256(). Throws std::invalid_argument if one of ours has its name, or if it was added
/// already.
const Entry& add_game(std::unique_ptr<Entry> entry);

}  // namespace engines
