/// Looks for the path with the best score.
#include "sample_bots/cpp/runtime/bot.h"
#include "sample_bots/cpp/snake/searcher.h"

namespace {

class Planner final : public bots::Player {
 public:
  Planner(const snake::Limits& limits, bool has_body) : limits_(limits), has_body_(has_body) {}

  /// Answers the whole path in the first turn. If there is another turn, this answer was lost: search again.
  bots::Json move(const bots::Json& view) override {
    const snake::Snake snake(view, has_body_);
    const std::string steps = snake.exited ? "" : snake::find_path(snake, limits_).path.steps;
    return steps.empty() ? "N" : steps;  // without a way out any answer will do
  }

 private:
  snake::Limits limits_;
  bool has_body_;
};

}  // namespace

namespace bots {

Program snake_search() {
  return {
      {"snake_search",
       "Plays Snake Labyrinth by searching for the best path (beam search); answers all of it in the first "
       "turn.",
       {{"--budget-ms", "milliseconds that the search may take", 1, 3'600'000, 800},
        {"--nodes", "states that it may visit instead, for repeatable play; 0: no limit", 0,
         1'000'000'000'000, 0}},
       {{"--no-body", "for games with the option \"body\": false: coins are only counted"}}},
      [](const Settings& settings) -> NewPlayer {
        snake::Limits limits;
        limits.budget = std::chrono::milliseconds(settings.numbers.at("--budget-ms"));
        limits.nodes = static_cast<std::uint64_t>(settings.numbers.at("--nodes"));
        const bool has_body = !settings.flags.contains("--no-body");
        return [=](const Json&) { return std::make_unique<Planner>(limits, has_body); };
      }};
}

}  // namespace bots
