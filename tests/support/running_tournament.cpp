#include "tests/support/running_tournament.h"

#include <utility>

#include "referee/store/store.h"
#include "referee/tournament/formats/format_table.h"

namespace test_support {

RunningTournament::RunningTournament(referee::Tasks& tasks, const referee::TournamentConfig& config,
                                     std::unique_ptr<referee::Store> store,
                                     std::unique_ptr<referee::ProcessStarter> starter)
    : tasks_(tasks),
      opened_(referee::open_tournament(config, *store, tasks.clock())),
      launcher_(starter != nullptr ? referee::Launcher(tasks, std::move(starter)) : referee::Launcher(tasks)),
      parts_(tasks, config, opened_, std::move(store), launcher_) {
  const referee::TournamentRunner::Surroundings around{
      tasks, config, parts_.store, parts_.records, parts_.changes, parts_.roster, parts_.match_scheduler};
  const auto game_over = [this](const std::string& line) { lines_.push_back(line); };
  if (config.format->ladder() != nullptr) {
    auto played =
        std::make_unique<referee::Ladder>(around, opened_, referee::Ladder::Events{game_over, [] {}});
    ladder_ = played.get();
    runner_ = std::move(played);
  } else {
    auto played =
        std::make_unique<referee::Tournament>(around, opened_, referee::Tournament::Events{game_over, [] {}});
    tournament_ = played.get();
    runner_ = std::move(played);
  }
  arbiter_ = std::make_unique<referee::Arbiter>(
      referee::Arbiter::Surroundings{tasks.clock(), config, parts_.store, parts_.changes, parts_.roster,
                                     parts_.connections, parts_.match_scheduler},
      opened_.content, *runner_);
}

referee::Task<> RunningTournament::play() {
  try {
    co_await runner_->play();
  } catch (...) {
    failure_ = std::current_exception();
  }
  over_ = true;
}

void RunningTournament::start() {
  if (!std::exchange(started_, true)) {
    tasks_.start("runner", play());
  }
}

void RunningTournament::rethrow_failure() const {
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

namespace {

referee::Task<> answer(referee::Arbiter& arbiter, referee::ControlRequest request,
                       referee::ControlReply& reply, bool& done) {
  referee::ControlReply answered = co_await arbiter.handle(std::move(request));
  reply = std::move(answered);
  done = true;
}

}  // namespace

void RunningTournament::ask(const std::vector<std::string>& words, referee::ControlReply& reply, bool& done) {
  tasks_.start("arbiter", answer(*arbiter_, {words.front(), {words.begin() + 1, words.end()}}, reply, done));
}

}  // namespace test_support
