#include "referee/score/rubric.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/base/secrets.h"
#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/games/adapters.h"
#include "referee/games/option_files.h"
#include "referee/rules/game_names.h"
#include "referee/score/game_values.h"
#include "referee/score/item_reader.h"

namespace referee::score {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxName = 100;  // bytes
constexpr std::size_t kMaxItems = 100;
constexpr std::size_t kMaxLines = 20;
constexpr fields::Range kSeedRange{0, static_cast<std::int64_t>(kMaxSeed)};

/// Reads the keys of a rubric, in an order in which each has what it depends on.
class RubricReader {
 public:
  RubricReader(const Json& json, const std::filesystem::path& file)
      : in_(json, ""), folder_(file.parent_path()) {}

  Rubric read() {
    in_.find("$schema");  // for editors: the referee does not read it
    read_head();
    read_items();
    read_threshold();
    read_leaderboard();
    in_.refuse_unknown();
    in_.require();
    return std::move(rubric_);
  }

 private:
  void read_head();
  void read_items();
  void read_threshold();
  void read_leaderboard();
  LeaderboardRule read_line(const Json& json, const std::string& path) const;
  std::optional<std::size_t> read_item_name(fields::Object& in) const;

  fields::Object in_;
  std::filesystem::path folder_;
  Rubric rubric_;
};

void RubricReader::read_head() {
  if (in_.find("name") == nullptr) {
    in_.fail_missing("name", "a text of 1 to " + std::to_string(kMaxName) + " bytes");
  }
  rubric_.name = filled_text(in_, "name", kMaxName, "");
  rubric_.game = &rules::read_game(in_, "game", folder_);
  rubric_.seed = static_cast<std::uint64_t>(in_.integer_or("seed", kSeedRange, 0));
  const std::vector<std::string_view> levels = {"none", "basic", "bwrap", "full"};
  if (in_.find("sandbox") != nullptr) {
    rubric_.sandbox = std::string(levels[in_.choice_or("sandbox", levels, 0)]);
  }
  rubric_.stdio = static_cast<Stdio>(in_.choice_or("stdio", {"tcp", "pipe"}, 0));
  if (in_.find("as") != nullptr && !in_.error()) {
    const std::vector<std::string> names = adapter_names(rubric_.game->name);
    rubric_.adapter = names[in_.choice_or("as", {names.begin(), names.end()}, 0)];
  }
  rubric_.keep_bots = in_.boolean_or("keep_bots", false);
  rubric_.total = static_cast<Rubric::Total>(in_.choice_or("total", {"sum", "best"}, 0));
  in_.require();
  if (const Json* build = in_.find("build")) {
    rubric_.build = prepare::Build::read(*build, "build", folder_);
  }
}

void RubricReader::read_items() {
  const Json* written = in_.find("options");
  Json options = written == nullptr ? Json::object() : *written;
  fields::Object(options, "options").require();
  const Json as_written = options;
  OptionFiles files(*rubric_.game, folder_);
  files.fill_in(options, "options");
  const Json* clock_json = in_.find("clock");
  const ClockSpec clock =
      ClockSpec::read(clock_json == nullptr ? Json::parse(rubric_.game->clock) : *clock_json, "clock");
  const Json* items = in_.find("items");
  const std::string expected = "a list of 1 to " + std::to_string(kMaxItems) + " items";
  if (items == nullptr) {
    in_.fail_missing("items", expected);
  } else if (!items->is_array() || items->empty() || items->size() > kMaxItems) {
    in_.fail("items", *items, expected);
  }
  in_.require();
  const ItemContext context{*rubric_.game, options, as_written, folder_, clock, rubric_.seed, files};
  std::set<std::string> names;
  for (const Json& json : *items) {
    const int number = static_cast<int>(rubric_.items.size()) + 1;
    const std::string path = "items[" + std::to_string(number - 1) + "]";
    RubricItem item = read_item(json, path, number, context);
    if (!names.insert(item.name).second) {
      throw fields::Exception({path + ".name", fields::brief(item.name), "a name that no other item has"});
    }
    rubric_.items.push_back(std::move(item));
  }
}

void RubricReader::read_threshold() {
  const double most = rubric_.max_points();
  rubric_.threshold = find_number(in_, "threshold", {0, most}).value_or(most);
  in_.require();
}

void RubricReader::read_leaderboard() {
  const Json* list = in_.find("leaderboard");
  if (list == nullptr) {
    return;
  }
  if (!list->is_array() || list->size() > kMaxLines) {
    in_.fail("leaderboard", *list, "a list of at most " + std::to_string(kMaxLines) + " lines");
    in_.require();
  }
  for (const Json& line : *list) {
    const std::string path = "leaderboard[" + std::to_string(rubric_.leaderboard.size()) + "]";
    rubric_.leaderboard.push_back(read_line(line, path));
  }
}

LeaderboardRule RubricReader::read_line(const Json& json, const std::string& path) const {
  fields::Object in(json, path);
  LeaderboardRule line;
  if (in.find("name") == nullptr && !in.error()) {
    in.fail_missing("name", "a text of 1 to " + std::to_string(kMaxName) + " bytes");
  }
  line.name = filled_text(in, "name", kMaxName, "");
  line.measured = read_measured(in, "points");
  in.find("item");  // read below
  in.refuse_unknown();
  in.require();
  line.item = read_item_name(in);
  if (!line.measured) {
    if (line.item) {
      in.fail("item", json.at("item"), "no such key: points are those of the whole submission");
    }
    in.require();
    return line;
  }
  for (const RubricItem& item : rubric_.items) {
    const bool counts =
        line.item ? &item == &rubric_.items[*line.item] : item.visibility == Visibility::visible;
    const std::string expected = counts ? instead_of(*line.measured, item, *rubric_.game) : "";
    if (!expected.empty()) {
      in.fail("measure", json.at("measure"), expected + " (item " + Json(item.name).dump() + ")");
    }
  }
  in.require();
  return line;
}

/// Reads the name of an item for a leaderboard. Only a visible item is allowed, because a leaderboard is
/// public.
std::optional<std::size_t> RubricReader::read_item_name(fields::Object& in) const {
  const Json* written = in.find("item");
  if (written == nullptr) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < rubric_.items.size(); ++i) {
    const RubricItem& item = rubric_.items[i];
    if (*written == Json(item.name) && item.visibility == Visibility::visible) {
      return i;
    }
  }
  in.fail("item", *written, "the name of a visible item");
  in.require();
  return std::nullopt;
}

}  // namespace

