#include "referee/rules/rules_folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/base/content_hash.h"
#include "referee/base/folder_copy.h"
#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/clocks/clock_spec.h"
#include "referee/process/command_fault.h"

namespace referee::rules {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestGameName = 32;
constexpr std::int64_t kMostSeats = 64;
constexpr std::size_t kMostWords = 100;
constexpr std::size_t kLongestWord = 1000;
constexpr std::size_t kMostFiles = 100;
constexpr std::size_t kMostBots = 100;
constexpr std::size_t kFewestStaff = 2;
constexpr std::size_t kMostStaff = 20;
constexpr fields::Range kVersions{1, 1'000'000};
constexpr fields::Range kTurns{1, 10'000'000};
constexpr fields::Range kTimes{1, 60'000};
constexpr std::int64_t kUsualTurns = 10'000;
constexpr std::int64_t kUsualAnswer = 1000;
constexpr std::int64_t kUsualStart = 10'000;
constexpr const char* kUsualClock = R"({"kind":"per_move","ms":1000})";
constexpr fields::Range kMatchTimes{1, 86'400'000};
constexpr std::int64_t kUsualMatch = 600'000;
constexpr std::size_t kLongestCountName = 32;
constexpr std::size_t kLongestTitle = 100;
constexpr SizeBound kBound{64ULL * 1024 * 1024, 10000};  // packages of npm have thousands of files

bool is_name(const std::string& text) {
  const auto may_be = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !text.empty() && text.size() <= kLongestGameName && text.front() >= 'a' && text.front() <= 'z' &&
         std::ranges::all_of(text, may_be);
}

std::string read_name(fields::Object& in) {
  const Json* const found = in.value("name");
  if (found == nullptr) {
    return "";
  }
  const auto* const text = found->get_ptr<const std::string*>();
  if (text == nullptr || !is_name(*text)) {
    in.fail("name", *found, "1 to 32 of a-z, 0-9 and _, a letter first");
    return "";
  }
  return *text;
}

bool is_word(const Json& value) {
  const auto* const text = value.get_ptr<const std::string*>();
  return text != nullptr && !text->empty() && text->size() <= kLongestWord &&
         text->find('\0') == std::string::npos;
}

/// A list of texts at `key`, which is there.
std::vector<std::string> read_words(fields::Object& in, std::string_view key, const Json& list,
                                    std::size_t least, std::size_t most) {
  if (!list.is_array() || list.size() < least || list.size() > most || !std::ranges::all_of(list, is_word)) {
    in.fail(key, list, "a list of " + std::to_string(least) + " to " + std::to_string(most) + " texts");
    return {};
  }
  return list.get<std::vector<std::string>>();
}

std::variant<std::size_t, std::string> read_seats(fields::Object& in, const OptionSchema& options) {
  const Json* const found = in.value("seats");
  if (found == nullptr) {
    return std::size_t{1};
  }
  if (const auto number = fields::as_integer(*found, {1, kMostSeats})) {
    return static_cast<std::size_t>(*number);
  }
  const auto* const option = found->get_ptr<const std::string*>();
  if (option == nullptr || !options.has(*option)) {
    in.fail("seats", *found, "an integer from 1 to 64, or the name of an option");
    return std::size_t{1};
  }
  return *option;
}

std::map<std::string, Command> read_bots(fields::Object& in) {
  std::map<std::string, Command> bots;
  const Json* const found = in.find("bots");
  if (found == nullptr) {
    return bots;
  }
  if (!found->is_object() || found->size() > kMostBots) {
    in.fail("bots", *found, "an object of at most " + std::to_string(kMostBots) + " commands");
    return bots;
  }
  for (const auto& [name, command] : found->items()) {
    bots[name] = read_command(in, "bots." + name, command);
  }
  return bots;
}

std::vector<Command> read_staff(fields::Object& in) {
  std::vector<Command> staff;
  const Json* const found = in.find("staff");
  if (found == nullptr) {
    return staff;
  }
  if (!found->is_array() || found->size() < kFewestStaff || found->size() > kMostStaff) {
    in.fail("staff", *found, expected_staff());
    return staff;
  }
  for (const Json& command : *found) {
    staff.push_back(read_command(in, "staff[" + std::to_string(staff.size()) + "]", command));
  }
  return staff;
}

/// What both kinds of program have, but for what depends on the options.
void read_common(fields::Object& in, GameFile& game) {
  game.name = read_name(in);
  game.version = static_cast<int>(in.integer("version", kVersions));
  if (const Json* const command = in.value("command")) {
    game.command = read_command(in, "command", *command);
  }
  if (const Json* const files = in.find("files")) {
    game.files = read_words(in, "files", *files, 0, kMostFiles);
  }
  game.bots = read_bots(in);
  game.staff = read_staff(in);
  game.ranks_by_score = in.choice_or("rank_by", {"points", "score"}, 0) == 1;
  game.title = in.text_or("title", kLongestTitle, "");
}

/// To be called last: what no reader has asked for is unknown.
void read_options(fields::Object& in, GameFile& game) {
  const Json* const options = in.find("options");
  in.find("seats");  // read below: it may name an option
  in.refuse_unknown();
  in.require();
  game.options = OptionSchema::read(options == nullptr ? Json::object() : *options, "options");
  game.seats = read_seats(in, game.options);
  in.require();
}

GameFile read_match_keys(fields::Object& in) {
  GameFile game;
  in.integer("match_program", {1, 1});
  read_common(in, game);
  game.match = Milliseconds(in.integer_or("match_ms", kMatchTimes, kUsualMatch));
  // Its clocks are its own. To plan a tournament, and nothing else, a match is one turn of this length.
  game.clock = Json({{"kind", "per_move"}, {"ms", game.match->count()}}).dump();
  game.max_turns = 1;
  read_options(in, game);
  return game;
}

GameFile read_rules_keys(fields::Object& in) {
  GameFile game;
  in.integer("rules_program", {1, 1});
  read_common(in, game);
  game.at_once = in.boolean_or("at_once", false);
  game.hidden = in.boolean_or("hidden", false);
  game.views_have_events = in.boolean_or("events", false);
  game.decided_by = in.text_or("decided_by", kLongestCountName, "");
  game.max_turns = static_cast<std::size_t>(in.integer_or("max_turns", kTurns, kUsualTurns));
  game.typical_turns = static_cast<std::size_t>(in.integer_or("typical_turns", kTurns, 0));
  game.tells_max_turns = in.find("max_turns") != nullptr;
  game.answer = Milliseconds(in.integer_or("answer_ms", kTimes, kUsualAnswer));
  game.start = Milliseconds(in.integer_or("start_ms", kTimes, kUsualStart));
  const Json* const clock = in.find("clock");
  read_options(in, game);
  if (clock != nullptr) {
    (void)ClockSpec::read(*clock, "clock");
  }
  game.clock = clock == nullptr ? kUsualClock : clock->dump();
  return game;
}

GameFile read_keys(const Json& json) {
  fields::Object in(json, "");
  in.require();
  return json.contains("match_program") ? read_match_keys(in) : read_rules_keys(in);
}

/// Files that the hash and the program go without.
bool is_left_out(const fs::path& path, const fs::path& top) {
  const fs::path name = path.filename();
  const bool at_top = path.parent_path() == top;
  return name == "__pycache__" ||
         (at_top && (name == "records" || name == "README.md" || name == RulesFolder::kStaffFile));
}

/// The program may be a user of its own.
void let_all_read(const fs::path& top) {
  for (const auto& entry : fs::recursive_directory_iterator(top)) {
    if (entry.is_symlink()) {
      continue;
    }
    const bool runs =
        entry.is_directory() || (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
    fs::permissions(entry.path(), static_cast<fs::perms>(runs ? 0755 : 0644));
  }
  fs::permissions(top, static_cast<fs::perms>(0755));
}

std::size_t seats_for(const GameFile& game, const Json& options) {
  if (const auto* const fixed = std::get_if<std::size_t>(&game.seats)) {
    return *fixed;
  }
  const std::string& option = std::get<std::string>(game.seats);
  const auto number = fields::as_integer(options.at(option), {1, kMostSeats});
  if (!number) {
    throw fields::Exception({"options." + option, fields::brief(options.at(option)),
                             "an integer from 1 to 64: it is the number of seats"});
  }
  return static_cast<std::size_t>(*number);
}

fs::path canonical_folder(const fs::path& folder) {
  std::error_code missing;
  const fs::path path = fs::canonical(folder, missing);
  if (missing || !fs::is_directory(path)) {
    throw std::invalid_argument(printable(folder.string()) + ": expected a folder with a " +
                                RulesFolder::kFile);
  }
  if (!fs::exists(path / RulesFolder::kFile)) {
    throw std::invalid_argument(printable(folder.string()) + ": it has no " + RulesFolder::kFile +
                                ", so it is no folder of rules");
  }
  return path;
}

GameFile read_game(const fs::path& folder) {
  const fs::path file = folder / RulesFolder::kFile;
  return GameFile::read(read_json_file(file), file.string());
}

}  // namespace

Command read_command(fields::Object& in, std::string_view key, const Json& list) {
  return read_words(in, key, list, 1, kMostWords);
}

std::string expected_staff() {
  return "a list of " + std::to_string(kFewestStaff) + " to " + std::to_string(kMostStaff) +
         R"( commands, the weakest bot first, as [["game:any"], ["game:honest", "--depth", "2"]])";
}

GameFile GameFile::read(const Json& json, const std::string& file) {
  try {
    GameFile game = read_keys(json);
    (void)seats_for(game, game.options.complete(Json::object()));
    return game;
  } catch (const fields::Exception& wrong) {
    fields::Error error = wrong.error();
    error.path = path_in_file(file, error.path);
    throw fields::Exception(std::move(error));
  }
}

RulesFolder::RulesFolder(const fs::path& folder)
    : path_(canonical_folder(folder)), game_(read_game(path_)), copy_(place_.path() / game_.name) {
  copy_all();
  sha256_ = content_hash(copy_);
}

void RulesFolder::copy_all() {
  fs::create_directory(copy_);
  const auto left_out = [&](const fs::path& path) { return is_left_out(path, path_); };
  std::vector<std::string> odd;
  try {
    odd = copy_folder(path_, copy_, left_out, kBound);
  } catch (const FolderTooLarge& large) {
    throw std::invalid_argument(printable(path_.string()) + ": " + large.what() +
                                ", expected the rules of one game");
  }
  if (!odd.empty()) {
    throw std::invalid_argument(printable(path_.string()) + ": the program cannot have " + odd.front());
  }
  for (const std::string& file : game_.files) {
    copy_one(file);
  }
  let_all_read(copy_);
  // The scratch folder is in a private place, but who runs as another user has to pass it.
  fs::permissions(place_.path(), static_cast<fs::perms>(0711));
}

void RulesFolder::copy_one(const std::string& file) {
  const auto refuse = [&](const std::string& expected) {
    throw fields::Exception(
        {path_in_file((path_ / kFile).string(), "files"), fields::brief(Json(file)), expected});
  };
  std::error_code missing;
  const fs::path from = fs::canonical(path_ / file, missing);
  const fs::path to = copy_ / fs::path(file).filename();
  if (missing && fs::is_regular_file(to)) {
    return;  // the folder is a copy, as workers get it
  }
  const fs::path up = path_.parent_path();
  const auto [end, rest] = std::mismatch(up.begin(), up.end(), from.begin(), from.end());
  if (missing || !fs::is_regular_file(from)) {
    refuse("a file");
  }
  if (fs::path(file).is_absolute() || end != up.end()) {
    refuse("a file in " + printable(up.string()) + ", by a path from the folder of the game");
  }
  if (fs::exists(to)) {
    refuse("a file of another name: the folder has one of this name");
  }
  copy_named_file(from, to, kBound);
}

/// Words that name something in the folder; others, as the name of an interpreter, stay.
Command RulesFolder::placed_command(const fs::path& copy) const {
  Command placed = game_.command;
  for (std::string& word : placed) {
    std::error_code odd;
    const bool names_file = word.find('/') != std::string::npos || &word != &placed.front();
    const fs::path inside = (copy / word).lexically_normal();
    if (names_file && fs::path(word).is_relative() && fs::is_regular_file(inside, odd)) {
      word = inside.string();
    }
  }
  return placed;
}

std::optional<std::string> RulesFolder::fault_of_command() const {
  const auto fault = referee::fault_of_command(placed_command(), copy_);
  if (!fault) {
    return std::nullopt;
  }
  const std::string& word = game_.command.at(fault->word);
  const bool names_file = fault->word == 0 && word.find('/') != std::string::npos;
  return "command of game.json: '" + printable(word) + "': expected " +
         (names_file && fs::path(word).is_relative() ? "an executable file in the folder of the game"
                                                     : fault->expected);
}

engines::Facts RulesFolder::facts(const Json& options) const {
  engines::Facts facts;
  facts.options = game_.options.complete(options);
  facts.seats = seats_for(game_, facts.options);
  facts.max_turns = game_.max_turns;
  facts.asked = game_.at_once || game_.match ? facts.seats : 1;
  facts.hidden = game_.hidden;
  facts.typical_turns = game_.typical_turns;
  return facts;
}

}  // namespace referee::rules
