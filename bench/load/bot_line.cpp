#include "bench/load/bot_line.h"

#include <array>
#include <charconv>

namespace load {
namespace {

struct Named {
  std::string_view name;
  LineKind kind;
};
constexpr std::array<Named, 6> kKinds = {{{"turn", LineKind::turn},
                                          {"start", LineKind::start},
                                          {"end", LineKind::end},
                                          {"error", LineKind::error},
                                          {"welcome", LineKind::welcome},
                                          {"bye", LineKind::bye}}};

/// The text after `key`, which has its quotes and colon; empty if there is no such key.
std::string_view behind(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  return at == std::string_view::npos ? std::string_view() : line.substr(at + key.size());
}

std::string_view text_of(std::string_view line, std::string_view key) {
  const std::string_view rest = behind(line, key);
  return rest.substr(0, rest.find('"'));
}

std::int64_t number_of(std::string_view line, std::string_view key) {
  const std::string_view rest = behind(line, key);
  std::int64_t number = -1;
  std::from_chars(rest.data(), rest.data() + rest.size(), number);
  return number;
}

/// The number after `letter`; removes both from `text`.
std::uint32_t take_number(std::string_view& text, char letter) {
  std::uint32_t number = 0;
  if (text.empty() || text.front() != letter) {
    return 0;
  }
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + 1, end, number);
  text = error == std::errc{} ? text.substr(static_cast<std::size_t>(stop - text.data())) : "";
  return number;
}

LineKind kind_of(std::string_view line) {
  const std::string_view type = text_of(line, R"("type":")");
  for (const Named& one : kKinds) {
    if (one.name == type) {
      return one.kind;
    }
  }
  return LineKind::other;
}

}  // namespace

Place Place::of(std::string_view match) {
  Place place;
  place.round = take_number(match, 'r');
  place.table = take_number(match, 't');
  place.game = take_number(match, 'g');
  return place.game == 0 ? Place{} : place;
}

BotLine BotLine::read(std::string_view line) {
  BotLine read;
  read.kind = kind_of(line);
  switch (read.kind) {
    case LineKind::turn:
      read.match = text_of(line, R"("match":")");
      read.turn = number_of(line, R"("turn":)");
      break;
    case LineKind::start:
      read.match = text_of(line, R"("match":")");
      read.seat = number_of(line, R"("seat":)");
      break;
    case LineKind::error:
      read.code = text_of(line, R"("code":")");
      read.match = text_of(line, R"("match":")");
      read.turn = number_of(line, R"("turn":)");
      break;
    case LineKind::end:
      read.match = text_of(line, R"("match":")");
      break;
    default:
      break;
  }
  return read;
}

}  // namespace load
