#include "referee/adapt/program_bot.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <system_error>
#include <utility>
#include <variant>

#include "protocol/framing.h"
#include "protocol/messages.h"
#include "protocol/parse.h"
#include "referee/adapt/adapter.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/text.h"
#include "referee/base/units.h"
#include "referee/process/program.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Says on standard error what has happened. Words of the program and of the referee may be in it.
void log(const std::string& text) { std::cerr << escaped(text, "\\") + "\n"; }

/// The limits of a clock in a `start` message, for people: "kind score_rate, floor_ms 5000".
std::string limits_of(const Json& clock) {
  std::string text = "kind " + clock.value("kind", "");
  for (const auto& [key, value] : clock.items()) {
    const bool is_of_turns = key != "init_ms" && key != "margin_ms" && key != "lag_credit_ms";
    if (value.is_number() && is_of_turns) {
      text.append(", ").append(key).append(" ").append(value.dump());
    }
  }
  return text;
}

class ProgramBot {
 public:
  ProgramBot(std::string program, const NewHandoutGame& new_game)
      : program_(std::move(program)), new_game_(new_game) {}

  int play();

 private:
  /// Reads what the referee has sent.
  void listen();
  void handle(const Json& message);
  void start_run(const Json& turn);
  /// The program has printed its line, or has ended without one.
  void answer();
  /// The end of a program that has answered, before the next one starts.
  void end_run();
  void send_move(Json move);
  void send(std::string line);
  /// Kills a program that runs for a turn that is over.
  void drop_run(const char* why);
  /// Kills a program that runs for a turn for which the referee waits no longer, and logs the clock, because
  /// its limits may be why.
  void drop_late_run(const char* why);
  void leave(const char* why);
  void log_turn(const std::string& text) const { log("turn " + std::to_string(turn_) + ": " + text); }

  const std::string program_;  // for messages
  const NewHandoutGame& new_game_;
  SignalFile children_{SIGCHLD};
  protocol::LineBuffer lines_{protocol::kMaxLineToBot};
  bool over_ = false;
  std::string match_;
  std::string clock_;                  // the limits of match_, for people
  std::unique_ptr<HandoutGame> game_;  // of match_
  std::int64_t turn_ = 0;
  std::optional<ProgramRun> run_;  // of turn_
  bool answered_ = false;          // run_ has; it may still be writing a file
};

int ProgramBot::play() {
  send(protocol::line_of(protocol::Hello{}));
  while (!over_) {
    std::array<pollfd, 3> files{{{STDIN_FILENO, POLLIN, 0},
                                 {children_.descriptor(), POLLIN, 0},
                                 {run_ ? run_->output() : -1, POLLIN, 0}}};
    if (::poll(files.data(), files.size(), -1) < 0 && errno != EINTR) {
      throw_errno("poll");
    }
    children_.take();
    if (run_ && files[2].revents != 0) {
      run_->read_output();
    }
    if (files[0].revents != 0) {
      listen();
    }
    if (!run_) {
      continue;
    }
    const bool ended = run_->ended();
    if (!answered_ && run_->has_answered()) {
      answer();
    }
    if (ended) {
      run_.reset();
    }
  }
  return EXIT_SUCCESS;
}

void ProgramBot::listen() {
  const auto space = lines_.space();
  const ssize_t size = ::read(STDIN_FILENO, space.data(), space.size());
  if (size <= 0) {
    if (size == 0 || errno != EINTR) {
      leave("the referee has gone");
    }
    return;
  }
  lines_.filled(static_cast<std::size_t>(size));
  while (const auto line = over_ ? std::nullopt : lines_.next()) {
    const auto parsed = protocol::parse_line(line->text);
    if (const auto* bad = std::get_if<protocol::Unreadable>(&parsed)) {
      log("cannot read what the referee sent: " + bad->why);
      continue;
    }
    try {
      handle(std::get<Json>(parsed));
    } catch (const Json::exception& error) {  // not the shape that PROTOCOL.md promises
      log(std::string("cannot use what the referee sent: ") + error.what());
    }
  }
}

void ProgramBot::handle(const Json& message) {
  const auto& type = message.at("type").get_ref<const std::string&>();
  if (type == "turn") {
    start_run(message);
  } else if (type == "start") {
    drop_run("another game begins");
    match_ = message.at("match").get<std::string>();
    clock_ = message.contains("clock") ? limits_of(message.at("clock")) : "";
    game_ = new_game_(message.at("setup"));
  } else if (type == "end") {
    drop_late_run("the game is over");
    game_.reset();
  } else if (type == "error") {
    log(message.value("code", "error") + ": " + message.value("message", ""));
  } else if (type == "bye") {
    leave("the referee says bye");
  }
}

