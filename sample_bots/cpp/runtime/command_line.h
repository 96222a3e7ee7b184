#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bots {

/// Where a referee listens.
struct Address {
  std::string host;
  std::string port;
};

/// Which certificate of a referee is right. Neither: one that the system trusts, for the referee's host.
struct TlsTrust {
  std::string ca;   ///< a file of certificates to trust in place of the system's
  std::string pin;  ///< the SHA-256 of the certificate, 64 lower-case hex digits
};

/// An option of one program that takes a whole number: `--nodes N`.
struct NumberOption {
  std::string name;  ///< with its dashes
  std::string help;
  std::int64_t min = 0;
  std::int64_t max = 0;
  std::int64_t fallback = 0;
};

/// An option of one program without a value: `--no-body`.
struct FlagOption {
  std::string name;  ///< with its dashes
  std::string help;
};

/// What --help says about a program.
struct About {
  std::string program;
  std::string text;
  std::vector<NumberOption> options = {};
  std::vector<FlagOption> flags = {};
};

/// The settings from the command line and the environment.
struct Settings {
  std::string program;
  std::vector<Address>
      addresses;  ///< of referees: one plays, others may stand by; empty: play over stdin and stdout
  std::optional<TlsTrust> tls;  ///< nothing: without TLS
  std::string name;
  std::string token;                            ///< empty: none yet
  std::string token_file;                       ///< where to write an issued token; empty: nowhere
  std::string registration_code;                ///< of the class, for a new name; empty: none
  std::optional<std::uint64_t> seed;            ///< of the bot's own randomness; nothing: drawn
  std::map<std::string, std::int64_t> numbers;  ///< every NumberOption by name
  std::set<std::string> flags;                  ///< each FlagOption that was given, by name

  /// For what is drawn without a match: the seed that was given, or a new one.
  std::uint64_t seed_or_new() const;
  /// For the player at a seat of one match, from the seed that was given, the match's name and the seat; a
  /// new one if none was given. What a bot draws depends neither on the matches that its process has played
  /// before nor on how often `referee match` was started: of "walls-12g3" only "g3" counts. A game of a
  /// rubric
  /// ("2.1") draws as the first of `referee match` ("g1"), by which it is played again.
  std::uint64_t seed_of_match(std::string_view match, std::int64_t seat) const;
};

/// A mistake on the command line.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What --help prints.
std::string usage(const About& about);
/// Reads the words behind the program's name. Nothing if --help is among them. Throws UsageError. Otherwise
/// as settings_or_exit().
std::optional<Settings> read_settings(const About& about, const std::vector<std::string>& words);

/// Reads the command line, REFEREE_ADDR, REFEREE_NAME, REFEREE_TOKEN, REFEREE_REGISTRATION_CODE and the files
/// of the token and of the code. --help ends the
/// process with 0, a mistake with one clear message and 2.
Settings settings_or_exit(const About& about, int argc, const char* const* argv);

}  // namespace bots
