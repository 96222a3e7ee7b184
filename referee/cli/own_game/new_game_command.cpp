#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "engines/embedded_file.h"
#include "engines/registry.h"
#include "protocol/nearest.h"
#include "referee/base/files.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"

namespace engines {
std::span<const EmbeddedFile> new_game_files();  // made by embed_files
}

namespace referee {
namespace {

namespace fs = std::filesystem;

/// A language that a game can be begun in. Paths are from the top of the sources.
struct GameLanguage {
  std::string_view name;         ///< of its folder of examples/games/templates/, too
  std::string_view library;      ///< of the rules
  std::string_view bot_library;  ///< goes into bots/
  std::string_view bot;          ///< the command of its bot, in the folder
  bool built = false;            ///< with make, first
};

constexpr std::array kGameLanguages{
    GameLanguage{"python", "examples/games/libraries/referee_game.py", "sample_bots/python/referee.py",
                 "python3 @/bots/honest.py"},
    GameLanguage{"javascript", "examples/games/libraries/referee_game.js",
                 "sample_bots/javascript/referee.js", "node @/bots/honest.js"},
    GameLanguage{"cpp", "examples/games/libraries/referee_game.h", "sample_bots/c/referee.h", "@/bots/honest",
                 true},
    GameLanguage{"java", "examples/games/libraries/RefereeGame.java", "sample_bots/java/Referee.java",
                 "java -cp @/classes Honest", true},
};

constexpr std::size_t kLongestGameName = 32;

const GameLanguage& game_language_named(const std::string& name) {
  const auto* const at = std::ranges::find(kGameLanguages, name, &GameLanguage::name);
  if (at != kGameLanguages.end()) {
    return *at;
  }
  std::vector<std::string> names;
  std::string known;
  for (const GameLanguage& language : kGameLanguages) {
    names.emplace_back(language.name);
    known.append(known.empty() ? "" : ", ").append(language.name);
  }
  throw std::invalid_argument("LANGUAGE: got '" + name + "', expected one of " + known +
                              protocol::did_you_mean(name, names));
}

/// The name of a game that is like `typed`: "My Game!" becomes "my_game".
std::string game_name_like(std::string_view typed) {
  std::string name;
  for (const char letter : typed) {
    const auto byte = static_cast<unsigned char>(letter);
    if (std::isalnum(byte) != 0) {
      name += static_cast<char>(std::tolower(byte));
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (name.ends_with('_')) {
    name.pop_back();
  }
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name.front())) == 0) {
    name.insert(0, "game_");
  }
  return name.substr(0, kLongestGameName);
}

void check_game_name(const std::string& name) {
  if (name != game_name_like(name)) {
    throw std::invalid_argument("NAME: got '" + name +
                                "', expected 1 to 32 of a-z, 0-9 and _, a letter first: for instance " +
                                game_name_like(name));
  }
  if (engines::find_game(name) != nullptr) {
    throw std::invalid_argument("NAME: got '" + name + "', expected another name, for instance my_" + name +
                                ": there is a game " + name + " already");
  }
}

void write_game_file(const fs::path& path, std::string_view text, const std::string& name) {
  constexpr std::string_view kPlace = "@NAME@";
  std::string written(text);
  for (std::size_t at = written.find(kPlace); at != std::string::npos; at = written.find(kPlace, at)) {
    written.replace(at, kPlace.size(), name);
    at += name.size();
  }
  fs::create_directories(path.parent_path());
  write_file_atomically(path, written);
}

void write_game(const GameLanguage& language, const fs::path& folder, const std::string& name, bool painter) {
  const std::string templates = "examples/games/templates/";
  for (const engines::EmbeddedFile& file : engines::new_game_files()) {
    for (const std::string& part :
         {std::string(language.name), std::string("common"), std::string("painter")}) {
      const std::string from = templates + part + "/";
      if (file.name.starts_with(from) && (painter || part != "painter")) {
        write_game_file(folder / file.name.substr(from.size()), file.text, name);
      }
    }
    if (file.name == language.library || file.name == language.bot_library) {
      const fs::path to = file.name == language.library ? folder : folder / "bots";
      write_game_file(to / fs::path(file.name).filename(), file.text, name);
    }
  }
}

void tell_next(const GameLanguage& language, const std::string& name) {
  std::string bot(language.bot);
  bot.replace(bot.find('@'), 1, name);
  std::cout << "./" << name << " is a game that plays: read README.md there, and change the rules. Next:\n\n";
  if (language.built) {
    std::cout << "    make -C " << name << "\n";
  }
  std::cout << "    referee match ./" << name << " --bot \"" << bot << "\" --bot \"" << bot << "\"\n"
            << "    referee check-game ./" << name << "\n"
            << "    referee docs your-game\n\n";
}

}  // namespace

void add_new_game_command(CLI::App& app, int& code) {
  struct Arguments {
    std::string language;
    std::string name;
    bool painter = false;
  };
  CLI::App* command = app.add_subcommand("new-game", "Begin a game of your own: a folder that plays at once");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("LANGUAGE", arguments->language, "python, javascript, cpp or java")->required();
  command->add_option("NAME", arguments->name, "The game's name, and that of the folder: a-z, 0-9 and _")
      ->required();
  command->add_flag("--painter", arguments->painter, "Adds painter.js, which draws the game on pages");
  command->footer(
      "Writes a small game of dice with hidden hands, a bot and a test. Change its rules into your own.\n"
      "Exit code: 0 written, 2 wrong usage, 3 the referee or its machine failed.\n\n"
      "Example:\n"
      "  referee new-game python my_game");
  command->callback([arguments, &code] {
    const GameLanguage& language = game_language_named(arguments->language);
    check_game_name(arguments->name);
    if (fs::exists(fs::symlink_status(arguments->name))) {
      throw std::invalid_argument(
          arguments->name + ": is there already, and stays as it is: give another NAME, or move it away");
    }
    write_game(language, arguments->name, arguments->name, arguments->painter);
    tell_next(language, arguments->name);
    code = exit_code::kDone;
  });
}

}  // namespace referee
