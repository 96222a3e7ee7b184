#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/signal_set.hpp>

#include "referee/games/input_controller.h"
#include "referee/loop/event.h"
#include "referee/play/input_watch.h"
#include "referee/play/play_interface.h"
#include "referee/screen/canvas.h"
#include "referee/screen/picture.h"
#include "referee/screen/terminal.h"

namespace referee::play {

/// This many rows and columns of `board`, or all if it has fewer, with `focus` as near to the middle as the
/// edges allow. REQUIRES: rows, columns >= 1; `focus` is on the board.
screen::Canvas part_of(const screen::Canvas& board, int rows, int columns, InputController::Place focus);

/// The list of all keys, below the legend of the picture, in lines of at most `columns` columns.
/// Fewer than 38 columns count as 38.
std::vector<std::string> help_lines(const std::vector<std::string>& legend, const std::vector<KeyHelp>& keys,
                                    int columns);

/// A game in the whole window of the terminal, played with keys. Several people sit at the same keyboard and
/// press keys in turn.
class WindowInterface final : public PlayInterface {
 public:
  /// `game`: one that people play with keys. `games`: how many matches follow each other, at least 1; the
  /// people see the end of one until a key begins the next. `leave`: called when the people leave. Throws
  /// std::runtime_error if there is no terminal. Signals that must give the terminal back need handlers
  /// before this call.
  WindowInterface(Tasks& tasks, std::string game, int games, LegalMoves legal, std::function<void()> leave);

  void on_start(Person& person, const Json& start) override;
  void on_past(Person& person, const Json& past) override;
  void on_turn(Person& person, const Json& turn) override;
  void on_error(Person& person, const std::string& message) override;
  void on_end(const PlayedAttempt& played) override;
  Task<> looked() override;
  void close() override;

 private:
  /// A person at the keyboard, and the keys of the seat.
  struct Chair {
    Person* person;
    std::unique_ptr<InputController> input;
  };
  enum class Shows { board, whole_board, keys };

  Task<> follow_size();
  void read_keys();
  void press(const screen::KeyPress& key);
  bool press_of_window(const screen::KeyPress& key);
  void press_of_game(const screen::KeyPress& key);
  void press_at_end(const screen::KeyPress& key);
  bool has_more() const { return played_ < games_; }
  void begin_next();
  std::vector<std::string> total_lines_with(const MatchResult& result);
  bool anybody_asked() const { return turn_of_ != nullptr && turn_of_->person->is_asked(); }

  void draw();
  void draw_help();
  screen::Canvas board_in(int rows, int columns) const;
  /// Lines below the board: those that stay in every position, and those of this position.
  std::vector<std::string> lasting_words() const;
  std::vector<std::string> passing_words() const;

  Tasks& tasks_;
  std::string game_;
  int games_;
  LegalMoves legal_;
  int played_ = 0;  // matches that are over
  std::function<void()> leave_;
  boost::asio::signal_set size_signals_;
  std::optional<screen::Terminal> terminal_;
  Event looked_;

  std::string who_;  // "A: person, B: walls_search"; empty if the person is alone
  std::unique_ptr<screen::Painter> painter_;
  std::deque<Chair> chairs_;  // a deque, because turn_of_ points into it
  Chair* turn_of_ = nullptr;  // the chair that was asked last
  std::deque<screen::KeyPress> early_;
  screen::Picture picture_;
  std::string error_;
  std::vector<std::string> end_;             // not empty: the match is over
  std::deque<std::function<void()>> later_;  // messages of the next match, while the end of this one is shown
  std::vector<std::pair<std::string, double>> totals_;  // of the matches so far, by player
  Shows shows_ = Shows::board;
  InputWatch input_;
};

}  // namespace referee::play
