#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "referee/prepare/build.h"
#include "referee/prepare/trial.h"
#include "referee/process/inside/sandbox_spec.h"

namespace referee::prepare {

/// A hand-in that is to be made ready to play. Its JSON is what `referee prepare` reads, and what a worker
/// gets.
struct Order {
  std::filesystem::path submission;  ///< a folder, an archive, or the bot's only file
  /// If one of the files in the folder is an archive, it is unpacked, and the others are laid beside what was
  /// in it, or into its only folder.
  bool opens_archive = false;
  /// Files and folders in the folder that are not copied: those of others. Paths are absolute.
  std::vector<std::filesystem::path> others = {};
  /// A new folder for the built bot. REQUIRES: it does not exist, its parent does.
  std::filesystem::path destination = {};
  std::optional<Build> build = {};        ///< nothing: what the start table says
  std::vector<std::string> command = {};  ///< starts the bot in its folder; empty: what the start table says
  const Adapter* adapter = nullptr;       ///< the convention of `as`; may be null
  Stdio stdio = Stdio::tcp;               ///< REQUIRES: tcp with an adapter
  std::int64_t memory_mib = Confinement::kMemoryMib;  ///< of the bot when it is tried
  /// Nothing: the hand-in is laid out and built in its destination, and no bot is looked for or tried.
  std::optional<TrialTerms> trial = {};
  SandboxLevel sandbox = SandboxLevel::none;  ///< the least; filled in by who carries the order out
  bool as_root = false;                       ///< launched programs may run as root; filled in likewise

  nlohmann::json json() const;
  /// Throws fields::Exception for what is no order, and std::invalid_argument for a game or a convention that
  /// this program does not have.
  static Order read(const nlohmann::json& json);
};

}  // namespace referee::prepare
