#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "protocol/fields.h"
#include "referee/base/secrets.h"

namespace referee {

/// The seeds that files may name.
inline constexpr fields::Range kSeedRange{0, static_cast<std::int64_t>(kMaxSeed)};

/// What a match is played on: the game's options with an overlay, and perhaps a seed of its own.
struct Instance {
  nlohmann::json options;             ///< complete
  std::optional<std::uint64_t> seed;  ///< named in the config: the same in every match that plays it
  std::string name;                   ///< of its map or maze, as the config names it; may be empty
  std::size_t entry = 0;              ///< of the list, from 0: seeds of one entry share it
};

/// "instances = list of option overlays and seeds": {"map":"spiral"}, {"seeds":"1-100"}, {"seed":7}, and both
/// together. Without the key there is one: the tournament's options.
class Instances {
 public:
  Instances() = default;
  /// `json`: the list; `options`: the general ones. Throws fields::Exception below `path`.
  Instances(const nlohmann::json& json, const std::string& path, const engines::Entry& game,
            const nlohmann::json& options);

  std::size_t size() const { return all_.size(); }
  const Instance& at(std::size_t index) const { return all_[index]; }
  /// The largest seed that none of them names.
  std::uint64_t unnamed_seed() const;
  /// The instance of game `game_no` of an encounter in `round`, both from 1; `group` games in a row (the two
  /// of a seat swap) share one. All tables of a round play the same.
  std::size_t index_of(int round, int game_no, int best_of, int group) const;
  /// By instance, for people: "spiral, seed 7"; its number if it has neither name nor seed.
  std::vector<std::string> labels() const;
  /// Complete, for the frozen part.
  nlohmann::json json() const;
  /// Reads what json() has written. Throws nlohmann's exceptions for other JSON.
  static Instances of_frozen(const nlohmann::json& json);

 private:
  std::vector<Instance> all_;
};

/// What a bot is tried on before it plays, with a seed: `json` is an entry of "instances" with at most one
/// seed, null: the game's defaults. What it shows is told to the bot's author, so that by default it has
/// nothing of the tournament's own options, and a seed that no instance names. Throws fields::Exception at or
/// below `path`.
Instance read_trial(const nlohmann::json& json, const std::string& path, const engines::Entry& game,
                    const nlohmann::json& options, const Instances& played);

}  // namespace referee
