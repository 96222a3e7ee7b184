#include "referee/launch/launcher.h"

#include <utility>

#include "protocol/messages.h"
#include "referee/net/handshake.h"

namespace referee {
namespace {

constexpr Milliseconds kLeave{1000};  // to leave after bye and end of input
constexpr Milliseconds kTerm{500};    // to leave after SIGTERM

}  // namespace

LaunchedBot Launcher::launch(const std::string& name, const std::vector<std::string>& argv,
                             Milliseconds init) {
  Loopback::Pair pair = loopback_.make_pair();
  LaunchedBot bot;
  bot.process = Process::start(tasks_, reaper_, argv, std::move(pair.theirs));
  bot.player = std::make_shared<Player>(name, Player::Origin::launched);
  bot.player->set_cpu_meter(bot.process->cpu_meter());
  bot.greeted = std::make_shared<Event>(tasks_.io());
  Handshake::begin(
      tasks_, pair.ours.release(), init,
      [player = bot.player, greeted = bot.greeted](std::shared_ptr<Session> session, const protocol::Hello&) {
        session->send(line_of(protocol::Welcome{player->name(), std::nullopt, std::nullopt}));
        session->send(protocol::wait_line("the match starts when all seats are taken"));
        player->attach(std::move(session), false);
        greeted->set();
      },
      [greeted = bot.greeted](CloseReason) { greeted->set(); });
  return bot;
}

Task<> Launcher::stop(LaunchedBot bot) {
  bot.player->dismiss("the match is over");
  const bool left = co_await bot.process->ended_by(std::chrono::steady_clock::now() + kLeave);
  if (!left) {
    co_await bot.process->stop(kTerm);
  }
}

}  // namespace referee
