#include "referee/score/item_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "protocol/fields.h"
#include "protocol/sha256.h"
#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/games/game_parts.h"
#include "referee/score/game_values.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee::score {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxItemName = 100;  // bytes
constexpr std::size_t kMaxCriteria = 20;
constexpr fields::Range kGames{1, 10'000};
constexpr NumberRange kPositive{0, kMaxNumber, true};
constexpr NumberRange kPoints{0.01, kMaxNumber};
constexpr std::size_t kSaltDigits = 32;
constexpr std::string_view kOptions = "options";

Visibility read_visibility(fields::Object& in) {
  return static_cast<Visibility>(in.choice_or("visibility", {"visible", "hidden", "after_published"}, 0));
}

std::string_view game_with(const GameMeasure& measure) {
  const auto has = [&](const GameParts& parts) {
    return std::ranges::any_of(parts.measures, [&](const GameMeasure& own) { return &own == &measure; });
  };
  return std::ranges::find_if(all_parts(), has)->game;
}

/// Writes `overlay` over `options`. A file's name in it is changed to a path from the current folder.
void write_over(Json& options, const Json& overlay, const ItemContext& context) {
  options.update(overlay);
  const auto& file = context.game.file_option;
  const auto value = file ? overlay.find(file->key) : overlay.end();
  if (value != overlay.end() && value->is_string() &&
      OptionFiles::names_file(*file, value->get_ref<const std::string&>())) {
    options[std::string(file->key)] = (context.folder / value->get<std::string>()).string();
  }
}

/// The seed of game `index` of an item, from 0, if its instance names none.
engines::Seed drawn_seed(const MatchSeeds& seeds, int item, std::int64_t index) {
  return seeds.of_shared({item, static_cast<int>(index) + 1});
}

/// `label`: of the instance; `drawn`: the seed if it names none.
RubricGame game_on(const Instance& instance, const std::string& label, const MatchSeeds& seeds,
                   const engines::Seed& drawn) {
  const engines::Seed seed = instance.seed ? seeds.of_instance(*instance.seed) : drawn;
  const bool named = instance.seed.has_value() || !instance.name.empty();
  RubricGame game;
  game.options = instance.options;
  game.instance = named ? label : "seed " + std::to_string(seed.number);
  game.entry = instance.entry;
  game.seed = seed.number;
  game.salt = seed.salt;
  return game;
}

/// Reads one item, in an order in which each key has what it depends on.
class ItemReader {
 public:
  ItemReader(const Json& json, std::string path, int number, const ItemContext& context)
      : json_(json),
        path_(std::move(path)),
        number_(number),
        context_(context),
        seeds_(seeds_of(context.seed)),
        in_(json, path_) {}

  RubricItem read() {
    if (in_.find("name") == nullptr) {
      in_.fail_missing("name", "a text of 1 to " + std::to_string(kMaxItemName) + " bytes");
    }
    item_.name = filled_text(in_, "name", kMaxItemName, "");
    marks_ = in_.find("marks");
    if (marks_ == nullptr) {
      item_.points = in_hundredths(number_at(in_, "points", kPoints));
    }
    item_.visibility = read_visibility(in_);
    in_.require();
    read_options();
    const Json* clock = in_.find("clock");
    item_.clock = clock == nullptr ? context_.clock : ClockSpec::read(*clock, path_ + ".clock");
    read_instances();
    if (marks_ != nullptr) {
      read_marks();
    } else {
      read_opponents();
      read_games();
      read_criteria();
    }
    in_.refuse_unknown();
    in_.require();
    return std::move(item_);
  }

 private:
  void read_options();
  void read_instances();
  void read_opponents();
  void read_games();
  void read_marks();
  void add_written();
  void read_criteria();
  void check(const Criterion& criterion, const std::string& path) const;

  const Json& json_;
  std::string path_;
  int number_;
  const ItemContext& context_;
  const MatchSeeds seeds_;
  fields::Object in_;
  RubricItem item_;
  const Json* marks_ = nullptr;  // the key's value
  Json options_;
  Json written_;
  Instances instances_;
  std::vector<Json> overlays_;                     // for each entry of `instances`, as written
  std::vector<std::optional<double>> attainable_;  // for each entry of `instances`
};

/// Reads the rubric's options with those of the item over them; an error names the place of the mistake.
void ItemReader::read_options() {
  const Json* written = in_.find("options");
  Json overlay = written == nullptr ? Json::object() : *written;
  fields::Object(overlay, path_ + ".options").require();
  write_over(written_ = Json::object(), context_.written, context_);
  write_over(written_, overlay, context_);
  context_.files.fill_in(overlay, path_ + ".options");
  options_ = context_.options;
  options_.update(overlay);
  context_.files.with_places([&] {
    try {
      item_.seats = context_.game.facts(options_).seats;
    } catch (const fields::Exception& wrong) {
      fields::Error error = wrong.error();
      const std::string inner = error.path.substr(std::min(error.path.size(), kOptions.size() + 1));
      if (overlay.contains(inner.substr(0, inner.find_first_of(".[")))) {
        error.path.insert(0, path_ + ".");
      }
      throw fields::Exception(std::move(error));
    }
  });
}

void ItemReader::read_instances() {
  const Json* written = in_.find("instances");
  if (written != nullptr && written->is_null()) {
    in_.fail("instances", *written, "a list of objects, or no such key");
    in_.require();
  }
  Json list = written == nullptr ? Json() : *written;
  const std::string path = path_ + ".instances";
  for (std::size_t i = 0; list.is_array() && i < list.size(); ++i) {
    const std::string here = path + "[" + std::to_string(i) + "]";
    fields::Object entry(list[i], here);
    attainable_.push_back(find_number(entry, "attainable", kPositive));
    entry.require();
    list[i].erase("attainable");
    overlays_.push_back(list[i]);
    overlays_.back().erase("seed");
    overlays_.back().erase("seeds");
    context_.files.fill_in(list[i], here);
  }
  context_.files.with_places([&] { instances_ = Instances(list, path, context_.game, options_); });
}

void ItemReader::read_opponents() {
  const Json* written = in_.find("opponents");
  const Json list = written == nullptr ? Json::array() : *written;
  const std::size_t expected = item_.seats - 1;
  if (!list.is_array() || list.size() != expected) {
    throw fields::Exception({path_ + ".opponents", written == nullptr ? "" : fields::brief(list),
                             expected == 0 ? "no opponents: the game has one seat"
                                           : "a list of " + counted(expected, "command") + ": the game has " +
                                                 std::to_string(item_.seats) + " seats with these options"});
  }
  auto& opponents = item_.line_ups.emplace_back();
  for (const Json& command : list) {
    const std::string here = path_ + ".opponents[" + std::to_string(opponents.size()) + "]";
    opponents.push_back(read_bot_command(command, here, {}, &context_.game));
  }
}

void ItemReader::read_games() {
  const auto all = static_cast<std::int64_t>(instances_.size());
  const std::int64_t games = in_.integer_or("games", kGames, all);
  in_.require();
  const std::vector<std::string> labels = instances_.labels();
  for (std::int64_t i = 0; i < games; ++i) {
    const auto index = static_cast<std::size_t>(i % all);
    item_.games.push_back(
        game_on(instances_.at(index), labels[index], seeds_, drawn_seed(seeds_, number_, i)));
  }
  add_written();
}

void ItemReader::read_marks() {
  plan_marks(item_,
             Marks::read(*marks_, path_ + ".marks", context_.game, instances_.at(0).options, item_.seats),
             instances_, seeds_, number_);
  add_written();
}

/// The options as the file has them, for replays, and what is attainable.
void ItemReader::add_written() {
  for (RubricGame& game : item_.games) {
    game.written = written_;
    if (!overlays_.empty()) {
      write_over(game.written, overlays_[game.entry], context_);
    }
    game.attainable = attainable_.empty() ? std::nullopt : attainable_[game.entry];
  }
}

void ItemReader::read_criteria() {
  const Json* one = in_.find("criterion");
  const Json* many = in_.find("criteria");
  if ((one == nullptr) == (many == nullptr)) {
    throw fields::Exception({path_, fields::brief(json_), "criterion or criteria, one of the two"});
  }
  if (one != nullptr) {
    item_.criteria.push_back(Criterion::read(*one, path_ + ".criterion"));
    check(item_.criteria.back(), path_ + ".criterion");
    return;
  }
  if (!many->is_array() || many->empty() || many->size() > kMaxCriteria) {
    in_.fail("criteria", *many, "a list of 1 to " + std::to_string(kMaxCriteria) + " criteria");
    in_.require();
  }
  for (const Json& criterion : *many) {
    const std::string here = path_ + ".criteria[" + std::to_string(item_.criteria.size()) + "]";
    item_.criteria.push_back(Criterion::read(criterion, here));
    check(item_.criteria.back(), here);
  }
}

void ItemReader::check(const Criterion& criterion, const std::string& path) const {
  const std::string expected = instead_of(criterion.measured, item_, context_.game);
  if (!expected.empty()) {
    const std::string got = Json(key_of(criterion.measured)).dump();
    throw fields::Exception({path + ".measure", got, expected});
  }
}

}  // namespace

