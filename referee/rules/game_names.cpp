#include "referee/rules/game_names.h"

#include <stdexcept>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/input.h"
#include "referee/rules/rules_entry.h"

namespace referee::rules {
namespace {

namespace fs = std::filesystem;

constexpr const char* kGameFile = "game.json";
constexpr int kFoldersAbove = 3;  // a record lies in DIR/records, or in a folder of a tournament beside it

/// Whether the folder's game.json names that game. A folder that cannot be read is not the one.
bool is_folder_of(const fs::path& folder, const std::string& name) {
  std::error_code none;
  if (!fs::is_regular_file(folder / kGameFile, none)) {
    return false;
  }
  const auto json = nlohmann::json::parse(read_whole_file(folder / kGameFile, 1), nullptr, false);
  return json.is_object() && json.contains("name") && json.at("name") == name;
}

/// In quotes.
std::string our_games() {
  std::string names;
  for (const engines::Entry& entry : engines::games()) {
    names.append(names.empty() ? "\"" : ", \"").append(entry.name).append("\"");
  }
  return names;
}

}  // namespace

bool names_folder(std::string_view name) {
  return name == "." || name == ".." || name.find('/') != std::string_view::npos;
}

const engines::Entry* find_game(const std::string& name, const fs::path& base) {
  if (const engines::Entry* const known = names_folder(name) ? nullptr : engines::find_game(name)) {
    return known;
  }
  const fs::path folder = base / name;
  const bool is_game = names_folder(name) ? fs::is_directory(folder) : fs::is_regular_file(folder / kGameFile);
  return is_game ? &open_rules(folder) : nullptr;
}

const engines::Entry& read_game(fields::Object& in, std::string_view key, const fs::path& base) {
  in.require();
  const nlohmann::json* const value = in.find(key);
  const std::string expected = "one of " + our_games() + ", or a folder that has a game.json, as \"./tictactoe\"";
  if (value == nullptr) {
    in.fail_missing(key, expected);
    in.require();
  }
  const engines::Entry* game = nullptr;
  try {
    game = value->is_string() ? find_game(value->get<std::string>(), base) : nullptr;
  } catch (const fields::Exception& wrong) {
    in.fail(key, *value, "a game that can be played: " + wrong.error().text());
  } catch (const std::invalid_argument& wrong) {
    in.fail(key, *value, std::string("a game that can be played: ") + wrong.what());
  }
  if (game == nullptr) {
    in.fail(key, *value, expected);
  }
  in.require();
  return *game;
}

void open_rules_near(const std::string& name, const fs::path& place) {
  if (engines::find_game(name) != nullptr) {
    return;
  }
  std::vector<fs::path> folders = {fs::current_path(), fs::current_path() / name};
  fs::path above = fs::absolute(place);
  for (int i = 0; i < kFoldersAbove; ++i) {
    above = above.parent_path();
    folders.push_back(above);
    folders.push_back(above / name);
  }
  for (const fs::path& folder : folders) {
    if (is_folder_of(folder, name)) {
      open_rules(folder);
      return;
    }
  }
}

std::string place_of(const engines::Entry& game) {
  const std::string folder = game.folder();
  return folder.empty() ? std::string(game.name) : folder;
}

}  // namespace referee::rules
