#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "referee/tournament/standings/ladder_table.h"

// A LadderTable as a JSON object of rows: flat lists of numbers. The standings of a large ladder are read
// from it, so nlohmann's parser hands over row after row and makes no tree, which would take twice as long.
//
//   head        [seats, next, matches, repeated, estimated]
//   open        [number of a match, ...]
//   first_seat  [elo, low, high]
//   players     [[entrant, version, matches, since, elo, low, high], ...] without the house bots
//   entrants    [[matches, wins, player, turns, used, worst, turns by verdict ..., at, value, at, value,
//   ...],
//                ...] `player` 0: none; times in microseconds; `at` and `value` are its points
//   missed      [[entrant, matches to which it did not come], ...] of those that missed any
//   groups      [[times, repeats, n, n numbers of the key, digest, ...], ...]
//   machines    [[matches, least, greatest, cpu, sandbox], ...] calibrations in microseconds, 0 and 0: none
//   block       [number of the open block]
//   scores      [[number of a match, player, instance, score], ...] in the open block
//   totals      [[player, matches, sum, squares], ...] in the closed blocks
//   closed      [[number, at, player, matches, sum, squares, player, ...], ...]
//
// What is not there is left out at the end of a row: a rating, a score. `head` comes first, and players come
// before all that names them.
namespace referee {
namespace {

using fields::Json;
using LadderRow = std::vector<Json>;  // numbers and strings
using ReadLadderRow = std::function<void(std::string_view key, const LadderRow& row)>;

constexpr double kLeastElo = -1e9;
constexpr double kLeastSum = std::numeric_limits<double>::lowest();
constexpr std::size_t kShownLadder = 60;  // bytes of a damaged text

/// Writes rows, each in one call, with all numbers of its arguments.
class RowWriter {
 public:
  void begin(std::string_view key) { out_.key(key).begin_list(); }
  void end() { out_.end_list(); }
  template <class... Values>
  void row(const Values&... values) {
    out_.begin_list();
    (put(values), ...);
    out_.end_list();
  }
  template <class... Values>
  void row_at(std::string_view key, const Values&... values) {
    out_.key(key);
    row(values...);
  }
  std::string take() { return out_.take(); }

 private:
  void put(std::integral auto value) { out_.value(value); }
  void put(double value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out_.raw(std::string_view(digits.data(), end));
  }
  void put(const std::string& text) { out_.value(text); }
  void put(Microseconds time) { out_.value(time.count()); }
  void put(const std::optional<double>& value) {
    if (value) {
      put(*value);
    }
  }
  void put(const std::optional<rating::Estimate>& estimate) {
    if (estimate) {
      put(estimate->elo);
      put(estimate->low);
      put(estimate->high);
    }
  }
  void put(const LadderTable::Point& point) {
    put(point.at);
    put(point.value);
  }
  void put(const std::pair<const std::size_t, LadderBlocks::Scores>& scores) {
    put(scores.first);
    put(scores.second.matches);
    put(scores.second.sum);
    put(scores.second.squares);
  }
  void put(const std::ranges::range auto& values) {
    for (const auto& value : values) {
      put(value);
    }
  }

  protocol::LineWriter out_;
};

/// Reads the values of a row from left to right.
class RowReader {
 public:
  RowReader(std::string_view key, const LadderRow& row) : key_(key), row_(row) {}

  std::string_view key() const { return key_; }
  bool done() const { return at_ == row_.size(); }
  template <std::integral Number>
  Number number(Number least) {
    const auto value = fields::as_integer(
        next(), {static_cast<std::int64_t>(least), std::numeric_limits<std::int64_t>::max()});
    if (!value || !std::in_range<Number>(*value)) {
      fail();
    }
    return static_cast<Number>(*value);
  }
  double number(double least) {
    const Json& value = next();
    if (!value.is_number() || !(value.get<double>() >= least)) {
      fail();
    }
    return value.get<double>();
  }
  std::string text() {
    const Json& value = next();
    if (!value.is_string()) {
      fail();
    }
    return value.get<std::string>();
  }
  /// Three numbers at the end of the row, or none.
  std::optional<rating::Estimate> estimate() {
    if (done()) {
      return std::nullopt;
    }
    rating::Estimate estimate;
    estimate.elo = number(kLeastElo);
    estimate.low = number(kLeastElo);
    estimate.high = number(kLeastElo);
    return estimate;
  }
  [[noreturn]] void fail() const {
    throw fields::Exception(
        {"ladder." + fields::brief_text(key_, kShownLadder), fields::brief(Json(row_)), "a row of a ladder"});
  }

 private:
  const Json& next() {
    if (done()) {
      fail();
    }
    return row_[at_++];
  }

