#include "referee/swiss/trf/records.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string_view>
#include <utility>

#include "referee/swiss/trf/line.h"

namespace referee::swiss::trf {
namespace {

using Kind = RoundEntry::Kind;

/// Takes a value that other records may have given already; they must agree.
template <class Value>
void state(std::optional<Stated<Value>>& slot, Value value, const Line& line, Columns where) {
  if (slot && slot->value != value) {
    line.fail(where, line.code(),
              "what line " + std::to_string(slot->line->number()) + " says, or only one of the two");
  }
  if (!slot) {
    slot = {value, &line};
  }
}

/// The ids in fields of four columns, a blank between them.
std::vector<IdAt> ids_from(const Line& line, std::size_t column) {
  std::vector<IdAt> ids;
  for (; column <= line.length(); column += 5) {
    line.expect_blank({column - 1, column - 1});
    const Columns where{column, column + 3};
    ids.push_back({line.needed_number(where, 1, kMaxId, "id"), where});
  }
  return ids;
}

/// The ids among the words of a line.
std::vector<IdAt> ids_of_words(const Line& line) {
  std::vector<IdAt> ids;
  for (const Word& word : line.words_from(4)) {
    const Columns where{word.column, word.column + word.text.size() - 1};
    ids.push_back({line.needed_number(where, 1, kMaxId, "id"), where});
  }
  return ids;
}

/// From the column to the end of the line.
Columns rest(const Line& line, std::size_t column) { return {column, std::max(column, line.length())}; }

void read_name(const Line& line, Records& records) { records.name = line.text_from(5); }

void read_start(const Line& line, Records& records) { records.start = line.text_from(5); }

void read_tie_breaks(const Line& line, Records& records) { records.tie_breaks = line.text_from(5); }

void read_standings_order(const Line& line, Records& records) { records.standings_order = line.text_from(5); }

void read_person(const Line& line, Records& records) { records.players.push_back(read_player(line)); }

void read_rounds(const Line& line, Records& records) {
  const Columns where = rest(line, 4);
  state(records.rounds, line.needed_number(where, 1, kMaxRound, "rounds"), line, where);
}

void read_initial_colour(const Line& line, Records& records) {
  const Columns where = rest(line, 4);
  const std::u32string colour = line.characters(where);
  if (colour != U"W" && colour != U"w" && colour != U"B" && colour != U"b") {
    line.fail(where, "initial colour", "W or B");
  }
  state(records.initial_colour, colour == U"W" || colour == U"w" ? Colour::white : Colour::black, line,
        where);
}

void read_configuration(const Line& line, Records& records) {
  for (const Word& word : line.words_from(4)) {
    const Columns where{word.column, word.column + word.text.size() - 1};
    if (word.text == U"rank") {
      records.by_rank = &line;
    } else if (word.text == U"white1" || word.text == U"black1") {
      state(records.initial_colour, word.text == U"white1" ? Colour::white : Colour::black, line, where);
    } else {
      line.fail(where, "XXC", "rank, white1 or black1");
    }
  }
}

void read_points(const Line& line, Records& records) {
  PointsRecord& points = records.points;
  for (std::size_t column = 6; column <= line.length(); column += 9) {
    line.expect_blank({std::max<std::size_t>(column - 4, 4), column - 1});
    std::optional<Tenths>* slot = nullptr;
    std::optional<Tenths> unused;
    switch (line.at(column)) {
      case U'W':
        slot = &points.win;
        break;
      case U'D':
        slot = &points.draw;
        break;
      case U'L':
        slot = &points.loss;
        break;
      case U'A':
      case U'Z':
        slot = &points.absence;
        break;  // Z: as some programs write
      case U'P':
        slot = &points.bye;
        break;
      case U'X':
        slot = &unused;
        break;  // a game without a result: the file is refused
      default:
        line.fail({column, column}, "162", "one of W D L A P X");
    }
    const Columns where{column + 1, column + 4};
    const auto value = points_in(line, where, "points");
    if (!value || *slot) {
      line.fail(where, "points", *slot ? "each letter once" : "points such as 1.0");
    }
    *slot = value;
  }
}

/// bbpPairings: one result a record.
void read_points_of_result(const Line& line, Records& records) {
  using Results = std::pair<std::string_view, Kind>;
  constexpr std::array<Results, 6> kResults = {{{"BBW", Kind::win},
                                                {"BBD", Kind::draw},
                                                {"BBL", Kind::loss},
                                                {"BBZ", Kind::zero_bye},
                                                {"BBF", Kind::forfeit_loss},
                                                {"BBU", Kind::bye}}};
  const Columns where = rest(line, 4);
  const auto points = points_in(line, where, line.code());
  if (!points) {
    line.fail(where, line.code(), "points such as 1.0");
  }
  records.old_points.push_back(
      {&line, where, std::ranges::find(kResults, line.code(), &Results::first)->second, *points});
}

/// JaVaFo: words such as W=3.0.
void read_points_by_codes(const Line& line, Records& records) {
  using Code = std::pair<std::u32string_view, Kind>;
  constexpr std::array<Code, 15> kCodes = {{{U"W", Kind::win},
                                            {U"WW", Kind::win},
                                            {U"BW", Kind::win},
                                            {U"D", Kind::draw},
                                            {U"WD", Kind::draw},
                                            {U"BD", Kind::draw},
                                            {U"L", Kind::loss},
                                            {U"WL", Kind::loss},
                                            {U"BL", Kind::loss},
                                            {U"ZPB", Kind::zero_bye},
                                            {U"HPB", Kind::half_bye},
                                            {U"FPB", Kind::full_bye},
                                            {U"PAB", Kind::bye},
                                            {U"FW", Kind::forfeit_win},
                                            {U"FL", Kind::forfeit_loss}}};
  for (const Word& word : line.words_from(4)) {
    const std::size_t equals = word.text.find(U'=');
    const auto code = std::ranges::find(kCodes, word.text.substr(0, equals), &Code::first);
    const std::size_t length = word.text.find_last_not_of(U",;") + 1;
    const Columns value{word.column + std::min(equals, length) + 1, word.column + length - 1};
    const auto points =
        code == kCodes.end() || equals == word.text.npos ? std::nullopt : points_in(line, value, "points");
    if (!points) {
      line.fail(
          {word.column, value.last}, "XXS",
          "W, D, L, WW, BW, WD, BD, WL, BL, ZPB, HPB, FPB, PAB, FW or FL with its points, such as W=1.0");
    }
    records.old_points.push_back({&line, value, code->second, *points});
  }
}

void read_system(const Line& line, Records& records) {
  const Columns where = rest(line, 4);
  constexpr std::string_view kBaku = "_BAKU";
  std::string system = line.text(where);
  records.baku = system.ends_with(kBaku) ? &line : nullptr;
  if (records.baku != nullptr) {
    system.resize(system.size() - kBaku.size());
  }
  if (system != "FIDE_DUTCH" && system != "FIDE_DUTCH_2025" && system != "FIDE_DUTCH_2026") {
    if (records.use == TrfUse::standings) {
      records.warnings.push_back(line.warning("192 " + system + ": taken for a Swiss"));
      return;
    }
    line.fail(where, "pairing system",
              "FIDE_DUTCH, FIDE_DUTCH_2025 or FIDE_DUTCH_2026, each with _BAKU behind it or without: no "
              "other is supported");
  }
  records.undated_dutch = system == "FIDE_DUTCH" ? &line : nullptr;
}

void read_byes(const Line& line, Records& records) {
  ByeRecord byes;
  byes.line = &line;
  line.expect_blank({4, 4});
  switch (line.at(5)) {
    case U'F':
    case U'f':
      byes.kind = Kind::full_bye;
      break;
    case U'H':
    case U'h':
      byes.kind = Kind::half_bye;
      break;
    case U'Z':
    case U'z':
      byes.kind = Kind::zero_bye;
      break;
    default:
      line.fail({5, 5}, "bye", "F, H or Z");
  }
  line.expect_blank({6, 6});
  byes.round = line.needed_number({7, 9}, 1, kMaxRound, "round");
  byes.players = ids_from(line, 11);
  records.byes.push_back(std::move(byes));
}

void read_absent(const Line& line, Records& records) {
  ByeRecord byes;
  byes.line = &line;
  byes.players = ids_of_words(line);
  records.byes.push_back(std::move(byes));
}

void add_group(GroupRecord group, Records& records) {
  const Line& line = *group.line;
  if (group.players.size() < 2) {
    line.fail(group.players.empty() ? rest(line, 5) : group.players[0].where, "forbidden pair",
              "two ids or more");
  }
  records.groups.push_back(std::move(group));
}

void read_forbidden(const Line& line, Records& records) {
  GroupRecord group;
  group.line = &line;
  line.expect_blank({4, 4});
  group.first_round = line.needed_number({5, 7}, 1, kMaxRound, "first round");
  line.expect_blank({8, 8});
  group.last_round = line.needed_number({9, 11}, group.first_round, kMaxRound, "last round");
  group.players = ids_from(line, 13);
  add_group(std::move(group), records);
}

void read_always_forbidden(const Line& line, Records& records) {
  GroupRecord group;
  group.line = &line;
  group.players = ids_of_words(line);
  add_group(std::move(group), records);
}

/// TRF26: match points, points, first and last round, first and last id.
void read_acceleration(const Line& line, Records& records) {
  AccelerationRecord record;
  record.line = &line;
  for (const std::size_t gap : std::array<std::size_t, 6>{4, 9, 14, 18, 22, 27}) {
    line.expect_blank({gap, gap});
  }
  const Columns points{10, 13};
  const auto given = points_in(line, points, "virtual points");
  if (!given) {
    line.fail(points, "virtual points", "points such as 1.0");
  }
  record.points = *given;
  record.first_round = line.number_in({15, 17}, 1, kMaxRound, "first round").value_or(1);
  record.last_round =
      line.number_in({19, 21}, record.first_round, kMaxRound, "last round").value_or(kMaxRound);
  record.first = {line.needed_number({23, 26}, 1, kMaxId, "first id"), {23, 26}};
  record.last = {line.number_in({28, 31}, record.first.id, kMaxId, "last id").value_or(record.first.id),
                 {28, 31}};
  records.ranges.push_back(record);
}

/// JaVaFo: an id, and its virtual points round by round.
void read_fictitious_points(const Line& line, Records& records) {
  const Columns where{5, 8};
  const IdAt id{line.needed_number(where, 1, kMaxId, "id"), where};
  line.expect_blank({4, 4});
  int round = 1;
  for (std::size_t column = 10; column <= line.length(); column += 5, ++round) {
    line.expect_blank({column - 1, column - 1});
    const Columns points{column, column + 3};
    if (const auto given = points_in(line, points, "virtual points"); given && *given > 0) {
      records.singles.push_back({&line, *given, round, round, id, id});
    }
  }
}

struct Reader {
  std::string_view code;
  void (*read)(const Line&, Records&);
};
constexpr std::array<Reader, 25> kReaders = {{{"001", read_person},
                                              {"012", read_name},
                                              {"042", read_start},
                                              {"142", read_rounds},
                                              {"XXR", read_rounds},
                                              {"152", read_initial_colour},
                                              {"XXC", read_configuration},
                                              {"162", read_points},
                                              {"XXS", read_points_by_codes},
                                              {"BBW", read_points_of_result},
                                              {"BBD", read_points_of_result},
                                              {"BBL", read_points_of_result},
                                              {"BBZ", read_points_of_result},
                                              {"BBF", read_points_of_result},
                                              {"BBU", read_points_of_result},
                                              {"192", read_system},
                                              {"202", read_tie_breaks},
                                              {"212", read_standings_order},
                                              {"240", read_byes},
                                              {"XXZ", read_absent},
                                              {"250", read_acceleration},
                                              {"XXA", read_fictitious_points},
                                              {"260", read_forbidden},
                                              {"XXP", read_always_forbidden},
                                              {"###", nullptr}}};  // a comment

/// Records of teams: they would change the pairing, and no pairing is better than a wrong one.
constexpr std::array<std::string_view, 9> kOfTeams = {"013", "300", "310", "320", "330",
                                                      "352", "362", "801", "802"};

/// City, end, arbiters, time control: neither a pairing nor the standings depend on them.
constexpr std::array<std::string_view, 14> kOfNoAccount = {"022", "032", "052", "062", "072", "082", "092",
                                                           "102", "112", "122", "132", "172", "182", "222"};

/// A player's record for a national rating: begins with the federation's three letters and the id.
bool is_national(const Line& line) {
  for (std::size_t column = 1; column <= 3; ++column) {
    if (line.at(column) < U'A' || line.at(column) > U'Z') {
      return false;
    }
  }
  return whole_number(line.characters({5, 8}), 1, kMaxId) && !line.code().starts_with("XX");
}

bool is_one_of(std::string_view code, std::span<const std::string_view> codes) {
  return std::ranges::find(codes, code) != codes.end();
}

void read_team(const Line& line, Records& records) {
  if (records.use == TrfUse::pairing) {
    line.refuse(1, "got a " + line.code() + " record: team tournaments are not supported");
  }
  if (!records.teams) {
    records.teams = true;
    records.warnings.push_back(
        line.warning(line.code() + ": teams are left out; the standings are those of the players"));
  }
}

void read_record(const Line& line, Records& records) {
  const std::string code = line.code();
  if (code == "299") {
    line.refuse(1, "got a 299 record: abnormal points are not supported");
  }
  if (is_one_of(code, kOfTeams)) {
    read_team(line, records);
    return;
  }
  for (const Reader& reader : kReaders) {
    if (code == reader.code) {
      if (reader.read != nullptr) {
        reader.read(line, records);
      }
      return;
    }
  }
  if (!is_one_of(code, kOfNoAccount) && !is_national(line)) {
    records.warnings.push_back(
        line.warning("unknown record " + trf::quoted(line.characters({1, 3})) + ": left out"));
  }
}

/// The whole number that digits are; nothing for anything else.
std::optional<int> digits_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= 0 ? std::optional(number)
                                                                                 : std::nullopt;
}

}  // namespace

std::optional<std::string> day_of(std::string_view text) {
  std::array<std::string_view, 3> parts;
  for (std::string_view& part : parts) {
    part = text.substr(0, text.find_first_of("/-. "));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
  }
  if (parts[0].size() != 4) {
    std::swap(parts[0], parts[2]);
  }
  const auto year = digits_in(parts[0]);
  auto month = digits_in(parts[1]);
  auto day = digits_in(parts[2]);
  if (!year || !month || !day || parts[0].size() != 4) {
    return std::nullopt;
  }
  if (*month > 12 && *day <= 12) {  // month before day, as in the United States
    std::swap(month, day);
  }
  if (*month < 1 || *month > 12 || *day < 1 || *day > 31) {
    return std::nullopt;
  }
  const auto two = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return std::string(parts[0]) + "/" + two(*month) + "/" + two(*day);
}

Records read_records(const std::vector<Line>& lines, TrfUse use) {
  Records records;
  records.use = use;
  for (const Line& line : lines) {
    read_record(line, records);
  }
  return records;
}

}  // namespace referee::swiss::trf
