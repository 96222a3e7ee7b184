#include "referee/rules/staff_scale.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "engines/embedded_file.h"
#include "protocol/fields.h"
#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/process/program.h"
#include "referee/rules/ready_bots.h"
#include "referee/rules/rules_entry.h"

namespace engines {
std::span<const EmbeddedFile> staff_files();
}  // namespace engines

namespace referee::rules {
namespace {

constexpr fields::Range kCounts{1, 1'000'000'000};
constexpr fields::Range kDrawnTurns{0, 1000};
constexpr std::size_t kHashDigits = 64;

double read_number(fields::Object& in, std::string_view key) {
  const Json* const found = in.value(key);
  if (found != nullptr && !found->is_number()) {
    in.fail(key, *found, "a number");
  }
  return found != nullptr && found->is_number() ? found->get<double>() : 0;
}

StaffBot read_bot(const Json& json, const std::string& path) {
  fields::Object in(json, path);
  StaffBot bot;
  if (const Json* const command = in.value("command")) {
    bot.command = read_command(in, "command", *command);
  }
  if (in.find("games") != nullptr) {
    bot.games = in.integer("games", kCounts);
    bot.level = {read_number(in, "level"), read_number(in, "low"), read_number(in, "high")};
  }
  in.refuse_unknown();
  in.require();
  return bot;
}

StaffScale read_scale(const Json& json) {
  fields::Object in(json, "");
  StaffScale scale;
  scale.seeds = in.integer_or("seeds", kCounts, 0);
  scale.random_plies = static_cast<std::size_t>(in.integer_or("random_plies", kDrawnTurns, 0));
  scale.rules_sha256 = in.text_or("rules_sha256", kHashDigits, "");
  if (const Json* const instances = in.find("instances")) {
    const bool are_options = instances->is_array() &&
                             std::ranges::all_of(*instances, [](const Json& one) { return one.is_object(); });
    if (!are_options) {
      in.fail("instances", *instances, R"(a list of options, as [{"map":"spiral"}])");
    } else {
      scale.instances = instances->get<std::vector<Json>>();
    }
  }
  const Json* const bots = in.value("bots");
  if (bots != nullptr && !bots->is_array()) {
    in.fail("bots", *bots, "a list of bots, the weakest first");
  }
  in.refuse_unknown();
  in.require();
  for (const Json& bot : *bots) {
    scale.bots.push_back(read_bot(bot, "bots[" + std::to_string(scale.bots.size()) + "]"));
  }
  return scale;
}

/// Levels are those of the same bots: of others nothing is known.
StaffScale scale_of(const RulesFolder& folder) {
  const std::string game_file = (folder.path() / RulesFolder::kFile).string();
  const std::vector<Command>& staff = folder.game().staff;
  if (staff.empty()) {
    throw fields::Exception({path_in_file(game_file, "staff"), "", expected_staff()});
  }
  const std::filesystem::path rated = folder.path() / RulesFolder::kStaffFile;
  if (std::filesystem::exists(rated)) {
    StaffScale scale = StaffScale::read(read_json_file(rated), rated.string());
    if (std::ranges::equal(scale.bots, staff, {}, &StaffBot::command)) {
      return scale;
    }
  }
  StaffScale scale;
  for (const Command& command : staff) {
    scale.bots.push_back({command});
  }
  return scale;
}

}  // namespace

bool StaffScale::is_known(const engines::Entry& game) {
  const RulesFolder* const folder = rules_folder_of(game);
  return folder == nullptr || !folder->game().staff.empty();
}

StaffScale StaffScale::of(const engines::Entry& game) {
  if (const RulesFolder* const folder = rules_folder_of(game)) {
    return scale_of(*folder);
  }
  const std::string file = "engines/" + std::string(game.name) + "/" + RulesFolder::kStaffFile;
  const engines::EmbeddedFile* const found = engines::find_file(engines::staff_files(), file);
  if (found == nullptr) {
    throw std::invalid_argument(
        file + ": missing, expected {\"bots\": [{\"command\": [...]}, ...]}, the weakest first");
  }
  return read(parse_strict(found->text, file), file);
}

StaffScale StaffScale::read(const Json& json, const std::string& file) {
  try {
    return read_scale(json);
  } catch (const fields::Exception& wrong) {
    fields::Error error = wrong.error();
    error.path = path_in_file(file, error.path);
    throw fields::Exception(std::move(error));
  }
}

std::string StaffScale::file_text() const {
  std::string text = "{\n";
  const auto add = [&text](const std::string& key, const Json& value) {
    text += "  " + Json(key).dump() + ": " + value.dump() + ",\n";
  };
  if (!rules_sha256.empty()) {
    add("rules_sha256", rules_sha256);
  }
  add("seeds", seeds);
  add("random_plies", random_plies);
  if (!instances.empty()) {
    add("instances", instances);
  }
  text += "  \"bots\": [";
  for (const StaffBot& bot : bots) {
    const Json json = {{"command", bot.command},
                       {"games", bot.games},
                       {"level", bot.level.estimate},
                       {"low", bot.level.low},
                       {"high", bot.level.high}};
    text += (&bot == &bots.front() ? "\n    " : ",\n    ") + json.dump();
  }
  return text + "\n  ]\n}\n";
}

std::string staff_name(std::size_t place) { return "staff-" + std::to_string(place + 1); }

std::optional<std::size_t> staff_place(const StaffScale& scale, std::string_view name) {
  for (std::size_t place = 0; place < scale.bots.size(); ++place) {
    if (name == staff_name(place)) {
      return place;
    }
  }
  return std::nullopt;
}

Command placed_command(const engines::Entry& game, const Command& command) {
  const std::string& first = command.front();
  const bool is_ready = first.starts_with(kSamplePrefix) || first.starts_with(kGamePrefix);
  return is_ready || game.folder().empty() ? command : placed_words(command, game.folder());
}

std::string placed_staff(const engines::Entry& game, const Command& command) {
  return shell_command(placed_command(game, command));
}

}  // namespace referee::rules
