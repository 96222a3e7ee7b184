#include "referee/swiss/trf/fields.h"

#include <algorithm>
#include <stdexcept>

#include "referee/swiss/trf/records.h"

namespace referee::swiss::trf {
namespace {

using Kind = RoundEntry::Kind;

constexpr Tenths kMaxPoints = 999;
constexpr std::size_t kIdWidth = 4;

[[noreturn]] void too_much(const std::string& what, long long got, long long most) {
  throw std::length_error("a report file holds " + what + " up to " + std::to_string(most) + ", got " +
                          std::to_string(got));
}

}  // namespace

char result_letter(RoundEntry::Kind kind) {
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
    case Kind::open:
      return ' ';
  }
  throw std::logic_error("a result of no kind");
}

std::string right(std::string text, std::size_t width) {
  text.insert(0, width - std::min(width, text.size()), ' ');
  return text;
}

std::string number_field(long long value, long long most, std::size_t width, const std::string& what) {
  if (value < 0 || value > most) {
    too_much(what, value, most);
  }
  return right(std::to_string(value), width);
}

std::string rank_field(int rank) { return number_field(rank, kMaxId, kIdWidth, "ranks"); }

std::string points_field(Tenths points) {
  if (points < 0 || points > kMaxPoints) {
    too_much("points in tenths", points, kMaxPoints);
  }
  std::string text = std::to_string(points / 10);
  text += '.';
  text += std::to_string(points % 10);
  return right(text, kIdWidth);
}

std::string round_field(const RoundEntry& entry) {
  std::string text = "  ";
  text += entry.opponent
              ? number_field(static_cast<long long>(*entry.opponent) + 1, kMaxId, kIdWidth, "players")
              : "0000";
  text += ' ';
  text += !entry.colour ? '-' : entry.colour == Colour::white ? 'w' : 'b';
  text += ' ';
  text += result_letter(entry.kind);
  return text;
}

}  // namespace referee::swiss::trf
