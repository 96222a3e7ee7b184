#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/tournament/standings/ladder_table.h"

// A LadderTable as lines of words, each line of a kind that its first word names. JSON would take some times
// as long to read, and the standings of a large ladder are read from it.
namespace referee {
namespace {

using fields::Json;

constexpr std::size_t kShownLine = 60;  // bytes of a damaged line
constexpr std::string_view kHead = "ladder";
constexpr double kLeastElo = -1e9;
constexpr double kLeastSum = std::numeric_limits<double>::lowest();

template <class Number>
void append(std::string& out, Number value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out.push_back(' ');
  out.append(digits.data(), end);
}

void append(std::string& out, const std::optional<rating::Estimate>& estimate) {
  if (estimate) {
    append(out, estimate->elo);
    append(out, estimate->low);
    append(out, estimate->high);
  }
}

void append(std::string& out, std::size_t player, const LadderBlocks::Scores& scores) {
  append(out, player);
  append(out, scores.matches);
  append(out, scores.sum);
  append(out, scores.squares);
}

/// Reads the words of a line from left to right.
class Words {
 public:
  explicit Words(std::string_view line) : line_(line), rest_(line) {}

  bool done() const { return rest_.empty(); }
  std::string_view word() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return word;
  }
  /// All that are left, with the spaces between them.
  std::string_view rest() { return std::exchange(rest_, {}); }
  template <class Number>
  Number number(Number least) {
    const std::string_view text = word();
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !(value >= least)) {
      fail();
    }
    return value;
  }
  /// Three numbers at the end of the line, or none.
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
        {"ladder", fields::brief_text(std::string(line_), kShownLine), "a line of a ladder"});
  }

 private:
  std::string_view line_;
  std::string_view rest_;
};

}  // namespace

std::string LadderTable::text() const {
  std::string out(kHead);
  append(out, 1);  // of this kind of text
  append(out, seats_);
  append(out, next_);
  append(out, matches_);
  append(out, repeated_);
  append(out, estimated_);
  out += "\nopen";
  for (const int number : open_) {
    append(out, number);
  }
  out += "\nfirst";
  append(out, first_seat_);
  for (std::size_t i = 1; i < players_.size(); ++i) {
    const Player& player = players_[i];
    out += "\np";
    append(out, *player.entrant);
    append(out, player.version);
    append(out, player.matches);
    append(out, player.since);
    append(out, player.rating);
  }
  for (Entrant entrant = 0; entrant < sums_.size(); ++entrant) {
    const Sums& sums = sums_[entrant];
    out += "\ne";
    append(out, sums.matches);
    append(out, sums.wins);
    append(out, sums.player.value_or(0));
    append(out, sums.tally.turns);
    append(out, sums.tally.used.count());
    append(out, sums.tally.worst.count());
    for (const std::int64_t turns : sums.tally.by_verdict) {
      append(out, turns);
    }
    for (const Point& point : sums.points) {
      append(out, point.at);
      append(out, point.value);
    }
  }
  for (const auto& [key, group] : groups_) {
    out += "\ng";
    append(out, group.times);
    append(out, group.repeats);
    append(out, key.size());
    for (const std::uint32_t number : key) {
      append(out, number);
    }
    for (const std::uint32_t digest : group.seen) {
      append(out, digest);
    }
  }
  for (const MachineKind& kind : machines_.kinds()) {
    const auto [least, greatest] = kind.calibration.value_or(std::pair(Microseconds{0}, Microseconds{0}));
    out += "\nm";
    append(out, kind.matches);
    append(out, least.count());
    append(out, greatest.count());
    out += ' ' + Json{kind.cpu, kind.sandbox}.dump();
  }
  return out + blocks_text() + "\n";
}

std::string LadderTable::blocks_text() const {
  std::string out;
  if (blocks_.open_ > 0) {
    out += "\nblock";
    append(out, blocks_.open_);
  }
  for (const auto& [number, match] : blocks_.matches_) {
    out += "\ns";
    append(out, number);
    append(out, match.player);
    append(out, match.instance);
    if (match.score) {
      append(out, *match.score);
    }
  }
  for (const auto& [player, scores] : blocks_.totals_) {
    out += "\nt";
    append(out, player, scores);
  }
  for (const LadderBlocks::Closed& block : blocks_.closed_) {
    out += "\nb";
    append(out, block.number);
    append(out, block.at);
    for (const auto& [player, scores] : block.scores) {
      out += "\nc";
      append(out, player, scores);
    }
  }
  return out;
}

