#include "referee/tournament/formats/double_elimination/picture.h"

#include <algorithm>
#include <utility>

namespace referee {
namespace {

/// What the upper bracket calls a round in which `encounters` are played.
std::string upper_name(int encounters) {
  return encounters == 1   ? "Upper final"
         : encounters == 2 ? "Semi-final"
         : encounters == 4 ? "Quarter-final"
                           : "Round of " + std::to_string(2 * encounters);
}

/// What the lower bracket calls its round `number` of `rounds`.
std::string lower_name(int number, int rounds) {
  return number == rounds       ? "Lower final"
         : number == rounds - 1 ? "Lower semi-final"
                                : "Lower round " + std::to_string(number);
}

/// By place in Bracket::all(): the part of the height for an encounter and all encounters that lead to it, as
/// its top and its bottom between 0 and 1. Each side has half of it, for the encounter that its entrant won.
std::vector<std::array<double, 2>> heights_in(const Bracket& bracket) {
  const std::vector<BracketEncounter>& all = bracket.all();
  std::vector<std::array<double, 2>> heights(all.size(), {0, 1});
  heights.end()[-2] = {0, 0.5};  // the grand final, above its repetition
  heights.back() = {0.5, 1};
  for (std::size_t place = all.size() - 1; place-- > 0;) {  // no line leads to the repetition
    const auto [top, bottom] = heights[place];
    const double middle = (top + bottom) / 2;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const auto [from, winner] = all[place].sources[side];
      if (from && winner && all[*from].part == all[place].part) {
        heights[*from] = side == 0 ? std::array{top, middle} : std::array{middle, bottom};
      }
    }
  }
  return heights;
}

/// Makes the picture step by step.
class Painting {
 public:
  Painting(const Bracket& bracket, std::size_t first)
      : bracket_(bracket),
        rounds_(rounds_by_step(bracket, first)),
        heights_(heights_in(bracket)),
        boxes_(bracket.all().size()) {
    for (const char* title : {"Upper bracket", "Lower bracket", "Grand final"}) {
      picture_.parts.push_back({title, {}, {}});
    }
    picture_.winner = bracket.champion();
  }

  BracketPicture paint() {
    int table = 0;
    for (std::size_t place = 0; place < bracket_.all().size(); ++place) {
      const BracketEncounter& encounter = bracket_.all()[place];
      const bool step_begins = place == 0 || encounter.step != bracket_.all()[place - 1].step;
      table = step_begins ? 0 : table;
      if (encounter.may_meet()) {
        draw(place, ++table);
      }
    }
    std::erase_if(picture_.parts, [](const BracketPicture::Part& part) { return part.boxes.empty(); });
    return std::move(picture_);
  }

 private:
  struct Drawn {  // where an encounter is in the picture
    std::size_t part = 0;
    std::size_t box = 0;
    std::string name;  // "r1t2"
  };

  static std::size_t part_of(const BracketEncounter& encounter) {
    return static_cast<std::size_t>(stage_of(encounter.part) - stage_of(BracketPart::upper));
  }

  /// The column of an encounter; a new one if it is the first of its step.
  std::size_t column_of(BracketPicture::Part& part, const BracketEncounter& encounter) {
    const bool repeated = encounter.step == bracket_.steps();
    std::string title = name_of(bracket_, encounter);
    title += repeated && !encounter.meets() ? ", if needed" : "";
    if (part.columns.empty() || part.columns.back() != title) {
      part.columns.push_back(std::move(title));
    }
    return part.columns.size() - 1;
  }

  void draw(std::size_t place, int table) {
    const BracketEncounter& encounter = bracket_.all()[place];
    BracketPicture::Part& part = picture_.parts[part_of(encounter)];
    BracketPicture::Box box;
    box.column = column_of(part, encounter);
    box.paired = encounter.played != nullptr;
    box.round = rounds_[static_cast<std::size_t>(encounter.step) - 1];
    box.table = box.paired ? encounter.played->encounter.table : table;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const auto [top, bottom] = heights_[place];
      box.sides[side] = side_of(encounter, side);
      box.sides[side].height = top + (bottom - top) * (side == 0 ? 0.25 : 0.75);
    }
    boxes_[place] = {part_of(encounter), part.boxes.size(), box.id()};
    part.boxes.push_back(std::move(box));
  }

  BracketPicture::Side side_of(const BracketEncounter& encounter, std::size_t side) const {
    BracketPicture::Side drawn;
    if (encounter.sides[side].known()) {
      drawn.entrant = encounter.sides[side].entrant;
      drawn.seed = bracket_.seed_of(*drawn.entrant).value_or(0);
      drawn.score = score_of(encounter, side);
      drawn.won = encounter.winner == encounter.sides[side];
    }
    const BracketEncounter::Source source = behind_byes(encounter.sources[side]);
    if (!source.from || encounter.step == bracket_.steps()) {
      return drawn;  // the repeated grand final has the entrants of the first one
    }
    const Drawn& before = boxes_[*source.from];
    if (source.winner && before.part == part_of(encounter)) {
      drawn.from = before.box;
    } else if (!drawn.entrant) {
      drawn.label = (source.winner ? "winner of " : "loser of ") + before.name;
    }
    return drawn;
  }

  /// The encounter of two entrants that leads to a side; none if the entrant has had byes only.
  BracketEncounter::Source behind_byes(BracketEncounter::Source source) const {
    while (source.from && !bracket_.all()[*source.from].may_meet()) {
      const BracketEncounter& bye = bracket_.all()[*source.from];
      source = bye.sources[bye.sides[0].kind == BracketSide::Kind::empty ? 1 : 0];
    }
    return source;
  }

  const Bracket& bracket_;
  std::vector<int> rounds_;
  std::vector<std::array<double, 2>> heights_;
  std::vector<Drawn> boxes_;  // by place in Bracket::all()
  BracketPicture picture_;
};

}  // namespace

std::string score_of(const BracketEncounter& encounter, std::size_t side) {
  if (encounter.played == nullptr) {
    return "";
  }
  const auto& [paired, games] = *encounter.played;
  const std::size_t self = encounter.position_of(side);
  if (paired.kind == Encounter::Kind::forfeit || encounter.both_lost()) {
    return paired.winner == self ? "+" : "-";
  }
  Points points;
  bool any = false;
  for (const GameResult& game : games) {
    if (!game.struck) {
      const double mine = game.scores[self];
      const double other = game.scores[1 - self];
      points += Points::halves(mine > other ? 2 : mine == other ? 1 : 0);
      any = true;
    }
  }
  return any ? points.text() : "";
}

std::string name_of(const Bracket& bracket, const BracketEncounter& encounter) {
  const int levels = (bracket.steps() - 1) / 2;
  switch (encounter.part) {
    case BracketPart::upper:
      return upper_name(1 << (levels - encounter.step));
    case BracketPart::lower:
      return lower_name(encounter.step - 1, 2 * levels - 2);
    case BracketPart::grand_final:
      break;
  }
  return encounter.step == bracket.steps() ? "Second final" : "Final";
}

std::vector<int> rounds_by_step(const Bracket& bracket, std::size_t first) {
  std::vector<int> rounds;
  auto round = static_cast<int>(first);  // of the last step that was or will be played
  for (int step = 1; step <= bracket.steps(); ++step) {
    const bool played = std::ranges::any_of(bracket.in_step(step), &BracketEncounter::may_meet);
    round += played ? 1 : 0;
    rounds.push_back(played ? round : round + 1);
  }
  return rounds;
}

BracketPicture picture_of(const Bracket& bracket, std::size_t first) {
  return Painting(bracket, first).paint();
}

}  // namespace referee
