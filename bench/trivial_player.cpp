#include "bench/trivial_player.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <string>

#include "bench/running_process.h"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;
using Move = std::function<std::string_view(std::size_t)>;

constexpr std::size_t kMostTurns = 200'000;  // allocated in advance for their sizes
constexpr std::size_t kLookEvery = 64;  // turns: to read the referee's clock in each would show in the rate

class Player {
 public:
  Player(int in, int out, const Move& move, pid_t referee)
      : in_(in), out_(out), move_(move), referee_(referee) {
    runner_.trips.reserve(kMostTurns);
  }

  PlayedMatch play(std::string_view name) {
    append(R"({"type":"hello","protocol":1,"name":")");
    append(name);
    append("\"}\n");
    flush();
    while (!over_ && fill()) {
      take_lines();
    }
    runner_.seconds = std::chrono::duration<double>(last_ - first_).count();
    return std::move(runner_);
  }

 private:
  bool fill() {
    if (size_ == input_.size()) {
      throw std::runtime_error("the trivial player: a line is too long");
    }
    const ssize_t size = ::read(in_, input_.data() + size_, input_.size() - size_);
    size_ += static_cast<std::size_t>(size > 0 ? size : 0);
    return size > 0;
  }

  void take_lines() {
    std::string_view rest(input_.data(), size_);
    for (std::size_t end = rest.find('\n'); end != rest.npos && !over_; end = rest.find('\n')) {
      take(rest.substr(0, end + 1));
      rest.remove_prefix(end + 1);
    }
    size_ = rest.size();
    if (size_ > 0) {
      std::memmove(input_.data(), rest.data(), size_);
    }
  }

  void take(std::string_view line) {
    if (line.starts_with(R"({"type":"turn")")) {
      answer(line);
    } else if (line.starts_with(R"({"type":"error")")) {
      throw std::runtime_error("the trivial player is told: " + std::string(line));
    } else {
      over_ = line.starts_with(R"({"type":"end")");
    }
  }

  /// {"type":"turn","match":"m","turn":3,"view":...: the answer repeats the text from "match" up to "view".
  void answer(std::string_view line) {
    last_ = Clock::now();
    const std::size_t turn = runner_.trips.size();
    if (turn == 0) {
      first_ = last_;
      first_cpu_ = cpu_seconds(referee_);
    } else if (turn % kLookEvery == 0) {
      runner_.cpu_us_turn = (cpu_seconds(referee_) - first_cpu_) * 1e6 / static_cast<double>(turn);
    }
    const std::size_t begin = line.find(R"("match")");
    append(R"({"type":"move",)");
    append(line.substr(begin, line.find(R"("view")") - begin));
    append(R"("move":)");
    append(move_(turn));
    append("}\n");
    runner_.trips.push_back({line.size(), used_});
    flush();
  }

  void append(std::string_view text) {
    std::memcpy(output_.data() + used_, text.data(), text.size());
    used_ += text.size();
  }

  void flush() {
    if (::write(out_, output_.data(), used_) != static_cast<ssize_t>(used_)) {
      throw std::runtime_error("the trivial player: the referee does not listen");
    }
    used_ = 0;
  }

  int in_;
  int out_;
  const Move& move_;
  pid_t referee_;
  std::array<char, 64 * 1024> input_{};
  std::size_t size_ = 0;
  std::array<char, 4096> output_{};
  std::size_t used_ = 0;
  bool over_ = false;
  Clock::time_point first_;
  Clock::time_point last_;
  double first_cpu_ = 0;
  PlayedMatch runner_;
};

}  // namespace

PlayedMatch play_trivially(int in, int out, std::string_view name, const Move& move, pid_t referee) {
  return Player(in, out, move, referee).play(name);
}

}  // namespace bench
