#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/match/match_job.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/queue/queued_rules.h"

namespace referee::queue {

/// A word of a bot's command, as it is on every machine.
struct QueuedWord {
  enum class Kind : std::uint8_t {
    text,   ///< a word that is the same on every machine
    file,   ///< the path of a file in the bot's folder
    sample  ///< the name of a sample bot
  };
  Kind kind = Kind::text;
  std::string text;
};

/// A bot that is launched, without anything of the machine on which it was configured.
struct QueuedBot {
  std::vector<QueuedWord> words;  ///< the program and its arguments
  std::string adapter;            ///< its name; "": none
  Stdio stdio = Stdio::tcp;
  std::string bundle;  ///< SHA-256 of its folder; "": it has none
  std::int64_t memory_mib = Confinement::kMemoryMib;
};

/// One attempt of a match, with all that a worker has to know of it. It holds the seed, which is secret.
struct QueuedMatch {
  struct Seat {
    std::string name;
    std::optional<QueuedBot> bot = std::nullopt;  ///< nothing: the entrant is absent
  };
  MatchSpec spec;
  std::vector<Seat> seats;
  QueuedRules rules = {};

  nlohmann::json json() const;
  /// Throws fields::Exception, nlohmann's exceptions and std::invalid_argument for what no referee has
  /// posted, or a game or a convention that this program does not have. REQUIRES: open_rules_of(json).
  static QueuedMatch read(const nlohmann::json& json);
};

/// `bundle`: the SHA-256 of the bundle of the bot's folder; it is asked if the bot has one.
QueuedBot queued(const BotCommand& bot, const std::function<std::string()>& bundle);
/// The command that starts a queued bot on this machine. `folder`: where its bundle was unpacked. Throws
/// std::invalid_argument for a sample bot that is not here.
BotCommand unqueued(const QueuedBot& bot, const std::filesystem::path& folder);

}  // namespace referee::queue
