#include <array>
#include <string_view>

#include "referee/swiss/trf/line.h"
#include "referee/swiss/trf/records.h"

namespace referee::swiss::trf {
namespace {

using Kind = RoundEntry::Kind;

constexpr std::size_t kFirstCell = 92;
constexpr std::size_t kCellWidth = 10;

struct Result {
  char32_t letter;
  Kind kind;
};
constexpr std::array<Result, 9> kResultsOfPairs = {{{U' ', Kind::open},
                                                    {U'1', Kind::win},
                                                    {U'=', Kind::draw},
                                                    {U'0', Kind::loss},
                                                    {U'W', Kind::win},
                                                    {U'D', Kind::draw},
                                                    {U'L', Kind::loss},
                                                    {U'+', Kind::forfeit_win},
                                                    {U'-', Kind::forfeit_loss}}};
// Programs wrote "=" without an opponent for a half-point bye before the letter H existed; "-" is an absence.
constexpr std::array<Result, 8> kResultsAlone = {{{U'U', Kind::bye},
                                                  {U'F', Kind::full_bye},
                                                  {U'H', Kind::half_bye},
                                                  {U'=', Kind::half_bye},
                                                  {U'Z', Kind::zero_bye},
                                                  {U' ', Kind::zero_bye},
                                                  {U'+', Kind::forfeit_win},
                                                  {U'-', Kind::zero_bye}}};

/// Files may have letters in lower case.
char32_t capital(char32_t c) { return c >= U'a' && c <= U'z' ? c - U'a' + U'A' : c; }

template <std::size_t n>
std::optional<Kind> kind_of(char32_t letter, const std::array<Result, n>& results) {
  for (const Result& result : results) {
    if (result.letter == capital(letter)) {
      return result.kind;
    }
  }
  return std::nullopt;
}

/// One round of a player's line.
class CellReader {
 public:
  CellReader(const Line& line, std::size_t round)
      : line_(line),
        column_(kFirstCell + kCellWidth * round),
        what_("round " + std::to_string(round + 1) + ", ") {}

  Cell read() const {
    line_.expect_blank({column_ - 2, column_ - 1});
    line_.expect_blank({column_ + 4, column_ + 4});
    line_.expect_blank({column_ + 6, column_ + 6});
    const Columns opponent{column_, column_ + 3};
    Cell cell;
    cell.column = column_;
    cell.given = !line_.characters({column_, column_ + 7}).empty();
    if (const auto id = line_.number_in(opponent, 0, kMaxId, what_ + "opponent"); id && *id > 0) {
      cell.opponent = id;
    }
    cell.colour = colour();
    cell.kind = cell.opponent ? result_of_pair(cell) : result_alone(cell);
    return cell;
  }

 private:
  std::optional<Colour> colour() const {
    const char32_t letter = capital(line_.at(column_ + 5));
    if (letter == U'W' || letter == U'B') {
      return letter == U'W' ? Colour::white : Colour::black;
    }
    if (letter != U'-' && letter != U' ') {
      line_.fail(at_colour(), what_ + "colour", "w, b or -");
    }
    return std::nullopt;
  }

  Kind result_of_pair(const Cell& cell) const {
    const std::string against = "result against " + std::to_string(*cell.opponent);
    const auto kind = kind_of(line_.at(column_ + 7), kResultsOfPairs);
    if (!kind) {
      line_.fail(at_result(), what_ + against, "one of 1 = 0 W D L + -");
    }
    const bool forfeited = *kind == Kind::forfeit_win || *kind == Kind::forfeit_loss;
    if (!cell.colour && !forfeited) {
      line_.fail(at_colour(), what_ + "colour against " + std::to_string(*cell.opponent), "w or b");
    }
    return *kind;
  }

  Kind result_alone(const Cell& cell) const {
    const auto kind = kind_of(line_.at(column_ + 7), kResultsAlone);
    if (!kind) {
      line_.fail(at_result(), what_ + "result without an opponent", "one of U F H Z + -, or an opponent");
    }
    if (cell.colour) {
      line_.fail(at_colour(), what_ + "colour without an opponent", "-");
    }
    return *kind;
  }

  Columns at_colour() const { return {column_ + 5, column_ + 5}; }
  Columns at_result() const { return {column_ + 7, column_ + 7}; }

  const Line& line_;
  std::size_t column_;
  std::string what_;
};

}  // namespace

bool Cell::paired() const { return opponent || kind == Kind::bye || kind == Kind::forfeit_win; }

PlayerRecord read_player(const Line& line) {
  PlayerRecord player;
  player.line = &line;
  line.expect_blank({4, 4});
  player.id = line.needed_number({5, 8}, 1, kMaxId, "id");
  line.expect_blank({9, 9});
  player.name = line.text({15, 47});
  player.rating = line.number_in({49, 52}, 0, kMaxId, "rating").value_or(0);
  line.expect_blank({80, 80});
  player.points = points_in(line, {81, 84}, "points");
  line.expect_blank({85, 85});
  player.rank = line.number_in({86, 89}, 0, kMaxId, "rank");
  for (std::size_t round = 0; kFirstCell - 2 + kCellWidth * round <= line.length(); ++round) {
    if (round == static_cast<std::size_t>(kMaxRound)) {
      line.refuse(kFirstCell + kCellWidth * round,
                  "got more than " + std::to_string(kMaxRound) + " rounds, expected at most so many");
    }
    player.cells.push_back(CellReader(line, round).read());
  }
  return player;
}

std::optional<Tenths> points_in(const Line& line, Columns columns, const std::string& what) {
  const std::u32string text = line.characters(columns);
  if (text.empty()) {
    return std::nullopt;
  }
  const std::size_t point = text.find(U'.');
  const std::u32string whole = text.substr(0, point);
  std::optional<int> points = whole_number(whole, 0, 99);
  std::optional<int> tenths = 0;
  if (point != text.npos) {
    tenths = whole_number(text.substr(point + 1), 0, 9);
    points = whole.empty() ? 0 : points;
  }
  if (!points || !tenths) {
    line.fail(columns, what, "points from 0.0 to 99.9, such as 11.5");
  }
  return 10 * *points + *tenths;
}

}  // namespace referee::swiss::trf
