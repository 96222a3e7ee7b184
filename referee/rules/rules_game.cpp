#include "referee/rules/rules_game.h"

#include <algorithm>
#include <future>
#include <mutex>
#include <utility>

#include "engines/random.h"
#include "protocol/json_writer.h"
#include "protocol/require.h"

namespace referee::rules {

/// What comes from the RulesThread to the thread of a game that does not wait. That thread has all members
/// but `alive`.
struct RulesGame::Arrival {
  explicit Arrival(engines::Poster to, RulesGame& of) : poster(std::move(to)), game(of) {}

  const engines::Poster poster;
  RulesGame& game;
  std::mutex mutex;
  bool alive = true;  // guarded by mutex, and changed by the game's thread: the game and its loop are there
  std::optional<Turn> turn;
  std::function<void()> ready;

  /// On the RulesThread.
  static void post(const std::shared_ptr<Arrival>& self, Turn turn) {
    auto shared = std::make_shared<Turn>(std::move(turn));
    const std::lock_guard lock(self->mutex);
    if (self->alive) {
      self->poster([weak = std::weak_ptr<Arrival>(self), shared] {
        if (const auto arrival = weak.lock(); arrival != nullptr && arrival->alive) {
          take(*arrival, std::move(*shared));
        }
      });
    }
  }

  /// On the game's thread, while the game is there.
  static void take(Arrival& arrival, Turn turn) {
    arrival.turn = std::move(turn);
    arrival.game.pending_ = false;
    if (const auto ready = std::exchange(arrival.ready, nullptr)) {
      ready();
    }
  }
};

RulesGame::RulesGame(RulesHost host, const Json& options, engines::Seed seed, engines::Poster poster)
    : host_(std::move(host)),
      facts_(host_.folder->facts(options)),
      seed_(std::move(seed)),
      match_(std::make_shared<RulesMatch>(host_.thread, host_.program, host_.folder, facts_, seed_)),
      arrival_(poster ? std::make_shared<Arrival>(std::move(poster), *this) : nullptr),
      kept_(facts_.seats) {
  for (Seat seat = 0; seat < kept_.size(); ++seat) {
    kept_[seat].seat = seat;
  }
  if (arrival_ != nullptr) {
    pending_ = true;
    match_->begin(told());
    return;
  }
  try {
    take(played([this](RulesMatch::Done done) { match_->begin(std::move(done)); }), nullptr);
  } catch (...) {
    match_->end();
    throw;
  }
}

RulesGame::~RulesGame() {
  if (arrival_ != nullptr) {
    const std::lock_guard lock(arrival_->mutex);
    arrival_->alive = false;
  }
  match_->end();
}

/// Who hears of the turn in a game that does not wait.
RulesMatch::Done RulesGame::told() {
  return [arrival = arrival_](Turn turn) { Arrival::post(arrival, std::move(turn)); };
}

/// Waits for the turn that `call` begins.
Turn RulesGame::played(const std::function<void(RulesMatch::Done)>& call) const {
  const auto promise = std::make_shared<std::promise<Turn>>();
  std::future<Turn> turn = promise->get_future();
  call([promise](Turn played) { promise->set_value(std::move(played)); });
  try {
    return turn.get();
  } catch (const std::future_error&) {  // the thread has ended, and nobody will keep the promise
    throw engines::RulesFailure("game " + host_.folder->game().name + ": the referee ends");
  }
}

/// `events`: where those of the step are appended; nullptr at the start.
void RulesGame::take(Turn turn, std::string* events) {
  if (!turn.failure.empty()) {
    throw engines::RulesFailure(turn.failure);
  }
  refused_ = std::move(turn.refused);
  position_ = std::move(turn.position);
  if (events != nullptr) {
    events->append(turn.events);
    past_.push_back(std::move(turn.moves));
  }
}

std::variant<std::string, engines::Refusal> RulesGame::submit(Seat seat, const Json& move) {
  std::string text = protocol::dump(move);
  kept_[seat].move = text;
  return text;
}

void RulesGame::settle(Seat seat, engines::Microseconds spent, bool forfeited) {
  kept_[seat].spent = spent;
  kept_[seat].forfeited = forfeited;
  if (forfeited) {
    kept_[seat].move.reset();
  }
}

RulesGame::Moves RulesGame::take_moves() {
  Moves moves;
  for (const Seat seat : position_.to_move) {
    moves.push_back(kept_[seat]);
  }
  for (SeatMove& one : kept_) {
    one = SeatMove{one.seat, std::nullopt, {}, false};
  }
  return moves;
}

void RulesGame::step(std::string& events) {
  REQUIRE(!pending_ && !position_.to_move.empty());
  refused_.clear();
  if (arrival_ != nullptr) {
    pending_ = true;
    match_->step(take_moves(), readers_, told());
    return;
  }
  take(played([this](RulesMatch::Done done) { match_->step(take_moves(), readers_, std::move(done)); }),
       &events);
}

void RulesGame::when_ready(std::function<void()> ready) {
  REQUIRE(pending_);
  arrival_->ready = std::move(ready);
}

void RulesGame::complete(std::string& events) {
  if (arrival_ == nullptr || !arrival_->turn) {
    return;
  }
  Turn turn = std::move(*arrival_->turn);
  arrival_->turn.reset();
  take(std::move(turn), std::exchange(begun_, true) ? &events : nullptr);
}

std::unique_ptr<engines::Game> RulesGame::clone() const {
  REQUIRE(!pending_);
  auto copy = std::make_unique<RulesGame>(host_, facts_.options, seed_, nullptr);
  copy->readers_ = readers_;
  copy->play_again(past_);
  if (copy->position_.to_move != position_.to_move || copy->view_read() != view_read()) {
    throw engines::RulesFailure("game " + host_.folder->game().name +
                                ": its program does not play the same match twice: it comes to another "
                                "position from the same options, seed and moves");
  }
  copy->kept_ = kept_;
  copy->refused_ = refused_;
  return copy;
}

void RulesGame::play_again(const std::vector<Moves>& steps) {
  std::string events;
  for (const Moves& moves : steps) {
    events.clear();
    take(played([&](RulesMatch::Done done) { match_->step(moves, readers_, std::move(done)); }), &events);
  }
}

/// The first view of the position that somebody reads.
const std::string& RulesGame::view_read() const {
  return position_.view.empty() ? position_.views.at(position_.to_move.front()) : position_.view;
}

void RulesGame::write_view(engines::Observer observer, std::string& out) const {
  if (position_.views.empty() || observer == engines::Observer::everybody()) {
    out.append(position_.view);
    return;
  }
  for (Seat seat = 0; seat < position_.views.size(); ++seat) {
    if (observer.sees(seat)) {
      REQUIRE(!position_.views[seat].empty());
      out.append(position_.views[seat]);
      return;
    }
  }
  out.append(position_.spectator_view);
}

std::optional<std::vector<Json>> RulesGame::legal(Seat seat) const {
  const auto at = std::ranges::find(position_.to_move, seat);
  const auto i = static_cast<std::size_t>(at - position_.to_move.begin());
  if (i >= position_.legal.size() || position_.legal[i].is_null()) {
    return std::nullopt;
  }
  return position_.legal[i].get<std::vector<Json>>();
}

Json RulesGame::sample(Seat seat, engines::Rng& rng) const {
  const auto moves = legal(seat);
  if (!moves || moves->empty()) {
    throw engines::RulesFailure("game " + host_.folder->game().name +
                                ": its program does not list the legal moves (legal), which this needs");
  }
  return (*moves)[engines::below(rng, moves->size())];
}

}  // namespace referee::rules
