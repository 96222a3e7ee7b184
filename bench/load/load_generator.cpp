// Plays bots over TCP against a referee, by commands from a pipe on standard input, one per line. It answers
// each command with one line when it is done, "ok" with figures as name=value, while all bots play on. A
// failure is one line on standard error and exit code 1. It ends when its input ends. Usage:
// load_generator HOST:PORT, an IPv4 address
//
//   walk lanes SIZE TEAMS | walk left     the moves: Light Cycle in lanes, or Walls on the spot (walk.h)
//   keep ROWS                             logs what happens to each turn, up to this number of turns
//   rule FROM TO SEAT SCHEDULE            when bots at these tables answer (schedule.h); SEAT: a number or *
//   bots PREFIX COUNT [token=T] [pin=P] [nagle]   dials in PREFIX0, PREFIX1, ..., with tokens TPREFIX0, ...
//                                         or registering; with TLS if P, a certificate's SHA-256, is given
//   await COUNT                           until so many bots have had a turn
//   sleep SECONDS
//   window SECONDS                        counts for this time
//   drop PREFIX                           closes connections
//   finish                                until the referee has closed all connections
//   write FILE                            the rows, as CSV (answer_log.h)
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

#include "bench/load/generator.h"

namespace {

using load::Generator;
using load::Nanoseconds;

/// Raises the limit on connections as far as the system allows.
void raise_descriptor_limit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

sockaddr_in address_of(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  sockaddr_in address{};
  address.sin_family = AF_INET;
  const std::string port = colon == std::string::npos ? "" : text.substr(colon + 1);
  std::uint16_t number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  if (colon == std::string::npos || error != std::errc{} || end != port.data() + port.size() ||
      ::inet_pton(AF_INET, text.substr(0, colon).c_str(), &address.sin_addr) != 1) {
    throw std::invalid_argument("'" + text + "' is not an address: expected as 127.0.0.1:7878");
  }
  address.sin_port = htons(number);
  return address;
}

/// The next word as a T. Throws std::invalid_argument.
template <class T>
T take(std::istringstream& words, const char* what) {
  T value{};
  if (!(words >> value)) {
    throw std::invalid_argument(std::string("expected ") + what);
  }
  return value;
}

double seconds(Nanoseconds time) { return static_cast<double>(time) / static_cast<double>(load::kSecond); }

Nanoseconds take_seconds(std::istringstream& words) {
  return static_cast<Nanoseconds>(take<double>(words, "seconds") * static_cast<double>(load::kSecond));
}

double ratio(std::int64_t a, std::int64_t b) {
  return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

/// Reads commands from standard input while the bots play.
class Input {
 public:
  explicit Input(Generator& generator) {
    ::fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
    generator.watch(STDIN_FILENO, [this] { read(); });
  }
  bool ready() const { return text_.find('\n') != std::string::npos || ended_; }
  /// Nothing at the end. REQUIRES: ready().
  std::optional<std::string> take_line() {
    const std::size_t end = text_.find('\n');
    if (end == std::string::npos) {
      return std::nullopt;
    }
    std::string line = text_.substr(0, end);
    text_.erase(0, end + 1);
    return line;
  }

 private:
  void read() {
    std::array<char, 4096> chunk;
    const ssize_t size = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (size > 0) {
      text_.append(chunk.data(), static_cast<std::size_t>(size));
    } else {
      ended_ = size == 0;
    }
  }

  std::string text_;
  bool ended_ = false;
};

class Commands {
 public:
  explicit Commands(Generator& generator) : generator_(generator) {}

  /// Runs the command in `line`; returns the figures of the answer.
  std::string run(const std::string& line) {
    std::istringstream words(line);
    const auto name = take<std::string>(words, "a command");
    const auto found = commands_.find(name);
    if (found == commands_.end()) {
      throw std::invalid_argument("'" + line + "' is no command");
    }
    return (this->*found->second)(words);
  }

 private:
  using Command = std::string (Commands::*)(std::istringstream&);

  std::string walk(std::istringstream& words) {
    if (take<std::string>(words, "lanes or left") == "left") {
      generator_.set_walk(load::Walk());
      return "";
    }
    const auto size = take<std::int64_t>(words, "a size");
    const auto teams = take<std::int64_t>(words, "a number of teams");
    if (size < 2 || teams < 2 || size % teams != 0) {
      throw std::invalid_argument("lanes: the number of teams has to divide the size");
    }
    generator_.set_walk(load::Walk(size, teams));
    return "";
  }

  std::string keep(std::istringstream& words) {
    generator_.log().reserve(take<std::size_t>(words, "a number of rows"));
    return "";
  }

  std::string rule(std::istringstream& words) {
    const auto from = take<std::uint32_t>(words, "the first table");
    const auto to = take<std::uint32_t>(words, "the last table");
    const auto seat = take<std::string>(words, "a seat or *");
    const auto schedule = load::Schedule::parse(take<std::string>(words, "a schedule"));
    generator_.schedules().add(from, to, seat == "*" ? std::nullopt : std::optional(std::atoll(seat.c_str())),
                               schedule);
    return "";
  }

  std::string bots(std::istringstream& words) {
    load::BotGroup group;
    group.prefix = take<std::string>(words, "a prefix");
    group.count = take<std::size_t>(words, "a number of bots");
    for (std::string word; words >> word;) {
      if (word == "nagle") {
        group.nagle = true;
      } else if (word.starts_with("pin=")) {
        group.pin = word.substr(4);
      } else if (word.starts_with("token=")) {
        group.token_prefix = word.substr(6);
      } else {
        throw std::invalid_argument("bots: got '" + word + "', expected token=PREFIX, pin=SHA256 or nagle");
      }
    }
    const Nanoseconds begun = load::now();
    generator_.dial(group);
    return " seconds=" + std::to_string(seconds(load::now() - begun));
  }

  std::string await(std::istringstream& words) {
    const auto count = take<std::size_t>(words, "a number of bots");
    generator_.run_until([&] { return generator_.asked() >= count; });
    return "";
  }

  std::string sleep(std::istringstream& words) {
    generator_.run_until(load::now() + take_seconds(words));
    return "";
  }

  std::string window(std::istringstream& words) {
    const Generator::Counts before = generator_.counts();
    const Nanoseconds begun = load::now();
    generator_.run_until(begun + take_seconds(words));
    const double took = seconds(load::now() - begun);
    const Generator::Counts& after = generator_.counts();
    const std::int64_t answers = after.answers - before.answers;
    const std::int64_t turns = after.turns - before.turns;
    std::ostringstream out;
    out << " answers=" << answers << " seconds=" << took << " rate=" << static_cast<double>(answers) / took
        << " ends=" << after.ends - before.ends << " lost=" << after.lost - before.lost
        << " turn_bytes=" << ratio(after.turn_bytes - before.turn_bytes, turns)
        << " answer_bytes=" << ratio(after.answer_bytes - before.answer_bytes, answers);
    return out.str();
  }

  std::string drop(std::istringstream& words) {
    generator_.drop(take<std::string>(words, "a prefix"));
    return "";
  }

  std::string finish(std::istringstream&) {
    generator_.run_until([&] { return generator_.connected() == 0; });
    return " lost=" + std::to_string(generator_.counts().lost);
  }

  std::string write(std::istringstream& words) {
    generator_.log().write(take<std::string>(words, "a file"));
    return "";
  }

  Generator& generator_;
  const std::map<std::string, Command> commands_ = {
      {"walk", &Commands::walk},     {"keep", &Commands::keep},   {"rule", &Commands::rule},
      {"bots", &Commands::bots},     {"await", &Commands::await}, {"sleep", &Commands::sleep},
      {"window", &Commands::window}, {"drop", &Commands::drop},   {"finish", &Commands::finish},
      {"write", &Commands::write}};
};

void serve(const std::string& address) {
  raise_descriptor_limit();
  Generator generator(address_of(address));
  Input input(generator);
  Commands commands(generator);
  while (true) {
    generator.run_until([&] { return input.ready(); });
    const auto line = input.take_line();
    if (!line) {
      return;
    }
    std::printf("ok%s\n", commands.run(*line).c_str());
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: load_generator HOST:PORT\n");
    return 2;
  }
  try {
    serve(argv[1]);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "load_generator: %s\n", failure.what());
    return 1;
  }
}
