#include "referee/match/past_sender.h"

#include <spdlog/spdlog.h>

#include <exception>
#include <utility>

#include "protocol/messages.h"
#include "referee/match/pending_game.h"

namespace referee {
namespace {

constexpr int kTurnsInARow = 16;  // then the loop looks after others

}  // namespace

PastSender::PastSender(Tasks& tasks, const Source& source, engines::Seat seat, Player& player,
                       std::function<void()> caught_up)
    : tasks_(tasks),
      source_(source),
      seat_(seat),
      player_(player),
      caught_up_(std::move(caught_up)),
      pause_(tasks.io()) {}

void PastSender::go_on() {
  Progress progress = Progress::caught_up;
  try {
    progress = send_some();
  } catch (const Difference& difference) {
    spdlog::error("match {}: {} gets no more past turns: {}", source_.spec.id, player_.name(),
                  difference.text());
  } catch (const std::exception& failure) {
    spdlog::error("match {}: {} gets no more past turns: {}", source_.spec.id, player_.name(),
                  failure.what());
  }
  if (progress == Progress::more) {
    pause_.set_after(Milliseconds{0}, [this] { go_on(); });
  } else if (progress == Progress::caught_up) {
    pause_.cancel();
    if (const auto caught_up = std::exchange(caught_up_, nullptr)) {
      caught_up();
    }
  }
}

/// Takes the rules' answer. False: it is awaited, and go_on() will be called.
bool PastSender::rules_answer() {
  if (replay_->game().pending()) {
    replay_->game().when_ready([this] { go_on(); });
    return false;
  }
  if (std::exchange(asked_, false)) {
    replay_->complete();
  }
  return true;
}

PastSender::Progress PastSender::send_some() {
  if (replay_) {
    replay_->go_on_in(source_.record);
  } else {
    replay_.emplace(source_.record, source_.spec.game, poster_of(tasks_));
    asked_ = true;
  }
  for (int turns = 0; turns < kTurnsInARow; ++turns) {
    if (!rules_answer()) {
      return Progress::stuck;
    }
    if (replay_->turns() == source_.open_turn) {
      return Progress::caught_up;
    }
    if (!player_.connected() || !player_.session()->all_sent()) {
      return Progress::stuck;
    }
    view_.clear();
    replay_->game().write_view(engines::Observer::seat(seat_), view_);
    player_.send(protocol::past_line(source_.spec.id, replay_->turns(), view_));
    asked_ = replay_->begin_turn();
  }
  return Progress::more;
}

}  // namespace referee
