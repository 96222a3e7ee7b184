#include "referee/play/window_interface.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <utility>

#include "protocol/require.h"
#include "referee/base/text.h"
#include "referee/games/game_parts.h"
#include "referee/games/game_pictures.h"
#include "referee/loop/event.h"
#include "referee/play/play_interface.h"
#include "referee/screen/canvas.h"
#include "referee/screen/picture.h"
#include "referee/show/frames.h"

namespace referee::play {
namespace {

/// The beginning of a part of this length in the whole, with `focus` as near to its middle as possible.
int first_shown(int whole, int part, int focus) { return std::clamp(focus - part / 2, 0, whole - part); }

constexpr std::size_t kWords = 3;        // lines for texts that change from turn to turn
constexpr std::size_t kKeysWidth = 18;   // columns of the keys in the list of all keys
constexpr std::size_t kMostEarly = 100;  // most keys that are kept for the next turns

void append(std::vector<std::string>& lines, const std::vector<std::string>& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

std::vector<std::string> wrapped(const std::vector<std::string>& lines, int columns) {
  std::vector<std::string> text;
  for (const std::string& line : lines) {
    screen::wrap(line, static_cast<std::size_t>(columns), text);
  }
  return text;
}

/// "A: person, B: walls_search"; empty for a single player.
std::string players_text(const std::vector<std::string>& players) {
  std::string text;
  for (std::size_t seat = 0; seat < players.size() && players.size() > 1; ++seat) {
    text.append(seat == 0 ? "" : ", ")
        .append(1, static_cast<char>('A' + seat % 26))
        .append(": ")
        .append(players[seat]);
  }
  return text;
}

bool is_letter(const screen::KeyPress& key, char letter) {
  return key == screen::KeyPress{screen::Key::letter, letter};
}

bool leaves(const screen::KeyPress& key) {
  return key.key == screen::Key::gone || key.key == screen::Key::escape || is_letter(key, 'q');
}

}  // namespace

std::vector<std::string> help_lines(const std::vector<std::string>& legend, const std::vector<KeyHelp>& keys,
                                    int columns) {
  std::vector<std::string> text = wrapped(legend, columns);
  text.emplace_back();
  const std::size_t width = std::max(static_cast<std::size_t>(columns), kKeysWidth + 20) - kKeysWidth;
  for (const KeyHelp& key : keys) {
    std::vector<std::string> lines;
    screen::wrap(key.what, width, lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string first = i == 0 ? key.keys : "";
      text.push_back(first + std::string(kKeysWidth - std::min(kKeysWidth, first.size()), ' ') + lines[i]);
    }
  }
  return text;
}

screen::Canvas part_of(const screen::Canvas& board, int rows, int columns, InputController::Place focus) {
  REQUIRE(rows >= 1 && columns >= 1);
  screen::Canvas part(std::min(rows, board.rows()), std::min(columns, board.columns()));
  const int top = first_shown(board.rows(), part.rows(), focus.row);
  const int left = first_shown(board.columns(), part.columns(), focus.column);
  for (int row = 0; row < part.rows(); ++row) {
    for (int column = 0; column < part.columns(); ++column) {
      part.at(row, column) = board.at(top + row, left + column);
    }
  }
  return part;
}

WindowInterface::WindowInterface(Tasks& tasks, std::string game, int games, LegalMoves legal,
                                 std::function<void()> leave)
    : tasks_(tasks),
      game_(std::move(game)),
      games_(games),
      legal_(std::move(legal)),
      leave_(std::move(leave)),
      size_signals_(tasks.io(), SIGWINCH),
      terminal_(std::in_place),
      looked_(tasks.io()),
      input_(tasks, STDIN_FILENO, [this] { read_keys(); }) {
  tasks_.start("window size", follow_size());
  draw();
}

Task<> WindowInterface::follow_size() {
  while (terminal_) {
    (void)co_await size_signals_.async_wait(kAwait);
    read_keys();
  }
}

void WindowInterface::close() {
  terminal_.reset();
  looked_.set();
  input_.close();
  size_signals_.cancel();
}

// ---- the match ----

void WindowInterface::on_start(Person& person, const Json& start) {
  if (!end_.empty()) {
    later_.emplace_back([this, &person, start] { on_start(person, start); });
    return;
  }
  const bool again = std::ranges::find(chairs_, &person, &Chair::person) != chairs_.end();
  if (chairs_.empty() || again) {  // the match begins, or is played again because it was void
    chairs_.clear();
    turn_of_ = nullptr;
    painter_ = picture_of(game_).painter(start.at("setup"));
    who_ = players_text(start.at("players"));
  }
  chairs_.push_back({&person, parts_of(game_).input(input_setup(start, legal_))});
}

void WindowInterface::on_past(Person& person, const Json& past) {
  if (!end_.empty()) {
    later_.emplace_back([this, &person, past] { on_past(person, past); });
    return;
  }
  const Json& view = past.at("view");
  if (painter_->needs_every_view() && chairs_.front().person == &person) {
    painter_->see(view);
  }
  std::ranges::find(chairs_, &person, &Chair::person)->input->ask(view);
}

void WindowInterface::on_turn(Person& person, const Json& turn) {
  if (!end_.empty()) {
    later_.emplace_back([this, &person, turn] { on_turn(person, turn); });
    return;
  }
  turn_of_ = &*std::ranges::find(chairs_, &person, &Chair::person);
  const Json& view = turn.at("view");
  picture_ = painter_->next(view);
  turn_of_->input->ask(view);
  draw();
  while (!early_.empty() && anybody_asked()) {
    const screen::KeyPress key = early_.front();
    early_.pop_front();
    press_of_game(key);
  }
}

void WindowInterface::on_error(Person& /*person*/, const std::string& message) {
  error_ = message;
  draw();
}

void WindowInterface::on_end(const PlayedAttempt& played) {
  if (played.result.is_void || turn_of_ == nullptr) {
    return;  // there is no final picture
  }
  show::Frames frames(played.result.record);  // the person may not have seen the final position
  picture_ = frames.frame(frames.count() - 1).picture;
  end_ = end_lines(played);
  ++played_;
  if (games_ > 1) {
    append(end_, total_lines_with(played.result));
  }
  if (const std::string how = turn_of_->input->ending(played.result.outcome); !how.empty()) {
    end_.insert(end_.begin(), how);
  }
  shows_ = Shows::board;
  draw();
}

/// Adds a match's scores to the totals; returns what the people are told about them.
std::vector<std::string> WindowInterface::total_lines_with(const MatchResult& result) {
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const std::string& player = result.seats[seat].player;
    const auto found = std::ranges::find(totals_, player, &std::pair<std::string, double>::first);
    (found != totals_.end() ? *found : totals_.emplace_back(player, 0)).second += result.scores[seat];
  }
  std::string text = "after game " + std::to_string(played_) + " of " + std::to_string(games_) + ":";
  for (const auto& [player, score] : totals_) {
    text += (&player == &totals_.front().first ? " " : ", ") + player + " " + score_text(score);
  }
  return {text};
}

void WindowInterface::begin_next() {
  end_.clear();
  turn_of_ = nullptr;
  draw();
  for (auto messages = std::exchange(later_, {}); const auto& message : messages) {
    message();
  }
}

Task<> WindowInterface::looked() {
  if (!end_.empty()) {
    co_await looked_.wait();
  }
}

// ---- keys ----

void WindowInterface::read_keys() {
  while (terminal_) {
    const auto key = terminal_->read_key();
    if (!key) {
      return;
    }
    press(*key);
    if (key->key == screen::Key::gone) {
      input_.close();
      return;
    }
  }
}

void WindowInterface::press(const screen::KeyPress& key) {
  if (key.key == screen::Key::resized) {
    draw();
  } else if (shows_ == Shows::keys && key.key != screen::Key::gone) {
    shows_ = Shows::board;
    draw();
  } else if (!end_.empty()) {
    press_at_end(key);
  } else if (!press_of_window(key)) {
    if (anybody_asked()) {
      press_of_game(key);
    } else if (who_.empty() && early_.size() < kMostEarly) {
      early_.push_back(key);  // a single player may type ahead
    }
  }
}

/// Not any key: a player who still types when the game ends must see the end.
void WindowInterface::press_at_end(const screen::KeyPress& key) {
  if (leaves(key) && has_more()) {
    leave_();
  } else if (leaves(key)) {
    looked_.set();
  } else if (key.key == screen::Key::enter && has_more()) {
    begin_next();
  }
}

bool WindowInterface::press_of_window(const screen::KeyPress& key) {
  if (key.key == screen::Key::letter && anybody_asked() && turn_of_->input->is_typing()) {
    return false;
  }
  const auto shows = [&](Shows what) {
    shows_ = shows_ == what ? Shows::board : what;
    draw();
    return true;
  };
  if (leaves(key)) {
    leave_();
    return true;
  }
  if (is_letter(key, 'z')) {
    return shows(Shows::whole_board);
  }
  if (is_letter(key, 'h')) {
    return shows(Shows::keys);
  }
  return false;
}

void WindowInterface::press_of_game(const screen::KeyPress& key) {
  if (const auto move = turn_of_->input->press(key)) {
    error_.clear();
    turn_of_->person->answer(*move);
  }
  draw();
}

// ---- the window ----

void WindowInterface::draw() {
  if (!terminal_) {
    return;
  }
  if (turn_of_ == nullptr) {
    terminal_->show(screen::Canvas(0, 0), {game_ + ": waiting for the others ...   q: leave"});
    return;
  }
  if (shows_ == Shows::keys) {
    draw_help();
    return;
  }
  const screen::Size size = terminal_->size();
  std::vector<std::string> text = wrapped(lasting_words(), size.columns);
  const std::vector<std::string> passing = wrapped(passing_words(), size.columns);
  // The board must not move from turn to turn, but at the end all lines must be visible.
  const std::size_t below = text.size() + (end_.empty() ? kWords : passing.size());
  append(text, passing);
  terminal_->show(board_in(std::max(size.rows - static_cast<int>(below), 1), size.columns), text);
}

screen::Canvas WindowInterface::board_in(int rows, int columns) const {
  screen::Picture picture = picture_;
  if (end_.empty()) {
    turn_of_->input->mark(picture.board);
  }
  picture = screen::laid_out(picture, rows, columns);
  if (shows_ == Shows::whole_board) {
    return screen::scaled(picture, screen::scale_to_fit(picture, rows, columns));
  }
  InputController::Place focus = turn_of_->input->focus();
  focus.column *= picture.columns_per_cell;
  return part_of(picture.board, rows, columns, focus);
}

std::vector<std::string> WindowInterface::lasting_words() const {
  std::vector<std::string> text;
  if (!who_.empty()) {
    text.push_back(who_);
  }
  append(text, picture_.notes);
  text.push_back(end_.empty() ? turn_of_->input->keys() + "   h: all keys   q: leave"
                 : has_more() ? "enter: game " + std::to_string(played_ + 1) + " of " +
                                    std::to_string(games_) + ", the other moves first   q: leave"
                              : "q: back to the shell");
  return text;
}

std::vector<std::string> WindowInterface::passing_words() const {
  if (!end_.empty()) {
    return end_;
  }
  std::vector<std::string> text;
  if (!error_.empty()) {
    text.push_back(error_);
  }
  if (anybody_asked()) {
    append(text, turn_of_->input->notes());
  } else {
    text.push_back("It is the turn of the others ...");
  }
  return text;
}

void WindowInterface::draw_help() {
  std::vector<KeyHelp> keys = turn_of_->input->all_keys();
  keys.push_back({"z", "shows the whole board, smaller if necessary; again: as before"});
  keys.push_back({"h", "shows these lines; any key: back to the game"});
  keys.push_back({"q, escape", "leave; the game does not count then"});
  terminal_->show(screen::Canvas(0, 0), help_lines(painter_->legend(), keys, terminal_->size().columns));
}

}  // namespace referee::play
