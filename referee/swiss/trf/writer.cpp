#include "referee/swiss/trf/writer.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string_view>

#include "referee/swiss/trf/line.h"
#include "referee/swiss/trf/records.h"

namespace referee::swiss {
namespace {

using Kind = RoundEntry::Kind;

constexpr std::size_t kNameWidth = 33;
constexpr Tenths kMaxPoints = 999;

[[noreturn]] void too_much(const std::string& what, long long got, long long most) {
  throw std::length_error("a report file holds " + what + " up to " + std::to_string(most) + ", got " +
                          std::to_string(got));
}

/// To the right of `width` columns.
std::string right(std::string text, std::size_t width) {
  text.insert(0, width - std::min(width, text.size()), ' ');
  return text;
}

std::string number(long long value, long long most, std::size_t width, const std::string& what) {
  if (value < 0 || value > most) {
    too_much(what, value, most);
  }
  return right(std::to_string(value), width);
}

std::string three_digits(int round) {
  std::string text = number(round, trf::kMaxRound, 3, "rounds");
  std::replace(text.begin(), text.end(), ' ', '0');
  return text;
}

std::string id_of(PlayerIndex player) {
  return number(static_cast<long long>(player) + 1, trf::kMaxId, 4, "players");
}

/// Four columns: "11.5".
std::string points_text(Tenths points) {
  if (points < 0 || points > kMaxPoints) {
    too_much("points in tenths", points, kMaxPoints);
  }
  std::string text = std::to_string(points / 10);
  text += '.';
  text += std::to_string(points % 10);
  return right(text, 4);
}

char letter(Kind kind) {
  switch (kind) {
    case Kind::win:
      return '1';
    case Kind::draw:
      return '=';
    case Kind::loss:
      return '0';
    case Kind::forfeit_win:
      return '+';
    case Kind::forfeit_loss:
      return '-';
    case Kind::bye:
      return 'U';
    case Kind::full_bye:
      return 'F';
    case Kind::half_bye:
      return 'H';
    case Kind::zero_bye:
      return 'Z';
  }
  throw std::logic_error("a result of no kind");
}

/// One line as ASCII, so that names can end no line.
std::string ascii(std::string_view text) { return trf::to_ascii(text); }

/// Ten columns: what a player did in a round.
std::string cell(const RoundEntry& entry) {
  std::string text = "  ";
  text += entry.opponent ? id_of(*entry.opponent) : "0000";
  text += ' ';
  text += !entry.colour ? '-' : entry.colour == Colour::white ? 'w' : 'b';
  text += ' ';
  text += letter(entry.kind);
  return text;
}

class Writer {
 public:
  Writer(const Tournament& tournament, const TrfFacts& facts) : tournament_(tournament), facts_(facts) {}

  std::string write() {
    if (tournament_.players.size() > static_cast<std::size_t>(trf::kMaxId)) {
      too_much("players", static_cast<long long>(tournament_.players.size()), trf::kMaxId);
    }
    write_head();
    write_points();
    write_players();
    write_byes();
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
    line("062 " + std::to_string(players.size()));
    line("072 " + std::to_string(std::count_if(players.begin(), players.end(),
                                               [](const Player& player) { return player.rating > 0; })));
    line_unless_empty("092 ", facts_.type);
    if (tournament_.rounds > 0) {
      const std::string rounds = number(tournament_.rounds, trf::kMaxRound, 1, "rounds");
      line("142 " + rounds);
      line("XXR " + rounds);
    }
    if (tournament_.initial_colour) {
      const bool white = tournament_.initial_colour == Colour::white;
      line(white ? "152 W" : "152 B");
      line(white ? "XXC white1" : "XXC black1");
    }
    if (facts_.dutch) {
      line("192 FIDE_DUTCH_2026");
    }
    line_unless_empty("202 ", facts_.tie_breaks);
  }

  void write_points() {
    const PointSystem& points = tournament_.points;
    if (points == PointSystem{}) {
      return;
    }
    // Programs have two letters for the points of an absence: these are left out where they are the default.
    std::string record = "162  W" + points_text(points.win) + "    D" + points_text(points.draw) + "    L" +
                         points_text(points.loss);
    if (points.absence != PointSystem{}.absence) {
      record += "    A" + points_text(points.absence);
    }
    line(record + "    P" + points_text(points.bye));
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
    record += player.rating == 0 ? std::string(4, ' ') : number(player.rating, trf::kMaxId, 4, "ratings");
    record += std::string(28, ' ') + points_text(score(index)) + ' ';
    record += number(rank, trf::kMaxId, 4, "ranks");
    for (std::size_t round = 0; round < tournament_.played; ++round) {
      record += cell(player.in(round));
    }
    for (const RequestedBye& bye : tournament_.byes) {
      if (bye.player == index && static_cast<std::size_t>(bye.round) == tournament_.played + 1) {
        record += cell({.kind = bye.kind, .opponent = std::nullopt, .colour = std::nullopt});
      }
    }
    line(record);
  }

  void write_byes() {
    for (const RequestedBye& bye : tournament_.byes) {
      std::string record = "240 ";
      record += letter(bye.kind);
      line(record + ' ' + three_digits(bye.round) + ' ' + id_of(bye.player));
    }
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
