#include "referee/games/superball/player.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <iostream>
#include <utility>
#include <variant>

#include "engines/registry.h"
#include "referee/adapt/program_bot.h"
#include "referee/adapt/submission.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/kernel_time.h"
#include "referee/base/text.h"
#include "referee/base/units.h"
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
  if (!words_.empty()) {
    game_ = new_superball_game(game->setup());
    folder_.emplace(WorksIn::copy, default_confinement(nullptr, words_).folder);
  }
  std::string wrong;
  while (!game->to_move().empty()) {
    const Json view = game->view(engines::Observer::seat(0));
    score_ = view.at("score").get<std::int64_t>();
    if (show_.boards) {
      std::cout << superball_position(view) << std::endl;
    }
    const auto answer = next_move(view);
    if (!answer) {
      break;
    }
    wrong = answer->why;
    if (wrong.empty()) {
      const auto taken = game->submit(0, answer->move);
      if (const auto* refusal = std::get_if<engines::Refusal>(&taken)) {
        wrong = refusal->why;
      }
    }
    if (!wrong.empty() && game_ == nullptr) {  // a person may try again
      std::cout << "Wrong move: " << escaped(std::exchange(wrong, ""), "\\") << std::endl;
      continue;
    }
    game->settle(0, engines::Microseconds{0}, false);
    game->step();
  }
  return {static_cast<std::int64_t>(game->scores().front()), std::move(wrong), stopped_by_};
}

std::optional<RunAnswer> SuperballPlayer::next_move(const Json& view) {
  if (game_ == nullptr) {
    return ask_person();
  }
  if (show_.waits && !wait_for_return()) {
    return std::nullopt;
  }
  auto answer = ask(view);
  if (answer && show_.boards && !answer->move.empty()) {
    std::cout << "Move is: " << escaped(answer->move) << "\n" << std::endl;
  }
  return answer;
}

std::optional<RunAnswer> SuperballPlayer::ask_person() {
  std::string move;
  while (move.empty()) {
    std::cout << "Your Move: " << std::flush;
    const auto typed = read_typed();
    if (!typed) {
      std::cout << std::endl;
      return std::nullopt;
    }
    move = superball_move(*typed);
  }
  if (show_.boards) {
    std::cout << std::endl;
  }
  return RunAnswer{std::move(move), ""};
}

bool SuperballPlayer::wait_for_return() {
  if (typing_) {
    std::cout << "Type Return for the next play" << std::endl;
    (void)read_typed();
  }
  return stopped_by_ == 0;
}

std::optional<std::string> SuperballPlayer::read_typed() {
  std::string line;
  char typed = '\0';
  while (typing_ && stopped_by_ == 0 && typed != '\n') {
    if (wait_for(STDIN_FILENO)) {
      typing_ = ::read(STDIN_FILENO, &typed, 1) == 1;
      line.append(typing_ && typed != '\n' ? 1 : 0, typed);
    }
  }
  const bool is_line = typed == '\n' || !line.empty();  // the last one may have no end
  return is_line && stopped_by_ == 0 ? std::optional(line) : std::nullopt;
}

std::optional<RunAnswer> SuperballPlayer::ask(const Json& view) {
  ProgramCall call = folder_->call(words_, game_->input(view));
  call.keeps_quit_from_it = true;
  ProgramRun run(call);
  while (!run.ended() && !run.has_answered()) {
    if (wait_for(run.output())) {
      run.read_output();
    }
    if (stopped_by_ != 0) {
      return std::nullopt;
    }
  }
  let_end(run);
  return stopped_by_ == 0 ? std::optional(answer_of(run.printed(), run.status_text(), *game_,
                                                    program_as_typed(words_.front())))
                          : std::nullopt;
}

void SuperballPlayer::let_end(ProgramRun& run) {
  const auto until = kernel_now() + kMayRunOn;
  while (!run.ended() && stopped_by_ == 0) {
    const auto left = std::chrono::ceil<Milliseconds>(until - kernel_now()).count();
    if (left <= 0) {
      return;
    }
    (void)wait_for(-1, static_cast<int>(left));
  }
}

bool SuperballPlayer::wait_for(int descriptor, int most_ms) {
  std::array<pollfd, 2> files{{{signals_.descriptor(), POLLIN, 0}, {descriptor, POLLIN, 0}}};
  if (::poll(files.data(), files.size(), most_ms) < 0 && errno != EINTR) {
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
