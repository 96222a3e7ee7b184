#include "referee/match/series.h"

#include <algorithm>
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

std::variant<EntrantDirectory::NewEntrant, protocol::Error> OpenSeats::enlist(const std::string& name) {
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
               std::vector<SeatSpec> entrants, OnGame on_game)
    : tasks_(tasks),
      launcher_(launcher),
      acceptor_(acceptor),
      files_(files),
      spec_(std::move(spec)),
      entrants_(std::move(entrants)),
      on_game_(std::move(on_game)),
      run_(files.reserve_run(spec_.game->name)) {}

Task<> Series::play() {
  for (int game = 1; game <= spec_.games && !stopped_; ++game) {
    bool counts = false;
    for (int attempt = 1; !counts && !stopped_; ++attempt) {
      counts = co_await play_attempt(game, attempt);
      if (!counts && !stopped_ && attempt == kAttempts) {
        throw std::runtime_error("game " + std::to_string(game) + " was void " + std::to_string(kAttempts) +
                                 " times; its records say why");
      }
    }
  }
}

void Series::stop(const std::string& why) {
  stopped_ = true;
  if (playing_ != nullptr) {
    playing_->abort(why);
  }
  if (acceptor_ != nullptr) {
    acceptor_->seats.full().set();
    acceptor_->lobby.give_up();
  }
}

Task<bool> Series::play_attempt(int number, int attempt) {
  co_await wait_for_players();
  Game game;
  Attempt playing(tasks_, launcher_, match_spec(number, attempt), by_seat(number, game));
  playing_ = &playing;
  std::exception_ptr failure;
  try {
    co_await play_out(playing, game);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  playing_ = nullptr;
  co_await playing.stop_bots();
  if (failure) {
    std::rethrow_exception(failure);
  }
  if (!playing.begun()) {
    co_return false;  // stopped before there was a match
  }
  tell_how_bots_ended(playing, game);
  say_wait(number);
  on_game_(game);
  co_return !game.result.is_void;
}

Task<> Series::play_out(Attempt& playing, Game& game) {
  if (!stopped_) {
    co_await playing.gather();
  }
  if (!stopped_) {
    playing.begin();
    game.match = playing.spec().id;
    game.result = co_await playing.play();
    game.record = files_.write(game.match, playing.spec().attempt, game.result.is_void, game.result.record);
    playing.tell_end(game.result);
  }
}

void Series::tell_how_bots_ended(const Attempt& played, Game& game) {
  game.how_bots_ended.resize(entrants_.size());
  for (std::size_t seat = 0; seat < entrants_.size(); ++seat) {
    const std::size_t seat_spec = game.entrant_at[seat];
    game.how_bots_ended[seat_spec] = played.how_bot_ended(seat);
    if (const std::string words = played.stderr_of(seat); !words.empty()) {
      files_.keep_stderr(entrants_[seat_spec].name, game.match, words);
    }
  }
}

std::vector<SeatSpec> Series::by_seat(int number, Game& game) const {
  const std::size_t seats = entrants_.size();
  std::vector<SeatSpec> seated(seats);
  game.entrant_at.resize(seats);
  std::size_t dialled = 0;
  for (std::size_t c = 0; c < seats; ++c) {
    const std::size_t seat = (c + static_cast<std::size_t>(number) - 1) % seats;
    seated[seat] = entrants_[c];
    if (entrants_[c].argv.empty() && entrants_[c].player == nullptr && !stopped_) {
      seated[seat].player = acceptor_->seats.players()[dialled++];
    }
    game.entrant_at[seat] = c;
  }
  return seated;
}

Task<> Series::wait_for_players() {
  if (acceptor_ != nullptr) {
    co_await acceptor_->seats.full().wait();
    co_await acceptor_->lobby.gathered(acceptor_->seats.players(),
                                       std::chrono::steady_clock::now() + spec_.no_show);
  }
}

MatchSpec Series::match_spec(int game, int attempt) const {
  MatchSpec spec;
  spec.id = run_ + "g" + std::to_string(game);
  spec.attempt = attempt;
  spec.game = spec_.game;
  spec.options = spec_.options;
  spec.seed = {(spec_.first.number + static_cast<std::uint64_t>(game) - 1) & kMaxSeed,
               spec_.first.salt.empty() ? random_hex() : spec_.first.salt};
  spec.clock = spec_.clock;
  return spec;
}

void Series::say_wait(int game) {
  if (acceptor_ == nullptr || stopped_) {
    return;
  }
  const bool more = game < spec_.games;
  const std::string reason = more ? "game " + std::to_string(game + 1) + " of " +
                                        std::to_string(spec_.games) + " starts when all players are here"
                                  : "the last game is over";
  for (const auto& player : acceptor_->seats.players()) {
    player->send(protocol::wait_line(reason));
  }
}

}  // namespace referee
