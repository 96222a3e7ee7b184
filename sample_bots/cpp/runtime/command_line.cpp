#include "sample_bots/cpp/runtime/command_line.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "protocol/messages.h"

namespace bots {
namespace {

// FNV-1a, of 64 bits.
constexpr std::uint64_t kFnvBasis = 0xcbf29ce484222325;
constexpr std::uint64_t kFnvPrime = 0x100000001b3;

/// "g3" of "walls-12g3", as `referee match` names the games of its runs. "g1" for a game of a rubric, such as
/// "2.1", which `referee match` plays again as its first. Else the whole name, as "r1t2g1".
std::string_view within_its_run(std::string_view match) {
  if (match.find_first_not_of("0123456789.") == match.npos) {
    return "g1";
  }
  const std::size_t number = match.rfind('-');
  const std::size_t game = match.find_first_not_of("0123456789", number == match.npos ? 0 : number + 1);
  const bool is_of_run =
      number != match.npos && game != match.npos && game > number + 1 && match[game] == 'g';
  return is_of_run ? match.substr(game) : match;
}

/// The first column of --help.
std::string padded(const std::string& head) {
  return head + std::string(head.size() < 24 ? 24 - head.size() : 1, ' ');
}

std::string environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

template <class Int>
Int number(std::string_view option, std::string_view text, Int min, Int max) {
  Int value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < min || value > max) {
    throw UsageError(std::string(option) + ": got '" + std::string(text) +
                     "', expected a whole number from " + std::to_string(min) + " to " + std::to_string(max));
  }
  return value;
}

/// "host:port" or "[::1]:port".
Address address_of(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) {
    throw UsageError("--connect: got '" + text + "', expected HOST:PORT");
  }
  std::string host = text.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  number<int>("--connect, port", text.substr(colon + 1), 1, 65535);
  return {host, text.substr(colon + 1)};
}

/// Reads one or more addresses with commas between.
std::vector<Address> addresses_of(const std::string& text) {
  std::vector<Address> all;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    all.push_back(address_of(word));
  }
  return all;
}

/// The registration code; the file has to be there.
std::string code_in(const std::string& file) {
  std::ifstream in(file);
  std::string code;
  if (!(in >> code)) {
    throw UsageError("--code-file: got '" + file + "', expected a file with the registration code");
  }
  return code;
}

/// The token in the file; nothing if the file does not exist, because the referee has issued no token yet.
std::string token_in(const std::string& file) {
  std::ifstream in(file);
  std::string token;
  in >> token;
  return token;
}

/// 64 lower-case hex digits, without the colons with which programs show a SHA-256.
std::string fingerprint_of(const std::string& text) {
  std::string digits;
  for (const char c : text) {
    if (c != ':') {
      digits.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    }
  }
  if (digits.size() != 64 || digits.find_first_not_of("0123456789abcdef") != std::string::npos) {
    throw UsageError("--pin: got '" + text + "', expected 64 hex digits");
  }
  return digits;
}

void read_option(const About& about, const std::string& option, const std::string& value,
                 std::string& connect, Settings& settings) {
  if (option == "--connect") {
    connect = value;
  } else if (option == "--name") {
    settings.name = value;
  } else if (option == "--token-file") {
    settings.token_file = value;
  } else if (option == "--code-file") {
    settings.registration_code = code_in(value);
  } else if (option == "--ca" || option == "--pin") {
    if (!settings.tls) {
      throw UsageError(option + " needs --tls in front of it");
    }
    (option == "--ca" ? settings.tls->ca : settings.tls->pin) =
        option == "--ca" ? value : fingerprint_of(value);
  } else if (option == "--seed") {
    settings.seed = number<std::uint64_t>(option, value, 0, UINT64_MAX);
  } else {
    for (const NumberOption& known : about.options) {
      if (option == known.name) {
        settings.numbers[option] = number(option, value, known.min, known.max);
        return;
      }
    }
    throw UsageError("unknown option '" + option + "'");
  }
}