  std::string_view key_;
  const LadderRow& row_;
  std::size_t at_ = 0;
};

/// Has the rows of a JSON object read as nlohmann's parser finds them. Anything but rows ends it.
class RowParser final : public nlohmann::json_sax<Json> {
 public:
  explicit RowParser(ReadLadderRow read) : read_(std::move(read)) {}

  bool null() override { return false; }
  bool boolean(bool /*value*/) override { return false; }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value); }
  bool string(string_t& value) override { return add(value); }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return key_.empty(); }
  bool key(string_t& name) override {
    key_ = name;
    return true;
  }
  bool end_object() override { return row_.empty(); }
  bool start_array(std::size_t /*size*/) override { return row_.empty(); }
  bool end_array() override {
    if (!row_.empty()) {
      read_(key_, row_);
      row_.clear();
    }
    return true;
  }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    return false;
  }

 private:
  bool add(const auto& value) {
    row_.emplace_back(value);
    return true;
  }

  ReadLadderRow read_;
  std::string key_;
  LadderRow row_;
};

}  // namespace

std::string LadderTable::json() const {
  RowWriter out;
  out.row_at("head", seats_, next_, matches_, repeated_, estimated_);
  out.row_at("open", open_);
  out.row_at("first_seat", first_seat_);
  out.begin("players");
  for (std::size_t i = 1; i < players_.size(); ++i) {
    const Player& player = players_[i];
    out.row(*player.entrant, player.version, player.matches, player.since, player.rating);
  }
  out.end();
  out.begin("entrants");
  for (const Sums& sums : sums_) {
    const GameTally& tally = sums.tally;
    out.row(sums.matches, sums.wins, sums.player.value_or(kHouse), tally.turns, tally.used, tally.worst,
            tally.by_verdict, sums.points);
  }
  out.end();
  if (std::ranges::any_of(sums_, [](const Sums& sums) { return sums.missed > 0; })) {
    out.begin("missed");
    for (std::size_t entrant = 0; entrant < sums_.size(); ++entrant) {
      if (sums_[entrant].missed > 0) {
        out.row(entrant, sums_[entrant].missed);
      }
    }
    out.end();
  }
  out.begin("groups");
  for (const auto& [key, group] : groups_) {
    out.row(group.times, group.repeats, key.size(), key, group.seen);
  }
  out.end();
  out.begin("machines");
  for (const MachineKind& kind : machines_.kinds()) {
    const auto [least, greatest] = kind.calibration.value_or(std::pair(Microseconds{0}, Microseconds{0}));
    out.row(kind.matches, least, greatest, kind.cpu, kind.sandbox);
  }
  out.end();
  if (seats_ == 1) {
    out.row_at("block", blocks_.open_);
    out.begin("scores");
    for (const auto& [number, match] : blocks_.matches_) {
      out.row(number, match.player, match.instance, match.score);
    }
    out.end();
    out.begin("totals");
    for (const auto& scores : blocks_.totals_) {
      out.row(scores);
    }
    out.end();
    out.begin("closed");
    for (const LadderBlocks::Closed& block : blocks_.closed_) {
      out.row(block.number, block.at, block.scores);
    }
    out.end();
  }
  return out.take();
}

/// Reads the rows of a LadderTable, each kind by a function.
class LadderTable::Reader {
 public:
  void read_row(RowReader row) {
    const std::string_view key = row.key();
    if (begun_ == (key == "head")) {
      row.fail();
    }
    if (key == "head") {
      read_head(row);
    } else if (key == "open") {
      while (!row.done()) {
        table_.open_.insert(row.number(1));
      }
    } else if (key == "first_seat") {
      table_.first_seat_ = row.estimate();
    } else if (key == "players") {
      read_player(row);
    } else if (key == "entrants") {
      read_entrant(row);
    } else if (key == "missed") {
      read_missed(row);
    } else if (key == "groups") {
      read_group(row);
    } else if (key == "machines") {
      read_machines(row);
    } else {
      read_blocks(row);
    }
    if (!row.done()) {
      row.fail();
    }
  }

  LadderTable take() {
    if (!begun_) {
      throw fields::Exception({"ladder.head", "", "the numbers of a ladder"});
    }
    const bool is_rated = std::ranges::any_of(
        table_.players_, [](const LadderTable::Player& player) { return player.rating.has_value(); });
    if (rates_house_ && is_rated) {
      table_.players_[LadderTable::kHouse].rating = rating::Estimate{0, 0, 0};  // it sets the scale
    }
    return std::move(table_);
  }

 private:
  void read_head(RowReader& row) {
    begun_ = true;
    table_.seats_ = row.number(std::size_t{1});
    table_.next_ = row.number(1);
    table_.matches_ = row.number(0);
    table_.repeated_ = row.number(0);
    table_.estimated_ = row.number(std::int64_t{0});
  }

