#include "referee/launch/launcher.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>

#include <string>
#include <system_error>
#include <utility>

#include "protocol/messages.h"
#include "referee/adapt/adapter.h"
#include "referee/net/handshake.h"
#include "referee/sandbox/confined_start.h"

namespace referee {
namespace {

constexpr Milliseconds kLeave{1000};  // to leave after bye and end of input
constexpr Milliseconds kTerm{500};    // to leave after SIGTERM

}  // namespace

Launcher::Launcher(Tasks& tasks, std::shared_ptr<const Sandbox> sandbox)
    : tasks_(tasks), sandbox_(std::move(sandbox)), reaper_(tasks) {
  if (sandbox_ != nullptr && sandbox_->level() == SandboxLevel::none) {
    sandbox_ = nullptr;
  }
  if (sandbox_ != nullptr) {
    reaper_.adopt_orphans();
    groups_ = sandbox_->groups();
    return;
  }
  std::string why;
  groups_ = ControlGroups::open(why);
  spdlog::debug("processor time of bots: {}",
                groups_ != nullptr ? "by their cgroups" : "by their clocks: " + why);
}

Task<LaunchedBot> Launcher::launch(std::string name, BotCommand command, Milliseconds init) {
  const bool confined = command.confinement.has_value() && sandbox_ != nullptr;
  LaunchedBot bot;
  Started started = co_await start(std::move(command));
  bot.process = std::move(started.process);
  bot.player = std::make_shared<Player>(std::move(name), Player::Origin::launched);
  bot.player->set_cpu_meter(bot.process->cpu_meter());
  bot.player->set_sandbox(confined ? sandbox_->level() : SandboxLevel::none);
  bot.greeted = std::make_shared<Event>(tasks_.io());
  greet(bot, std::move(started.connection), init);
  co_return bot;
}

Task<Launcher::Started> Launcher::start(BotCommand command) {
  Started started;
  if (!command.confinement || sandbox_ == nullptr) {
    Loopback::Pair pair = loopback_.make_pair();
    started.process =
        Process::start(tasks_, reaper_, command, std::move(pair.theirs), Process::Stderr::kept, make_group());
    started.connection = std::move(pair.ours);
    co_return started;
  }
  command = with_adapter(std::move(command));
  std::unique_ptr<Cell> cell = sandbox_->cell(command.argv, *command.confinement);
  Loopback::Pair pair;
  FileDescriptor out;
  if (cell->connect_inside()) {
    pair.theirs = FileDescriptor(::open("/dev/null", O_RDWR | O_CLOEXEC));
  } else {
    pair = loopback_.make_pair();
  }
  out = FileDescriptor(::fcntl(pair.theirs.get(), F_DUPFD_CLOEXEC, 0));
  ConfinedProcess confined =
      co_await start_confined(tasks_, reaper_, std::move(cell), std::move(pair.theirs), std::move(out));
  started.process = std::move(confined.process);
  started.connection = confined.connection.get() >= 0 ? std::move(confined.connection) : std::move(pair.ours);
  co_return started;
}

/// nullptr if it cannot be made: the bot's own clock measures it then.
std::unique_ptr<ControlGroup> Launcher::make_group() {
  try {
    return groups_ != nullptr ? groups_->make() : nullptr;
  } catch (const std::system_error& error) {
    spdlog::warn("a bot without a cgroup of its own: {}", error.what());
    return nullptr;
  }
}

void Launcher::greet(const LaunchedBot& bot, FileDescriptor connection, Milliseconds init) {
  if (connection.get() < 0) {
    bot.greeted->set();
    return;
  }
  Handshake::begin(
      tasks_, connection.release(), init,
      [player = bot.player, greeted = bot.greeted](std::shared_ptr<Session> session, const protocol::Hello&) {
        session->send(line_of(protocol::Welcome{player->name(), std::nullopt, std::nullopt}));
        session->send(protocol::wait_line("the match starts when all seats are taken"));
        player->attach(std::move(session), false);
        greeted->set();
      },
      [greeted = bot.greeted](CloseReason) { greeted->set(); });
}

Task<> Launcher::stop(LaunchedBot bot) {
  bot.player->dismiss("the match is over");
  const bool left = co_await bot.process->ended_by(std::chrono::steady_clock::now() + kLeave);
  if (!left) {
    co_await bot.process->stop(kTerm);
  }
}

}  // namespace referee
