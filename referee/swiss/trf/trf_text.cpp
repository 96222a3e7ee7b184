#include "referee/swiss/trf/trf_text.h"

#include <algorithm>

#include "referee/base/unicode/unicode.h"
#include "referee/swiss/trf/fields.h"
#include "referee/swiss/trf/line.h"
#include "referee/swiss/trf/records.h"

namespace referee::swiss {
namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";
constexpr std::size_t kIdColumn = 5;
constexpr std::size_t kPointsColumn = 81;
constexpr std::size_t kRankColumn = 86;
constexpr std::size_t kFirstRoundColumn = 90;  // two blanks and eight columns
constexpr std::size_t kRoundWidth = 10;

std::u32string characters_of(const std::string& ascii) { return {ascii.begin(), ascii.end()}; }

}  // namespace

TrfText::TrfText(std::string_view text) {
  mark_ = text.starts_with(kMark);
  text.remove_prefix(mark_ ? kMark.size() : 0);
  const auto decoded = unicode::decoded(text);
  utf8_ = decoded.has_value();
  const std::u32string all = utf8_ ? *decoded : trf::from_latin1(text);
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find_first_of(U"\r\n", begin), all.size());
    const std::size_t width = end == all.size() ? 0 : all.compare(end, 2, U"\r\n") == 0 ? 2 : 1;
    const std::u32string_view ending = std::u32string_view(all).substr(end, width);
    std::u32string line = all.substr(begin, end - begin);
    lines_.push_back({utf8_ ? trf::with_columns_of_characters(std::move(line)) : std::move(line),
                      std::string(ending.begin(), ending.end())});
    begin = end + width;
  }
  for (std::size_t at = 0; at < lines_.size(); ++at) {
    if (has_code(lines_[at], "001")) {
      const std::string file;
      const trf::Line line(file, at + 1, lines_[at].characters);
      const auto id =
          static_cast<std::size_t>(line.needed_number({kIdColumn, kIdColumn + 3}, 1, trf::kMaxId, "id"));
      records_.resize(std::max(records_.size(), id));
      records_[id - 1] = at;
    }
  }
}

bool TrfText::has_code(const TextLine& line, const std::string& code) const {
  return line.characters.starts_with(characters_of(code));
}

void TrfText::overwrite(PlayerIndex player, std::size_t column, const std::string& field) {
  std::u32string& characters = lines_[records_.at(player)].characters;
  characters.resize(std::max(characters.size(), column - 1 + field.size()), U' ');
  characters.replace(column - 1, field.size(), characters_of(field));
}

void TrfText::set_rank(PlayerIndex player, int rank) {
  overwrite(player, kRankColumn, trf::rank_field(rank));
}

void TrfText::set_points(PlayerIndex player, Tenths points) {
  overwrite(player, kPointsColumn, trf::points_field(points));
}

void TrfText::set_round(PlayerIndex player, std::size_t round, const RoundEntry& entry) {
  overwrite(player, kFirstRoundColumn + kRoundWidth * round, trf::round_field(entry));
}

void TrfText::set_record(const std::string& code, const std::string& content) {
  const std::u32string record = characters_of(trf::to_ascii(code + " " + content));
  const auto same = std::ranges::find_if(lines_, [&](const TextLine& line) { return has_code(line, code); });
  if (same != lines_.end()) {
    same->characters = record;
    return;
  }
  const std::size_t first = *std::ranges::min_element(records_);
  lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(first), {record, lines_[first].end});
  if (lines_[first].end.empty()) {
    lines_[first].end = "\r\n";  // the only player is the last line, without an end
  }
  for (std::size_t& at : records_) {
    at += 1;
  }
}

void TrfText::remove(const std::string& code) {
  for (std::size_t at = lines_.size(); at-- > 0;) {
    if (has_code(lines_[at], code)) {
      lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(at));
      for (std::size_t& record : records_) {
        record -= record > at ? 1U : 0U;
      }
    }
  }
}

std::string TrfText::text() const {
  std::string text(mark_ ? kMark : "");
  for (const TextLine& line : lines_) {
    for (const char32_t c : line.characters) {
      if (utf8_) {
        unicode::append_utf8(text, c);
      } else {
        text += static_cast<char>(static_cast<unsigned char>(c));
      }
    }
    text += line.end;
  }
  return text;
}

void add_round(TrfText& text, const Tournament& tournament, const RoundPairing& pairing) {
  const std::size_t round = tournament.played;
  std::vector<RoundEntry> entries(tournament.players.size());  // absent
  for (const RequestedBye& bye : tournament.byes) {
    if (bye.round == static_cast<int>(round) + 1) {
      entries[bye.player].kind = bye.kind;
    }
  }
  for (const Board& board : pairing.boards) {
    entries[board.white] = {RoundEntry::Kind::open, board.black, Colour::white};
    entries[board.black] = {RoundEntry::Kind::open, board.white, Colour::black};
  }
  if (pairing.bye) {
    entries[*pairing.bye].kind = RoundEntry::Kind::bye;
  }
  for (PlayerIndex player = 0; player < entries.size(); ++player) {
    text.set_round(player, round, entries[player]);
    text.set_points(player, tournament.players[player].score(tournament.points, round) +
                                tournament.points.of(entries[player].kind));
  }
  text.remove("XXZ");
}

}  // namespace referee::swiss