/// Reads the lines of a LadderTable, each kind by a function.
class LadderTable::Reader {
 public:
  LadderTable read(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      read_line(Words(text.substr(begin, end - begin)));
      begin = end + 1;
    }
    if (!begun_) {
      throw fields::Exception({"ladder", "", "lines of a ladder"});
    }
    return std::move(table_);
  }

 private:
  void read_line(Words words) {
    const std::string_view kind = words.word();
    if (begun_ == (kind == kHead)) {
      words.fail();
    }
    if (kind == kHead) {
      read_head(words);
    } else if (kind == "open") {
      while (!words.done()) {
        table_.open_.insert(words.number(1));
      }
    } else if (kind == "first") {
      table_.first_seat_ = words.estimate();
    } else if (kind == "p") {
      read_player(words);
    } else if (kind == "e") {
      read_entrant(words);
    } else if (kind == "g") {
      read_group(words);
    } else if (kind == "m") {
      read_machines(words);
    } else if (kind == "block" || kind == "s" || kind == "t" || kind == "b" || kind == "c") {
      read_blocks(kind, words);
    } else {
      words.fail();
    }
  }

  void read_head(Words& words) {
    if (words.number(1) != 1) {
      words.fail();
    }
    begun_ = true;
    table_.seats_ = words.number(std::size_t{1});
    table_.next_ = words.number(1);
    table_.matches_ = words.number(0);
    table_.repeated_ = words.number(0);
    table_.estimated_ = words.number(std::int64_t{0});
  }

  void read_player(Words& words) {
    const Entrant entrant = words.number(Entrant{0});
    const int version = words.number(0);
    const int matches = words.number(0);
    const std::int64_t since = words.number(std::int64_t{0});
    const std::size_t player = table_.player_of(entrant, version, since);
    if (player + 1 != table_.players_.size()) {
      words.fail();  // twice
    }
    table_.players_[player].matches = matches;
    table_.players_[player].rating = words.estimate();
  }

  void read_entrant(Words& words) {
    Sums& sums = table_.sums_.emplace_back();
    sums.matches = words.number(0);
    sums.wins = words.number(0);
    const auto player = words.number(std::size_t{0});
    if (player >= table_.players_.size()) {
      words.fail();
    }
    sums.player = player == kHouse ? std::nullopt : std::optional(player);
    sums.tally.turns = words.number(std::int64_t{0});
    sums.tally.used = Microseconds(words.number(std::int64_t{0}));
    sums.tally.worst = Microseconds(words.number(std::int64_t{0}));
    for (std::int64_t& turns : sums.tally.by_verdict) {
      turns = words.number(std::int64_t{0});
    }
    while (!words.done()) {
      const auto at = words.number(std::int64_t{0});
      sums.points.push_back({at, words.number(kLeastElo)});
    }
  }

  void read_group(Words& words) {
    Group group{words.number(1), words.number(0), {}};
    const auto size = words.number(std::size_t{4});
    if (size % 2 != 0 || size > 2 * Points::kMaxTable) {
      words.fail();
    }
    Key key(size);
    for (std::uint32_t& number : key) {
      number = words.number(std::uint32_t{0});
    }
    const auto ranks = key.begin() + static_cast<std::ptrdiff_t>(size / 2);
    if (std::any_of(key.begin(), ranks, [&](auto player) { return player >= table_.players_.size(); })) {
      words.fail();
    }
    while (!words.done()) {
      group.seen.push_back(words.number(std::uint32_t{0}));
    }
    table_.groups_.emplace(std::move(key), std::move(group));
  }

  void read_machines(Words& words) {
    MachineKind kind;
    kind.matches = words.number(std::size_t{1});
    const Microseconds least(words.number(std::int64_t{0}));
    const Microseconds greatest(words.number(std::int64_t{least.count()}));
    kind.calibration = greatest.count() > 0 ? std::optional(std::pair(least, greatest)) : std::nullopt;
    const Json names = Json::parse(words.rest(), nullptr, false);
    if (!names.is_array() || names.size() != 2 || !names[0].is_string() || !names[1].is_string()) {
      words.fail();
    }
    kind.cpu = names[0].get<std::string>();
    kind.sandbox = names[1].get<std::string>();
    if (!table_.machines_.put(std::move(kind))) {
      words.fail();  // twice
    }
  }

  void read_blocks(std::string_view kind, Words& words) {
    LadderBlocks& blocks = table_.blocks_;
    if (kind == "block") {
      blocks.open_ = words.number(1);
    } else if (kind == "s") {
      const int number = words.number(1);
      LadderBlocks::Match match{read_known_player(words), words.number(1), {}};
      match.score = words.done() ? std::nullopt : std::optional(words.number(kLeastSum));
      blocks.add(number, match);
    } else if (kind == "t") {
      read_scores(words, blocks.totals_);
    } else if (kind == "b") {
      const int number = words.number(1);
      blocks.closed_.push_back({number, words.number(std::int64_t{0})});
    } else if (!blocks.closed_.empty()) {
      read_scores(words, blocks.closed_.back().scores);
    } else {
      words.fail();
    }
  }

  std::size_t read_known_player(Words& words) const {
    const auto player = words.number(std::size_t{1});
    if (player >= table_.players_.size()) {
      words.fail();
    }
    return player;
  }

  void read_scores(Words& words, std::map<std::size_t, LadderBlocks::Scores>& scores) const {
    LadderBlocks::Scores& one = scores[read_known_player(words)];
    one.matches = words.number(0);
    one.sum = words.number(kLeastSum);
    one.squares = words.number(kLeastSum);
  }

  LadderTable table_{2};
  bool begun_ = false;
};

LadderTable LadderTable::read(std::string_view text) { return Reader().read(text); }

}  // namespace referee
