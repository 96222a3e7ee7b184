/// Goes where the space is.
#include "sample_bots/cpp/lightcycle/grid.h"
#include "sample_bots/cpp/lightcycle/pilot.h"
#include "sample_bots/cpp/runtime/bot.h"

namespace {

class SmartTeam final : public bots::Player {
 public:
  explicit SmartTeam(const bots::Json& start)
      : grid_(start.at("setup")), team_(start.at("seat").get<std::size_t>()) {}

  void past(const bots::Json& view) override { grid_.observe(view); }

  bots::Json move(const bots::Json& view) override {
    grid_.observe(view);
    return lightcycle::answer_of(grid_, team_, pilot_.choose(grid_, team_));
  }

 private:
  lightcycle::Grid grid_;
  lightcycle::Pilot pilot_;
  std::size_t team_;
};

}  // namespace

int main(int argc, char** argv) {
  const auto settings = bots::settings_or_exit(
      {"lightcycle_smart", "Plays Light Cycle by the space that each move leaves to its cycles.", {}}, argc,
      argv);
  return bots::run(settings, [](const bots::Json& start) { return std::make_unique<SmartTeam>(start); });
}
