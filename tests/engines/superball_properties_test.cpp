#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "engines/random.h"
#include "tests/engines/play.h"
#include "tests/support/random_cases.h"

// Properties of every game of Superball, checked in the views, by a second implementation of the rules. Tests
// name paragraphs of engines/superball/RULES.md.
namespace engines {
namespace {

using Rows = std::vector<std::string>;

Json random_superball_options(Rng& rng) {
  const auto rows = 5 + below(rng, 8);
  const auto cols = 2 + below(rng, 10);
  std::string letters = "abcdefghijklmnopqrstuvwxyz";
  const auto colors = 1 + below(rng, 6);
  for (std::size_t i = 0; i < colors; ++i) {
    std::swap(letters[i], letters[i + below(rng, letters.size() - i)]);
  }
  return Json::object({{"rows", rows},
                       {"cols", cols},
                       {"min_score_size", 1 + below(rng, std::min<std::uint64_t>(rows * cols, 8))},
                       {"colors", letters.substr(0, colors)},
                       {"deal", below(rng, 2) == 0 ? "handout" : "secret"},
                       {"max_moves", below(rng, 4) == 0 ? 1 + below(rng, 20) : 500}});
}

/// The state of a game as a viewer knows it, updated only by the moves and the events.
class Viewer {
 public:
  explicit Viewer(const Game& game) : options_(game.setup()) {
    const Json view = game.view(Observer::everybody());
    for (const Json& row : view["board"]) {
      rows_.push_back(plain(row.get<std::string>()));
    }
    EXPECT_EQ(pieces(), 5U);
  }

  /// Follows one turn with a move; true if the game should be over.
  bool follow(const std::string& line, const Json& events) {
    std::size_t wanted = 5;
    std::int64_t points = 0;
    int r1 = 0, c1 = 0, r2 = 0, c2 = 0;
    if (std::sscanf(line.c_str(), "SWAP %d %d %d %d", &r1, &c1, &r2, &c2) == 4) {
      std::swap(at(r1, c1), at(r2, c2));
    } else {
      EXPECT_EQ(std::sscanf(line.c_str(), "SCORE %d %d", &r1, &c1), 2);
      EXPECT_TRUE(is_goal(r1, c1));
      wanted = 3;
      const auto value = 2 + options_["colors"].get<std::string>().find(at(r1, c1));
      const std::size_t size = take(r1, c1, at(r1, c1));
      EXPECT_GE(size, options_["min_score_size"].get<std::size_t>());
      points = static_cast<std::int64_t>(size * value);
    }
    EXPECT_EQ(events["scored"], points);
    score_ += points;
    const std::size_t room = empty();
    EXPECT_EQ(events["added"].size(), std::min(room, wanted));
    for (const Json& piece : events["added"]) {
      char& cell = at(piece[0].get<int>(), piece[1].get<int>());
      EXPECT_EQ(cell, '.') << piece;
      cell = piece[2].get<std::string>()[0];
      EXPECT_NE(options_["colors"].get<std::string>().find(cell), std::string::npos);
    }
    ++moves_;
    return room < wanted || moves_ == options_["max_moves"].get<int>();
  }

  void lose() { score_ = 0; }

  void compare(const Game& game) const {
    const Json view = game.view(Observer::everybody());
    Rows shown = rows_;
    for (std::size_t row = 0; row < shown.size(); ++row) {
      for (std::size_t col = 0; col < shown[row].size(); ++col) {
        if (is_goal(static_cast<int>(row), static_cast<int>(col))) {
          char& letter = shown[row][col];
          letter = letter == '.' ? '*' : static_cast<char>(letter - 'a' + 'A');
        }
      }
    }
    EXPECT_EQ(view["board"], Json(shown));
    EXPECT_EQ(view["empty"], empty());
    EXPECT_EQ(pieces() + view["empty"].get<std::size_t>(), size());
    EXPECT_EQ(view["score"], score_);
    EXPECT_EQ(game.scores(), std::vector<double>{static_cast<double>(score_)});
    EXPECT_EQ(game.outcome(), Json::object({{"score", score_}, {"moves", moves_}}));
  }

 private:
  static std::string plain(std::string row) {
    for (char& letter : row) {
      letter = letter == '*'
                   ? '.'
                   : static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
    }
    return row;
  }

  char& at(int row, int col) {
    return rows_.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(col));
  }
  bool is_goal(int row, int col) const {
    const int rows = options_["rows"].get<int>();
    const int cols = options_["cols"].get<int>();
    return row >= 2 && row <= rows - 3 && (col == 0 || col == 1 || col == cols - 2 || col == cols - 1);
  }

