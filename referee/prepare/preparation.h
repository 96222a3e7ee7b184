#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/launcher.h"
#include "referee/net/tasks.h"
#include "referee/prepare/build.h"
#include "referee/prepare/trial.h"
#include "referee/process/sandbox.h"

namespace referee::prepare {

/// A hand-in that is to be made ready to play.
struct PreparationOrder {
  std::filesystem::path submission;  ///< a folder, an archive, or the bot's only file
  std::filesystem::path
      destination;  ///< a new folder for the built bot. REQUIRES: it does not exist, its parent does
  std::optional<Build> build;        ///< nothing: what the start table says
  std::vector<std::string> command;  ///< starts the bot in its folder; empty: what the start table says
  const Adapter* adapter = nullptr;  ///< the convention of `as`; may be null
  Stdio stdio = Stdio::tcp;          ///< REQUIRES: tcp with an adapter
  std::int64_t memory_mib = Confinement::kMemoryMib;  ///< of the bot when it is tried
  TrialTerms trial;
};

/// How far a hand-in came.
enum class Stage : std::uint8_t {
  unpack,  ///< it cannot be unpacked or copied, or lacks files that the build demands
  start,   ///< nothing in it is known to be a program
  build,   ///< it does not build
  trial,   ///< it does not start, or does not answer its first turn
  ready    ///< it plays
};

/// "unpack", "start", "build", "trial", "ready".
std::string_view name_of(Stage stage);
std::optional<Stage> stage_named(std::string_view name);

/// What became of a hand-in.
struct Prepared {
  Stage stage = Stage::unpack;  ///< the one that failed, or ready
  std::string problem;          ///< a sentence for its author; empty if it is ready
  std::string
      output;  ///< the end of what the build printed; of a bot that fails its trial: its standard error
  std::vector<std::string> command;   ///< starts it in `destination`, with paths from there
  std::vector<std::string> left_out;  ///< files that were not copied, for people
  double build_seconds = 0;
  std::optional<double> turn_ms;  ///< what the first answer was charged
};

/// The loop, the launcher and the sandbox in which hand-ins are built and tried.
struct PreparationRoom {
  Tasks& tasks;
  Launcher& launcher;
  std::shared_ptr<const Sandbox> sandbox;
};

/// Copies or unpacks a hand-in, builds it, finds out how it is started, puts it into its destination, and
/// tries it there. If it is not ready, there is no destination afterwards. Failures of the hand-in are in
/// what it returns. Throws std::system_error, LaunchError or std::runtime_error if the machine fails.
Task<Prepared> prepare(PreparationRoom room, PreparationOrder order);

/// The bot that `command` starts in `folder`, confined to it.
BotCommand bot_in(const std::filesystem::path& folder, const std::vector<std::string>& command,
                  const PreparationOrder& order);

}  // namespace referee::prepare
