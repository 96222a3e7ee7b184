#include "referee/collect/class_tournament.h"

#include <map>
#include <vector>

#include "engines/registry.h"
#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "referee/base/text.h"
#include "referee/games/option_files.h"
#include "referee/prepare/start_table.h"
#include "referee/rules/game_names.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee::collect {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

/// Maps and mazes in place of their files' names, which begin beside the file that is left. A game that is a
/// folder is named from `out`.
void fill_in_options(nlohmann::json& frame, const fs::path& source, const fs::path& out) {
  const engines::Entry* const game =
      rules::find_game(frame.at("game").get<std::string>(), source.parent_path());
  if (game == nullptr) {
    return;
  }
  frame["game"] = rules::name_beside(*game, out);
  OptionFiles files(*game, source.parent_path());
  if (const auto options = frame.find("options"); options != frame.end()) {
    files.fill_in(*options, "options");
  }
  if (const auto trial = frame.find("trial"); trial != frame.end()) {
    files.fill_in(*trial, "trial");
  }
  if (const auto instances = frame.find("instances"); instances != frame.end() && instances->is_array()) {
    for (std::size_t i = 0; i < instances->size(); ++i) {
      files.fill_in((*instances)[i], "instances[" + std::to_string(i) + "]");
    }
  }
}

/// The words of a command, with paths from the current folder: `folder` is the bot's.
std::vector<std::string> command_from_here(const fs::path& folder, const std::vector<std::string>& command) {
  const fs::path absolute = fs::canonical(folder);
  std::vector<std::string> words = prepare::command_in(absolute, command);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != command[i]) {
      const fs::path inside = fs::path(words[i]).lexically_relative(absolute);
      words[i] = (inside == "." ? folder : folder / inside).string();
    }
  }
  return words;
}

/// Authors, by entrant: entrants of one author never meet, so that no two may have the same.
std::map<std::string, std::string> authors_of(const ClassList& list) {
  std::map<std::string, int> times;
  std::map<std::string, std::string> authors;
  for (const CollectedEntrant& entrant : list.entrants) {
    ++times[entrant.display];
  }
  for (const CollectedEntrant& entrant : list.entrants) {
    const bool is_own = !entrant.display.empty() && times[entrant.display] == 1;
    const std::string shown =
        entrant.display.empty() || is_own
            ? entrant.display
            : fields::brief_text(entrant.display, EntrantSpec::kMaxAuthor - entrant.name.size() - 3) + " (" +
                  entrant.name + ")";
    authors[entrant.name] = shown.empty() ? entrant.name : shown;
  }
  return authors;
}

}  // namespace

fs::path bot_folder(const fs::path& out, const std::string& name) { return out / "bots" / name; }

std::string class_tournament_text(const ClassTournament& tournament, const ClassList& list) {
  nlohmann::json frame = tournament.frame;
  fill_in_options(frame, tournament.source, tournament.out);
  frame.erase("$schema");  // its place counts from the file that is left
  frame.erase("entrants");
  const auto in_class = [&](const char* name) {
    const std::string path = (tournament.out / name).string();
    return path.find(':') == std::string::npos ? path : "./" + path;
  };
  if (!frame.contains("store")) {
    frame["store"] = in_class("tournament.db");
  }
  if (!frame.contains("reports")) {
    frame["reports"] = (tournament.out / "out").string();
  }
  if (!tournament.roster.empty()) {
    frame["roster"] = tournament.roster.string();
  }
  const std::map<std::string, std::string> authors = authors_of(list);
  OrderedJson entrants = OrderedJson::array();
  for (const CollectedEntrant& entrant : list.entrants) {
    if (!entrant.is_in()) {
      continue;
    }
    OrderedJson one = {{"name", entrant.name}};
    if (!entrant.display.empty() && !tournament.aliases) {
      one["display"] = entrant.display;
    }
    one["author"] = tournament.aliases ? entrant.name : authors.at(entrant.name);
    if (tournament.adapter != "json") {
      one["as"] = tournament.adapter;
    }
    const fs::path folder = bot_folder(tournament.out, entrant.name);
    one["command"] = command_from_here(folder, entrant.prepared.command);
    one["folder"] = folder.string();
    if (tournament.stdio != Stdio::tcp) {
      one["stdio"] = name_of(tournament.stdio);
    }
    one["token_sha256"] = tournament.tokens.at(entrant.name);
    entrants.push_back(std::move(one));
  }
  OrderedJson written;
  for (const char* const key : {"name", "game"}) {
    written[key] = frame.at(key);
  }
  for (const auto& [key, value] : frame.items()) {
    written[key] = value;
  }
  written["entrants"] = std::move(entrants);
  return escaped_json(written.dump(2, ' ', false, OrderedJson::error_handler_t::replace)) + "\n";
}

}  // namespace referee::collect
