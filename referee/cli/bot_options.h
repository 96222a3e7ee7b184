#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/CLI.hpp>

#include "engines/registry.h"
#include "referee/command/open_sandbox.h"
#include "referee/command/shell_words.h"
#include "referee/command/trace_file.h"
#include "referee/match/match_job.h"
#include "referee/process/sandbox.h"

namespace referee {

/// The command of the one bot that check-bot, score, ask and join start, in whichever form it was typed:
/// `--bot "python3 bot.py"`, `-- python3 bot.py` or, where no word of it begins with a dash, as the last
/// arguments.
class BotArgument {
 public:
  /// Adds --bot and COMMAND to `command`, behind its other arguments.
  void add_to(CLI::App& command);
  /// Whether it was typed as --bot or behind "--": then arguments() are none of it.
  bool is_apart() const { return bot_.has_value(); }
  /// The arguments in the place of its words.
  const std::vector<std::string>& arguments() const { return words_; }
  /// Its words: at least one. Throws std::invalid_argument if there are none, or if it is apart and there are
  /// arguments.
  std::vector<std::string> words() const;

 private:
  std::optional<std::string> bot_;
  std::vector<std::string> words_;
};

/// The words of a command line, where `command` has --bot and a command stands behind the first "--", with
/// that command as a --bot, so that all forms of a bot are read in one way. `words`: with the name of the
/// command.
std::vector<std::string> with_bot_as_option(const CLI::App& command, std::vector<std::string> words);

/// Adds --stdio, for commands that launch bots: "tcp" or "pipe". `name` must outlive the parsing and has the
/// fallback.
CLI::Option* add_stdio_option(CLI::App& command, std::string& name);

/// Adds --as, for commands that start bots. `name` must outlive the parsing and has the fallback.
void add_adapter_option(CLI::App& command, std::string& name);

/// Adds --trace. `trace` must outlive the parsing. `more`: what the help says behind its usual words; empty,
/// or a sentence that begins with a space.
void add_trace_option(CLI::App& command, TraceFile& trace, const std::string& more = "");

/// Adds --as-root, for commands that launch bots. `as_root` must outlive the parsing.
void add_as_root_flag(CLI::App& command, bool& as_root);

/// Adds --memory-mib, for commands that launch bots. `mib` must outlive the parsing and has the fallback.
void add_memory_option(CLI::App& command, std::int64_t& mib);

/// --sandbox, --readable, --as-root and --memory-mib, for commands that launch bots.
class SandboxArgument {
 public:
  void add_to(CLI::App& command);

  /// Opens the sandbox that these options ask for, and prints what it has found. Throws WeakSandbox: see
  /// open_sandbox().
  std::shared_ptr<const Sandbox> open(Confines confines) const;
  /// Opens it for matches of `game` between `seats`, where `tried_by` counts if bots take turns.
  std::shared_ptr<const Sandbox> open(const engines::Entry& game, const std::vector<SeatSpec>& seats,
                                      TriedBy tried_by) const;
  /// The confinement of a bot with this command, and this adapter or none: its folder by default; it cannot
  /// read `hidden`.
  Confinement confinement(const Adapter* adapter, const std::vector<std::string>& argv,
                          std::vector<std::filesystem::path> hidden) const;

 private:
  std::string level_ = name_of(kUsualSandbox);
  std::vector<std::string> readable_;
  bool as_root_ = false;
  std::int64_t memory_mib_ = Confinement::kMemoryMib;
};

/// Something, if one of the bots has a confinement.
Confines confines_of(const std::vector<SeatSpec>& seats);

/// The entrant of a --bot argument: a command, which `adapter` plays for unless it is null, or sample:NAME
/// for a sample bot beside this program, or game:NAME for a bot of the folder of `game`. Where the name of an
/// entrant and "=" stand before it, that is the name, and may not be taken; else the name is that of the
/// program, or of the script that an interpreter is given, made unique among `taken`. It is added to `taken`.
/// Throws std::invalid_argument.
SeatSpec read_bot_argument(const std::string& argument, const Adapter* adapter, std::set<std::string>& taken,
                           const engines::Entry* game = nullptr);
/// Several at once, whose names tell different programs apart.
std::vector<SeatSpec> read_bot_arguments(const std::vector<std::string>& arguments, const Adapter* adapter,
                                         std::set<std::string>& taken, const engines::Entry* game = nullptr);
/// Whether such an argument means a sample bot.
bool names_sample_bot(const std::string& argument);

}  // namespace referee
