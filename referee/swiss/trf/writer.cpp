#include "referee/swiss/trf/writer.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "referee/swiss/trf/fields.h"
#include "referee/swiss/trf/line.h"
#include "referee/swiss/trf/records.h"

namespace referee::swiss {
namespace {

using trf::number_field;
using trf::points_field;
using trf::rank_field;
using trf::round_field;

constexpr std::size_t kNameWidth = 33;
constexpr std::size_t kIdWidth = 4;

std::string three_digits(int round) {
  std::string text = number_field(round, trf::kMaxRound, 3, "rounds");
  std::replace(text.begin(), text.end(), ' ', '0');
  return text;
}

std::string id_of(PlayerIndex player) {
  return number_field(static_cast<long long>(player) + 1, trf::kMaxId, kIdWidth, "players");
}

/// One line as ASCII, so that names can end no line.
std::string ascii(std::string_view text) { return trf::to_ascii(text); }

class Writer {
 public:
  Writer(const Tournament& tournament, const TrfFacts& facts) : tournament_(tournament), facts_(facts) {}

  std::string write() {
    (void)id_of(std::max<std::size_t>(tournament_.players.size(), 1) - 1);  // throws for too many
    write_head();
    write_points();
    write_players();
    write_byes();
    for (const VirtualPoints& extra : tournament_.virtual_points) {
      write_virtual_points(extra);
    }
    for (const ForbiddenGroup& group : tournament_.forbidden) {
      write_group(group);
    }
    return text_;
  }

 private:
  void line(const std::string& text) {
    text_ += text;
    text_ += "\r\n";
  }
  void line_unless_empty(const std::string& code, const std::string& text) {
    if (!text.empty()) {
      line(code + ascii(text));
    }
  }

  void write_head() {
    const auto& players = tournament_.players;
    line_unless_empty("012 ", tournament_.name);
    line_unless_empty("042 ", facts_.start);
    line("062 " + std::to_string(players.size()));
    line("072 " + std::to_string(std::count_if(players.begin(), players.end(),
                                               [](const Player& player) { return player.rating > 0; })));
    line_unless_empty("092 ", facts_.type);
    if (tournament_.rounds > 0) {
      const std::string rounds = number_field(tournament_.rounds, trf::kMaxRound, 1, "rounds");
      line("142 " + rounds);
      line("XXR " + rounds);
    }
    if (tournament_.initial_colour) {
      const bool white = tournament_.initial_colour == Colour::white;
      line(white ? "152 W" : "152 B");
      line(white ? "XXC white1" : "XXC black1");
    }
    if (facts_.dutch) {
      // FIDE's table of types knows no FIDE_DUTCH_2026 in all its versions; 042 tells the edition.
      line("192 FIDE_DUTCH");
    }
    line_unless_empty("202 ", facts_.tie_breaks);
  }

  void write_points() {
    const PointSystem& points = tournament_.points;
    if (points == PointSystem{}) {
      return;
    }
    // Programs have two letters for the points of an absence: these are left out where they are the default.
    std::string record = "162  W" + points_field(points.win) + "    D" + points_field(points.draw) + "    L" +
                         points_field(points.loss);
    if (points.absence != PointSystem{}.absence) {
      record += "    A" + points_field(points.absence);
    }
    line(record + "    P" + points_field(points.bye));
  }

  void write_players() {
    const std::vector<int> ranks = facts_.ranks.empty() ? ranks_by_points() : facts_.ranks;
    for (PlayerIndex player = 0; player < tournament_.players.size(); ++player) {
      write_player(player, ranks.at(player));
    }
  }

  Tenths score(PlayerIndex player) const {
    return tournament_.players[player].score(tournament_.points, tournament_.played);
  }

  std::vector<int> ranks_by_points() const {
    std::vector<PlayerIndex> order(tournament_.players.size());
    std::iota(order.begin(), order.end(), PlayerIndex{0});
    std::stable_sort(order.begin(), order.end(),
                     [this](PlayerIndex a, PlayerIndex b) { return score(a) > score(b); });
    std::vector<int> ranks(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
      ranks[order[place]] = static_cast<int>(place) + 1;
    }
    return ranks;
  }

  void write_player(PlayerIndex index, int rank) {
    const Player& player = tournament_.players[index];
    std::string record = "001 " + id_of(index) + std::string(6, ' ');
    std::string name = ascii(player.name).substr(0, kNameWidth);
    name.resize(kNameWidth, ' ');
    record += name + ' ';
    record +=
        player.rating == 0 ? std::string(4, ' ') : number_field(player.rating, trf::kMaxId, 4, "ratings");
    record += std::string(28, ' ') + points_field(score(index)) + ' ';
    record += rank_field(rank);
    for (std::size_t round = 0; round < tournament_.played; ++round) {
      record += round_field(player.in(round));
    }
    for (const RequestedBye& bye : tournament_.byes) {
      if (bye.player == index && static_cast<std::size_t>(bye.round) == tournament_.played + 1) {
        record += round_field({.kind = bye.kind, .opponent = std::nullopt, .colour = std::nullopt});
      }
    }
    line(record);
  }

  void write_byes() {
    for (const RequestedBye& bye : tournament_.byes) {
      std::string record = "240 ";
      record += trf::result_letter(bye.kind);
      line(record + ' ' + three_digits(bye.round) + ' ' + id_of(bye.player));
    }
  }

  void write_virtual_points(const VirtualPoints& extra) {
    line("250      " + points_field(extra.points) + ' ' + three_digits(extra.first_round) + ' ' +
         three_digits(std::min(extra.last_round, trf::kMaxRound)) + ' ' + id_of(extra.first) + ' ' +
         id_of(extra.last));
  }

  void write_group(const ForbiddenGroup& group) {
    const bool for_ever = tournament_.rounds > 0 && group.last_round >= tournament_.rounds;
    const int last = for_ever ? std::max(tournament_.rounds, group.first_round)
                              : std::min(group.last_round, trf::kMaxRound);
    std::string record = "260 " + three_digits(group.first_round) + ' ' + three_digits(last);
    std::string always = "XXP";
    for (const PlayerIndex player : group.players) {
      record += ' ' + id_of(player);
      always += ' ' + std::to_string(player + 1);
    }
    line(record);
    if (for_ever && group.first_round == 1) {
      line(always);
    }
  }

  const Tournament& tournament_;
  const TrfFacts& facts_;
  std::string text_;
};

}  // namespace

std::string write_trf(const Tournament& tournament, const TrfFacts& facts) {
  return Writer(tournament, facts).write();
}

}  // namespace referee::swiss