void ProgramBot::start_run(const Json& turn) {
  const auto number = turn.at("turn").get<std::int64_t>();
  if (!game_ || turn.at("match") != match_) {
    log("a turn of a match that was not started was left out");
    return;
  }
  if (run_ && !answered_ && number == turn_) {
    return;  // asked again, after a broken connection
  }
  end_run();
  drop_late_run("the next turn has come");
  turn_ = number;
  answered_ = false;
  try {
    run_.emplace(game_->call(turn.at("view")));
  } catch (const std::system_error& error) {
    log_turn(error.what());
    send_move(nullptr);
  }
}

void ProgramBot::answer() {
  RunAnswer said = answer_of(*run_, *game_, program_);
  answered_ = true;
  if (!said.why.empty()) {
    log_turn(said.why);
  }
  send_move(said.move.empty() ? Json(nullptr) : Json(std::move(said.move)));
}

void ProgramBot::end_run() {
  const auto until = std::chrono::steady_clock::now() + ProgramRun::kMayRunOn;
  while (run_ && answered_) {
    const auto left = std::chrono::ceil<Milliseconds>(until - std::chrono::steady_clock::now()).count();
    const bool ended = run_->ended();
    if (!ended && left <= 0) {
      log_turn(program_ + " still ran " + std::to_string(ProgramRun::kMayRunOn.count()) +
               " ms after its move and was killed");
    }
    if (ended || left <= 0) {
      run_.reset();
      return;
    }
    pollfd children{children_.descriptor(), POLLIN, 0};
    if (::poll(&children, 1, static_cast<int>(left)) < 0 && errno != EINTR) {
      throw_errno("poll");
    }
    children_.take();
  }
}

void ProgramBot::send_move(Json move) {
  std::string line = protocol::line_of(protocol::Move{match_, turn_, std::move(move)});
  if (line.size() > protocol::kMaxLineFromBot) {  // odd characters take more room in JSON
    log_turn("the first line that " + program_ + " printed is too long for a move");
    line = protocol::line_of(protocol::Move{match_, turn_, nullptr});
  }
  send(std::move(line));
}

void ProgramBot::send(std::string line) {
  line.push_back('\n');
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) {
      leave("the referee has gone");
      return;
    }
    rest.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
}

void ProgramBot::drop_run(const char* why) {
  if (run_ && !answered_) {
    log_turn(program_ + " still ran and was killed: " + why);
  }
  run_.reset();
}

void ProgramBot::drop_late_run(const char* why) {
  const bool is_late = run_ && !answered_;
  drop_run(why);
  if (is_late && !clock_.empty()) {
    log_turn("the clock is " + clock_ +
             "; another one is given by --clock, or by \"clock\" in a tournament file or rubric");
  }
}

void ProgramBot::leave(const char* why) {
  drop_run(why);
  over_ = true;
}

}  // namespace

SignalFile::SignalFile(std::initializer_list<int> numbers) {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int number : numbers) {
    ::signal(number, SIG_DFL);  // where SIGCHLD is ignored, waitpid cannot tell how a child ended
    ::sigaddset(&set, number);
  }
  ::sigprocmask(SIG_BLOCK, &set, &before_);
  file_ = FileDescriptor(::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
  if (file_.get() < 0) {
    throw_errno("signalfd");
  }
}

SignalFile::~SignalFile() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

std::vector<int> SignalFile::take() {
  std::vector<int> numbers;
  signalfd_siginfo info{};
  while (::read(file_.get(), &info, sizeof(info)) == static_cast<ssize_t>(sizeof(info))) {
    numbers.push_back(static_cast<int>(info.ssi_signo));
  }
  return numbers;
}

bool is_program(const std::vector<std::string>& words) {
  const std::string& word = words.front();
  return is_runnable(word) || (word.find('/') == std::string::npos && is_runnable("./" + word));
}

std::vector<std::string> found_words(const Adapter& adapter, const std::vector<std::string>& words) {
  std::vector<std::string> found = adapted_words(adapter, words);
  found.front() = fs::absolute(find_program(found.front()).value()).lexically_normal().string();
  return found;
}

std::string program_as_typed(const std::string& program) {
  const std::string inside = fs::path(program).lexically_relative(fs::current_path()).string();
  return inside.empty() || inside.starts_with("..") ? program : "./" + inside;
}

int play_program(const std::vector<std::string>& words, const NewHandoutGame& new_game) {
  return ProgramBot(program_as_typed(words.front()), new_game).play();
}

}  // namespace referee
