#include "referee/match/series.h"

#include <csignal>
#include <stdexcept>
#include <utility>

#include "protocol/messages.h"
#include "referee/crypto/secrets.h"
#include "referee/report/printable.h"

namespace referee {
namespace {

constexpr std::size_t kShownStderr = 200;  // bytes of a bot's last words in the result

/// How a bot's process ended, if there is something to say about it.
std::string end_of(const LaunchedBot& bot) {
  if (bot.process == nullptr || bot.process->status_text() == "exit status 0") {
    return "";
  }
  std::string_view words = bot.process->stderr_text();
  while (words.ends_with('\n')) {
    words.remove_suffix(1);
  }
  const std::size_t line = words.rfind('\n');
  words = words.substr(line == std::string_view::npos ? 0 : line + 1);
  return bot.process->status_text() + (words.empty() ? "" : ": " + printable(words, kShownStderr));
}

}  // namespace

Series::Series(Tasks& tasks, Launcher& launcher, Lobby* lobby, RecordFiles& files, SeriesSpec spec,
               std::vector<Contender> contenders, OnGame on_game)
    : tasks_(tasks),
      launcher_(launcher),
      lobby_(lobby),
      files_(files),
      spec_(std::move(spec)),
      contenders_(std::move(contenders)),
      on_game_(std::move(on_game)),
      run_(files.reserve_run(spec_.game->name)) {}

Task<> Series::play() {
  std::exception_ptr failure;
  try {
    co_await play_games();
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  co_await stop_bots();
  if (failure) {
    std::rethrow_exception(failure);
  }
}

Task<> Series::play_games() {
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
  } else {
    // They may be starting up: there is no game to wait for any more.
    for (const LaunchedBot& bot : launched_) {
      if (bot.process != nullptr) {
        bot.process->signal(SIGKILL);
      }
    }
  }
  if (lobby_ != nullptr) {
    lobby_->give_up();
  }
}

Task<bool> Series::play_attempt(int number, int attempt) {
  const auto players = co_await gather();
  if (stopped_) {
    co_await stop_bots();
    co_return false;
  }
  Game game;
  const MatchSpec spec = match_spec(number, attempt);
  game.match = spec.id;
  Match match(tasks_, spec, by_seat(players, number, game));
  playing_ = &match;
  game.result = co_await match.play();
  playing_ = nullptr;
  game.record = files_.write(game.match, attempt, game.result.is_void, game.result.record);
  match.tell_end(game.result);
  co_await stop_bots();
  for (std::size_t c = 0; c < contenders_.size(); ++c) {
    game.how_bots_ended.push_back(end_of(launched_[c]));
    if (launched_[c].process != nullptr && !launched_[c].process->stderr_text().empty()) {
      files_.keep_stderr(contenders_[c].name, game.match, launched_[c].process->stderr_text());
    }
  }
  say_wait(number);
  on_game_(game);
  co_return !game.result.is_void;
}

std::vector<std::shared_ptr<Player>> Series::by_seat(const std::vector<std::shared_ptr<Player>>& players,
                                                     int number, Game& game) const {
  std::vector<std::shared_ptr<Player>> seated(players.size());
  game.contender_at.resize(players.size());
  for (std::size_t c = 0; c < players.size(); ++c) {
    const std::size_t seat = (c + static_cast<std::size_t>(number) - 1) % players.size();
    seated[seat] = players[c];
    game.contender_at[seat] = c;
  }
  return seated;
}

Task<> Series::stop_bots() {
  for (const LaunchedBot& bot : launched_) {
    if (bot.process != nullptr && !bot.process->ended()) {
      co_await launcher_.stop(bot);
    }
  }
}

Task<std::vector<std::shared_ptr<Player>>> Series::gather() {
  launched_.assign(contenders_.size(), {});
  if (lobby_ != nullptr) {
    co_await lobby_->full().wait();
    co_await lobby_->all_connected(std::chrono::steady_clock::now() + spec_.no_show);
  }
  std::vector<std::shared_ptr<Player>> players;
  std::size_t dialled = 0;
  for (std::size_t c = 0; c < contenders_.size() && !stopped_; ++c) {
    if (contenders_[c].argv.empty()) {
      players.push_back(lobby_->players()[dialled++]);
      continue;
    }
    launched_[c] =
        launcher_.launch(contenders_[c].name, contenders_[c].argv, Milliseconds(spec_.clock.init_ms));
    players.push_back(launched_[c].player);
  }
  for (const LaunchedBot& bot : launched_) {
    if (bot.greeted != nullptr) {
      co_await bot.greeted->wait();
    }
  }
  co_return players;
}

MatchSpec Series::match_spec(int game, int attempt) const {
  MatchSpec spec;
  spec.id = run_ + "g" + std::to_string(game);
  spec.attempt = attempt;
  spec.game = spec_.game;
  spec.options = spec_.options;
  spec.seed = {(spec_.first.number + static_cast<std::uint64_t>(game) - 1) & kMaxSeed, random_hex()};
  spec.clock = spec_.clock;
  return spec;
}

void Series::say_wait(int game) {
  if (lobby_ == nullptr || stopped_) {
    return;
  }
  const bool more = game < spec_.games;
  const std::string reason = more ? "game " + std::to_string(game + 1) + " of " +
                                        std::to_string(spec_.games) + " starts when all players are here"
                                  : "the last game is over";
  for (const auto& player : lobby_->players()) {
    player->send(protocol::wait_line(reason));
  }
}

}  // namespace referee