Rubric Rubric::load(const std::filesystem::path& file) { return read(read_json_file(file), file); }

Rubric Rubric::read(const Json& json, const std::filesystem::path& file) {
  try {
    return RubricReader(json, file).read();
  } catch (const fields::Exception& wrong) {
    fields::Error error = wrong.error();
    error.path = path_in_file(file.string(), error.path);
    throw fields::Exception(std::move(error));
  } catch (const std::invalid_argument& wrong) {  // thrown for the file of a map or a maze
    throw std::invalid_argument(file.string() + ": " + wrong.what());
  }
}

double Rubric::max_points() const {
  double points = 0;
  for (const RubricItem& item : items) {
    points = total == Total::sum ? in_hundredths(points + item.points) : std::max(points, item.points);
  }
  return points;
}

std::string Rubric::text() const {
  std::string text = printable(name) + ": " + std::string(game->name) + ", ";
  text += number_text(threshold) + " of " + number_text(max_points()) + " points are enough; ";
  text +=
      total == Total::sum ? "points of all items are added\n" : "the item with most points earned counts\n";
  return text + items_text();
}

std::string Rubric::items_text() const {
  std::string text;
  for (const RubricItem& item : items) {
    const std::size_t games = item.games.size();
    text.append("item ")
        .append(std::to_string(&item - items.data() + 1))
        .append(", ")
        .append(printable(item.name));
    text.append(" (").append(name_of(item.visibility)).append("): ").append(number_text(item.points));
    if (item.marks) {
      text.append(" points, at most ")
          .append(counted(static_cast<std::size_t>(item.marks->most_games()), "game"));
      text.append(", marks ").append(printable(item.marks->text())).append("\n  ");
      text.append(item.marks->promise()).append("\n");
      continue;
    }
    text.append(" points, ").append(counted(games, "game"));
    for (const Criterion& criterion : item.criteria) {
      text.append(", ").append(text_of(criterion.measured)).append(" ").append(criterion.asked());
    }
    text.append("\n");
  }
  return text;
}

}  // namespace referee::score
