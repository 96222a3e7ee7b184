#include "referee/match/launcher.h"

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "protocol/messages.h"
#include "protocol/require.h"
#include "referee/adapt/submission.h"
#include "referee/base/files.h"
#include "referee/clocks/silence.h"
#include "referee/net/connection.h"
#include "referee/net/handshake.h"
#include "referee/process/command_start.h"
#include "referee/process/inside/children.h"
#include "referee/process/run_delay.h"
#include "referee/process/waits.h"

namespace referee {
namespace {

constexpr Milliseconds kLeave{1000};  // that a bot has to leave after bye and end of input

}  // namespace

Launcher::Launcher(Tasks& tasks, std::shared_ptr<const Sandbox> sandbox)
    : tasks_(tasks),
      reaper_(tasks),
      starter_(std::make_unique<CommandStarter>(tasks, reaper_, std::move(sandbox))) {
  remove_abandoned_scratch_folders();
  if (level() != SandboxLevel::none && is_first_thread()) {
    reaper_.adopt_orphans();
  }
}

Launcher::Launcher(Tasks& tasks, std::unique_ptr<ProcessStarter> starter)
    : tasks_(tasks), reaper_(tasks), starter_(std::move(starter)) {}

Task<LaunchedBot> Launcher::launch(std::string name, BotCommand command, Milliseconds init,
                                   TracedSeat traced) {
  const SandboxLevel level = starter_->confines(command) ? starter_->level() : SandboxLevel::none;
  const Adapter* const adapter = command.adapter;
  LaunchedBot bot;
  bot.argv = command.argv;
  Started started = co_await start(std::move(command));
  bot.process = std::move(started.process);
  bot.player = std::make_shared<Player>(tasks_.clock(), std::move(name), Player::Origin::launched);
  bot.player->set_cpu_meter(bot.process->cpu_meter());
  bot.player->set_run_delay([process = std::weak_ptr<Process>(bot.process)] {
    const auto running = process.lock();
    return running == nullptr ? Microseconds{0} : run_delay_of(running->processes());
  });
  bot.player->set_waits([process = std::weak_ptr<Process>(bot.process)] {
    const auto running = process.lock();
    return running == nullptr ? Waits::unknown : waits_of(running->processes());
  });
  bot.player->set_stderr_mark(
      [process = std::weak_ptr<Process>(bot.process)](std::int64_t turn, bool all_read) {
        if (const auto running = process.lock()) {
          running->mark_stderr(turn, all_read);
        }
      });
  bot.player->set_end([process = std::weak_ptr<Process>(bot.process)] {
    const auto known = process.lock();
    return known == nullptr || !known->ended() ? std::nullopt : std::optional(known->end_text());
  });
  if (!bot.process->ended()) {
    bot.process->when_ended([player = std::weak_ptr<Player>(bot.player)] {
      if (const auto told = player.lock()) {
        told->process_ended();
      }
    });
  }
  bot.player->set_sandbox(level);
  bot.player->set_adapted(adapter != nullptr);
  bot.greeted = std::make_shared<Event>(tasks_.io());
  greet(bot, std::move(started.connection), init, adapter, std::move(traced));
  co_return bot;
}

Task<Launcher::Started> Launcher::start(BotCommand command) {
  REQUIRE(command.adapter == nullptr || command.stdio == Stdio::tcp);
  if (const auto missing = missing_file(command)) {
    throw ProgramError(ENOENT, std::generic_category(),
                       "cannot start '" + command.argv.front() + "': " + missing->string());
  }
  co_return co_await starter_->start(with_adapter(std::move(command)));
}

void Launcher::greet(const LaunchedBot& bot, std::unique_ptr<Link> connection, Milliseconds init,
                     const Adapter* adapter, TracedSeat traced) {
  if (connection == nullptr) {
    bot.greeted->set();
    return;
  }
  const auto handshake = Handshake::begin(
      tasks_, Connection(std::move(connection)), init_with(adapter, init),
      [player = bot.player, greeted = bot.greeted](std::shared_ptr<Session> session,
                                                   const protocol::Hello& hello) {
        session->send(line_of(protocol::Welcome{player->name(), std::nullopt, std::nullopt}));
        session->send(protocol::wait_line("the match starts when all seats are taken"));
        player->attach(std::move(session), hello);
        greeted->set();
      },
      [player = bot.player, greeted = bot.greeted](const std::string& why) {
        player->set_why_absent(why);
        greeted->set();
      },
      [process = std::weak_ptr<Process>(bot.process), adapter, init] {
        const auto running = process.lock();
        if (adapter != nullptr || running == nullptr) {
          return adapter != nullptr ? why_no_hello(*adapter, init)
                                    : advice_on_silence(Awaited::hello, {}, Microseconds{0}, init);
        }
        return advice_on_silence(Awaited::hello, {}, running->busy(), init, waits_of(running->processes()));
      });
  if (const auto begun = handshake.lock()) {
    begun->set_trace(std::move(traced.trace), std::move(traced.label));
  }
}

Task<> Launcher::stop(LaunchedBot bot) {
  bot.player->dismiss("the match is over");
  if (bot.process->ended()) {
    co_return;
  }
  const bool left = co_await bot.process->ended_within(kLeave);
  if (!left) {
    co_await bot.process->stop(kTermGrace);
  }
}

}  // namespace referee
