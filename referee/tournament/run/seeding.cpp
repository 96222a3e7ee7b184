#include "referee/tournament/run/seeding.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>

#include "protocol/messages.h"
#include "referee/base/text.h"
#include "referee/report/rating_text.h"
#include "referee/store/store.h"
#include "referee/tournament/run/stored_page.h"

namespace referee {
namespace {

constexpr std::size_t kUnrated = std::numeric_limits<std::size_t>::max();

/// The place of each rated entrant of a ladder, from 0, by folded name.
std::map<std::string, std::size_t> places_in(const TournamentConfig& config, bool& finished) {
  const std::string uri = config.seeds_from->text();
  const auto refuse = [&](const std::string& expected) {
    throw std::invalid_argument(config.file + ": seeds_from: got \"" + uri + "\", expected " + expected);
  };
  if (uri == config.store.text()) {
    refuse("another store than the tournament's own");
  }
  std::optional<StandingsPage> read;
  try {
    read = read_page(uri);
  } catch (const StoreError& error) {
    refuse(std::string("the store of a ladder: ") + error.what());
  }
  const StandingsPage& page = *read;
  finished = page.finished;
  if (page.format->ladder() == nullptr || page.format->traits().open_practice) {
    refuse("the store of a ladder: it is one of another format (" + page.format->text() + ")");
  }
  std::map<std::string, std::size_t> places;
  for (const StandingsRow& row : page.rows) {
    if (row.ladder->rating || row.ladder->score) {
      places.emplace(protocol::folded_name(row.name), places.size());
    }
  }
  if (places.empty()) {
    refuse("a ladder on which an entrant has a rating");
  }
  return places;
}

std::string names_of(const std::vector<EntrantSpec>& entrants, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    text.append(i == begin ? "" : ", ").append(printable(entrants[i].name));
  }
  return text;
}

/// Whether a tournament is kept there already. A schema may be made before a tournament is (store init).
bool is_begun(const StoreUri& store) {
  if (const auto file = store.file()) {
    return std::filesystem::exists(*file);
  }
  try {
    return !open_store(store, StoreAccess::read_only)->load().meta.empty();
  } catch (const NotAStore&) {
    return false;
  }
}

}  // namespace

std::string seed_entrants(TournamentConfig& config) {
  if (!config.seeds_from || is_begun(config.store)) {
    return "";
  }
  bool finished = false;
  const std::map<std::string, std::size_t> places = places_in(config, finished);
  const auto place_of = [&](const EntrantSpec& entrant) {
    const auto found = places.find(protocol::folded_name(entrant.name));
    return found == places.end() ? kUnrated : found->second;
  };
  std::ranges::stable_sort(config.entrants, {}, place_of);
  const auto unrated = std::ranges::find(config.entrants, kUnrated, place_of);
  const auto rated = static_cast<std::size_t>(unrated - config.entrants.begin());
  std::string text =
      "seeds from " + printable(config.seeds_from->text()) + ": " +
      (rated == 0 ? "none of the entrants is rated there" : names_of(config.entrants, 0, rated)) + "\n";
  if (rated < config.entrants.size()) {
    text +=
        "behind them, without a rating there: " + names_of(config.entrants, rated, config.entrants.size()) +
        "\n";
  }
  return finished ? text : text + "that ladder is not closed yet: these are its ratings so far\n";
}

}  // namespace referee
