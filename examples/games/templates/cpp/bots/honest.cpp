// Bids what it has, and says "liar" when a bid needs more than luck. It shows how a bot for your game looks.
#include <array>

#include "referee.h"

static void move(const Json* view, const RefereeMatch* match) {
  const Json* const mine = json_at(json_get(view, "hands"), match->seat);
  const Json* const bid = json_get(view, "bid");
  const int dice = json_size(mine);
  std::array<int, 7> mine_of{};
  for (int i = 0; i < dice; ++i) {
    ++mine_of.at(static_cast<std::size_t>(json_int(json_at(mine, i))));
  }
  if (json_is_null(bid)) {
    referee_answer("[1,%d]", json_int(json_at(mine, 0)));
    return;
  }
  const int count = json_int(json_at(bid, 0));
  const int face = json_int(json_at(bid, 1));
  if (count <= mine_of.at(static_cast<std::size_t>(face)) + (dice + 2) / 3) {
    for (int more = count; more <= 2 * dice; ++more) {
      for (int other = more == count ? face + 1 : 1; other <= 6; ++other) {
        if (more <= mine_of.at(static_cast<std::size_t>(other)) + 1) {
          referee_answer("[%d,%d]", more, other);
          return;
        }
      }
    }
  }
  referee_answer_text("liar");
}

int main() { return referee_play(move); }
