// Steps a second of random games of Walls through the library for C and from Python, on one core, beside the
// rate of the rules alone. Processor time, so that other work on the machine counts less. Usage:
// bindings_bench RATE_PY [STEPS]
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bench/figures.h"
#include "bindings/c/rules.h"
#include "engines/random.h"
#include "engines/walls/walls.h"

namespace {

constexpr double kAskedOfC = 1'000'000;
constexpr double kAskedOfPython = 100'000;
constexpr double kAskedOfMany = 1'000'000;

/// Steps a second of processor time. `play`: plays a game, and returns its steps.
template <class Play>
double rate_of(std::int64_t steps, const Play& play) {
  const std::clock_t begun = std::clock();
  std::int64_t played = 0;
  while (played < steps) {
    played += play();
  }
  return static_cast<double>(played) * CLOCKS_PER_SEC / static_cast<double>(std::clock() - begun);
}

double rate_of_rules(std::int64_t steps) {
  engines::Rng rng(1);
  std::string events;
  std::vector<engines::Answer<engines::Walls::Move>> answers(2);
  return rate_of(steps, [&] {
    engines::Walls game({}, {});
    std::int64_t played = 0;
    for (auto movers = game.to_move(); !movers.empty(); movers = game.to_move(), ++played) {
      events.clear();
      engines::JsonWriter out(events);
      answers[movers.front()].move = game.sample(movers.front(), rng);
      game.apply(answers, out);
    }
    return played;
  });
}

double rate_of_c(std::int64_t steps) {
  constexpr std::array<std::string_view, 3> kMoves = {R"("forward")", R"("left")", R"("right")"};
  engines::Rng rng(1);
  return rate_of(steps, [&] {
    rules_game* const game = rules_make("walls", nullptr, 0, nullptr);
    std::int64_t played = 0;
    for (; rules_to_move(game, nullptr, 0) > 0; ++played) {
      const std::string_view move = kMoves[engines::below(rng, kMoves.size())];
      if (rules_apply(game, move.data(), move.size()) != 0) {
        throw std::runtime_error(rules_error());
      }
    }
    rules_free(game);
    return played;
  });
}

/// `games`: at once; empty: one after the other.
double rate_of_python(const std::string& script, std::int64_t steps, const std::string& games) {
  const std::string command = "RULES_LIBRARY=" RULES_LIBRARY " /usr/bin/python3 -B " + script + " " +
                              std::to_string(steps) + " " + games;
  std::FILE* const out = popen(command.c_str(), "r");
  double rate = 0;
  if (out == nullptr || std::fscanf(out, "%lf", &rate) != 1 || pclose(out) != 0) {
    throw std::runtime_error(command + ": expected a rate");
  }
  return rate;
}

void print(const std::string& what, double rate, double of_rules, double asked) {
  const auto text = [](double value) { return bench::quantity(value, 0, "steps/s"); };
  bench::print({what + ", beside the rules alone", text(of_rules), text(rate), rate / of_rules});
  bench::print({what, text(asked), text(rate), rate / asked, ">= 1"});
}

}  // namespace

int main(int argc, char** argv) {
  const std::string script = argv[1];
  const std::int64_t steps = argc > 2 ? std::atoll(argv[2]) : 3'000'000;
  const double of_rules = rate_of_rules(steps);
  print("Walls, 5x5, through C", rate_of_c(steps), of_rules, kAskedOfC);
  print("Walls, 5x5, from Python", rate_of_python(script, steps / 10, ""), of_rules, kAskedOfPython);
  print("Walls, 5x5, 256 games at once from Python", rate_of_python(script, steps, "256"), of_rules,
        kAskedOfMany);
}
