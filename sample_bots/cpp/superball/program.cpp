#include "sample_bots/cpp/superball/program.h"

#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sample_bots/cpp/superball/handout.h"
#include "sample_bots/cpp/superball/pace.h"

namespace superball {
namespace {

constexpr int kHandoutArguments = 4;
constexpr int kPercent = 5;  // more makes it stronger, but a game lasts for hours

/// The limits of a move from the options; a bot without options does not think ahead.
Limits limits_of(const bots::Settings& settings) {
  if (settings.numbers.empty()) {
    return kAtOnce;
  }
  return {std::chrono::milliseconds(settings.numbers.at("--budget-ms")),
          static_cast<std::uint64_t>(settings.numbers.at("--nodes"))};
}

Pace pace_of(const bots::Settings& settings) {
  return Pace(settings.numbers.empty() ? 1 : settings.numbers.at("--percent"));
}

class StrategyPlayer final : public bots::Player {
 public:
  StrategyPlayer(const bots::Json& start, const bots::Settings& settings, std::unique_ptr<Strategy> strategy)
      : rules_(rules_of(start.at("setup"))),
        limits_(limits_of(settings)),
        pace_(pace_of(settings)),
        strategy_(std::move(strategy)) {}

  void clock(const bots::Json& clock) override {
    by_clock_ = pace_.next(clock.value("left_ms", 0.0), clock.value("used_ms", 0.0));
  }

  bots::Json move(const bots::Json& view) override {
    const auto begun = std::chrono::steady_clock::now();
    const Board board(rules_, view.at("board").get<std::vector<std::string>>());
    const Limits limits{std::min(limits_.budget, by_clock_), limits_.nodes};
    const Move move = strategy_->choose(board, limits);
    pace_.spend(std::chrono::duration_cast<Pace::Microseconds>(std::chrono::steady_clock::now() - begun));
    return text_of(move, rules_);
  }

 private:
  Rules rules_;
  Limits limits_;
  Pace pace_;
  Pace::Microseconds by_clock_ = Pace::Microseconds::max();  // without a clock: no limit
  std::unique_ptr<Strategy> strategy_;
};

/// Whether the command line begins with the handout's arguments, not with an option.
bool is_handout(int argc, const char* const* argv) {
  if (argc <= kHandoutArguments) {
    return false;
  }
  for (int i = 1; i <= kHandoutArguments; ++i) {
    if (std::string_view(argv[i]).starts_with("--")) {
      return false;
    }
  }
  return true;
}

/// Reads the handout's arguments and the board, and calls `say`. Returns the exit code.
int answer_handout(const std::string& name, int argc, const char* const* argv,
                   const std::function<void(const Board& board)>& say) {
  try {
    say(read_handout(name.c_str(), argc, argv, std::cin));
    return EXIT_SUCCESS;
  } catch (const HandoutError& error) {
    std::cerr << error.what() << "\n";
    return EXIT_FAILURE;
  }
}

void print_move(const Board& board, const bots::Settings& settings, const NewStrategy& new_strategy) {
  if (board.pieces().size() < 2) {
    throw HandoutError("Bad board: no two pieces to swap");
  }
  const auto strategy = new_strategy(settings.seed_or_new());
  std::cout << text_of(strategy->choose(board, limits_of(settings)), board.rules()) << "\n";
}

}  // namespace

std::vector<bots::NumberOption> thinking_options() {
  return {{"--budget-ms", "milliseconds that a move may take at most", 1, 3'600'000, 200},
          {"--percent", "percent of the time that the clock allows to be thought", 1, 60, kPercent},
          {"--nodes", "positions looked at in a move instead, for repeatable play; 0: no limit", 0,
           1'000'000'000, 0}};
}

bots::Program program(bots::About about, NewStrategy new_strategy) {
  about.text +=
      "\nWith arguments ROWS COLS MIN-SCORE-SIZE COLORS before the options, and a board on standard\n"
      "input, it prints one move and ends, as the handout's programs do.";
  const auto print = [about, new_strategy](int argc, const char* const* argv) -> std::optional<int> {
    if (!is_handout(argc, argv)) {
      return std::nullopt;
    }
    std::vector<const char*> options{argv[0]};
    options.insert(options.end(), argv + 1 + kHandoutArguments, argv + argc);
    const auto settings = bots::settings_or_exit(about, static_cast<int>(options.size()), options.data());
    return answer_handout(about.program, 1 + kHandoutArguments, argv,
                          [&](const Board& board) { print_move(board, settings, new_strategy); });
  };
  const auto players = [new_strategy](const bots::Settings& settings) -> bots::NewPlayer {
    return [settings, new_strategy](const bots::Json& start) {
      auto strategy = new_strategy(bots::seed_of_match(settings, start));
      return std::make_unique<StrategyPlayer>(start, settings, std::move(strategy));
    };
  };
  return {std::move(about), players, print};
}

bots::Program board_tool(const std::string& name, const std::function<void(const Board& board)>& say) {
  return {{name, "", {}}, {}, [=](int argc, const char* const* argv) -> std::optional<int> {
            return answer_handout(name, argc, argv, say);
          }};
}

}  // namespace superball
