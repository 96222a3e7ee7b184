#include "referee/adapt/adapter.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "referee/adapt/interpreted.h"
#include "referee/adapt/snake.h"
#include "referee/adapt/superball.h"
#include "referee/process/program.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kJson = "json";

constexpr const char* kAProgram = "a program that can be started";

/// A name without a folder may be that of a program in the present folder, which many students have in PATH.
bool is_program(const std::vector<std::string>& words) {
  const std::string& word = words.front();
  return is_runnable(word) || (word.find('/') == std::string::npos && is_runnable("./" + word));
}

// A line for each adapter, sorted by name.
constexpr std::array kAdapters = {
    Adapter{"lightcycle-racket", "lightcycle", "racket", "racket", false,
            "a Scheme file that defines LightCycle_first_last", accepts_scheme_file, play_lightcycle_racket},
    Adapter{"planets-octave", "planets", "octave-cli", "octave", false, "a folder with e7planets_player.m",
            accepts_player_folder, play_planets_octave},
    Adapter{"snake", "snake", "", "", true, kAProgram, is_program, play_snake},
    Adapter{"superball", "superball", "", "", true, kAProgram, is_program, play_superball},
};

/// Of those for `game`; empty: all.
std::vector<std::string> names_of(std::string_view game) {
  std::vector<std::string> names = {std::string(kJson)};
  for (const Adapter& adapter : kAdapters) {
    if (game.empty() || game == adapter.game) {
      names.emplace_back(adapter.name);
    }
  }
  return names;
}

/// The whole path as a sandbox shows it. A link to a file stays one: what it is called may matter to it.
fs::path without_links(const fs::path& path) {
  if (fs::is_directory(path)) {
    return fs::canonical(path);
  }
  const fs::path whole = fs::absolute(path);
  return fs::canonical(whole.parent_path()) / whole.filename();
}

}  // namespace

std::span<const Adapter> adapters() { return kAdapters; }

const Adapter* adapter_named(std::string_view name) {
  if (name == kJson) {
    return nullptr;
  }
  const auto found = std::ranges::find(kAdapters, name, &Adapter::name);
  if (found != kAdapters.end()) {
    return &*found;
  }
  std::string expected;
  for (const std::string& known : adapter_names()) {
    expected += (expected.empty() ? "" : ", ") + known;
  }
  throw std::invalid_argument("no adapter '" + std::string(name) + "': expected one of " + expected);
}

std::vector<std::string> adapter_names() { return names_of({}); }

std::vector<std::string> adapter_names(std::string_view game) { return names_of(game); }

void check_game(const Adapter& adapter, std::string_view game) {
  if (game != adapter.game) {
    throw std::invalid_argument("--as: " + std::string(adapter.name) + " is for " +
                                std::string(adapter.game) + ", not for " + std::string(game));
  }
}

std::string stdio_instead_of(Stdio stdio, const Adapter* adapter) {
  if (adapter == nullptr || stdio == Stdio::tcp) {
    return "";
  }
  return "tcp with " + std::string(adapter->name) +
         ": its adapter has the connection, and programs that it starts have files and pipes anyway";
}

void check_stdio(Stdio stdio, const Adapter* adapter) {
  if (const std::string expected = stdio_instead_of(stdio, adapter); !expected.empty()) {
    throw std::invalid_argument(std::string("--stdio: got ") + name_of(stdio) + ", expected " + expected);
  }
}

std::string what_is_missing_for(const Adapter& adapter) {
  const std::string program(adapter.interpreter);
  if (program.empty() || is_runnable(program)) {
    return "";
  }
  return program + ", which is not installed: apt install " + std::string(adapter.package) +
         ", or scripts/setup --all";
}

void check_installed(const Adapter& adapter) {
  if (const std::string missing = what_is_missing_for(adapter); !missing.empty()) {
    throw std::invalid_argument(std::string(adapter.name) + " needs " + missing);
  }
}

std::vector<std::string> adapted_words(const Adapter& adapter, const std::vector<std::string>& words) {
  check_installed(adapter);
  if (!adapter.accepts(words)) {
    throw std::invalid_argument(std::string(adapter.name) + ": got '" + words.front() + "', expected " +
                                std::string(adapter.expects));
  }
  std::vector<std::string> whole = words;
  for (std::string& word : whole) {
    std::error_code odd;
    const bool in_path = &word == &whole.front() && word.find('/') == std::string::npos && is_runnable(word);
    if (!in_path && fs::exists(word, odd)) {
      word = without_links(word).string();
    }
  }
  return whole;
}

Confinement default_confinement(const Adapter* adapter, const std::vector<std::string>& words) {
  Confinement confinement = default_confinement(words);
  if (adapter != nullptr && fs::is_directory(words.front())) {
    confinement.folder = fs::canonical(words.front());
  }
  return confinement;
}

BotCommand with_adapter(BotCommand command) {
  if (command.adapter == nullptr) {
    return command;
  }
  const std::string here = this_program();
  std::vector<std::string> argv = {here, kAdaptWord, std::string(command.adapter->name), "--"};
  argv.insert(argv.end(), command.argv.begin(), command.argv.end());
  command.argv = std::move(argv);
  if (command.confinement) {
    command.confinement->readable.emplace_back(here);
    command.confinement->forks = command.adapter->starts_programs;
  }
  return command;
}

}  // namespace referee
