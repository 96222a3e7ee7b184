#include "referee/games/superball/player.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <iostream>
#include <utility>
#include <variant>

#include "engines/registry.h"
#include "referee/adapt/program_bot.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/text.h"
#include "referee/games/superball/adapter.h"

namespace referee {
using engines::Json;

SuperballPlayer::SuperballPlayer(std::vector<std::string> words, Json options, Show show)
    : words_(std::move(words)),
      options_(std::move(options)),
      show_(show),
      signals_({SIGCHLD, SIGQUIT, SIGINT, SIGTERM}) {}

SuperballPlayer::Result SuperballPlayer::play(std::uint64_t seed) {
  const auto game = engines::find_game("superball")->make(options_, {seed, ""});
  const auto program = new_superball_game(words_, game->setup());
  std::string wrong;
  while (!game->to_move().empty()) {
    const Json view = game->view(engines::Observer::seat(0));
    score_ = view.at("score").get<std::int64_t>();
    if (show_.boards) {
      std::cout << superball_position(view) << std::endl;
    }
    if (show_.waits && !wait_for_return()) {
      break;
    }
    const auto answer = ask(*program, view);
    if (!answer) {
      break;
    }
    if (show_.boards && !answer->move.empty()) {
      std::cout << "Move is: " << escaped(answer->move) << "\n" << std::endl;
    }
    wrong = answer->why;
    if (wrong.empty()) {
      const auto taken = game->submit(0, answer->move);
      if (const auto* refusal = std::get_if<engines::Refusal>(&taken)) {
        wrong = refusal->why;
      }
    }
    game->settle(0, engines::Microseconds{0}, false);
    game->step();
  }
  return {static_cast<std::int64_t>(game->scores().front()), std::move(wrong), stopped_by_};
}

bool SuperballPlayer::wait_for_return() {
  if (returns_) {
    std::cout << "Type Return for the next play" << std::endl;
  }
  for (char typed = '\0'; returns_ && stopped_by_ == 0 && typed != '\n';) {
    if (wait_for(STDIN_FILENO)) {
      returns_ = ::read(STDIN_FILENO, &typed, 1) == 1;
    }
  }
  return stopped_by_ == 0;
}

std::optional<RunAnswer> SuperballPlayer::ask(HandoutGame& program, const Json& view) {
  ProgramCall call = program.call(view);
  call.keeps_quit_from_it = true;
  ProgramRun run(call);
  while (!run.ended()) {
    if (wait_for(run.output())) {
      run.read_output();
    }
    if (stopped_by_ != 0) {
      return std::nullopt;
    }
  }
  return answer_of(run, program, program_as_typed(words_.front()));
}

bool SuperballPlayer::wait_for(int descriptor) {
  std::array<pollfd, 2> files{{{signals_.descriptor(), POLLIN, 0}, {descriptor, POLLIN, 0}}};
  if (::poll(files.data(), files.size(), -1) < 0 && errno != EINTR) {
    throw_errno("poll");
  }
  for (const int number : signals_.take()) {
    if (number == SIGQUIT) {
      std::cout << "Current score = " << score_ << std::endl;
    } else if (number != SIGCHLD) {
      stopped_by_ = number;
    }
  }
  return files[1].revents != 0;
}

}  // namespace referee