/// Reads and checks the settings that only TCP needs.
void complete(const std::string& connect, Settings& settings) {
  if (connect.empty()) {
    if (!settings.name.empty() || !settings.token_file.empty() || !settings.registration_code.empty() ||
        settings.tls) {
      throw UsageError("--name, --token-file, --code-file and --tls need --connect HOST:PORT");
    }
    return;
  }
  settings.addresses = addresses_of(connect);
  if (settings.name.empty()) {
    settings.name = environment("REFEREE_NAME");
  }
  if (!protocol::is_valid_name(settings.name)) {
    throw UsageError("--name: got '" + settings.name +
                     "', expected a letter or digit and then at most 31 letters, digits, '.', '_' or '-'");
  }
  if (!settings.token_file.empty()) {
    settings.token = token_in(settings.token_file);
  }
  if (settings.token.empty()) {
    settings.token = environment("REFEREE_TOKEN");
  }
  if (settings.registration_code.empty()) {
    settings.registration_code = environment("REFEREE_REGISTRATION_CODE");
  }
}

}  // namespace

std::string usage(const About& about) {
  std::string text =
      "Usage: " + about.program + " [OPTION]...\n\n" + about.text +
      "\n\nWithout --connect it speaks the protocol over stdin and stdout.\n\n"
      "  --connect HOST:PORT   dial in to a referee (or REFEREE_ADDR); several with commas\n"
      "                        between, where others stand by for it\n"
      "  --name NAME           the bot's name there (or REFEREE_NAME)\n"
      "  --token-file FILE     holds the bot's token (or REFEREE_TOKEN); a file that does not\n"
      "                        exist yet receives the token that the referee issues\n"
      "  --code-file FILE      holds the class's registration code (or\n"
      "                        REFEREE_REGISTRATION_CODE), where new names need one\n"
      "  --tls                 speak TLS; the certificate has to be one that this system trusts\n"
      "  --ca FILE             with --tls: or one of this file\n"
      "  --pin SHA256          with --tls: the one with this SHA-256, whatever name it has\n"
      "  --seed N              makes the bot's own randomness repeatable, game by game: another\n"
      "                        in each game and at each seat\n";
  for (const NumberOption& option : about.options) {
    text += padded("  " + option.name + " N") + option.help + " (default " + std::to_string(option.fallback) +
            ")\n";
  }
  for (const FlagOption& flag : about.flags) {
    text += padded("  " + flag.name) + flag.help + "\n";
  }
  return text + "  --help                print this\n";
}

std::optional<Settings> read_settings(const About& about, const std::vector<std::string>& words) {
  Settings settings;
  settings.program = about.program;
  for (const NumberOption& option : about.options) {
    settings.numbers[option.name] = option.fallback;
  }
  std::string connect = environment("REFEREE_ADDR");
  for (auto word = words.begin(); word != words.end(); ++word) {
    const std::string& option = *word;
    if (option == "--help") {
      return std::nullopt;
    }
    if (option == "--tls") {
      settings.tls.emplace();
      continue;
    }
    if (!option.starts_with("--")) {
      throw UsageError("unexpected '" + option + "'");
    }
    if (std::ranges::find(about.flags, option, &FlagOption::name) != about.flags.end()) {
      settings.flags.insert(option);
      continue;
    }
    if (++word == words.end()) {
      throw UsageError(option + ": its value is missing, or it is unknown");
    }
    read_option(about, option, *word, connect, settings);
  }
  complete(connect, settings);
  return settings;
}

std::uint64_t Settings::seed_or_new() const { return seed ? *seed : std::random_device()(); }

std::uint64_t Settings::seed_of_match(std::string_view match, std::int64_t seat) const {
  if (!seed) {
    return seed_or_new();
  }
  std::uint64_t mixed = *seed ^ kFnvBasis;
  for (const char c : std::string(within_its_run(match)) + "/" + std::to_string(seat)) {
    mixed = (mixed ^ static_cast<unsigned char>(c)) * kFnvPrime;
  }
  return mixed;
}

Settings settings_or_exit(const About& about, int argc, const char* const* argv) {
  try {
    if (auto settings = read_settings(about, {argv + 1, argv + argc})) {
      return *std::move(settings);
    }
    std::cout << usage(about);
    std::exit(EXIT_SUCCESS);
  } catch (const UsageError& error) {
    std::cerr << about.program << ": " << error.what() << "; see " << about.program << " --help\n";
    std::exit(2);
  }
}

}  // namespace bots
