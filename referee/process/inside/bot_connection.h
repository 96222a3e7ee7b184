#pragma once

#include <cstddef>
#include <string>

namespace referee {

/// The word after which a program of ours connects a match program with a bot: first_step().
inline constexpr const char* kConnectWord = "connect";

/// What a match program and the referee say of one run of a bot, on a SOCK_SEQPACKET socket.
struct BotConnection {
  static constexpr const char* kInput = "input";    ///< with a descriptor: the bot's standard input
  static constexpr const char* kOutput = "output";  ///< with a descriptor: the bot's standard output
  static constexpr const char* kEnded = "ended ";   ///< an exit code follows: the run is over
  static constexpr const char* kClosed = "closed";  ///< by the match program: the bot has no more input

  // Exit codes of the command that starts a bot.
  static constexpr int kSuccess = 0;
  static constexpr int kFailure = 1;           ///< of the bot, or nobody is there
  static constexpr int kMachineFails = 126;    ///< the machine is why the bot cannot be started
  static constexpr int kProgramMissing = 127;  ///< the bot's own program is why

  /// The socket of the command `command`.
  static std::string socket_of(const std::string& command) { return command + ".socket"; }
};

/// The whole life of a command that starts a bot, inside the sandbox of a match program: connects to
/// socket_of(command), hands on what the match program and the bot say, and returns the exit code.
int connect_bot(const std::string& command);

}  // namespace referee
