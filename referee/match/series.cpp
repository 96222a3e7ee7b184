#include "referee/match/series.h"

#include <chrono>
#include <stdexcept>
#include <utility>

#include "protocol/messages.h"
#include "protocol/sha256.h"
#include "referee/base/secrets.h"

namespace referee {

OpenSeats::OpenSeats(Tasks& tasks, std::size_t capacity, const std::vector<std::string>& taken)
    : capacity_(capacity), full_(tasks.io()) {
  for (const std::string& name : taken) {
    taken_.insert(protocol::folded_name(name));
  }
  if (capacity_ == 0) {
    full_.set();
  }
}

std::optional<EntrantDirectory::KnownEntrant> OpenSeats::find(const std::string& name) const {
  for (std::size_t i = 0; i < players_.size(); ++i) {
    if (protocol::folded_name(players_[i]->name()) == name) {
      return KnownEntrant{players_[i], tokens_sha256_[i]};
    }
  }
  return std::nullopt;
}

std::variant<EntrantDirectory::NewEntrant, protocol::Error> OpenSeats::enlist(const Applicant& applicant) {
  const std::string& name = applicant.name;
  namespace error_code = protocol::error_code;
  if (taken_.contains(protocol::folded_name(name))) {
    return protocol::Error{.code = error_code::kBadName, .message = "name '" + name + "': it is taken"};
  }
  if (players_.size() == capacity_) {
    return protocol::Error{.code = error_code::kFull, .message = "all seats are taken"};
  }
  std::string token = random_hex();
  tokens_sha256_.push_back(protocol::Sha256::hex_of(token));
  players_.push_back(std::make_shared<Player>(name, Player::Origin::dialled));
  return NewEntrant{players_.back(), std::move(token)};
}

Task<> OpenSeats::keep() {
  if (players_.size() == capacity_) {
    full_.set();
  }
  co_return;
}

std::string OpenSeats::waiting_for(const Player& player) const {
  return player.playing() ? "your match goes on" : "the match starts when all seats are taken";
}

void Series::Acceptor::close(std::string_view reason) {
  lobby.close(reason);
  for (const auto& player : seats.players()) {
    player->dismiss(reason);
  }
}

Series::Series(Tasks& tasks, Launcher& launcher, Acceptor* acceptor, RecordFiles& files, SeriesSpec spec,
               std::vector<SeatSpec> entrants, MatchObservers observers)
    : tasks_(tasks),
      launcher_(launcher),
      acceptor_(acceptor),
      files_(files),
      spec_(std::move(spec)),
      entrants_(std::move(entrants)),
      observers_(std::move(observers)),
      run_(files.reserve_run(spec_.game->name)) {}

Task<> Series::play() {
  for (game_ = 1; game_ <= spec_.games && !stopped_; ++game_) {
    AttemptHooks& hooks = *this;  // the base is private for other classes
    runner_.emplace(tasks_, launcher_, job(), hooks, observers_);
    const std::optional<PlayedAttempt> played = co_await runner_->play();
    if (played && played->result.is_void) {
      throw std::runtime_error("game " + std::to_string(game_) + " was void " +
                               std::to_string(AttemptRunner::kAttempts) + " times; its records say why");
    }
  }
}

void Series::stop(const std::string& why) {
  stopped_ = true;
  if (runner_) {
    runner_->stop(why);
  }
  if (acceptor_ != nullptr) {
    acceptor_->seats.full().set();
    acceptor_->lobby.give_up();
  }
}

// ---- a match ----

MatchJob Series::job() const {
  MatchJob job;
  job.spec.id = run_ + "g" + std::to_string(game_);
  job.spec.game = spec_.game;
  job.spec.options = spec_.options;
  job.spec.clock = spec_.clock;
  job.no_show = spec_.no_show;
  return job;
}

Task<> Series::prepare(MatchJob& job) {
  co_await wait_for_players();
  if (stopped_) {
    co_return;
  }
  job.spec.seed = {(spec_.first.number + static_cast<std::uint64_t>(game_) - 1) & kMaxSeed,
                   spec_.first.salt.empty() ? random_hex() : spec_.first.salt};
  job.seats = seated();
}

Task<> Series::wait_for_players() {
  if (acceptor_ != nullptr) {
    co_await acceptor_->seats.full().wait();
    co_await acceptor_->lobby.gathered(acceptor_->seats.players(),
                                       std::chrono::steady_clock::now() + spec_.no_show);
  }
}

/// The entrants in the order of their seats in the present match. REQUIRES: all seats are taken.
std::vector<SeatSpec> Series::seated() const {
  const std::size_t seats = entrants_.size();
  std::vector<SeatSpec> seated(seats);
  std::size_t dialled = 0;
  for (std::size_t c = 0; c < seats; ++c) {
    SeatSpec& seat_spec = seated[(c + static_cast<std::size_t>(game_) - 1) % seats];
    seat_spec = entrants_[c];
    if (!seat_spec.bot && seat_spec.player == nullptr) {
      seat_spec.player = acceptor_->seats.players()[dialled++];
      seat_spec.name = seat_spec.player->name();
    }
  }
  return seated;
}

Task<> Series::keep(PlayedAttempt& played) {
  const MatchSpec& spec = played.job.spec;
  played.record = files_.write(spec.id, spec.attempt, played.result.is_void, played.result.record);
  co_return;
}

void Series::ended(PlayedAttempt& played) {
  for (std::size_t seat = 0; seat < played.bot_stderr.size(); ++seat) {
    if (!played.bot_stderr[seat].empty()) {
      files_.keep_stderr(played.job.seats[seat].name, played.job.spec.id, played.bot_stderr[seat]);
    }
  }
  say_wait();
}

void Series::say_wait() {
  if (acceptor_ == nullptr || stopped_) {
    return;
  }
  const bool more = game_ < spec_.games;
  const std::string reason = more ? "game " + std::to_string(game_ + 1) + " of " +
                                        std::to_string(spec_.games) + " starts when all players are here"
                                  : "the last game is over";
  for (const auto& player : acceptor_->seats.players()) {
    player->send(protocol::wait_line(reason));
  }
}

}  // namespace referee