  /// Empties the set of `letter` at a cell; its size.
  std::size_t take(int row, int col, char letter) {
    const bool inside =
        row >= 0 && row < options_["rows"].get<int>() && col >= 0 && col < options_["cols"].get<int>();
    if (!inside || at(row, col) != letter || letter == '.') {
      return 0;
    }
    at(row, col) = '.';
    return 1 + take(row - 1, col, letter) + take(row + 1, col, letter) + take(row, col - 1, letter) +
           take(row, col + 1, letter);
  }

  std::size_t size() const { return rows_.size() * rows_[0].size(); }
  std::size_t empty() const {
    std::ptrdiff_t sum = 0;
    for (const auto& row : rows_) {
      sum += std::ranges::count(row, '.');
    }
    return static_cast<std::size_t>(sum);
  }
  std::size_t pieces() const { return size() - empty(); }

  Json options_;
  Rows rows_;
  std::int64_t score_ = 0;
  int moves_ = 0;
};

// Superball 1.7, 2.4, 3.2, 3.3, 3.4, 3.5, 6.1, 6.2: pieces go to empty cells, pieces and empty cells are all
// cells, the score is the points of the sets, and the game is over exactly when the rules say.
TEST(SuperballProperties, AViewerCanFollowEveryGame) {
  std::size_t over_by_room = 0;
  std::size_t over_by_silence = 0;
  for (std::uint64_t number = 0; number < test_support::random_cases(60U); ++number) {
    Rng rng(number);
    const auto game = start("superball", random_superball_options(rng).dump(),
                            {.number = number, .salt = std::to_string(number)});
    Viewer viewer(*game);
    viewer.compare(*game);
    bool over = false;
    while (!over) {
      ASSERT_EQ(game->to_move(), std::vector<Seat>{0});
      const auto said = draw_turn(*game, rng, {.missing = 10, .forfeited = 5});
      const Json events = turn(*game, said);
      if (said[0].move) {
        over = viewer.follow(said[0].move->get<std::string>(), events);
        over_by_room += over ? 1 : 0;
      } else {
        over = true;
        over_by_silence += said[0].forfeited ? 0 : 1;
        EXPECT_EQ(events, Json::parse(R"({"added":[],"scored":0})"));
        if (!said[0].forfeited) {
          viewer.lose();
        }
      }
      viewer.compare(*game);
      ASSERT_FALSE(HasFailure()) << game->options();
    }
    EXPECT_TRUE(game->to_move().empty());
  }
  EXPECT_GT(over_by_room, 0U);
  EXPECT_GT(over_by_silence, 0U);
}

// Superball 3.4, 4.1, 4.2, 4.3: cell, then colour, by the system's own generator over whole games.
TEST(SuperballProperties, TheHandoutDealIsWhatTheSystemsGeneratorGives) {
  for (std::uint64_t seed = 1; seed <= test_support::random_cases(4U); ++seed) {
    const auto game = start("superball", "{}", {.number = seed, .salt = ""});
    ::srand48(static_cast<long>(seed));
    Rows rows(8, std::string(10, '.'));
    const auto deal_one = [&rows] {
      std::size_t cell = 0;
      do {
        cell = static_cast<std::size_t>(::lrand48() % 80);
      } while (rows[cell / 10][cell % 10] != '.');
      const char letter = "pbyrg"[::lrand48() % 5];
      rows[cell / 10][cell % 10] = letter;
      return Json::array({cell / 10, cell % 10, std::string(1, letter)});
    };
    for (int i = 0; i < 5; ++i) {
      const Json piece = deal_one();
      const char shown = game->view(Observer::everybody())["board"][piece[0].get<std::size_t>()]
                             .get<std::string>()[piece[1].get<std::size_t>()];
      EXPECT_EQ(std::tolower(shown), piece[2].get<std::string>()[0]);
    }
    Rng rng(seed);
    while (!game->to_move().empty()) {
      const std::string line = game->sample(0, rng).get<std::string>();
      const Json before = game->view(Observer::everybody());
      const Json events = turn(*game, {{.move = line, .spent = Microseconds(1), .forfeited = false}});
      // The events do not show which cells a SCORE has emptied: take them from the view, without the pieces
      // added.
      const Json after = game->view(Observer::everybody());
      for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t col = 0; col < rows[row].size(); ++col) {
          const char letter = after["board"][row].get<std::string>()[col];
          rows[row][col] = letter == '*' ? '.' : static_cast<char>(std::tolower(letter));
        }
      }
      for (const Json& piece : events["added"]) {
        rows[piece[0].get<std::size_t>()][piece[1].get<std::size_t>()] = '.';
      }
      for (const Json& piece : events["added"]) {
        ASSERT_EQ(deal_one(), piece) << "seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace engines
