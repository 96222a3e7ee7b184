/// Looks ahead; on 3 x 3 it plays perfectly.
#include "sample_bots/cpp/runtime/bot.h"
#include "sample_bots/cpp/walls/board.h"
#include "sample_bots/cpp/walls/searcher.h"

namespace {

class Planner final : public bots::Player {
 public:
  explicit Planner(std::shared_ptr<walls::Searcher> searcher) : searcher_(std::move(searcher)) {}

  bots::Json move(const bots::Json& view) override {
    const walls::Board board(view);
    return walls::name_of(board.over() ? walls::Act::left : searcher_->choose(board));
  }

 private:
  std::shared_ptr<walls::Searcher> searcher_;  // of all matches: it learns
};

}  // namespace

namespace bots {

Program walls_search() {
  return {{"walls_search",
           "Plays Walls by looking ahead (alpha-beta, iterative deepening); solves 3 x 3 exactly.",
           {{"--budget-ms", "milliseconds that a move may take", 1, 3'600'000, 800},
            {"--nodes", "positions that a move may visit instead, for repeatable play; 0: no limit", 0,
             1'000'000'000'000, 0}}},
          [](const Settings& settings) -> NewPlayer {
            walls::Limits limits;
            limits.budget = std::chrono::milliseconds(settings.numbers.at("--budget-ms"));
            limits.nodes = static_cast<std::uint64_t>(settings.numbers.at("--nodes"));
            const auto searcher = std::make_shared<walls::Searcher>(limits);
            return [searcher](const Json& start) {
              // Solves 3 x 3 before the first turn, while the bot's clock does not run yet.
              const auto& setup = start.at("setup");
              walls::Board opening(setup.at("n").get<int>(), setup.value("first", 0));
              if (opening.side() == walls::Solver::kSide) {
                searcher->choose(opening);
              }
              return std::make_unique<Planner>(searcher);
            };
          }};
}

}  // namespace bots
