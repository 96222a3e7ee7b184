#include "referee/play/line_interface.h"

#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <utility>

#include "referee/base/text.h"
#include "referee/play/play_interface.h"

namespace referee::play {

LineInterface::LineInterface(Tasks& tasks, std::string_view game, std::unique_ptr<engines::Game> begin,
                             LegalMoves legal, std::function<void()> leave)
    : parts_(parts_of(game)),
      begin_(std::move(begin)),
      legal_(std::move(legal)),
      leave_(std::move(leave)),
      input_(tasks, STDIN_FILENO, [this] { read(); }) {}

void LineInterface::on_start(Person& person, const Json& start) {
  person_ = &person;
  controller_ = parts_.lines(*begin_, input_setup(start, legal_));
}

void LineInterface::on_turn(Person& /*person*/, const Json& turn) {
  std::cout << controller_->position(turn.at("view")) << "\n";
  ask();
  go_on();
}

void LineInterface::on_error(Person& /*person*/, const std::string& message) {
  std::cout << "\n" << escaped(message, "\\") << std::endl;
}

void LineInterface::on_end(const PlayedAttempt& played) {
  if (played.result.is_void) {
    std::cout << "\nThis game does not count: " << escaped(played.result.why, "\\") << "\n";
  } else {
    std::cout << controller_->position(final_view(played.result.record)) << "\n"
              << controller_->ending(shown_result_of(played)) << "\n";
  }
  std::cout << "record  " << escaped(played.record.string()) << std::endl;
}

// ---- typed lines ----

void LineInterface::read() {
  const auto space = lines_.space();
  const ssize_t size = ::read(STDIN_FILENO, space.data(), space.size());
  if (size > 0) {
    lines_.filled(static_cast<std::size_t>(size));
  } else if (size == 0 || (errno != EINTR && errno != EAGAIN)) {
    input_.close();
    ended_ = true;
  }
  go_on();
}

void LineInterface::go_on() {
  while (person_ != nullptr && person_->is_asked()) {
    const auto line = lines_.next();
    if (line) {
      receive(line->text);
    } else if (ended_ && lines_.partial()) {
      lines_.feed("\n");  // the last line may lack its newline
    } else {
      if (ended_) {
        leave();
      }
      return;
    }
  }
}

void LineInterface::receive(std::string_view line) {
  if (line == "q") {
    leave();
    return;
  }
  const LineController::Reply reply = controller_->receive(line);
  if (reply.move) {
    person_->answer(*reply.move);
  } else {
    std::cout << escaped(reply.why_not, "\\") << "\n";
    ask();
  }
}

void LineInterface::ask() { std::cout << controller_->prompt() << std::flush; }

void LineInterface::leave() {
  person_ = nullptr;
  leave_();
}

}  // namespace referee::play
