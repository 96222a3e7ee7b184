#include "referee/tournament/config/instances.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxInstances = 10'000;
constexpr std::string_view kOptions = "options";

/// Seeds from `first` to `last`.
struct SeedRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

std::optional<std::uint64_t> read_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size() && !text.empty();
  return whole && number <= kMaxSeed ? std::optional(number) : std::nullopt;
}

/// "1-100" or "7".
std::optional<SeedRange> read_range(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = read_number(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : read_number(text.substr(dash + 1));
  if (!first || !last || *last < *first) {
    return std::nullopt;
  }
  return SeedRange{*first, *last};
}

/// The seeds that one entry of the list names.
class EntryReader {
 public:
  EntryReader(const Json& entry, std::string path) : in_(entry, std::move(path)) { in_.require(); }

  std::optional<SeedRange> seeds() {
    const Json* one = in_.find("seed");
    const Json* many = in_.find("seeds");
    std::optional<SeedRange> range;
    if (one != nullptr && many != nullptr) {
      in_.fail("seeds", *many, "seed or seeds, not both");
    } else if (one != nullptr) {
      const auto seed = static_cast<std::uint64_t>(in_.integer("seed", kSeedRange));
      range = SeedRange{seed, seed};
    } else if (many != nullptr) {
      range = many->is_string() ? read_range(many->get_ref<const std::string&>()) : std::nullopt;
      if (!range) {
        in_.fail("seeds", *many, "\"FIRST-LAST\" or \"ONE\", seeds from 0 to " + std::to_string(kMaxSeed));
      } else if (range->last - range->first >= kMaxInstances) {
        in_.fail("seeds", *many, too_many());
      }
    }
    in_.require();
    return range;
  }

  static std::string too_many() { return "at most " + std::to_string(kMaxInstances) + " instances in all"; }

 private:
  fields::Object in_;
};

Json overlay_of(const Json& entry) {
  Json overlay = entry;
  overlay.erase("seed");
  overlay.erase("seeds");
  return overlay;
}

/// The name of the map or maze, as the config names it or as it names itself.
std::string name_in(const Json& options, const engines::Entry& game) {
  if (!game.file_option || !options.contains(game.file_option->key)) {
    return "";
  }
  const Json& value = options.at(std::string(game.file_option->key));
  const Json& name = value.is_object() && value.contains("name") ? value.at("name") : value;
  return name.is_string() ? name.get<std::string>() : "";
}

/// The game's facts, with key paths where the option was written: in the entry, or among the tournament's.
engines::Facts facts(const engines::Entry& game, const Json& options, const Json& overlay,
                     const std::string& path) {
  try {
    return game.facts(options);
  } catch (const fields::Exception& wrong) {
    fields::Error error = wrong.error();
    if (!error.path.starts_with("options.")) {
      throw;
    }
    const std::string inner = error.path.substr(kOptions.size() + 1);
    if (overlay.contains(inner.substr(0, inner.find_first_of(".[")))) {
      error.path = path + "." + inner;
    } else {
      error = {path, fields::brief(overlay), "options that go with the general ones: " + error.text()};
    }
    throw fields::Exception(std::move(error));
  }
}

struct ReadEntry {
  Json options;  // complete
  std::optional<SeedRange> seeds;
  std::string name;
};

/// `seats`: with the general options alone.
ReadEntry read_entry(const Json& entry, const std::string& path, const engines::Entry& game,
                     const Json& options, std::size_t seats) {
  const auto seeds = EntryReader(entry, path).seeds();
  const Json overlay = overlay_of(entry);
  Json merged = options;
  merged.update(overlay);
  const engines::Facts made = facts(game, merged, overlay, path);
  if (made.seats != seats) {
    throw fields::Exception({path, fields::brief(entry),
                             "a game of " + std::to_string(seats) +
                                 " seats, as with the general options; these make it " +
                                 std::to_string(made.seats)});
  }
  return {made.options, seeds, name_in(overlay, game)};
}

}  // namespace

