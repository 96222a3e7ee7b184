#include "referee/tournament/standings/ladder_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "protocol/require.h"

namespace referee {
namespace {

constexpr std::int64_t kHour = 3600;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kPointEvery = kHour / 2;
constexpr std::int64_t kFinePoints = kDay + kHour;  // older points are one a day
constexpr std::int64_t kOldestPoint = 60 * kDay;
constexpr std::size_t kTies = 2;  // games that a version has won, and lost, against its predecessor

/// The first 32 bits of a digest in hex; nothing for a text that has none.
std::optional<std::uint32_t> short_digest(const std::string& hex) {
  constexpr std::size_t kDigits = 8;
  std::uint32_t value = 0;
  const char* const end = hex.data() + std::min(hex.size(), kDigits);
  const auto read = std::from_chars(hex.data(), end, value, 16);
  return hex.size() >= kDigits && read.ptr == end ? std::optional(value) : std::nullopt;
}

/// Players in the order of the seats, with their scores; those who were absent are left out.
struct Finisher {
  std::size_t player = 0;
  double score = 0;
};

int version_in(const LadderGame& result, std::size_t position) {
  return position < result.versions.size() ? result.versions[position] : 0;
}

bool is_sole_first(const LadderGame& result, std::size_t position) {
  const double own = result.scores[position];
  const bool others = result.scores.size() > 1 || result.house;
  return others && std::ranges::count_if(result.scores, [&](double other) { return other >= own; }) == 1 &&
         (!result.house || *result.house < own);
}

/// Points of the last day are kept as they are, of older ones one a day.
void thin(std::vector<LadderTable::Point>& points, std::int64_t now) {
  std::int64_t kept_day = -1;
  std::erase_if(points, [&](const LadderTable::Point& point) {
    if (point.at > now - kFinePoints) {
      return false;
    }
    const bool known = std::exchange(kept_day, point.at / kDay) == point.at / kDay;
    return known || point.at < now - kOldestPoint;
  });
}

}  // namespace

void LadderTable::begin(int number) {
  REQUIRE(number >= next_);
  // A store has matches in the order in which they began, which is not that of their calls.
  while (next_ <= number) {
    open_.insert(next_++);
  }
}

LadderTable::Sums& LadderTable::sums_of(Entrant entrant) {
  if (entrant >= sums_.size()) {
    sums_.resize(entrant + 1);
  }
  return sums_[entrant];
}

std::size_t LadderTable::player_of(Entrant entrant, int version, std::int64_t at) {
  const auto [found, is_new] = player_of_version_.emplace(std::pair(entrant, version), players_.size());
  if (is_new) {
    players_.push_back({.entrant = entrant, .version = version, .since = at});
  }
  return found->second;
}

void LadderTable::play_version(Entrant entrant, int version, std::int64_t at) {
  Sums& sums = sums_of(entrant);
  sums.player = player_of(entrant, version, at);
}

void LadderTable::add(int number, const LadderGame& result, std::int64_t at) {
  REQUIRE(result.entrants.size() == result.scores.size());
  if (number >= next_) {
    begin(number);
  }
  open_.erase(number);
  if (result.struck) {
    return;
  }
  for (std::size_t i = 0; i < result.entrants.size(); ++i) {
    const std::size_t player = player_of(result.entrants[i], version_in(result, i), at);
    Sums& sums = sums_of(result.entrants[i]);
    sums.player = sums.player.value_or(player);
  }
  count(result, +1);
  if (result.instance) {
    blocks_.add(number, {player_of(result.entrants[0], version_in(result, 0), at), result.instance->number,
                         result.scores[0]});
    return;
  }
  if (seats_ == 1) {
    blocks_.add_closed(player_of(result.entrants[0], version_in(result, 0), at), result.scores[0]);
    return;
  }
  const auto key = key_of(result);
  if (!key) {
    return;
  }
  Group& group = groups_[*key];
  const auto digest = short_digest(result.moves);
  if (digest && std::ranges::find(group.seen, *digest) != group.seen.end()) {
    ++group.repeats;
    ++repeated_;
    return;
  }
  ++group.times;
  if (digest && group.seen.size() < kSeen) {
    group.seen.push_back(*digest);
  }
}

void LadderTable::remove(int number, const LadderGame& result) {
  count(result, -1);
  if (result.instance) {
    blocks_.remove(number, result.instance->block, player_of(result.entrants[0], version_in(result, 0), 0),
                   result.scores[0]);
    return;
  }
  const auto key = key_of(result);
  const auto found = key ? groups_.find(*key) : groups_.end();
  if (found == groups_.end()) {
    return;
  }
  Group& group = found->second;
  const auto digest = short_digest(result.moves);
  const auto seen = digest ? std::ranges::find(group.seen, *digest) : group.seen.end();
  if (seen != group.seen.end() && group.repeats > 0) {
    --group.repeats;  // one that went alike still counts
    --repeated_;
    return;
  }
  if (seen != group.seen.end()) {
    group.seen.erase(seen);
  }
  if (--group.times <= 0) {
    groups_.erase(found);
  }
}

/// Adds the match to the sums of its entrants, or takes it away; the longest turn stays.
void LadderTable::count(const LadderGame& result, int by) {
  matches_ += by;
  for (const PlayingMachine& machine : result.machines) {
    if (by > 0) {
      machines_.add(machine);
    } else {
      machines_.remove(machine);
    }
  }
  for (std::size_t i = 0; i < result.entrants.size(); ++i) {
    Sums& sums = sums_of(result.entrants[i]);
    sums.matches += by;
    sums.missed = std::max(0, sums.missed + (result.no_show[i] ? by : 0));
    sums.wins += is_sole_first(result, i) ? by : 0;
    GameTally tally = result.tallies[i];
    if (by < 0) {
      std::ranges::for_each(tally.by_verdict, [](std::int64_t& turns) { turns = -turns; });
      tally.turns = -tally.turns;
      tally.used = -tally.used;
      tally.worst = Microseconds(0);
    }
    sums.tally += tally;
    players_[player_of(result.entrants[i], version_in(result, i), 0)].matches += by;
  }
}

/// Nothing if fewer than two players came: such a match says nothing of their strengths.
std::optional<LadderTable::Key> LadderTable::key_of(const LadderGame& result) const {
  std::vector<Finisher> finishers;
  for (std::size_t i = 0; i < result.entrants.size(); ++i) {
    if (!result.no_show[i]) {
      const auto player = player_of_version_.at({result.entrants[i], version_in(result, i)});
      finishers.push_back({player, result.scores[i]});
    }
  }
  if (result.house) {
    finishers.insert(result.house_first ? finishers.begin() : finishers.end(), {kHouse, *result.house});
  }
  if (finishers.size() < 2) {
    return std::nullopt;
  }
  Key key;
  for (const Finisher& one : finishers) {
    key.push_back(static_cast<std::uint32_t>(one.player));
  }
  for (const Finisher& one : finishers) {
    const auto better =
        std::ranges::count_if(finishers, [&](const Finisher& other) { return other.score > one.score; });
    key.push_back(static_cast<std::uint32_t>(better) + 1);
  }
  return key;
}

std::vector<rating::RankedGame> LadderTable::ranked_games() const {
  std::vector<rating::RankedGame> games;
  for (const auto& [key, group] : groups_) {
    rating::RankedGame& game = games.emplace_back();
    game.times = static_cast<std::size_t>(group.times);
    const std::size_t seats = key.size() / 2;
    for (std::size_t seat = 0; seat < seats; ++seat) {
      game.seats.push_back({key[seat], static_cast<int>(key[seats + seat]), seat == 0});
    }
  }
  // The entries of an entrant follow each other, in the order of its versions.
  for (auto version = player_of_version_.begin(); version != player_of_version_.end(); ++version) {
    const auto next = std::next(version);
    if (next != player_of_version_.end() && next->first.first == version->first.first) {
      games.push_back({.seats = {{version->second, 1, false}, {next->second, 2, false}}, .times = kTies});
      games.push_back({.seats = {{next->second, 1, false}, {version->second, 2, false}}, .times = kTies});
    }
  }
  return games;
}

void LadderTable::estimate(std::int64_t now) {
  if (seats_ > 1) {
    estimate_ratings();
  }
  estimated_ = now;
  note_points(now);
}

void LadderTable::estimate_ratings() {
  const std::array anchors{rating::Anchor{kHouse, 0}};
  const rating::Ratings ratings = rating::ratings_of(players_.size(), ranked_games(), anchors);
  for (std::size_t player = 0; player < players_.size(); ++player) {
    players_[player].rating = ratings.players[player];
  }
  first_seat_ = ratings.first_seat;
  converged_ = ratings.converged;
}

void LadderTable::next_block(std::int64_t at, int next) {
  REQUIRE(seats_ == 1);
  if (blocks_.open() != 0) {
    for (const std::size_t player : blocks_.alone_best()) {
      ++sums_of(*players_[player].entrant).wins;
    }
    blocks_.close(at);
  }
  blocks_.begin(next);
}

void LadderTable::note_points(std::int64_t now) {
  for (Entrant entrant = 0; entrant < sums_.size(); ++entrant) {
    Sums& sums = sums_[entrant];
    const std::optional<double> present_value = value(entrant);
    if (present_value && (sums.points.empty() || sums.points.back().at + kPointEvery <= now)) {
      sums.points.push_back({now, *present_value});
      thin(sums.points, now);
    }
  }
}

const LadderTable::Player* LadderTable::present(Entrant entrant) const {
  const bool known = entrant < sums_.size() && sums_[entrant].player;
  return known ? &players_[*sums_[entrant].player] : nullptr;
}

std::optional<double> LadderTable::value(Entrant entrant) const {
  if (seats_ == 1) {
    const auto scored = scored_player(entrant);
    return scored ? std::optional(blocks_.of(*scored)->mean()) : std::nullopt;
  }
  const Player* const player = present(entrant);
  return player != nullptr && player->rating ? std::optional(player->rating->elo) : std::nullopt;
}

std::optional<std::size_t> LadderTable::scored_player(Entrant entrant) const {
  const Player* const now_playing = present(entrant);
  if (now_playing == nullptr) {
    return std::nullopt;
  }
  if (blocks_.of(*sums_[entrant].player)) {
    return sums_[entrant].player;
  }
  auto version = player_of_version_.lower_bound({entrant, now_playing->version});
  while (version != player_of_version_.begin() && (--version)->first.first == entrant) {
    if (blocks_.of(version->second)) {
      return version->second;
    }
  }
  return std::nullopt;
}

std::optional<double> LadderTable::trend(Entrant entrant) const {
  const std::optional<double> present_value = value(entrant);
  if (!present_value) {
    return std::nullopt;
  }
  const std::vector<Point>& points = sums_[entrant].points;
  const auto younger = std::ranges::upper_bound(points, estimated_ - kDay, {}, &Point::at);
  return younger == points.begin() ? std::nullopt : std::optional(*present_value - std::prev(younger)->value);
}

std::map<std::pair<std::size_t, std::size_t>, LadderTable::Score> LadderTable::scores() const {
  std::map<std::pair<std::size_t, std::size_t>, Score> scores;
  for (const auto& [key, group] : groups_) {
    const std::size_t seats = key.size() / 2;
    for (std::size_t seat = 0; seat < seats; ++seat) {
      for (std::size_t other = 0; other < seats; ++other) {
        if (other != seat) {
          Score& score = scores[{key[seat], key[other]}];
          const auto own = key[seats + seat];
          const auto its = key[seats + other];
          (own < its ? score.wins : own == its ? score.draws : score.losses) += group.times;
        }
      }
    }
  }
  return scores;
}

}  // namespace referee
