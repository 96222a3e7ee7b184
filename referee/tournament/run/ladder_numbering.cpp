#include "referee/tournament/run/ladder_numbering.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/run/opened_store.h"

namespace referee {
namespace {

using fields::Json;

constexpr std::size_t kShownCounted = 60;  // bytes of a damaged text
constexpr std::int64_t kMaxCounted = std::numeric_limits<int>::max() - 1;

/// By table.
std::map<int, int> read_counted(const StoreContent& content) {
  const auto found = content.meta.find(meta_key::kCounted);
  if (found == content.meta.end()) {
    return {};
  }
  const Json list = Json::parse(found->second, nullptr, false);
  std::map<int, int> counted;
  bool read = list.is_array();
  for (const Json& pair : list) {
    const bool is_pair = pair.is_array() && pair.size() == 2;
    const auto entrant = is_pair ? fields::as_integer(pair[0], {0, kMaxCounted}) : std::nullopt;
    const auto number = is_pair ? fields::as_integer(pair[1], {1, kMaxCounted}) : std::nullopt;
    read = read && entrant && number;
    counted[static_cast<int>(entrant.value_or(0)) + 1] = static_cast<int>(number.value_or(1));
  }
  if (!read) {
    throw fields::Exception({meta_key::kCounted, fields::brief_text(found->second, kShownCounted),
                             "pairs of an entrant and the number of its newest match, as [[3,17]]"});
  }
  return counted;
}

class OneSeries final : public LadderNumbering {
 public:
  MatchPlace next(const LadderTable& table, const LadderMatch& /*match*/) const override {
    return {1, table.next(), 1};
  }
  void note(LadderTable& table, const MatchPlace& place) override {
    if (place.table >= table.next()) {
      table.begin(place.table);
    }
  }
  void drop(LadderTable& table, const MatchPlace& place) override { table.drop(place.table); }
  void add(LadderTable& table, const MatchPlace& place, const LadderGame& game) override {
    table.add(place.table, game, seconds_of(game.ended));
  }
  bool includes(const LadderTable& table, const MatchPlace& place) const override {
    return table.includes(place.table);
  }
  std::optional<StoreWrite> counted() const override { return std::nullopt; }
};

/// The table of a match is the number of its entrant, from 1.
class ByEntrant final : public LadderNumbering {
 public:
  explicit ByEntrant(const StoreContent& content) : begun_(read_counted(content)), counted_(begun_) {}

  MatchPlace next(const LadderTable& /*table*/, const LadderMatch& match) const override {
    const int table = static_cast<int>(match.entrants.front()) + 1;
    const auto newest = begun_.find(table);
    return {1, table, 1 + (newest == begun_.end() ? 0 : newest->second)};
  }
  void note(LadderTable& /*table*/, const MatchPlace& place) override {
    begun_[place.table] = std::max(begun_[place.table], place.game_no);
  }
  /// The next match that counts includes those before it.
  void drop(LadderTable& /*table*/, const MatchPlace& /*place*/) override {}
  void add(LadderTable& table, const MatchPlace& place, const LadderGame& game) override {
    table.add(table.next(), game, seconds_of(game.ended));
    counted_[place.table] = place.game_no;
  }
  bool includes(const LadderTable& /*table*/, const MatchPlace& place) const override {
    const auto newest = counted_.find(place.table);
    return newest != counted_.end() && place.game_no <= newest->second;
  }
  std::optional<StoreWrite> counted() const override {
    Json list = Json::array();
    for (const auto& [table, number] : counted_) {
      list.push_back({table - 1, number});
    }
    return store_write::SetMeta{meta_key::kCounted, list.dump()};
  }

 private:
  std::map<int, int> begun_;    // the greatest number of an entrant's matches, by table
  std::map<int, int> counted_;  // of those in the table
};

}  // namespace

std::unique_ptr<LadderNumbering> numbering_of(const TournamentFormat& format, const StoreContent& content) {
  if (format.traits().open_practice) {
    return std::make_unique<ByEntrant>(content);
  }
  return std::make_unique<OneSeries>();
}

std::optional<Entrant> entrant_named_by(const MatchPlace& place, const TournamentFormat& format) {
  return format.traits().open_practice ? std::optional(static_cast<Entrant>(place.table) - 1) : std::nullopt;
}

}  // namespace referee