Instances::Instances(const nlohmann::json& list, const std::string& path, const engines::Entry& game,
                     const nlohmann::json& options) {
  const engines::Facts plain = game.facts(options);
  if (list.is_null()) {
    all_.push_back({plain.options, std::nullopt, name_in(options, game)});
    return;
  }
  if (!list.is_array() || list.empty()) {
    throw fields::Exception({path, fields::brief(list), "a list of objects, at least one"});
  }
  for (const auto& entry : list) {
    const auto number = static_cast<std::size_t>(&entry - &list.front());
    const std::string here = path + "[" + std::to_string(number) + "]";
    const ReadEntry read = read_entry(entry, here, game, options, plain.seats);
    const std::uint64_t count = read.seeds ? read.seeds->last - read.seeds->first + 1 : 1;
    if (all_.size() + count > kMaxInstances) {
      throw fields::Exception({here, fields::brief(entry), EntryReader::too_many()});
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      all_.push_back({read.options, read.seeds ? std::optional(read.seeds->first + i) : std::nullopt,
                      read.name, number});
    }
  }
}

Instance read_trial(const nlohmann::json& json, const std::string& path, const engines::Entry& game,
                    const nlohmann::json& options, const Instances& played) {
  if (json.is_null()) {
    return {game.facts(Json::object()).options, played.unnamed_seed(), ""};
  }
  const ReadEntry read = read_entry(json, path, game, options, game.facts(options).seats);
  if (json.contains("seeds")) {
    throw fields::Exception({path + ".seeds", fields::brief(json.at("seeds")), "one seed, as \"seed\": 7"});
  }
  return {read.options, read.seeds ? read.seeds->first : played.unnamed_seed(), read.name};
}

std::uint64_t Instances::unnamed_seed() const {
  const auto names = [this](std::uint64_t seed) {
    return std::ranges::any_of(all_, [seed](const Instance& instance) { return instance.seed == seed; });
  };
  std::uint64_t seed = kMaxSeed;
  while (names(seed)) {
    --seed;
  }
  return seed;
}

std::size_t Instances::index_of(int round, int game_no, int best_of, int group) const {
  const int groups = (best_of + group - 1) / group;
  const auto played = static_cast<std::size_t>(round - 1) * static_cast<std::size_t>(groups) +
                      static_cast<std::size_t>((game_no - 1) / group);
  return played % all_.size();
}

std::vector<std::string> Instances::labels() const {
  std::vector<std::string> labels;
  for (const Instance& instance : all_) {
    std::string label = instance.name;
    if (instance.seed) {
      label.append(label.empty() ? "" : ", ").append("seed ").append(std::to_string(*instance.seed));
    }
    labels.push_back(label.empty() ? std::to_string(labels.size() + 1) : label);
  }
  return labels;
}

nlohmann::json Instances::json() const {
  nlohmann::json list = nlohmann::json::array();
  for (const Instance& instance : all_) {
    // Seeds of the same options are listed together: options may be a whole map.
    if (instance.seed && !list.empty() && !list.back()["seeds"].is_null() &&
        list.back()["options"] == instance.options && list.back().value("name", "") == instance.name) {
      list.back()["seeds"].push_back(*instance.seed);
      continue;
    }
    nlohmann::json entry = {{"options", instance.options}, {"seeds", nullptr}};
    if (!instance.name.empty()) {
      entry["name"] = instance.name;
    }
    if (instance.seed) {
      entry["seeds"] = nlohmann::json::array({*instance.seed});
    }
    list.push_back(std::move(entry));
  }
  return list;
}

Instances Instances::of_frozen(const nlohmann::json& json) {
  Instances instances;
  for (const Json& entry : json) {
    const auto name = entry.value("name", "");
    if (entry.at("seeds").is_null()) {
      instances.all_.push_back({entry.at("options"), std::nullopt, name});
      continue;
    }
    for (const Json& seed : entry.at("seeds")) {
      instances.all_.push_back({entry.at("options"), seed.get<std::uint64_t>(), name});
    }
  }
  return instances;
}

}  // namespace referee