  void read_player(RowReader& row) {
    const Entrant entrant = row.number(Entrant{0});
    const int version = row.number(0);
    const int matches = row.number(0);
    const std::int64_t since = row.number(std::int64_t{0});
    const std::size_t player = table_.player_of(entrant, version, since);
    if (player + 1 != table_.players_.size()) {
      row.fail();  // twice
    }
    table_.players_[player].matches = matches;
    table_.players_[player].rating = row.estimate();
  }

  void read_entrant(RowReader& row) {
    Sums& sums = table_.sums_.emplace_back();
    sums.matches = row.number(0);
    sums.wins = row.number(0);
    const auto player = row.number(std::size_t{0});
    if (player >= table_.players_.size()) {
      row.fail();
    }
    sums.player = player == kHouse ? std::nullopt : std::optional(player);
    sums.tally.turns = row.number(std::int64_t{0});
    sums.tally.used = Microseconds(row.number(std::int64_t{0}));
    sums.tally.worst = Microseconds(row.number(std::int64_t{0}));
    for (std::int64_t& turns : sums.tally.by_verdict) {
      turns = row.number(std::int64_t{0});
    }
    while (!row.done()) {
      const auto at = row.number(std::int64_t{0});
      sums.points.push_back({at, row.number(kLeastElo)});
    }
  }

  void read_missed(RowReader& row) {
    const Entrant entrant = row.number(Entrant{0});
    const int missed = row.number(1);
    if (entrant >= table_.sums_.size() || missed > table_.sums_[entrant].matches) {
      row.fail();
    }
    table_.sums_[entrant].missed = missed;
  }

  void read_group(RowReader& row) {
    Group group{row.number(1), row.number(0), {}};
    const auto size = row.number(std::size_t{4});
    if (size % 2 != 0 || size > 2 * Points::kMaxTable) {
      row.fail();
    }
    Key key(size);
    for (std::size_t i = 0; i < size; ++i) {
      key[i] = row.number(std::uint32_t{0});
      if (i < size / 2 && key[i] >= table_.players_.size()) {
        row.fail();
      }
      rates_house_ = rates_house_ || (i < size / 2 && key[i] == kHouse);
    }
    while (!row.done()) {
      group.seen.push_back(row.number(std::uint32_t{0}));
    }
    table_.groups_.emplace(std::move(key), std::move(group));
  }

  void read_machines(RowReader& row) {
    MachineKind kind;
    kind.matches = row.number(std::size_t{1});
    const Microseconds least(row.number(std::int64_t{0}));
    const Microseconds greatest(row.number(std::int64_t{least.count()}));
    kind.calibration = greatest.count() > 0 ? std::optional(std::pair(least, greatest)) : std::nullopt;
    kind.cpu = row.text();
    kind.sandbox = row.text();
    if (!table_.machines_.put(std::move(kind))) {
      row.fail();  // twice
    }
  }

  void read_blocks(RowReader& row) {
    LadderBlocks& blocks = table_.blocks_;
    if (row.key() == "block") {
      blocks.open_ = row.number(0);
    } else if (row.key() == "scores") {
      const int number = row.number(1);
      LadderBlocks::Match match{read_known_player(row), row.number(1), {}};
      match.score = row.done() ? std::nullopt : std::optional(row.number(kLeastSum));
      blocks.add(number, match);
    } else if (row.key() == "totals") {
      read_scores(row, blocks.totals_);
    } else if (row.key() == "closed") {
      const int number = row.number(1);
      blocks.closed_.push_back({number, row.number(std::int64_t{0})});
      read_scores(row, blocks.closed_.back().scores);
    } else {
      row.fail();
    }
  }

  std::size_t read_known_player(RowReader& row) const {
    const auto player = row.number(std::size_t{1});
    if (player >= table_.players_.size()) {
      row.fail();
    }
    return player;
  }

  void read_scores(RowReader& row, std::map<std::size_t, LadderBlocks::Scores>& scores) const {
    while (!row.done()) {
      LadderBlocks::Scores& one = scores[read_known_player(row)];
      one.matches = row.number(0);
      one.sum = row.number(kLeastSum);
      one.squares = row.number(kLeastSum);
    }
  }

  LadderTable table_{2};
  bool begun_ = false;
  bool rates_house_ = false;  // a match with house bots counts
};

LadderTable LadderTable::read(std::string_view text) {
  Reader reader;
  RowParser parser([&](std::string_view key, const LadderRow& row) { reader.read_row(RowReader(key, row)); });
  if (!Json::sax_parse(text, &parser)) {
    throw fields::Exception({"ladder", fields::brief_text(text, kShownLadder), "JSON with rows of a ladder"});
  }
  return reader.take();
}

}  // namespace referee
