#include "referee_game.h"

using namespace referee_game;

static void deep_inside() { throw std::logic_error("missing"); }

class Odd : public Game {
 public:
  void begin(const Json& options) override {
    keep_ = options["keep"].text();
    what_ = options["what"].text();
    if (what_ == "refuse") {
      throw Refused("what: refused");
    }
    if (what_ == "fail") {
      deep_inside();
    }
  }

  std::vector<int> to_move() const override {
    std::vector<int> movers;
    for (int seat = 0; seat < seats && rounds_ < 2; ++seat) {
      if (!out.contains(seat)) {
        movers.push_back(seat);
      }
    }
    return movers;
  }

  void check(int /*seat*/, const Json& move) const override {
    if (!move.is_integer()) {
      throw Refused("no integer", true);
    }
    if (move.whole() > 9) {
      throw Refused("too large");
    }
  }

  Json play_together(const std::map<int, const Json*>& moves) override {
    std::cout << "some debugging" << std::endl;
    if (what_ == "fail later") {
      deep_inside();
    }
    List played;
    List spent;
    for (int seat = 0; seat < seats; ++seat) {
      const auto found = moves.find(seat);
      const bool moved = found != moves.end() && found->second != nullptr;
      played.push_back(moved ? *found->second : Json());
      total_ += moved ? found->second->integer() : 0;
      spent.push_back(spent_us.contains(seat) ? Json(spent_us.at(seat)) : Json());
    }
    total_ += random.below(1000);
    ++rounds_;
    return list({object({{"moves", played}, {"spent", spent}})});
  }

  std::vector<Chance> chance() const override {
    if (rounds_ != 1 || drawn_) {
      return {};
    }
    return {{object({{"die", 1}}), 1}, {object({{"die", 2}}), 3}};
  }

  Json draw(const Json& outcome) override {
    total_ += 1000 * outcome["die"].integer();
    drawn_ = true;
    return list({object({{"drawn", outcome}})});
  }

  Json view(const Reader& /*reader*/) const override {
    return object({{"total", total_}, {"rounds", rounds_}, {"text", "\u00e9\u4e16\U0001f600\"\\"}});
  }

  std::vector<double> scores() const override {
    if (what_ == "no number") {
      return {std::numeric_limits<double>::quiet_NaN()};
    }
    return {total_ + 0.0, total_ + 0.5, total_ + 1.0};
  }

  Json outcome() const override { return object({{"total", total_}}); }
  Json setup() const override { return object({{"constant", 1.5}}); }
  Json save() const override { return keep_ == "referee" ? list({total_, rounds_, drawn_}) : Json(); }

  void load(const Json& state) override {
    total_ = state[0].integer();
    rounds_ = state[1].integer();
    drawn_ = state[2].truth();
  }

 private:
  std::string keep_ = "referee";
  std::string what_ = "play";
  int total_ = 0;
  int rounds_ = 0;
  bool drawn_ = false;
};

int main() { return serve<Odd>(); }