RubricItem read_item(const nlohmann::json& json, const std::string& path, int number,
                     const ItemContext& context) {
  return ItemReader(json, path, number, context).read();
}

/// The instance of a group is drawn, so that each group tells of all instances alike.
void plan_marks(RubricItem& item, Marks marks, const Instances& instances, const MatchSeeds& seeds,
                int number) {
  item.points = marks.bands.front().points;
  for (const MarkOpponent& opponent : marks.opponents) {
    item.line_ups.emplace_back(item.seats - 1, opponent.command);
  }
  const std::vector<std::string> labels = instances.labels();
  for (std::int64_t i = 0; i < marks.terms.most_groups; ++i) {
    const engines::Seed drawn = drawn_seed(seeds, number, i);
    const auto index = static_cast<std::size_t>(drawn.number % instances.size());
    item.games.push_back(game_on(instances.at(index), labels[index], seeds, drawn));
  }
  item.marks = std::move(marks);
}

std::string instead_of(const Measured& measured, const RubricItem& item, const engines::Entry& game) {
  const bool against = measured == Measured::wins || measured == Measured::pairwise;
  if (against && item.seats == 1) {
    return "another measure: the game has one seat";
  }
  if (measured.own() != nullptr && game_with(*measured.own()) != game.name) {
    return "another measure: this one is for " + std::string(game_with(*measured.own()));
  }
  const auto unknown = std::ranges::find_if(item.games, [](const auto& one) { return !one.attainable; });
  if (measured == Measured::attained && unknown != item.games.end()) {
    return "another measure, or `attainable` in every instance: " + unknown->instance + " has none";
  }
  return "";
}

MatchSeeds seeds_of(std::uint64_t rubric_seed) {
  const std::string salt = protocol::Sha256::hex_of(std::to_string(rubric_seed) + "/salt");
  return {rubric_seed, salt.substr(0, kSaltDigits)};
}

}  // namespace referee::score
